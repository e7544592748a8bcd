"""The refusals of the service: a struct per code, with its status. Fields fill the placeholders of its sentence; those
that a `Problem` has, too, are part of the answer. Sentences and titles are in `texts.json`, in every language."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import msgspec

from service.games import texts
from service.games.base import Seat, tag_of
from service.games.refusals import Refusal as RuleRefusal
from service.games.refusals import Term
from service.games.texts import LazyText, Texts

TEXTS = Texts.load(texts.COMMON, Path(__file__).with_name("texts.json"))
ILLEGAL = 409
"""The status of every refusal by the rules."""


class Missed(msgspec.Struct, frozen=True):
    """The numbers of the events that a stale version has missed."""

    after: int
    until: int


class Refusal(RuleRefusal, frozen=True):
    """A row of the service's own."""

    ruling = ""
    status: ClassVar[int]

    def sentence(self, language: str) -> str:
        return TEXTS.say(f"refusal.{self.code}", language, **msgspec.structs.asdict(self))

    def title(self, language: str) -> str:
        return TEXTS.say(f"title.{self.code}", language)


class Refused(Exception):
    """A request that cannot be carried out."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class BadRequest(Refusal, frozen=True):
    """Not HTTP as we understand it."""

    status = 400


class IncompleteBody(Refusal, frozen=True):
    """The client hung up before the body had arrived."""

    status = 400


class UnreadableJson(Refusal, frozen=True):
    """The body is not the JSON that we take."""

    status = 400
    why: LazyText


class BadHeader(Refusal, frozen=True):
    """A header that cannot be read."""

    status = 400
    header: str
    why: Term


class TokenNeeded(Refusal, frozen=True):
    """Only for seats."""

    status = 401


class TokenMalformed(Refusal, frozen=True):
    """The Authorization header holds no token."""

    status = 401


class TokenUnknown(Refusal, frozen=True):
    """A token of no seat of this game."""

    status = 401


class KeyNeeded(Refusal, frozen=True):
    """Only for apps, by their key."""

    status = 401


class PlayerNeeded(Refusal, frozen=True):
    """Only for players, by their token."""

    status = 401


class KeyUnknown(Refusal, frozen=True):
    """The key does not exist, or was revoked."""

    status = 401


class ScopeMissing(Refusal, frozen=True):
    """The key lacks the scope."""

    status = 403
    scope: str


class NotTheHost(Refusal, frozen=True):
    """Only for the host."""

    status = 403


class NotTheApp(Refusal, frozen=True):
    """Only for the app that the game belongs to."""

    status = 403


class NotFound(Refusal, frozen=True):
    """No such address; and what may have been meant."""

    status = 404
    advice: LazyText = LazyText("address.docs")


class UnknownGame(Refusal, frozen=True):
    """No game has this id; or it is private, and the caller has neither a token nor its invite code."""

    status = 404
    game: str


class UnknownSeat(Refusal, frozen=True):
    """No seat of this number."""

    status = 404
    seat: Seat


class UnknownRulebook(Refusal, frozen=True):
    """No rulebook of this id."""

    status = 404
    rulebook: str
    rulebooks: str


class MethodNotAllowed(Refusal, frozen=True):
    """The address takes other methods."""

    status = 405
    method: str = ""
    allowed: str = ""


class NotAcceptable(Refusal, frozen=True):
    """Nothing is sent in a form that the client accepts."""

    status = 406


class NotOpen(Refusal, frozen=True):
    """Seats are taken before the start alone."""

    status = 409
    now: Term


class NotRunning(Refusal, frozen=True):
    """Not before the start, and not after the end."""

    status = 409
    now: Term
    version: int


class NotFinished(Refusal, frozen=True):
    """Only after the end."""

    status = 409
    now: Term


class NotIdle(Refusal, frozen=True):
    """The seat has time left to decide."""

    status = 409
    seat: Seat
    seconds_left: int


class OwesNothing(Refusal, frozen=True):
    """The seat has nothing to decide, so it cannot be late."""

    status = 409
    seat: Seat


class AlreadyBot(Refusal, frozen=True):
    """Nobody sits there who could be replaced."""

    status = 409
    seat: Seat


class AlreadySeated(Refusal, frozen=True):
    """The player has a seat at this table."""

    status = 409
    game: str


class SeatsReserved(Refusal, frozen=True):
    """The free seats are for those who played the game before."""

    status = 409


class RematchAgreed(Refusal, frozen=True):
    """The caller sits at the next game already."""

    status = 409
    game: str


class CannotDelete(Refusal, frozen=True):
    """Others have played here."""

    status = 409


class Paused(Refusal, frozen=True):
    """The game is paused."""

    status = 409


class NotPaused(Refusal, frozen=True):
    """The game is not paused and nobody proposes that, so there is nothing to resume or to decline."""

    status = 409


class TooManyPauses(Refusal, frozen=True):
    """The table was paused, or a pause proposed, as often as anybody may between two moves."""

    status = 409
    most: int


class AlreadyHost(Refusal, frozen=True):
    """The others vote for another host, not the host."""

    status = 409


class TakebacksOff(Refusal, frozen=True):
    """It was agreed that every move stands."""

    status = 409


class NothingToTakeBack(Refusal, frozen=True):
    """The last move is another seat's, or ended a turn, or showed something hidden."""

    status = 409


