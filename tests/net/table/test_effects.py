"""A table asks to be woken no more often than it has to be."""

from net.table.effects import EffectQueue, WakeAt


def test_it_is_woken_sooner_than_was_asked_before_or_once_that_time_is_over() -> None:
    queue = EffectQueue()
    queue.wake_at(None, 0)
    queue.wake_at(5, 0)
    queue.wake_at(5, 1)
    queue.wake_at(7, 1)
    queue.wake_at(3, 1)
    queue.wake_at(9, 3)
    assert queue.hand_out() == [WakeAt(5), WakeAt(3), WakeAt(9)]
