"""The dialogue of `almagest play`. It only appends lines, so that slow connections and screen readers can follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from almagest_sdk import Content, Event, Offer, StaleVersion, Table, UnknownEvent, models
from almagest_sdk.errors import Refused

from service.cli import boards
from service.cli.boards import words

PAGE = 20
COMMON = ("id", "version", "type", "seat")
"""Fields of all events. We print who did what at the start of a line, and no numbers."""
HELP = (
    "A number plays that move. Letters narrow the list down. "
    "m: more, b: board, w: why not, s: score, ?: a hint, u: take the last move back, resign: give up, q: quit, "
    "pause: propose a pause or agree to one, resume: decline it, host: replace a host who is away."
)


class PlayerResigned(Exception):
    """The player has resigned: a bot plays on."""


class Terminal:
    """Prints what happens and asks for moves until the game is over."""

    def __init__(self, table: Table, name: str, content: Content, plain: bool, coloured: bool) -> None:
        self._table, self._name, self._content = table, name, content
        self._plain, self._coloured = plain, coloured
        self._words = words.names(content)
        self._players = {0: "The table"} | {seat.seat: seat.name or f"Seat {seat.seat}" for seat in table.game.seats}

    def play(self) -> None:
        print(f"Game {self._table.id}: {self._name}, you have seat {self._table.seat}.")
        print(HELP)
        if self._table.status == "open":
            print("Waiting for the others.")
        try:
            self._take_turns()
        except PlayerResigned:
            print("You have given up. A bot plays on.")
        else:
            self._show_result()

    def _take_turns(self) -> None:
        while self._table.my_turn():
            self._print_new_events()
            self._show_board()
            self._decide()
        self._print_new_events()

    def _print_heading(self, text: str) -> None:
        print(f"\n\033[1m{text}\033[0m" if self._coloured else f"\n{text}")

    def _print_new_events(self) -> None:
        for event in self._table.events(follow=False):
            self._print_event(event)

    def _print_event(self, event: Event) -> None:
        if isinstance(event, models.SeatTaken):
            self._players[event.seat] = event.name
        if isinstance(event, models.AbandonWarning):
            date = f"{event.abandon_at:%Y-%m-%d %H:%M %Z}"
            print(f"Nobody has played for a long time: the game ends at {date} unless somebody plays.")
            return
        name = event.name if isinstance(event, UnknownEvent) else event.type
        body = event.more if isinstance(event, UnknownEvent) else event
        details = ", ".join(
            f"{words.humanize(field)} {words.format_value(value, self._words)}"
            for field, value in words.fields(body).items()
            if field not in COMMON and not words.is_empty(value)
        )
        print(f"{self._players[event.seat]}: {words.humanize(name)}{f' ({details})' if details else ''}")

    def _show_board(self) -> None:
        self._print_heading("The board")
        scene = boards.Scene(self._table.view, self._content, self._players, self._table.seat, self._plain)
        print("\n".join(boards.draw(self._table.rulebook, scene)))

    def _decide(self) -> None:
        """Ask until the player plays a move, or somebody else changes what can be played."""
        offers = self._table.moves()
        self._print_heading(f"Your moves, {len(offers)}")
        moves = MoveList(offers)
        moves.show()
        while not self._run_input(input("Move? ").strip(), moves):
            pass

    def _run_input(self, typed: str, moves: MoveList) -> bool:
        if typed == "q":
            raise EOFError
        others = {"b": self._show_board, "s": self._show_score, "w": self._show_unavailable, "m": moves.show_more}
        others |= {"?": self._show_hints, "hint": self._show_hints, "resign": self._resign}
        others |= {"pause": self._pause, "resume": self._decline_pause, "host": self._replace_host}
        if typed in others:
            others[typed]()
            return False
        if typed == "u":
            return self._attempt(self._table.take_back)
        offer = moves.select(typed)
        return offer is not None and self._attempt(lambda: self._table.play(offer))

    def _resign(self) -> None:
        self._table.resign()
        raise PlayerResigned

    def _pause(self) -> None:
        """Pause, or propose it where others play. A pause that began ends with a key, since no move can be made."""
        if not self._attempt(self._table.pause):
            return
        if self._table.game.paused_at is None:
            print("The pause begins when everybody agrees. resume: withdraw it.")
            return
        input("The game is paused. Enter: resume. ")
        self._attempt(self._table.resume)

    def _decline_pause(self) -> None:
        if self._attempt(self._table.resume):
            print("There is no pause.")

    def _replace_host(self) -> None:
        if self._attempt(self._table.replace_host):
            host = next(seat.seat for seat in self._table.game.seats if seat.host)
            print(f"The host is {self._players[host]}.")

    def _attempt(self, change: Callable[[], object]) -> bool:
        try:
            change()
        except Refused as refused:
            print(_refusal(refused))
            return False
        except StaleVersion as stale:
            print(f"Something has happened in the meantime: {len(stale.missed_events())} events.")
        return True

    def _show_score(self) -> None:
        for seat in self._table.score().score.seats:
            print(f"{self._players[seat.seat]}: {seat.total}")

    def _show_unavailable(self) -> None:
        for kind in self._table.unavailable():
            print(f"{words.humanize(kind.type)}: {kind.reason} ({kind.ruling}: {kind.ruling_title})")

    def _show_hints(self) -> None:
        try:
            for hint in self._table.hints():
                print(f"{hint.label}: {hint.why}")
        except Refused as refused:
            print(_refusal(refused))

    def _show_result(self) -> None:
        game = self._table.game
        self._print_heading(
            f"The game is over: {self._text('end', game.end_reason) if game.end_reason else game.status}"
        )
        if game.result is None:
            return
        for seat in game.result.seats:
            print(f"{self._players[seat.seat]}: {seat.total} points")
            for line in seat.lines:
                source = self._words.get(line.source, line.source)
                print(f"  {line.amount:>4}  {self._text('score', line.rule)} {source}".rstrip())
        print(f"Won by {' and '.join(self._players[seat] for seat in game.result.winners)}.")

    def _text(self, kind: str, word: str) -> str:
        """A word of the game in the player's language."""
        return self._content.texts.get(kind, {}).get(word, words.humanize(word))


