"""Casino baccarat by the book: every answer names the clause it rests on."""

from os import PathLike
from typing import Literal, Optional, Sequence, TypedDict, Union

__version__: str

HandName = Literal["player", "banker"]

class Refused(ValueError):
    """What was asked for is refused. `args` are the reason and the clauses."""

    args: tuple[str, str]

class Why(TypedDict):
    why: str
    by: str

class DueCard(TypedDict):
    to: Optional[HandName]
    why: str
    by: str

class Points(TypedDict):
    player: int
    banker: int

class Pairs(TypedDict):
    player: Optional[Literal["mixed", "coloured", "perfect"]]
    banker: Optional[Literal["mixed", "coloured", "perfect"]]

class _Dealt(TypedDict):
    to: list[HandName]
    why: list[Why]
    due: DueCard

class Coup(_Dealt, total=False):
    """What follows is there once the coup is complete."""

    winner: Literal["player", "banker", "tie"]
    points: Points
    pairs: Pairs
    natural: bool

class Settled(TypedDict):
    became: Literal["won", "lost", "stand-off", "returned"]
    back: str
    collected: str
    paid: str
    commission: str
    by: str

class OutcomeOdds(TypedDict):
    settled: Literal["win", "stand-off", "lose"]
    pays: Optional[str]
    probability: str
    by: str

class BetOdds(TypedDict):
    bet: str
    house_edge: str
    house_edge_decimal: str
    outcomes: list[OutcomeOdds]

class Count(TypedDict):
    coups: int
    banker: int
    player: int
    tie: int

class Roads(TypedDict):
    big_road: list[str]
    big_road_grid: list[list[int]]
    big_eye_boy: str
    big_eye_boy_grid: list[list[int]]
    small_road: str
    small_road_grid: list[list[int]]
    cockroach_pig: str
    cockroach_pig_grid: list[list[int]]
    ask_banker: list[Optional[str]]
    ask_player: list[Optional[str]]
    count: Count

class Happened(TypedDict):
    what: str
    by: str

class Journal(TypedDict):
    wrong: Optional[str]
    records: int
    found: list[str]

def documents() -> list[str]:
    """The ids of the documents."""

def clause(document: str, id: str) -> str:
    """What a clause says, in our own words."""

def coup(document: str, cards: str) -> Coup:
    """Deals cards in the order they leave the shoe, such as `Ks 2d 6h 3c 9d`. A card that is not due is `Refused`."""

def settle(
    document: str,
    cards: str,
    wagers: Sequence[tuple[str, str]],
    *,
    variant: Optional[str] = None,
    chips: Optional[str] = None,
    house: Sequence[tuple[str, str]] = ...,
) -> list[Settled]:
    """What wagers become by a complete coup: each a bet and a stake, as in `("banker", "100")`."""

def odds(document: str, *, variant: Optional[str] = None, decks: int = 8, removed: str = "") -> list[BetOdds]:
    """The exact odds of every bet, for a shoe of so many decks without the cards that were removed."""

def roads(entries: str, *, tail: Literal["straight", "resume"] = "straight") -> Roads:
    """The scoreboards of a shoe such as `BBPTPb`."""

def run_script(text: str, *, document: Optional[str] = None) -> list[str]:
    """Runs a script, and gives the expectations that did not hold."""

def check_shoe(text: str, *, key: Optional[str] = None) -> list[str]:
    """Makes a shoe that has ended again from its record; what does not agree."""

def check_journal(
    path: Union[str, PathLike[str]],
    *,
    keys: Sequence[str] = ...,
    chain_key: Union[str, PathLike[str], None] = None,
) -> Journal:
    """Checks a journal or a backup to the last decision; `wrong` says the first thing that does not hold."""

class Table:
    """A running table under a document. What is said to it are lines of scripts."""

    def __init__(self, document: str) -> None: ...
    def say(self, line: str, *, by: Optional[str] = None) -> list[Happened]:
        """Says a line, and gives what happened. What the document does not allow is `Refused`."""

    def wait(self, time: str) -> None:
        """Lets time go by, as in `+90s`."""

    def roads(self) -> Roads:
        """The table's scoreboards."""

    @property
    def phase(self) -> Literal["closed", "preparing", "betting", "dealing"]: ...