class TooManyTakebacks(Refusal, frozen=True):
    """The seat has taken back as many moves as the host lets anybody take back in one decision."""

    status = 409
    most: int


class HintsOff(Refusal, frozen=True):
    """The game has no hints, or none for those who play against people."""

    status = 409
    why: Term


class NothingToDecide(Refusal, frozen=True):
    """The seat owes no decision now."""

    status = 409


class HintsNotAsked(Refusal, frozen=True):
    """Nobody has asked for hints at this decision, or that was too long ago."""

    status = 404


class NotScoring(Refusal, frozen=True):
    """A worker came too late to score, or too early."""

    status = 409


class NotAutomatic(Refusal, frozen=True):
    """A worker may not move for a person who has time left."""

    status = 409


class NothingOwed(Refusal, frozen=True):
    """A worker came for a decision that is made already."""

    status = 409


class StillOpen(Refusal, frozen=True):
    """A worker came to end a lobby that may go on waiting."""

    status = 409


class StaleVersion(Refusal, frozen=True):
    """The move was made for a board that others have changed since."""

    status = 412
    version: int
    made_for: int
    missed: Missed


class BodyTooLarge(Refusal, frozen=True):
    """Larger than any request has to be."""

    status = 413


class UriTooLong(Refusal, frozen=True):
    """Longer than any address has to be."""

    status = 414


class WrongContentType(Refusal, frozen=True):
    """Bodies are JSON."""

    status = 415


class ExpectationFailed(Refusal, frozen=True):
    """Only 100-continue can be expected."""

    status = 417


class InvalidField(Refusal, frozen=True):
    """A field that cannot be taken; `errors` of the answer has all of them."""

    status = 422
    field: str
    why: LazyText


class GamesRefused(Refusal, frozen=True):
    """Of several games to be created some cannot be, so none was; `failed` of the answer says which and why."""

    status = 422
    count: int
    of: int
    field: str


class KeyReused(Refusal, frozen=True):
    """The same Idempotency-Key came with another request."""

    status = 422


class KeyTooShort(Refusal, frozen=True):
    """An Idempotency-Key that others could guess, on a call without a token."""

    status = 422
    field: str
    least: int


class VersionNeeded(Refusal, frozen=True):
    """A move says for which version it was made."""

    status = 428


class TooManyPlayers(Refusal, frozen=True):
    """So many users of the app have a token already as the host lets one app have at a time."""

    status = 409
    most: int


class TooManyWebhooks(Refusal, frozen=True):
    """The app has as many as the host lets one have."""

    status = 409
    most: int


class WebhookParked(Refusal, frozen=True):
    """Nothing is sent to it before it is made active again."""

    status = 409


class UnknownWebhook(Refusal, frozen=True):
    """No webhook of this app."""

    status = 404
    webhook: str


class UnknownDelivery(Refusal, frozen=True):
    """No delivery of this webhook, or not any more."""

    status = 404
    delivery: str


class PushOff(Refusal, frozen=True):
    """The host calls nobody by Web Push."""

    status = 404


class TooManyRequests(Refusal, frozen=True):
    """More than the limit; Retry-After says when to come again."""

    status = 429
    limit: str


class TooManyBotGames(Refusal, frozen=True):
    """One creator has as many running games without a person as the host lets anybody have."""

    status = 429
    field: str
    most: int


class TooManyGames(Refusal, frozen=True):
    """An address, an app or a player has as many open and running games as the host allows."""

    status = 429
    whose: Term
    most: int
    field: str | None = None


class HeadersTooLarge(Refusal, frozen=True):
    """More headers than any request has to have."""

    status = 431


class InternalError(Refusal, frozen=True):
    """Our fault."""

    status = 500


class StoreAway(Refusal, frozen=True):
    """The store of games cannot be reached, or takes no writes."""

    status = 503


class NotReady(Refusal, frozen=True):
    """A move could not be written now."""

    status = 503
    why: Term


class NewerRecord(Refusal, frozen=True):
    """A newer version of the service has written this game: a retry reaches one, or the update is not complete."""

    status = 503
    game: str


class DamagedRecord(Refusal, frozen=True):
    """What is stored of this game cannot be read: a retry does not help, its host has to look after it."""

    status = 500
    game: str


class RulebookMissing(Refusal, frozen=True):
    """The game is played by a rulebook that this server does not have."""

    status = 503
    game: str


class PackMissing(Refusal, frozen=True):
    """The game is played with content that this server does not have."""

    status = 503
    game: str


class TooManyListeners(Refusal, frozen=True):
    """All slots for listeners are taken."""

    status = 503


class TooManyConnections(Refusal, frozen=True):
    """The address holds its share of connections, and all of them are in use."""

    status = 503


class Busy(Refusal, frozen=True):
    """Too many wrote to the same game at once."""

    status = 503


REFUSALS: tuple[type[Refusal], ...] = tuple(Refusal.__subclasses__())
BY_CODE: dict[str, type[Refusal]] = {tag_of(row): row for row in REFUSALS}
