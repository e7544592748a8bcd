"""Erase a player's name from the seats and events of all games, running and ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from service.games.base import Event, Plain, Seat, tag_of
from service.store.accounts.players import PlayerRecord
from service.store.change_messages import Entry
from service.store.games import all_games
from service.store.games import events as streams
from service.store.games.events import announce_rewrite, rewrite_events
from service.store.games.lists import PlayerGames
from service.store.games.records import GameRecord, SeatRecord, Table
from service.store.maintenance.archiving import archive_game
from service.usecases import event_log
from service.usecases.accounts import names
from service.usecases.accounts.players import check_id
from service.usecases.admin.games import CannotDo, UnreadableGame, read_game
from service.usecases.context import Context
from service.usecases.games import seats
from service.usecases.transaction import ATTEMPTS, NO_CONTENT, Update, load_with_answer, write
from service.wire.events import SeatLeft, SeatTaken
from service.wire.refusals import TEXTS, Busy, Refused

NAMING: tuple[type[Event], ...] = (SeatTaken,)
"""Events that name a person."""
_TAGS = frozenset(map(tag_of, NAMING))

NameMatches = Callable[[str], bool]

ROUNDS = 5
"""How often we look for games at which the player sat down while it was being erased."""


class Erased(msgspec.Struct, frozen=True):
    """Where the name was found. `left`: in so many games before they began, by a player of an app who left them;
    `unread` are games that cannot be read here, and stay as they are."""

    games: int = 0
    seats: int = 0
    events: int = 0
    left: int = 0
    unread: tuple[str, ...] = ()


def to_builtins(erased: Erased) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(erased)
    return found


def _placeholder_name(seat: Seat) -> str:
    """What an event says instead of a name: the seat's number, in English, since events have no language."""
    return TEXTS.say("name.player", "en", seat=seat)


def _names_person(event: Plain, matches: NameMatches) -> bool:
    return event["type"] in _TAGS and matches(event["name"])


def _without_name(event: Plain, matches: NameMatches) -> Plain:
    return {**event, "name": _placeholder_name(event["seat"])} if _names_person(event, matches) else event


def _events(entry: Entry) -> list[Plain]:
    return msgspec.json.decode(entry.events, type=list[Plain])


def _rewrite_without_name(matches: NameMatches, entry: Entry) -> Entry:
    """The entry without the name; byte for byte the same if it does not name the person."""
    events = _events(entry)
    if not any(_names_person(event, matches) for event in events):
        return entry
    return msgspec.structs.replace(
        entry, events=msgspec.json.encode([_without_name(event, matches) for event in events])
    )


def _clear_names(table: Table, matches: NameMatches) -> Table:
    """A seat without a name is called by its number, in each reader's language. What else an app says of who sits there
    may name the person, too."""
    seats = tuple(
        msgspec.structs.replace(seat, name="", metadata={}) if matches(seat.name) else seat for seat in table.seats
    )
    return msgspec.structs.replace(table, seats=seats)


class Trace(msgspec.Struct, frozen=True):
    """Where a game names the person."""

    game: GameRecord
    seats: int
    events: int


def _trace(context: Context, game: GameRecord, matches: NameMatches) -> Trace:
    entries = streams.all_entries(context.store, game.id)
    events = (event for entry in entries for event in _events(entry))
    seats = sum(matches(seat.name) for seat in game.table.seats)
    return Trace(game, seats, sum(_names_person(event, matches) for event in events))


def _clear_seats(context: Context, game_id: str, matches: NameMatches) -> None:
    def decide(game: GameRecord) -> Update:
        after = msgspec.structs.replace(game, table=_clear_names(game.table, matches))
        return Update(after)

    write(context, game_id, None, decide)


def _clear_events(context: Context, game_id: str, matches: NameMatches) -> None:
    for _ in range(ATTEMPTS):
        if archive_game(context.store, game_id, partial(_rewrite_without_name, matches)):
            return
        game = context.store.load(game_id).game
        entries = [_rewrite_without_name(matches, entry) for entry in streams.all_entries(context.store, game_id)]
        if game is None or rewrite_events(context.store, game_id, game.revision, game.nonce, entries):
            return
    raise CannotDo(f"Game {game_id} is played so fast that its events could not be changed; try again.")


def _clear(context: Context, trace: Trace, matches: NameMatches) -> None:
    if trace.seats:
        _clear_seats(context, trace.game.id, matches)
    if trace.events:
        _clear_events(context, trace.game.id, matches)
    context.store.mark_erased(trace.game.id)
    announce_rewrite(context.store, trace.game.id)


def _seats_of(game: GameRecord, player: PlayerRecord, tags: tuple[str, ...]) -> list[Seat]:
    """All seats of a player, also those where a bot has taken over, or at which it is a guest."""

    def is_own(seat: SeatRecord) -> bool:
        return seat.tag in tags or (game.table.app == player.app and seat.player == player.id)

    return [number for number, seat in enumerate(game.table.seats, start=1) if is_own(seat)]


def _anonymize(seat: SeatRecord) -> SeatRecord:
    return msgspec.structs.replace(seat, name="", player="", metadata={}, token="", tag="")