def _refusal(refused: Refused) -> str:
    """The sentence, and the title of the ruling it cites."""
    title = refused.problem.ruling_title if refused.problem else None
    return f"{refused.detail} ({refused.ruling}: {title})" if title else refused.detail


class MoveList:
    """A numbered list of moves. Letters narrow it down without changing the numbers."""

    def __init__(self, offers: Sequence[Offer[Any]]) -> None:
        self._offers = offers
        self._found = list(range(len(offers)))
        self._shown = 0

    def show(self) -> None:
        self._shown = 0
        self.show_more()

    def show_more(self) -> None:
        for index in self._found[self._shown : self._shown + PAGE]:
            print(f"{index + 1:>4}  {self._offers[index].label}")
        self._shown = min(self._shown + PAGE, len(self._found))
        left = len(self._found) - self._shown
        if left:
            print(f"      {left} more: m shows them, letters narrow the list down.")

    def select(self, typed: str) -> Offer[Any] | None:
        if not typed.isdecimal():
            self._narrow(typed)
            return None
        if not 1 <= int(typed) <= len(self._offers):
            print(f"There are moves 1 to {len(self._offers)}.")
            return None
        return self._offers[int(typed) - 1]

    def _narrow(self, letters: str) -> None:
        words = letters.lower().split()
        labels = [offer.label.lower() for offer in self._offers]
        self._found = [index for index, label in enumerate(labels) if all(word in label for word in words)]
        if not self._found:
            print(f"No move has {letters!r} in it. {HELP}")
        self.show()
