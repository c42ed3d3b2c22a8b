"""Textual's driver for Unix terminals, with fewer threads between a key and its frame."""

from __future__ import annotations

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.terminal.direct_writer import DirectWriter


class DirectDriver(LinuxDriver):
    """Writes without a thread, and brings keys to the application without a task for each."""

    _writer: DirectWriter | None = None

    def start_application_mode(self) -> None:
        assert self._file is not None, "there is a terminal"
        self._writer = DirectWriter(self._file)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._stop_thread()

    def write(self, data: str) -> None:
        if self._writer is not None:
            self._writer.write(data)

    def close(self) -> None:
        self._stop_thread()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _stop_thread(self) -> None:
        """End Textual's own thread for writing: nothing comes to it."""
        if self._writer_thread is not None:
            self._writer_thread.stop()
            self._writer_thread = None

    def send_message(self, message: Message) -> None:
        self._loop.call_soon_threadsafe(self._app.post_message, message)
