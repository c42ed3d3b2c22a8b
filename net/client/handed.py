"""Whether a table that its host hands over is the one at which a client sits. No I/O.

The player's computer answers for it to everybody else from then on: a host could otherwise have it
go on with other seeds, moves or house rules, and all others would blame the new host.
"""

from net.client.seat import ClientSeat
from net.table.table import Table


def is_own_table(table: Table, client: ClientSeat) -> bool:
    """Tell whether a table that was put back is as this client was shown it last."""
    room, seated = client.room, client.seated
    if room is None or seated is None:
        return False
    agreed, names = table.agreement, [holder.name for holder in table.room]
    handed = table.id, table.game.NAME, names, agreed.options, agreed.clock, agreed.pause
    known = [line.name for line in room.seats]
    shown = seated.table, seated.game, known, room.options, room.clock, room.pause
    if handed != shown or table.room.find_token(seated.token) != seated.seat:
        return False
    return room.phase == "gathering" or _is_own_match(table, client)


def _is_own_match(table: Table, client: ClientSeat) -> bool:
    """Tell whether a match lies there as it was shown, and its decks follow from what was."""
    match, position, deals = table.match, client.position, client.deals
    if match is None or position is None:
        return False
    live = match.live
    view = live.match.game.view(live.match.state, client.seat)
    if (live.seq, view) != (position.seq, position.view):
        return False
    committed = None if deals is None else deals.match.committed()
    if committed is None:
        return True
    proof = live.proof
    return proof is not None and proof.unseeded() == committed and not proof.fault()
