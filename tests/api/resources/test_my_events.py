"""What a player hears of all of its games: where they stand, what happens, and after a while away what has happened."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from flask import Flask

from service.api.http import event_stream
from service.api.resources import me
from service.api.resources.me import PlayerFeed
from service.games.rng import Rng
from service.store.accounts.players import PlayerRecord
from service.store.games.player_lists import RESUME_SECONDS
from service.store.live.player_channel import ChangedGames
from service.store.live.quotas import ListenerId, ListenerSlot
from service.store.redis import keys
from service.usecases.accounts import players
from service.usecases.delivery import player_feed
from service.usecases.delivery.player_feed import FOLLOWED, MARGIN_MILLISECONDS, PAGE_GAMES, Cursor, PlayerNews
from service.usecases.transaction import load
from tests.driver import Json, Table, humans, play_out, play_some, rulebooks, serving
from tests.processes import HUNG, until
from tests.usecases.clubs import ADA, BO, App
from tests.usecases.views.test_secrets import _put, _twin

CHOOSE: Json = {"type": "choose", "number": 1}


@pytest.fixture
def club(app: Flask, toy: None) -> App:
    return App(app)


def page(club: App, after: str | None = None, player: str = "user-42", **query: Any) -> Json:
    asked = {**({"after": after} if after else {}), **query}
    answer = club.as_player(player, "GET", "/v1/me/events", query_string=asked)
    assert answer.status_code == 200, answer.data
    return answer.json or {}


def types(news: Json) -> list[str]:
    return [event["type"] for event in news["events"]]


def test_it_begins_with_where_every_game_stands_that_goes_on(club: App) -> None:
    running, waiting, over = club.table(ADA, BO), club.table(ADA, {"kind": "human"}), club.table(ADA, BO)
    play_out(over)
    first = page(club, include="view,moves")
    assert {news["game"]: news["status"] for news in first["games"]} == {running.id: "running", waiting.id: "open"}
    found = next(news for news in first["games"] if news["game"] == running.id)
    assert (found["seat"], found["deciders"], found["events"]) == (1, [1, 2], [])
    assert found["frame"]["etag"] == running.get(seat=1).headers["ETag"]
    assert page(club, first["next"])["games"] == []


def test_events_since_the_cursor_come_once_and_in_order(club: App) -> None:
    one, other = club.table(ADA, BO), club.table(BO, ADA)
    first = page(club)
    one.play(1, CHOOSE, 0)
    other.play(1, CHOOSE, 0)
    one.play(2, CHOOSE, 1)
    later = page(club, first["next"])
    told = {news["game"]: [event["id"] for event in news["events"]] for news in later["games"]}
    for table in (one, other):
        numbers = [event["id"] for event in (table.get("/events", 1).json or {})["events"]]
        assert told[table.id] == numbers[-len(told[table.id]) :]
        assert len(told[table.id]) == len(numbers) - 1
    assert page(club, later["next"])["games"] == []


def _pages(club: App, after: str | None = None, **query: Any) -> Iterator[Json]:
    """Page after page, as a client reads them, up to one that is not full."""
    more = True
    while more:
        found = page(club, after, **query)
        yield found
        after, more = found["next"], found["more"]


def test_many_games_come_in_pages_each_once_and_none_is_missed(club: App) -> None:
    tables = [club.table(ADA, BO) for _ in range(2 * PAGE_GAMES + 5)]
    found = list(_pages(club, include="view"))
    assert [len(each["games"]) for each in found] == [PAGE_GAMES, PAGE_GAMES, 5]
    news = [news for each in found for news in each["games"]]
    assert sorted(each["game"] for each in news) == sorted(table.id for table in tables)
    assert all(each["events"] == [] and each["frame"]["view"] for each in news)
    for table in tables:
        table.play(1, CHOOSE, 0)
    later = list(_pages(club, found[-1]["next"], wait=30))
    assert [len(each["games"]) for each in later] == [PAGE_GAMES, PAGE_GAMES, 5]
    told = [news for each in later for news in each["games"]]
    assert sorted(each["game"] for each in told) == sorted(table.id for table in tables)
    assert all(each["events"][-1]["version"] == 1 for each in told)
    assert page(club, later[-1]["next"]) | {"next": ""} == {"games": [], "next": "", "more": False}


def test_what_happens_between_two_pages_is_not_missed(club: App) -> None:
    tables = {table.id: table for table in (club.table(ADA, BO) for _ in range(PAGE_GAMES + 3))}
    first = page(club)
    told = {news["game"] for news in first["games"]}
    again, other, over = [sorted(told)[0], *sorted(tables.keys() - told)[:2]]
    tables[again].play(1, CHOOSE, 0)
    tables[other].play(1, CHOOSE, 0)
    play_out(tables[over])
    begun = club.table(BO, ADA)
    rest = {news["game"]: news for each in _pages(club, first["next"]) for news in each["games"]}
    assert rest.keys() == {*tables.keys() - told, again, begun.id}
    assert [event["version"] for event in rest[again]["events"]][-1] == 1
    assert (rest[other]["events"], rest[other]["next"]) == ([], 2), "its state is told as it is now"
    assert rest[over]["status"] == "finished"


def test_a_page_ends_with_the_game_that_has_many_events(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [club.table(ADA, BO) for _ in range(5)]
    after = page(club)["next"]
    for table in tables:
        table.play(1, CHOOSE, 0)
    monkeypatch.setattr(player_feed, "PAGE_EVENTS", 2)
    found = list(_pages(club, after))
    assert [len(each["games"]) for each in found] == [2, 2, 1]


def test_a_stream_that_breaks_off_at_first_goes_on_with_the_other_games(club: App) -> None:
    tables = [club.table(ADA, BO) for _ in range(4)]
    with serving(club.app) as url:
        stream = Stream(url, club.token("user-42"))
        told = [stream.next()["game"] for _ in range(2)]
        stream.close()
        rest = Stream(url, club.token("user-42"), **{"Last-Event-ID": stream.last})
        news = [rest.next() for _ in range(2)]
        rest.close()
    assert sorted([*told, *(each["game"] for each in news)]) == sorted(table.id for table in tables)
    assert [each["events"] for each in news] == [[], []]


def test_a_game_that_began_and_ended_since_the_cursor_comes_with_all_events(club: App) -> None:
    known = club.table(ADA, BO)
    first = page(club)
    begun = club.table(BO, ADA, visibility="private")
    play_out(known)
    both = club.table(ADA, BO)
    play_out(both)
    later = {news["game"]: news for news in page(club, first["next"])["games"]}
    assert later.keys() == {known.id, begun.id, both.id}
    assert types(later[begun.id]) == ["game_started"]
    assert types(later[known.id])[-1] == types(later[both.id])[-1] == "game_finished"
    assert types(later[both.id])[0] == "game_started"


def test_a_game_joined_since_the_cursor_is_listed(club: App) -> None:
    table = club.table(BO, {"kind": "human"}, {"kind": "human"})
    first = page(club)
    club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada"})
    assert [types(news) for news in page(club, first["next"])["games"]] == [["seat_taken"]]


def test_other_peoples_games_are_not_listed(club: App) -> None:
    club.table(BO, {**BO, "player": "user-44"})
    Table.full(club.app, "toy", 2)
    assert page(club)["games"] == []


def test_a_private_game_is_not_listed_after_resigning(club: App) -> None:
    table = club.table(ADA, BO, {**BO, "player": "user-44"}, visibility="private")
    first = page(club)
    club.as_player("user-42", "POST", f"{table.path}/seats/me/resign", json={})
    table.play(2, CHOOSE, 0)
    assert page(club, first["next"])["games"] == []


def test_a_game_created_since_the_cursor_is_listed_once(club: App) -> None:
    """Nothing has happened there yet, so it comes without events."""
    heard = _player_news(club)
    list(heard.read_all())
    table = club.table(ADA, {"kind": "human"})
    assert [(news.game, news.events) for news in heard.read([table.id])] == [(table.id, ())]
    assert list(heard.read([table.id])) == []
    assert list(heard.read_all()) == []


def _player_news(club: App) -> PlayerNews:
    return PlayerNews(club.context, PlayerRecord("chess-club", "user-42"), "en", frozenset(), None)


def test_a_game_that_was_left_is_not_listed(club: App) -> None:
    left, alone = club.table(BO, {"kind": "human"}, {"kind": "human"}), club.table(ADA)
    club.as_player("user-42", "POST", f"{left.path}/seats", json={"name": "Ada"})
    heard = _player_news(club)
    assert {news.game for news in heard.read_all()} == {left.id, alone.id}
    club.as_player("user-42", "DELETE", f"{left.path}/seats/me")
    assert list(heard.read([left.id])) == []
    alone.play(1, CHOOSE, 0)
    assert [len(news.events) > 0 for news in heard.read([left.id, alone.id])] == [True]


def test_a_private_game_is_listed_with_the_own_seat(club: App) -> None:
    table = club.table(BO, ADA, visibility="private")
    assert [(news.game, news.seat) for news in _player_news(club).read_all()] == [(table.id, 2)]


def test_a_page_has_all_events_however_many(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    table = club.table(ADA, BO)
    monkeypatch.setattr(player_feed, "CHUNK", 2)
    heard = _player_news(club)
    list(heard.read_all())
    for number in range(3):
        table.play(number % 2 + 1, CHOOSE, number)
    (news,) = heard.read([table.id])
    told = [event["id"] for event in (table.get("/events", 1).json or {})["events"]]
    assert [json.loads(bytes(event))["id"] for event in news.events] == told[1:]
    assert len(news.events) > 2


@pytest.mark.parametrize(("away", "is_told"), [(3600, True), (RESUME_SECONDS - 1, True), (RESUME_SECONDS + 300, False)])
def test_a_game_that_ended_since_the_cursor_is_listed_for_a_day(club: App, away: int, is_told: bool) -> None:
    table = club.table(ADA, BO)
    first = page(club)["next"]
    play_out(table)
    later = club.context.now() + 1000 * away
    context = dataclasses.replace(club.context, clock=lambda: later)
    heard = PlayerNews(context, PlayerRecord("chess-club", "user-42"), "en", frozenset(), Cursor.read(first))
    assert [news.game for news in heard.read_all()] == ([table.id] if is_told else [])


def test_a_cursor_of_a_clock_that_is_a_little_ahead_misses_nothing(club: App) -> None:
    """The cursor has the time of one master, the game that of another."""
    table = club.table(ADA, BO)
    first = Cursor.read(page(club)["next"])
    play_out(table)
    ahead = Cursor(first.at + MARGIN_MILLISECONDS // 2, first.positions)
    later = dataclasses.replace(club.context, clock=lambda: ahead.at)
    heard = PlayerNews(later, PlayerRecord("chess-club", "user-42"), "en", frozenset(), ahead)
    assert [news.game for news in heard.read_all()] == [table.id]


@pytest.mark.parametrize("wrong", ["x" * 12, "A" * 4001, "%00", "AAAA AAAAAAAA"])
def test_a_wrong_cursor_is_refused_by_its_field(club: App, wrong: str) -> None:
    refused = club.as_player("user-42", "GET", "/v1/me/events", query_string={"after": wrong})
    assert (refused.status_code, (refused.json or {})["field"]) == (422, "after")
    header = {"Last-Event-ID": "no cursor"}
    assert club.as_player("user-42", "GET", "/v1/me/events", headers=header).status_code == 400


@pytest.mark.parametrize("is_partial", [False, True])
def test_a_cursor_fits_all_followed_games(is_partial: bool) -> None:
    full = Cursor(2**47, {number.to_bytes(6): 2**32 - 1 for number in range(FOLLOWED)}, is_partial)
    assert Cursor.read(str(full)) == full
    assert len(str(full)) < 3_000


def test_a_cursor_is_read_back_whatever_letter_it_ends_with() -> None:
    told = [Cursor(0, {bytes(6): number}) for number in range(64)]
    assert len({str(cursor)[-1] for cursor in told}) == 64
    assert [Cursor.read(str(cursor)) for cursor in told] == told


def test_a_long_poll_ends_when_a_game_begins(club: App) -> None:
    after = page(club)["next"]
    found: list[Json] = []
    waiting = threading.Thread(target=lambda: found.append(page(club, after, wait=30)))
    waiting.start()
    until(lambda: club.app.extensions["hub"].waiters == 1)
    begun = club.table(BO, ADA)
    waiting.join(HUNG)
    assert [(news["game"], types(news)) for news in found[0]["games"]] == [(begun.id, ["game_started"])]


class Stream:
    """A stream of a player's, read message by message."""

    def __init__(self, url: str, token: str, **headers: str) -> None:
        sent = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream", **headers}
        self._answer = requests.get(f"{url}/v1/me/events?include=view", headers=sent, stream=True, timeout=HUNG)
        self._lines: Iterator[str] = self._answer.iter_lines(decode_unicode=True)
        self.last = ""

    def next(self) -> Json:
        for line in self._lines:
            if line.startswith("id: "):
                self.last = line.removeprefix("id: ")
            if line.startswith("data: "):
                found: Json = json.loads(line.removeprefix("data: "))
                return found
        raise EOFError

    def close(self) -> None:
        self._answer.close()


