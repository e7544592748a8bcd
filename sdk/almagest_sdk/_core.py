"""What a table knows, and what it asks to know more; nothing is sent here. Written by hand.

The newest state comes with whatever is answered: a move brings the board, the legal moves and the score after it, and
so does every page of events (a frame). A question is asked only where the newest state does not answer it.
"""

from __future__ import annotations

import dataclasses
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, cast

from almagest_sdk._generated import calls
from almagest_sdk._generated.models import LegalMoves, Level, Move, Resign, RulebookId, ScoreAnswer
from almagest_sdk._kinds import C, E, G, M, P, R, V, W
from almagest_sdk._kit import Kit
from almagest_sdk._steps import Ask, Pause, Steps, asking, patiently
from almagest_sdk.errors import AlmagestError, NotStarted, Refused, StaleVersion, Unauthorized, Unavailable, WentBack
from almagest_sdk.offer import Hint, Offer
from almagest_sdk.replay import verify_replay
from almagest_sdk.unset import UNSET

NEWS_SECONDS = 10
"""Not for longer: a sealed choice is a move without an event, and wakes nobody."""
PATIENCE = 60.0
HINT_SECONDS = 10
"""The server does not hold hints back for longer."""
ANALYSIS_SECONDS = 0.5
"""Between two looks whether it is there."""
HINT_FIELDS = tuple(field.name for field in dataclasses.fields(Hint))
PAGE = 200
OVER = ("finished", "abandoned")
PARTS = "moves,score"
FRAME = "view,moves,score"
_FRAMED = (
    "version",
    "status",
    "deciders",
    "deadline",
    "last_event",
    "view",
    "moves",
    "score",
    "clocks",
    "paused_at",
    "can_take_back",
    "can_ask_hints",
)


def new_key() -> str:
    """An Idempotency-Key."""
    return str(uuid.uuid4())


def asked_move(move: Any) -> Move:
    """A move, or an offer's."""
    found: Move = move.move if isinstance(move, Offer) else move
    return found


class Mark(NamedTuple):
    """How far a game has come; neither number ever falls, unless the server's store went back."""

    version: int
    last_event: int

    @classmethod
    def of(cls, state: Any) -> Mark:
        return cls(state.version, state.last_event)

    def is_before(self, other: Mark) -> bool:
        return self.version < other.version or self.last_event < other.last_event