def _remove_player(context: Context, player: PlayerRecord, tags: tuple[str, ...], game: GameRecord) -> Update:
    """Remove a player who is not named any more: as if it had left the game."""
    own, after = _seats_of(game, player, tags), game
    is_live = game.clock.status in ("open", "running")
    left = [seat for seat in own if is_live and game.table.seat(seat).kind == "human"]
    for seat in left:
        after = seats.remove_person(after, seat, context.now())
    anonymous = (_anonymize(seat) if at in own else seat for at, seat in enumerate(after.table.seats, start=1))
    table = msgspec.structs.replace(after.table, seats=tuple(anonymous))
    after = msgspec.structs.replace(after, table=table)
    if not left:
        return Update(after, NO_CONTENT, is_erasure=True)
    events = [SeatLeft(seat, seats.THEN[after.clock.status]) for seat in left]
    after, entry = event_log.append(after, *events)
    return Update(after, NO_CONTENT, entry, seats.expiry_seconds(context, after), is_erasure=True)


def _erase_from_game(context: Context, player: PlayerRecord, game_id: str, known: set[str]) -> None:
    """Erase a player from a game; `known` are names that it had there before."""
    game = load_with_answer(context, game_id).game
    if game is None:
        return
    tags = context.store.players.tags(player)
    own = _seats_of(game, player, tags)
    names = (known | {game.table.seat(seat).name for seat in own}) - {""}
    if names:
        # First, since the name is found by the seat: whoever has to do all this again finds it there.
        _clear_events(context, game.id, names.__contains__)
    if own:
        write(context, game.id, None, partial(_remove_player, context, player, tags))
    announce_rewrite(context.store, game.id)


def _without_player(player_id: str, body: bytes) -> bytes:
    """The notice without the player; byte for byte the same if it does not name it. Nothing of one that is damaged and
    may name it: it is not sent anyway."""
    if player_id.encode() not in body:
        return body
    try:
        notice = msgspec.json.decode(body, type=Plain)
        notice["seats"] = msgspec.convert(notice["seats"], list[Plain])
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, KeyError):
        return b""
    named = [notice, *notice["seats"]]
    if not any(each.get("player") == player_id for each in named):
        return body
    for each in named:
        if each.get("player") == player_id:
            each["player"] = None
    return msgspec.json.encode(notice)


def _clear_notices(context: Context, player: PlayerRecord) -> None:
    for webhook in context.store.webhooks.of_app(player.app):
        context.store.deliveries.rewrite(webhook.id, partial(_without_player, player.id))


def _try_to_erase(context: Context, player: PlayerRecord, game_id: str, known: set[str]) -> Refused | None:
    """Erase a player from a game, and take the game off its lists; or say why that cannot be done now."""
    try:
        _erase_from_game(context, player, game_id, known)
    except CannotDo:
        return Refused(Busy())
    except Refused as refused:
        return refused
    context.store.mark_erased(game_id)
    PlayerGames(context.store, player).forget(game_id)
    context.store.players.forget_names(context.store.players.tags(player), game_id, sorted(known))
    return None


def _erase_from_games(context: Context, player: PlayerRecord) -> dict[str, Refused]:
    """Erase a player from all games that its lists name. Games that cannot be written stay there, with the reason."""
    games, failed = PlayerGames(context.store, player), dict[str, Refused]()
    for _ in range(ROUNDS):
        names = context.store.players.names_in_games(context.store.players.tags(player))
        # What has changed is looked at as well: there the player was, when this was tried before and broken off.
        found = {*games.ids(), *games.changed_since(0), *names} - failed.keys()
        for game_id in found:
            if refused := _try_to_erase(context, player, game_id, names.get(game_id, set())):
                failed[game_id] = refused
        if not found:
            break
    return failed


def erase_player(context: Context, app: str, player_id: str) -> None:
    """Erase an app's user from seats, events, lists and pending notices, and delete all its tokens."""
    check_id(player_id)
    player = context.store.players.with_tag(PlayerRecord(app, player_id))
    context.store.players.revoke(player)
    failed = _erase_from_games(context, player)
    _clear_notices(context, player)
    context.store.players.forget_offered_seats(context.store.players.tags(player))
    context.store.secure_all()
    for refused in failed.values():
        raise refused


def _matcher(name: str) -> NameMatches:
    try:
        kept = names.clean(name)
    except names.UnfitName:
        raise CannotDo("That is no name that anybody could have here.") from None
    return lambda found: found == kept


def _traces(context: Context, matches: NameMatches) -> Iterator[Trace | str]:
    """The traces of every game that names the person; of games that cannot be read, the ids."""
    for game_id in all_games.game_ids(context.store):
        match read_game(context.store, game_id):
            case UnreadableGame():
                yield game_id
            case GameRecord() as game:
                trace = _trace(context, game, matches)
                if trace.seats or trace.events:
                    yield trace
            case None:
                continue


def _delete_left_players(context: Context, matches: NameMatches, really: bool) -> int:
    """Delete that name of players who left a game, or are guests, if `really`; count them."""
    found = [each for each in all_games.who_left(context.store) if matches(each.name)]
    for each in found if really else ():
        context.store.players.blank_name(each.tag, each.game_id, each.name)
    return len(found)


def erase(context: Context, name: str, really: bool = False) -> Erased:
    """Find a name, exactly as written, and erase it if `really`."""
    matches = _matcher(name)
    unread: list[str] = []
    games = seats = events = 0
    for found in _traces(context, matches):
        if isinstance(found, str):
            unread.append(found)
            continue
        games, seats, events = games + 1, seats + found.seats, events + found.events
        if really:
            _clear(context, found, matches)
    left = _delete_left_players(context, matches, really)
    if really:
        context.store.secure_all()
    return Erased(games, seats, events, left, tuple(unread))
