"""The facts found by the probes, as plain values: this machine, its networks, one address."""

from dataclasses import dataclass
from enum import StrEnum

from net.lan.addresses import DEFAULT_PORT, address_name
from net.lan.networks import Interface as Interface, InterfaceKind as InterfaceKind, ranked


class Surroundings(StrEnum):
    """The layer between this system and its network."""

    NONE = ""
    WSL = "wsl"
    CONTAINER = "container"


class ConnectOutcome(StrEnum):
    """The outcomes of an attempt to connect, the best first."""

    KOZYR = "kozyr"
    """A host of this version has answered."""
    VERSION = "version"
    CROWDED = "crowded"
    """There is a host, but it has too many connections."""
    OTHER = "other"
    """A program other than a Kozyr host answered."""
    OPEN = "open"
    """The connection was made; no question was sent."""
    SILENT = "silent"
    """The connection was made, but no answer came."""
    HUNG_UP = "hung_up"
    REFUSED = "refused"
    DENIED = "denied"
    """This system itself forbids the connection."""
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    """No machine has the address, perhaps according to a router."""
    NO_ROUTE = "no_route"
    NO_NAME = "no_name"
    FAILED = "failed"


class Filtering(StrEnum):
    """The effect of a firewall on a port."""

    OPEN = "open"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Echo:
    """An mDNS question sent from an address of this machine."""

    address: str
    sent: ConnectOutcome = ConnectOutcome.OPEN
    heard: bool = False
    """Whether it came back to this program."""


@dataclass(frozen=True, slots=True)
class Multicast:
    """The facts about mDNS on this machine."""

    problem: ConnectOutcome | None = None
    """The error of sharing port 5353; None if that works."""
    echoes: tuple[Echo, ...] = ()
    others: tuple[str, ...] = ()
    """The addresses of other machines that were heard."""
    programs: tuple[str, ...] = ()
    """Other programs on port 5353 of this machine."""


@dataclass(frozen=True, slots=True)
class PortCheck:
    """The port of a table, tried from this machine through its addresses in the networks."""

    port: int = DEFAULT_PORT
    table: bool = False
    """Whether a table is open on this machine; otherwise a listener was opened for the test."""
    taken: int = 0
    """The wanted port, if another program has it; a table then gets another one."""
    kept: bool = False
    """Whether another Kozyr on this machine has reserved it, for a table that may move there."""
    outcomes: tuple[tuple[str, ConnectOutcome], ...] = ()
    """Each address with its outcome."""
    announced: bool = False
    """Whether this program has heard the announcement of that table, as other machines would."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The neighbours in the network of the default route, known without a question."""

    gateway: str = ""
    gateway_answers: bool | None = None
    neighbours: int | None = None
    """The number of machines besides the gateway with recent traffic; None if unknown."""


@dataclass(frozen=True, slots=True)
class Firewall:
    """An active firewall of this system."""

    name: str
    port: Filtering = Filtering.UNKNOWN
    mdns: Filtering = Filtering.UNKNOWN


@dataclass(frozen=True, slots=True)
class TriedAddress:
    """One address of a target, and the result of trying it."""

    address: str
    outcome: ConnectOutcome
    near: bool = False
    """Whether it is in a network of this machine."""
    own: bool = False
    through: InterfaceKind | None = None
    """The interface through which the route there leads."""
    seconds: float = 0.0
    """The time from the question to its answer."""


@dataclass(frozen=True, slots=True)
class Target:
    """The address that the player wants to reach."""

    host: str
    port: int
    tried: tuple[TriedAddress, ...] = ()
    version: int = 0
    """The version of the protocol that the host speaks; 0 if none answered."""
    tables: tuple[tuple[str, bool], ...] = ()
    """The names of its tables, and whether each needs a code."""
    stranger: bool = False
    """Whether the certificate differs from that of the host where this player has a seat."""

    @property
    def where(self) -> str:
        return address_name(self.host, self.port)

    @property
    def best(self) -> TriedAddress | None:
        """The address with the best outcome."""
        order = list(ConnectOutcome)
        return min(self.tried, key=lambda way: order.index(way.outcome), default=None)


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of an examination."""

    platform: str = "linux"
    """The system, as in sys.platform."""
    surroundings: Surroundings = Surroundings.NONE
    interfaces: tuple[Interface, ...] = ()
    """Without loopback, unless there is nothing else."""
    chosen: tuple[str, ...] = ()
    """The addresses to which discovery is restricted; empty for all."""
    default: str = ""
    """The address of this machine from which the route to the internet starts; may be empty."""
    neighbourhood: Neighbourhood = Neighbourhood()
    multicast: Multicast = Multicast()
    port_check: PortCheck = PortCheck()
    tables: int = 0
    """The number of tables of other hosts that answer."""
    slow_tables: int = 0
    """The number of those that are slow."""
    silent_tables: tuple[str, ...] = ()
    """The names of tables of other hosts that are announced and do not answer."""
    firewalls: tuple[Firewall, ...] = ()
    name: str = ""
    """The name of this machine ending in .local, if that leads here."""
    target: Target | None = None

    @property
    def main(self) -> Interface | None:
        """The interface by which others on the LAN most likely see this machine."""
        return next(iter(ranked(self.interfaces, self.default)), None)

    @property
    def address(self) -> str:
        """The address to type for a table here; empty without a network."""
        if self.main is None:
            return ""
        if self.port_check.taken:
            return f"{self.main.address}:PORT"  # the waiting room will show which port
        return address_name(self.main.address, self.port_check.port)

    @property
    def vpn(self) -> Interface | None:
        """The tunnel through which the route to the internet leads, if it does."""
        through = [each for each in self.interfaces if each.address == self.default]
        return next((each for each in through if each.kind is InterfaceKind.VPN), None)

    def echo(self, interface: Interface) -> Echo | None:
        """Return the result of the question at an interface."""
        echoes = self.multicast.echoes
        return next((echo for echo in echoes if echo.address == interface.address), None)