class Core(Generic[G, V, M, E, P, W, R, C]):
    """The part of a table that is the same whether it waits in a thread or in asyncio."""

    kit: ClassVar[Kit]

    def __init__(self, game: Any, token: str | None, invite: str | None) -> None:
        self._now: Any = game
        self._tag: str | None = None
        self._behind = False
        """There is something newer than what is known."""
        self._partial = False
        """A frame came since the whole game was seen: names of seats and the like may be older."""
        self._told = 0
        self._unanswered: tuple[int, Move, str] | None = None
        self.id: str = game.id
        self.rulebook: RulebookId = game.rulebook
        self.seed_hash: str = game.seed_hash
        self.token = token
        self.invite = invite
        self.tokens: Mapping[str, str] = {}
        """Where the table was created for an app's users: the token of each seat, by the app's name for its user."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} {self.rulebook} seat={self.seat} version={self.version}>"

    @property
    def version(self) -> int:
        """The newest version known; a move is played for this one."""
        return cast(int, self._now.version)

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return cast("int | None", self._now.seat)

    # The newest state

    def _mark(self) -> Mark:
        return Mark.of(self._now)

    def _decides(self) -> bool:
        """Not while the table rests."""
        is_going = self._now.status == "running" and not self._now.paused_at
        return is_going and self.seat is not None and self.seat in self._now.deciders

    def _seen(self) -> V:
        if self._now.view is None:
            raise NotStarted("the game has not started", code="not_started")
        return cast(V, self._now.view)

    def _take(self, game: Any, tag: str | None) -> None:
        """The whole game. What was asked before, and answered after, something newer is let go."""
        if not Mark.of(game).is_before(self._mark()):
            self._now, self._tag, self._partial, self._behind = game, tag, False, False

    def _take_frame(self, frame: Any) -> None:
        mark = Mark.of(frame)
        if mark.is_before(self._mark()):
            return
        self._partial = self._partial or mark != self._mark() or frame.status != self._now.status
        self._behind = False
        self._now = self._framed(frame)

    def _framed(self, frame: Any) -> Any:
        return dataclasses.replace(self._now, **{name: getattr(frame, name) for name in _FRAMED})

    def _held(self) -> str:
        if self.token is None:
            raise Unauthorized("a spectator's table has no token", code="token_needed")
        return self.token

    # A store that went back

    def _gone_back(self, before: Mark, now: Any) -> WentBack:
        """From here on, what the server says now is true, and what was known before is not."""
        self._now, self._tag, self._behind, self._unanswered = now, None, False, None
        self._told = min(self._told, now.last_event)
        return WentBack(before.version, now.version, before.last_event, now.last_event)

    def _face_the_truth(self, before: Mark) -> Steps[None]:
        game = yield from self._fetched(None)
        raise self._gone_back(before, game.value)

    # Looking

    def _fetched(self, tag: str | None) -> Steps[Any]:
        call = calls.get_game(self.id, token=self.token, if_none_match=tag, include=PARTS)
        return (yield from asking(call.read_as(self.kit.game)))

    def _look(self) -> Steps[None]:
        """Whoever knows that there is something newer does not ask whether there is."""
        before = self._mark()
        answer = yield from self._fetched(None if self._behind or self._partial else self._tag)
        if answer.value is None:
            return
        if Mark.of(answer.value).is_before(before):
            raise self._gone_back(before, answer.value)
        self._take(answer.value, answer.etag)

    def _catch_up(self) -> Steps[None]:
        if self._behind:
            yield from self._look()

    def _poll(self, after: int, limit: int, wait: int, patience: float) -> Steps[Any]:
        """A page of events; the state is as new as what it tells."""
        before = self._mark()
        page = yield from self._page(after, limit, wait, patience, FRAME)
        if page.frame and Mark.of(page.frame).is_before(before):
            self._partial = True
            raise self._gone_back(before, self._framed(page.frame))
        if page.next < min(after, before.last_event):
            yield from self._face_the_truth(before)
        if page.frame:
            self._take_frame(page.frame)
        return page

    def _telling(self, event_id: int) -> Steps[None]:
        """An event is told: the table is as new as that."""
        if event_id > self._now.last_event:
            self._behind = True
            yield from self._look()
        self._told = event_id

    def _page(self, after: int, limit: int, wait: int, patience: float, include: str | None) -> Steps[Any]:
        def asked(wait: int) -> Any:
            call = calls.list_events(self.id, token=self.token, after=after, limit=limit, wait=wait, include=include)
            return call.read_as(self.kit.event_page)

        return (yield from patiently(asked, wait, patience)).value

    # What a table is asked

    def _my_turn(self) -> Steps[bool]:
        yield from self._catch_up()
        while not self._decides():
            if self._now.status in OVER:
                return False
            yield from self._await_news()
        return True

    def _await_news(self) -> Steps[None]:
        """What changed without an event comes without a frame."""
        page = yield from self._poll(self._now.last_event, 1, NEWS_SECONDS, PATIENCE)
        if page.frame is None and (page.status, page.deciders) != (self._now.status, self._now.deciders):
            self._behind = True
            yield from self._look()

    def _moves(self, kind: type[Any] | None) -> Steps[Sequence[Offer[Any]]]:
        self._held()
        yield from self._catch_up()
        if self._now.moves is None:
            self._tag = None
            yield from self._look()
        offers: Sequence[Offer[Any]] = self._now.moves or ()
        return [offer for offer in offers if kind is None or offer.move.type == kind.type]

    def _legal(self) -> Steps[LegalMoves]:
        call = calls.list_moves(self.id, token=self._held())
        before = self._mark()
        legal = cast(LegalMoves, (yield from asking(call.read_as(self.kit.legal_moves))).value)
        yield from self._hear(before, legal.version)
        return legal

    def _score(self) -> Steps[ScoreAnswer]:
        yield from self._catch_up()
        now = self._now
        if now.score is not None:
            return ScoreAnswer(version=now.version, final=now.status == "finished", score=now.score)
        before = self._mark()
        found = cast(ScoreAnswer, (yield from asking(calls.get_score(self.id, token=self.token))).value)
        yield from self._hear(before, found.version, found.final and now.status != "finished")
        return found

    def _hear(self, before: Mark, version: int, is_news: bool = False) -> Steps[None]:
        """Somebody told the version: the table is not older than that."""
        if version < before.version:
            yield from self._face_the_truth(before)
        self._behind = self._behind or version > self.version or is_news
        yield from self._catch_up()

    def _play(self, move: Any) -> Steps[P]:
        asked, before = asked_move(move), self._mark()
        call = calls.play_move(
            self.id,
            asked,
            token=self._held(),
            if_match=f'"{self.version}"',
            idempotency_key=self._key(asked),
            include=PARTS,
        )
        try:
            answer = yield Ask(call.read_as(self.kit.played_move))
        except StaleVersion as stale:
            self._unanswered, self._behind = None, True
            if stale.version is not None and stale.version < before.version:
                yield from self._face_the_truth(before)
            raise
        except AlmagestError as error:
            if error.status is not None and error.status < 500:
                self._unanswered = None
            self._behind = self._behind or isinstance(error, Refused)
            raise
        self._unanswered = None
        self._take(answer.value.game, answer.etag)
        return cast(P, answer.value)

    def _take_back(self) -> Steps[P]:
        call = calls.take_back_move(
            self.id, token=self._held(), if_match=f'"{self.version}"', idempotency_key=new_key(), include=PARTS
        )
        try:
            answer = yield Ask(call.read_as(self.kit.played_move))
        except StaleVersion:
            self._behind = True
            raise
        self._take(answer.value.game, answer.etag)
        return cast(P, answer.value)

    def _key(self, move: Move) -> str:
        """The key of a move that was sent but not answered is kept for its repetition."""
        if self._unanswered is None or self._unanswered[:2] != (self.version, move):
            self._unanswered = (self.version, move, new_key())
        return self._unanswered[2]

    def _preview(self, move: Any) -> Steps[W]:
        call = calls.preview_move(self.id, asked_move(move), token=self._held())
        return cast(W, (yield from asking(call.read_as(self.kit.preview))).value)

    def _hints(self, patience: float) -> Steps[Sequence[Hint[Any]]]:
        """A bot thinks about them for a while; the server holds its answer back meanwhile."""
        until = time.monotonic() + patience
        while True:
            wait = max(0, min(HINT_SECONDS, round(until - time.monotonic())))
            call = calls.ask_hints(self.id, token=self._held(), wait=wait)
            found = (yield Ask(call.read_as(self.kit.hints), wait)).value
            if found.status == "ready":
                return [Hint(**{name: getattr(each, name) for name in HINT_FIELDS}) for each in found.hints]
            if time.monotonic() >= until:
                raise Unavailable("nobody has thought about it in time", code="still_thinking")

    def _analysis(self, patience: float) -> Steps[Any]:
        """It is made when it is first asked for, and asked for until it is there."""
        until = time.monotonic() + patience
        call = calls.get_analysis(self.id, token=self.token)
        while True:
            found: Any = (yield from asking(call.read_as(self.kit.analysis))).value
            if found.status == "ready":
                return found
            if time.monotonic() >= until:
                raise Unavailable("nobody has thought about it in time", code="still_thinking")
            yield Pause(ANALYSIS_SECONDS)

    def _missed(self, stale: StaleVersion) -> Steps[Sequence[Any]]:
        """What happened since the version that the move was made for."""
        missed = stale.problem.missed if stale.problem else UNSET
        found: list[Any] = []
        after = missed.after if missed else 0
        while missed and after < missed.until:
            page = yield from self._page(after, PAGE, 0, PATIENCE, None)
            if not page.events:
                break
            found += [event for event in page.events if event.id <= missed.until]
            after = page.next
        return found

    def _replay(self) -> Steps[R]:
        call = calls.get_replay(self.id, token=self.token)
        replay = cast(R, (yield from asking(call.read_as(self.kit.replay))).value)
        verify_replay(replay, self.seed_hash)
        return replay

    def _content(self, lang: Any) -> Steps[C]:
        call = calls.get_content(self.rulebook, lang=lang, pack=self._now.options.get("pack"))
        return cast(C, (yield from asking(call.read_as(self.kit.content))).value)

    def _rotate_token(self) -> Steps[str]:
        call = calls.rotate_token(self.id, token=self._held(), idempotency_key=new_key())
        answer = yield Ask(call)
        self.token = answer.value.token
        return cast(str, self.token)

    def _hand_to_bot(self, seat: int) -> Steps[G]:
        call = calls.hand_seat_to_bot(self.id, seat, token=self._held(), idempotency_key=new_key())
        return (yield from self._changed(call))

    def _resign(self, level: Level) -> Steps[None]:
        yield Ask(calls.resign_seat(self.id, Resign(level=level), token=self._held(), idempotency_key=new_key()))
        self.token, self._behind = None, True

    def _pause(self) -> Steps[G]:
        return (yield from self._changed(calls.pause_game(self.id, token=self._held(), idempotency_key=new_key())))

    def _resume(self) -> Steps[G]:
        return (yield from self._changed(calls.resume_game(self.id, token=self._held(), idempotency_key=new_key())))

    def _changed(self, call: Any) -> Steps[G]:
        answer = yield Ask(call.read_as(self.kit.game))
        self._take(answer.value, None)
        return cast(G, answer.value)

    def _rematch(self) -> Steps[Any]:
        """The answer, of which the caller makes a table."""
        return (yield Ask(calls.rematch(self.id, token=self._held(), idempotency_key=new_key()))).value

    def _delete(self) -> Steps[None]:
        yield Ask(calls.delete_game(self.id, token=self._held()))
        self._behind = True

    def _leave(self) -> Steps[None]:
        yield Ask(calls.leave_seat(self.id, token=self._held()))
        self.token = None
