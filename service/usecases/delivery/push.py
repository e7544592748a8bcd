"""Web Push: the subscriptions of a seat, and the push that it gets when it has to decide."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid  # type: ignore[import-untyped]  # it has no annotations
from py_vapid.utils import b64urldecode, b64urlencode  # type: ignore[import-untyped]  # likewise

from service.core.outbound_addresses import URL_LENGTH, check_url, matches_any
from service.games.base import Seat
from service.store.delivery.push import PushSubscription, push_service_id
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.store.redis import keys
from service.usecases.accounts import access, names
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.errors import invalid
from service.usecases.games import clocks
from service.usecases.transaction import ATTEMPTS, load
from service.wire.push import PushDevice, PushKey, TurnCall
from service.wire.refusals import TEXTS, Busy, PushOff, Refused

LONGEST_URL = URL_LENGTH
P256DH_PATTERN = "^[A-Za-z0-9_-]{87}=?$"
AUTH_PATTERN = "^[A-Za-z0-9_-]{22}(==)?$"
DEVICE_PATTERN = "^[0-9a-f]{16}$"
_HOST = re.compile(r"[a-z0-9.-]+(:[0-9]+)?")
"""Nothing that could be taken for another part of a name in the store."""


class SubscribePush(msgspec.Struct, frozen=True):
    """A subscription as a browser has it."""

    endpoint: str
    p256dh: str
    auth: str
    language: str | None = None


def _check_on(context: Context) -> None:
    if not context.settings.push_key:
        raise Refused(PushOff())


def key(context: Context) -> Answer:
    _check_on(context)
    public = Vapid.from_raw(context.settings.push_key.encode()).public_key
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return Answer(200, msgspec.json.encode(PushKey(public_key=b64urlencode(point))))


def _check_endpoint(context: Context, url: str) -> None:
    settings = context.settings
    wrong = check_url(url, settings.push_networks, allow_http=True)
    if wrong:
        raise invalid("endpoint", wrong, most=URL_LENGTH)
    parts = urlsplit(url)
    if not _HOST.fullmatch(parts.netloc) or not matches_any(parts, settings.push_services):
        raise invalid("endpoint", "push_service", services=", ".join(settings.push_services))


def _check_keys(request: SubscribePush) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64urldecode(request.p256dh.encode()))
    except ValueError:
        raise invalid("keys.p256dh", "p256dh") from None


def _check(context: Context, game: GameRecord, request: SubscribePush) -> None:
    _check_on(context)
    _check_endpoint(context, request.endpoint)
    _check_keys(request)
    if game.clock.has_ended:
        raise clocks.not_running(game.clock)


def _subscription(context: Context, seat: Seat, request: SubscribePush, language: str) -> PushSubscription:
    """The same browser is the same subscription of a seat, however often it subscribes."""
    return PushSubscription(
        id=hashlib.sha256(f"{seat} {request.endpoint}".encode()).hexdigest()[:16],
        seat=seat,
        url=request.endpoint,
        p256dh=request.p256dh,
        auth=request.auth,
        language=request.language or language,
        created=context.now(),
        service=push_service_id(urlsplit(request.endpoint).netloc),
    )


def subscribe(context: Context, game_id: str, credential: Credential, request: SubscribePush, language: str) -> Answer:
    """Subscribe a browser for as long as the seat's token is good and the game goes on."""
    for _ in range(ATTEMPTS):
        game = load(context, game_id)
        seat = access.seat_of(game, credential)
        _check(context, game, request)
        subscription = _subscription(context, seat, request, language)
        if context.store.push.subscribe(game, subscription, context.settings.push_devices_max):
            context.store.secure(keys.shard_of(game_id))
            return Answer(200, msgspec.json.encode(PushDevice(device=subscription.id)))
    raise Refused(Busy())


def unsubscribe(context: Context, game_id: str, credential: Credential, subscription: str | None) -> Answer:
    """Delete one subscription of the seat, or all of them."""
    seat = access.seat_of(load(context, game_id), credential)
    own = (each for each in context.store.push.subscriptions(game_id) if each.seat == seat)
    context.store.push.unsubscribe(game_id, [each for each in own if subscription in (None, each.id)])
    context.store.secure(keys.shard_of(game_id))
    return Answer(204, b"")


def turn_call(game: GameRecord, subscription: PushSubscription) -> TurnCall:
    """The push for a seat that has to decide; it says who plays, and nothing of the game."""
    table, language = game.table, subscription.language
    others = [(number, seat) for number, seat in enumerate(table.seats, start=1) if number != subscription.seat]
    opponents = [names.display_name(table, number, seat, language) for number, seat in others]
    return TurnCall(
        game=game.id,
        rulebook=table.rulebook,
        title=TEXTS.say("call.turn", language),
        body=", ".join([game.rulebook.names[language], *opponents]),
    )
