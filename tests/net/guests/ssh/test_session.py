"""Last words for a guest by ssh, as the rows of a terminal."""

from net.guests.ssh.server import wrapped

LINE = "  ssh 'Will of the Wisp@2001:db8:0:1:a2b1:c3ff:fe4d:5e6f' -p 4022"


def test_a_line_to_be_copied_stands_alone_and_whole_at_any_width() -> None:
    text = f"The table has gone. To go on there, type:\r\n{LINE}\r\nIf it is not there, ask."
    for columns in (80, 40):
        rows = [*wrapped(text, columns)]
        assert rows.count(LINE) == 1
        assert all(len(row) <= columns for row in rows if row != LINE)
