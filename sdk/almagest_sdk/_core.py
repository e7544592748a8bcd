"""The state of a table and the calls that update it, as steps that a transport runs. Written by hand.

Answers bring the newest state: the answer to a move has the board, the legal moves and the score after it, and so does
every page of events (a frame). The table sends a request only for what the newest state lacks.
"""

from __future__ import annotations

import dataclasses
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, cast

from almagest_sdk._generated import calls
from almagest_sdk._generated.models import LegalMoves, Level, Move, Rematch, Resign, RulebookId, ScoreAnswer
from almagest_sdk._response_types import ResponseTypes
from almagest_sdk._steps import SendCall, Sleep, Steps, send, send_until_answered, send_with_entropy
from almagest_sdk._type_vars import C, E, G, M, P, R, V, W
from almagest_sdk.errors import (
    AlmagestError,
    BadRequest,
    NotStarted,
    Refused,
    StaleVersion,
    Unauthorized,
    Unavailable,
    WentBack,
)
from almagest_sdk.offer import Hint, Offer
from almagest_sdk.replay import new_entropy, verify_replay
from almagest_sdk.unset import UNSET

CHANGE_SECONDS = 10
"""How long to wait for a change. A sealed choice is a move without an event, so nothing would end a longer wait."""
PATIENCE = 60.0
HINT_SECONDS = 10
"""The server waits no longer for hints."""
ANALYSIS_SECONDS = 0.5
"""Between two requests for an analysis that is not ready."""
HINT_FIELDS = tuple(field.name for field in dataclasses.fields(Hint))
PAGE = 200
OVER = ("finished", "abandoned")
PARTS = "moves,score"
FRAME = "view,moves,score"
_FRAME_FIELDS = (
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
    "paused_until",
    "pause",
    "abandon_at",
    "can_take_back",
    "can_ask_hints",
)


def new_key() -> str:
    """An Idempotency-Key."""
    return str(uuid.uuid4())


def unwrap_move(move: Any) -> Move:
    """A move, or the move of an offer."""
    found: Move = move.move if isinstance(move, Offer) else move
    if not isinstance(found, Mapping) and not isinstance(getattr(found, "type", None), str):
        raise BadRequest(
            f"a move is one of `astra.Observe(...)` and its like, or an offer of `moves()`, not {move!r:.60}",
            code="invalid_field",
        )
    return found


class Progress(NamedTuple):
    """How far a game has come. Neither number falls, unless the server restored an older store."""

    version: int
    last_event: int

    @classmethod
    def of(cls, state: Any) -> Progress:
        return cls(state.version, state.last_event)

    def is_before(self, other: Progress) -> bool:
        return self.version < other.version or self.last_event < other.last_event


