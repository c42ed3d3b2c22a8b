"""What the probes have seen, as plain values: about this machine, its networks, one address."""

from dataclasses import dataclass
from enum import StrEnum

from net.lan.addresses import DEFAULT_PORT, address_name
from net.lan.networks import Interface as Interface, InterfaceKind as InterfaceKind, ranked


class Surroundings(StrEnum):
    """What stands between this system and its network."""

    NONE = ""
    WSL = "wsl"
    CONTAINER = "container"


class ConnectOutcome(StrEnum):
    """How an attempt to connect ended, the best first."""

    KOZYR = "kozyr"
    """A host of this version has answered."""
    VERSION = "version"
    CROWDED = "crowded"
    """There is a host, but it takes nobody in now."""
    OTHER = "other"
    """Something answered that is not a Kozyr host."""
    OPEN = "open"
    """The connection was made; nothing was asked."""
    SILENT = "silent"
    """The connection was made, but nothing was answered."""
    HUNG_UP = "hung_up"
    REFUSED = "refused"
    DENIED = "denied"
    """This system itself forbids it."""
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    """Nobody has the address, or a router says so."""
    NO_ROUTE = "no_route"
    NO_NAME = "no_name"
    FAILED = "failed"


class Filtering(StrEnum):
    """What a firewall does with something."""

    OPEN = "open"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Echo:
    """An mDNS question that was sent from an address of this machine."""

    address: str
    sent: ConnectOutcome = ConnectOutcome.OPEN
    heard: bool = False
    """Whether it came back to this program."""


@dataclass(frozen=True, slots=True)
class Multicast:
    """How mDNS works here."""

    problem: ConnectOutcome | None = None
    """Why port 5353 cannot be shared; None if it can."""
    echoes: tuple[Echo, ...] = ()
    others: tuple[str, ...] = ()
    """Addresses of other machines that were heard."""
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
    """Whether a Kozyr here has it, for a table that may come to it."""
    outcomes: tuple[tuple[str, ConnectOutcome], ...] = ()
    """Address -> the result."""
    announced: bool = False
    """Whether this program has heard the announcement of that table, as others would."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Neighbours seen in the network of the default route, without asking anybody."""

    gateway: str = ""
    gateway_answers: bool | None = None
    neighbours: int | None = None
    """Machines besides the gateway that this one has spoken to recently; None if unknown."""


@dataclass(frozen=True, slots=True)
class Firewall:
    """An active firewall of this system."""

    name: str
    port: Filtering = Filtering.UNKNOWN
    mdns: Filtering = Filtering.UNKNOWN


@dataclass(frozen=True, slots=True)
class Names:
    """What this machine calls itself."""

    name: str = ""
    resolves: bool | None = None
    local: str = ""
    """Its name ending in .local, if that leads here."""


@dataclass(frozen=True, slots=True)
class ClockCheck:
    """Two years: by the clock, and of the newest file of the program."""

    year: int = 0
    newest_file: int = 0


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
    """The address that somebody wants to reach."""

    host: str
    port: int
    tried: tuple[TriedAddress, ...] = ()
    version: int = 0
    """The version of the protocol that the host speaks; 0 if none answered."""
    tables: tuple[tuple[str, bool], ...] = ()
    """The names of its tables, and whether each asks for a code."""
    stranger: bool = False
    """Whether the certificate differs from that of the host where this player has a seat."""

    @property
    def where(self) -> str:
        return address_name(self.host, self.port)

    @property
    def best(self) -> TriedAddress | None:
        """The attempt that got furthest."""
        order = list(ConnectOutcome)
        return min(self.tried, key=lambda way: order.index(way.outcome), default=None)


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that was seen."""

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
    """The tables of other hosts that answer."""
    slow_tables: int = 0
    """Those of them that take long to answer."""
    silent_tables: tuple[str, ...] = ()
    """The names of tables of other hosts that are announced and do not answer."""
    firewalls: tuple[Firewall, ...] = ()
    names: Names = Names()
    clock: ClockCheck = ClockCheck()
    target: Target | None = None

    @property
    def main(self) -> Interface | None:
        """The interface by which others on the LAN most likely see this machine."""
        return next(iter(ranked(self.interfaces, self.default)), None)

    @property
    def address(self) -> str:
        """What others type to join a table here; empty without a network."""
        if self.main is None:
            return ""
        if self.port_check.taken:
            return f"{self.main.address}:PORT"  # the waiting room will show which one
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