def test_a_stream_tells_all_games_and_goes_on_where_it_was_cut_off(club: App) -> None:
    table = club.table(ADA, BO)
    with serving(club.app) as url:
        stream = Stream(url, club.token("user-42"))
        assert stream.next()["game"] == table.id
        begun = club.table(BO, ADA)
        news = stream.next()
        assert (news["game"], types(news), news["frame"]["version"]) == (begun.id, ["game_started"], 0)
        begun.play(1, CHOOSE, 0)
        assert stream.next()["game"] == begun.id
        last = stream.last
        stream.close()
        table.play(2, CHOOSE, 0)
        again = Stream(url, club.token("user-42"), **{"Last-Event-ID": last})
        news = again.next()
        assert (news["game"], news["frame"]["version"]) == (table.id, 1)
        table.play(1, CHOOSE, 1)
        news = again.next()
        assert news["game"] == table.id
        assert news["events"][-1]["version"] == 2
        again.close()


def test_a_stream_finds_changes_without_a_message(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost message costs time alone."""
    monkeypatch.setattr(me, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(event_stream, "HEARTBEAT_SECONDS", 0.05)
    table = club.table(ADA, BO)
    monkeypatch.setattr(keys, "player_channel", lambda tag: f"players:nobody:{tag}")
    with serving(club.app) as url:
        stream = Stream(url, club.token("user-42"))
        assert stream.next()["game"] == table.id
        table.play(1, CHOOSE, 0)
        assert stream.next()["events"]
        stream.close()


class _Busy:
    """A channel in which something happens all the time, and what is told of it."""

    upto = 0

    def wait(self, seen: int, *_: object) -> ChangedGames:
        return ChangedGames(seen + 1)

    def read_all(self) -> list[Any]:
        return []

    def read(self, _: object) -> list[Any]:
        return []


def test_a_token_that_lapses_ends_a_stream_in_which_much_happens(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "HEARTBEAT_SECONDS", 0.0)
    player = players.require_player(club.context, club.token("user-42"))
    busy: Any = _Busy()
    slot = ListenerSlot(ListenerId("", "", True))
    told = event_stream._messages(PlayerFeed(club.context, player, busy, slot, busy), slot, 60, b"")
    assert next(told).startswith(b"retry")
    club.call("DELETE", "/v1/players/user-42", club.key)
    club.context.store.players._known.clear()
    assert list(told) == []


def test_frames_of_a_player_show_what_its_seat_sees_and_no_more(app: Flask) -> None:
    """For every rulebook: what is told to a player is what the seat's own token is told."""
    club = App(app)
    for rulebook in ("astra", "nebula", "distant_suns"):
        table = Table(app, rulebook, [ADA, BO], key=club.key)
        for seat, player in ((1, "user-42"), (2, "user-43")):
            told = next(news for news in page(club, player=player, include="view,moves,score")["games"])
            own = table.get("/events?include=view,moves,score", seat).json or {}
            assert told["frame"] == own["frame"]
            assert told["game"] == table.id
        club.call("DELETE", "/v1/players/user-42", club.key)
        club.call("DELETE", "/v1/players/user-43", club.key)
        club.tokens.clear()


@pytest.mark.parametrize("rulebook", rulebooks())
def test_states_that_differ_in_a_secret_give_the_same_news(app: Flask, rulebook: str) -> None:
    """Whatever a player asks for, of a game whose hidden part is another one."""
    club = App(app)
    table = Table(app, rulebook, [ADA, BO], key=club.key)
    play_some(table, 17, seed=17)
    game = load(club.context, table.id)
    for seat, player in ((1, "user-42"), (2, "user-43")):
        before = _told(club, player)
        twin = _twin(game, seat, Rng(b"twin" * 8))
        assert twin != game.dealt
        _put(table, game, twin)
        assert _told(club, player) == before
        _put(table, game, game.dealt)


def _told(club: App, player: str) -> tuple[Json, str]:
    """Frames are made anew: those of this commit are kept."""
    club.context.frames._kept.clear()
    news = page(club, player=player, include="view,moves,score")["games"]
    return news, club.as_player(player, "GET", "/v1/me/games").text


def test_a_player_of_another_game_gets_nothing(club: App) -> None:
    table = Table(club.app, "toy", humans(2))
    club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada"})
    assert page(club)["games"] == []
