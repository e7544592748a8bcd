"""Web Push: a seat says on which devices it wants to be called when it has to decide, and what they are told."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid  # type: ignore[import-untyped]  # it has no annotations
from py_vapid.utils import b64urldecode, b64urlencode  # type: ignore[import-untyped]  # likewise

from service.core.outbound_addresses import URL_LENGTH, check_url, is_named
from service.games.base import Seat
from service.store.delivery.push import Device, service_of
from service.store.games.idempotency import Answer
from service.store.games.records import Game
from service.store.redis import keys
from service.usecases.accounts import access, names
from service.usecases.accounts.access import Shown
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


class DeviceWish(msgspec.Struct, frozen=True):
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
    if not _HOST.fullmatch(parts.netloc) or not is_named(parts, settings.push_services):
        raise invalid("endpoint", "push_service", services=", ".join(settings.push_services))


def _check_keys(wish: DeviceWish) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64urldecode(wish.p256dh.encode()))
    except ValueError:
        raise invalid("keys.p256dh", "p256dh") from None


def _check(context: Context, game: Game, wish: DeviceWish) -> None:
    _check_on(context)
    _check_endpoint(context, wish.endpoint)
    _check_keys(wish)
    if game.clock.has_ended:
        raise clocks.not_running(game.clock)


def _device(context: Context, seat: Seat, wish: DeviceWish, language: str) -> Device:
    """The same browser is the same device of a seat, however often it says so."""
    return Device(
        id=hashlib.sha256(f"{seat} {wish.endpoint}".encode()).hexdigest()[:16],
        seat=seat,
        url=wish.endpoint,
        p256dh=wish.p256dh,
        auth=wish.auth,
        language=wish.language or language,
        created=context.now(),
        service=service_of(urlsplit(wish.endpoint).netloc),
    )


def subscribe(context: Context, game_id: str, shown: Shown, wish: DeviceWish, language: str) -> Answer:
    """As long as the seat's token is good, and the game goes on. Again, when somebody has written meanwhile."""
    for _ in range(ATTEMPTS):
        game = load(context, game_id)
        seat = access.seat_of(game, shown)
        _check(context, game, wish)
        device = _device(context, seat, wish, language)
        if context.store.calls.subscribe(game, device, context.settings.push_devices_max):
            context.store.secure(keys.shard_of(game_id))
            return Answer(200, msgspec.json.encode(PushDevice(device=device.id)))
    raise Refused(Busy())


def unsubscribe(context: Context, game_id: str, shown: Shown, device: str | None) -> Answer:
    """One device of the seat, or all of them; what is not there is gone already."""
    seat = access.seat_of(load(context, game_id), shown)
    own = (each.id for each in context.store.calls.devices(game_id) if each.seat == seat)
    context.store.calls.forget(game_id, [each for each in own if device in (None, each)])
    context.store.secure(keys.shard_of(game_id))
    return Answer(204, b"")


def call(game: Game, device: Device) -> TurnCall:
    """Made of who sits where alone."""
    table, language = game.table, device.language
    others = [(number, seat) for number, seat in enumerate(table.seats, start=1) if number != device.seat]
    shown = [names.shown(table, number, seat, language) for number, seat in others]
    return TurnCall(
        game=game.id,
        rulebook=table.rulebook,
        title=TEXTS.say("call.turn", language),
        body=", ".join([game.rulebook.names[language], *shown]),
    )