class Core(Generic[G, V, M, E, P, W, R, C]):
    """The part of a table that is the same whether it waits in a thread or in asyncio."""

    response_types: ClassVar[ResponseTypes]

    def __init__(self, game: Any, token: str | None, invite: str | None) -> None:
        self._latest: Any = game
        self._tag: str | None = None
        self._behind = False
        """Whether the server has something newer."""
        self._partial = False
        """Whether a frame came after the last whole game: names of seats and the like may be older."""
        self._last_read = 0
        self._unanswered: tuple[int, Move, str] | None = None
        self.id: str = game.id
        self.rulebook: RulebookId = game.rulebook
        self.seed_hash: str = game.seed_hash
        self.entropy: str | None = None
        """What your seat contributed to the deal, if you sat down with this client."""
        self.token = token
        self.invite = invite
        self.tokens: Mapping[str, str] = {}
        """If the game was created for an app's users: the token of each seat, by the app's name for the user."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} {self.rulebook} seat={self.seat} version={self.version}>"

    @property
    def version(self) -> int:
        """The newest version known; a move is played for this one."""
        return cast(int, self._latest.version)

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return cast("int | None", self._latest.seat)

    # The newest state

    def _progress(self) -> Progress:
        return Progress.of(self._latest)

    def _decides(self) -> bool:
        """Not while the game is paused."""
        is_running = self._latest.status == "running" and not self._latest.paused_at
        return is_running and self.seat is not None and self.seat in self._latest.deciders

    def _require_view(self) -> V:
        if self._latest.view is None:
            raise NotStarted("the game has not started: it waits for players at free seats", code="not_started")
        return cast(V, self._latest.view)

    def _store_game(self, game: Any, tag: str | None) -> None:
        """Replace the state, unless the answer is older than it."""
        if not Progress.of(game).is_before(self._progress()):
            self._latest, self._tag, self._partial, self._behind = game, tag, False, False

    def _store_frame(self, frame: Any) -> None:
        progress = Progress.of(frame)
        if progress.is_before(self._progress()):
            return
        self._partial = self._partial or progress != self._progress() or frame.status != self._latest.status
        self._behind = False
        self._latest = self._with_frame(frame)

    def _with_frame(self, frame: Any) -> Any:
        return dataclasses.replace(self._latest, **{name: getattr(frame, name) for name in _FRAME_FIELDS})

    def _require_token(self) -> str:
        if self.token is None:
            raise Unauthorized(
                "a spectator's table has no token: join the game, or resume it with the token of a seat",
                code="token_needed",
            )
        return self.token

    # After the server restored an older store

    def _reset_after_rollback(self, before: Progress, now: Any) -> WentBack:
        """Forget what was known and start from the server's present state."""
        self._latest, self._tag, self._behind, self._unanswered = now, None, False, None
        self._last_read = min(self._last_read, now.last_event)
        return WentBack(before.version, now.version, before.last_event, now.last_event)

    def _raise_went_back(self, before: Progress) -> Steps[None]:
        game = yield from self._fetch_game(None)
        raise self._reset_after_rollback(before, game.value)

    # Requests for the newest state

    def _fetch_game(self, tag: str | None) -> Steps[Any]:
        call = calls.get_game(self.id, token=self.token, if_none_match=tag, include=PARTS)
        return (yield from send(call.read_as(self.response_types.game)))

    def _refresh(self) -> Steps[None]:
        """Send an If-None-Match only if nothing newer is known to exist."""
        before = self._progress()
        answer = yield from self._fetch_game(None if self._behind or self._partial else self._tag)
        if answer.value is None:
            return
        if Progress.of(answer.value).is_before(before):
            raise self._reset_after_rollback(before, answer.value)
        self._store_game(answer.value, answer.etag)

    def _catch_up(self) -> Steps[None]:
        if self._behind:
            yield from self._refresh()

    def _poll(self, after: int, limit: int, wait: int, patience: float) -> Steps[Any]:
        """Fetch a page of events, and the state after them."""
        before = self._progress()
        page = yield from self._page(after, limit, wait, patience, FRAME)
        if page.frame and Progress.of(page.frame).is_before(before):
            self._partial = True
            raise self._reset_after_rollback(before, self._with_frame(page.frame))
        if page.next < min(after, before.last_event):
            yield from self._raise_went_back(before)
        if page.frame:
            self._store_frame(page.frame)
        return page

    def _before_event(self, event_id: int) -> Steps[None]:
        """Make the state at least as new as the event."""
        if event_id > self._latest.last_event:
            self._behind = True
            yield from self._refresh()
        self._last_read = event_id

    def _page(self, after: int, limit: int, wait: int, patience: float, include: str | None) -> Steps[Any]:
        def make_call(wait: int) -> Any:
            call = calls.list_events(self.id, token=self.token, after=after, limit=limit, wait=wait, include=include)
            return call.read_as(self.response_types.event_page)

        return (yield from send_until_answered(make_call, wait, patience)).value

    # Steps of the public methods

    def _my_turn(self) -> Steps[bool]:
        yield from self._catch_up()
        while not self._decides():
            if self._latest.status in OVER:
                return False
            yield from self._wait_for_change()
        return True

    def _wait_for_change(self) -> Steps[None]:
        """A change without an event comes without a frame."""
        page = yield from self._poll(self._latest.last_event, 1, CHANGE_SECONDS, PATIENCE)
        if page.frame is None and (page.status, page.deciders) != (self._latest.status, self._latest.deciders):
            self._behind = True
            yield from self._refresh()

    def _moves(self, kind: type[Any] | None) -> Steps[Sequence[Offer[Any]]]:
        self._require_token()
        yield from self._catch_up()
        if self._latest.moves is None:
            self._tag = None
            yield from self._refresh()
        offers: Sequence[Offer[Any]] = self._latest.moves or ()
        return [offer for offer in offers if kind is None or offer.move.type == kind.type]

    def _legal_moves(self) -> Steps[LegalMoves]:
        call = calls.list_moves(self.id, token=self._require_token())
        before = self._progress()
        legal = cast(LegalMoves, (yield from send(call.read_as(self.response_types.legal_moves))).value)
        yield from self._note_version(before, legal.version)
        return legal

    def _score(self) -> Steps[ScoreAnswer]:
        yield from self._catch_up()
        now = self._latest
        if now.score is not None:
            return ScoreAnswer(version=now.version, final=now.status == "finished", score=now.score)
        before = self._progress()
        found = cast(ScoreAnswer, (yield from send(calls.get_score(self.id, token=self.token))).value)
        yield from self._note_version(before, found.version, found.final and now.status != "finished")
        return found

    def _note_version(self, before: Progress, version: int, has_changed: bool = False) -> Steps[None]:
        """Catch up if an answer has a newer version than the state."""
        if version < before.version:
            yield from self._raise_went_back(before)
        self._behind = self._behind or version > self.version or has_changed
        yield from self._catch_up()

    def _play(self, move: Any) -> Steps[P]:
        played, before = unwrap_move(move), self._progress()
        call = calls.play_move(
            self.id,
            played,
            token=self._require_token(),
            if_match=f'"{self.version}"',
            idempotency_key=self._key(played),
            include=PARTS,
        )
        try:
            answer = yield SendCall(call.read_as(self.response_types.played_move))
        except StaleVersion as stale:
            self._unanswered, self._behind = None, True
            if stale.version is not None and stale.version < before.version:
                yield from self._raise_went_back(before)
            raise
        except AlmagestError as error:
            if error.status is not None and error.status < 500:
                self._unanswered = None
            self._behind = self._behind or isinstance(error, Refused)
            raise
        self._unanswered = None
        self._store_game(answer.value.game, answer.etag)
        return cast(P, answer.value)

    def _take_back(self) -> Steps[P]:
        call = calls.take_back_move(
            self.id, token=self._require_token(), if_match=f'"{self.version}"', idempotency_key=new_key(), include=PARTS
        )
        try:
            answer = yield SendCall(call.read_as(self.response_types.played_move))
        except StaleVersion:
            self._behind = True
            raise
        self._store_game(answer.value.game, answer.etag)
        return cast(P, answer.value)

    def _key(self, move: Move) -> str:
        """The idempotency key: the same again for a move that was sent but not answered."""
        if self._unanswered is None or self._unanswered[:2] != (self.version, move):
            self._unanswered = (self.version, move, new_key())
        return self._unanswered[2]

    def _preview(self, move: Any) -> Steps[W]:
        call = calls.preview_move(self.id, unwrap_move(move), token=self._require_token())
        return cast(W, (yield from send(call.read_as(self.response_types.preview))).value)

    def _hints(self, patience: float) -> Steps[Sequence[Hint[Any]]]:
        """Ask until a bot has computed them; the server holds its answer back meanwhile."""
        until = time.monotonic() + patience
        while True:
            wait = max(0, min(HINT_SECONDS, round(until - time.monotonic())))
            call = calls.ask_hints(self.id, token=self._require_token(), wait=wait)
            found = (yield SendCall(call.read_as(self.response_types.hints), wait)).value
            if found.status == "ready":
                return [Hint(**{name: getattr(each, name) for name in HINT_FIELDS}) for each in found.hints]
            if time.monotonic() >= until:
                raise Unavailable("the server has no answer in time", code="still_thinking")

    def _analysis(self, patience: float) -> Steps[Any]:
        """Ask until it is ready; the first request starts it."""
        until = time.monotonic() + patience
        call = calls.get_analysis(self.id, token=self.token)
        while True:
            found: Any = (yield from send(call.read_as(self.response_types.analysis))).value
            if found.status == "ready":
                return found
            if time.monotonic() >= until:
                raise Unavailable("the server has no answer in time", code="still_thinking")
            yield Sleep(ANALYSIS_SECONDS)

    def _missed_events(self, stale: StaleVersion) -> Steps[Sequence[Any]]:
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
        replay = cast(R, (yield from send(call.read_as(self.response_types.replay))).value)
        verify_replay(replay, self.seed_hash, self.entropy)
        return replay

    def _content(self, lang: Any) -> Steps[C]:
        call = calls.get_content(self.rulebook, lang=lang, pack=self._latest.options.get("pack"))
        return cast(C, (yield from send(call.read_as(self.response_types.content))).value)

    def _rotate_token(self) -> Steps[str]:
        call = calls.rotate_token(self.id, token=self._require_token(), idempotency_key=new_key())
        answer = yield SendCall(call)
        self.token = answer.value.token
        return cast(str, self.token)

    def _hand_to_bot(self, seat: int) -> Steps[G]:
        call = calls.hand_seat_to_bot(self.id, seat, token=self._require_token(), idempotency_key=new_key())
        return (yield from self._send_change(call))

    def _resign(self, level: Level) -> Steps[None]:
        yield SendCall(
            calls.resign_seat(self.id, Resign(level=level), token=self._require_token(), idempotency_key=new_key())
        )
        self.token, self._behind = None, True

    def _pause(self) -> Steps[G]:
        return (
            yield from self._send_change(
                calls.pause_game(self.id, token=self._require_token(), idempotency_key=new_key())
            )
        )

    def _resume(self) -> Steps[G]:
        return (
            yield from self._send_change(
                calls.resume_game(self.id, token=self._require_token(), idempotency_key=new_key())
            )
        )

    def _replace_host(self) -> Steps[G]:
        return (
            yield from self._send_change(
                calls.replace_host(self.id, token=self._require_token(), idempotency_key=new_key())
            )
        )

    def _send_change(self, call: Any) -> Steps[G]:
        answer = yield SendCall(call.read_as(self.response_types.game))
        self._store_game(answer.value, None)
        return cast(G, answer.value)

    def _rematch(self) -> Steps[tuple[Any, str | None]]:
        """The caller makes a table of the answer, which contributed to the deal what is returned with it."""
        body, token = Rematch(entropy=new_entropy()), self._require_token()
        return (yield from send_with_entropy(calls.rematch(self.id, body, token=token, idempotency_key=new_key())))

    def _delete(self) -> Steps[None]:
        yield SendCall(calls.delete_game(self.id, token=self._require_token()))
        self._behind = True

    def _leave(self) -> Steps[None]:
        yield SendCall(calls.leave_seat(self.id, token=self._require_token()))
        self.token = None
