"""The proof of the deal in the first line of a record: read, and checked for consistency."""

from collections.abc import Mapping

from core.deal_proof import DealProof, parse_proof
from core.game import Plain
from core.records.fault import broken


def proof_in(entry: Mapping[str, Plain], seats: int) -> DealProof | None:
    """Return the proof of the deal in the first line; None if there is none.

    Raises BrokenRecordError for a proof that contradicts itself.
    """
    try:
        proof = parse_proof(entry.get("deal_proof"), seats)
    except ValueError:
        raise broken(1, "the proof of the deal is not written as a proof") from None
    match "" if proof is None else proof.fault():
        case "seed":
            raise broken(1, "the seed of the deal is not the one committed to")
        case "nonce":
            raise broken(1, "a nonce of the deal is not the one committed to")
    return proof
