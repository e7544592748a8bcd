"""A table on a real server."""

from __future__ import annotations

import random

import pytest
from almagest_sdk import Almagest, AstraTable, SeatWish, StaleVersion, Table, astra, errors, verify_replay

from tests.sdk.serving import Server


def _two(client: Almagest) -> tuple[Table, Table]:
    ada = client.games.create("distant_suns", seats=2, name="Ada")
    return ada, client.games.join(ada.id, "Bo")


def _mover(client: Almagest) -> AstraTable:
    """Two people at a table of Astra: who has to move."""
    ada = client.games.create("astra", seats=2, name="Ada")
    bo = client.games.join(ada.id, "Bo", rulebook="astra")
    return ada if ada.refresh().deciders == [1] else bo


def _play_out(client: Almagest) -> Table:
    table = client.games.create("distant_suns", seats=2, name="Ada", bots=1, level="random")
    while table.my_turn():
        table.play(random.choice(table.moves()))
    return table


def test_a_table_is_created_and_joined(client: Almagest) -> None:
    ada = client.games.create("astra", seats=2, name="Ada")
    assert (ada.seat, ada.status) == (1, "open")
    assert ada.token
    with pytest.raises(errors.NotStarted):
        _ = ada.view
    bo = client.games.join(ada.id, "Bo")
    assert (bo.seat, bo.status) == (2, "running")
    assert [seat.name for seat in ada.refresh().seats] == ["Ada", "Bo"]
    assert ada.view.round == 1


def test_a_private_table_needs_its_invite(client: Almagest) -> None:
    table = client.games.create("astra", seats=2, name="Ada", private=True)
    assert table.invite
    with pytest.raises(errors.NotFound) as caught:
        client.games.join(table.id, "Bo")
    assert caught.value.code == "unknown_game"
    assert client.games.join(table.id, "Bo", invite=table.invite).seat == 2


def test_everybody_who_sits_down_contributes_to_the_deal(client: Almagest) -> None:
    ada, bo = _two(client)
    assert ada.refresh().entropy == [ada.entropy, bo.entropy]
    waiting = client.games.quick("nebula", 2, "Ada")
    assert client.games.quick("nebula", 2, "Bo").game.entropy[0] == waiting.entropy
    assert client.games.watch(ada.id).entropy is None


def test_seats_can_be_described_one_by_one(client: Almagest) -> None:
    seats = [SeatWish(kind="bot", level="random"), SeatWish(kind="human", name="Ada")]
    table = client.games.create("astra", seats, options={"dreamer": "player"})
    assert table.seat == 2
    assert table.game.options["dreamer"] == "player"


def test_a_seat_is_resumed_with_its_token(client: Almagest) -> None:
    ada, _ = _two(client)
    again = client.games.resume(ada.id, ada.token or "")
    assert again.seat == ada.seat
    assert client.games.watch(ada.id).seat is None


def test_a_table_is_the_rulebooks_own(client: Almagest) -> None:
    table = client.games.create("astra", seats=2, name="Ada")
    assert isinstance(client.games.watch(table.id), AstraTable)
    with pytest.raises(errors.UnexpectedAnswer, match="a game of astra, not of nebula"):
        client.games.watch(table.id, rulebook="nebula")
    with pytest.raises(errors.UnexpectedAnswer) as caught:
        client.games.join(table.id, "Bo", rulebook="nebula")
    assert caught.value.code == "other_rulebook"
    assert table.refresh().seats[1].taken is False


def test_a_private_seat_at_another_game_is_given_back(client: Almagest) -> None:
    table = client.games.create("astra", seats=3, name="Ada", private=True)
    with pytest.raises(errors.UnexpectedAnswer):
        client.games.join(table.id, "Bo", invite=table.invite, rulebook="nebula")
    assert table.refresh().seats[1].taken is False


def test_moves_are_typed_and_labelled(client: Almagest) -> None:
    mover = _mover(client)
    offers = mover.moves(astra.Observe)
    assert offers
    assert all(offer.label and offer.ruling for offer in offers)
    assert len(mover.preview(offers[0]).events) > 0
    assert mover.play(astra.Observe(card=offers[0].move.card, path=offers[0].move.path)).version == 1
    assert mover.version == 1


def test_labels_come_in_the_clients_language(server: Server) -> None:
    def label(language: str) -> str:
        return _mover(Almagest(server.url, language=language)).moves(astra.Observe)[0].label.split()[0]

    assert label("fr") != label("uk")


def test_a_stale_table_learns_what_it_missed(client: Almagest) -> None:
    mover = _mover(client)
    late = client.games.resume(mover.id, mover.token or "", rulebook="astra")
    played = mover.play(mover.moves(astra.Observe)[0])
    with pytest.raises(StaleVersion) as caught:
        late.play(astra.EndTurn())
    assert caught.value.version == 1
    assert [event.id for event in caught.value.missed_events()] == [event.id for event in played.events]


def test_an_illegal_move_names_its_ruling(client: Almagest) -> None:
    mover = _mover(client)
    with pytest.raises(errors.Refused) as caught:
        mover.play(astra.Discard(card="leo"))
    assert caught.value.status == 409
    assert caught.value.ruling
    assert caught.value.request_id
    assert "discard" in [kind.type for kind in mover.unavailable()]


def test_a_token_is_rotated(client: Almagest) -> None:
    ada, _ = _two(client)
    old = ada.token or ""
    assert ada.rotate_token() != old
    assert ada.refresh().seat == 1
    with pytest.raises(errors.Unauthorized):
        client.games.resume(ada.id, old)


def test_leaving_frees_the_seat(client: Almagest) -> None:
    ada = client.games.create("astra", seats=3, name="Ada")
    bo = client.games.join(ada.id, "Bo")
    bo.leave()
    assert [seat.taken for seat in ada.refresh().seats] == [True, False, False]


def test_a_busy_seat_is_not_handed_over(client: Almagest) -> None:
    ada, _ = _two(client)
    with pytest.raises(errors.Refused) as caught:
        ada.hand_to_bot(ada.refresh().deciders[0])
    assert caught.value.code == "not_idle"


def test_games_are_listed_page_after_page(client: Almagest) -> None:
    made = {client.games.create("nebula", seats=4, name="Ada").id for _ in range(25)}
    assert made <= {game.id for game in client.games.list(status="open", rulebook="nebula")}


def test_content_and_rulebooks(client: Almagest) -> None:
    rulebooks = {rulebook.id: rulebook for rulebook in client.rulebooks.list().rulebooks}
    assert rulebooks["astra"].players.max == 5
    english, french = (client.rulebooks.content("astra", lang=language) for language in ("en", "fr"))
    assert english.constellations[0].id == french.constellations[0].id
    assert english.constellations[0].ability.text != french.constellations[0].ability.text
    assert client.games.create("astra", seats=2).content(lang="en") == english
    assert client.rulebooks.get("nebula").name == "Nebula"
    assert client.api.health.get().status == "alive"


def test_a_finished_game_is_fair_and_says_who_won(client: Almagest) -> None:
    table = _play_out(client)
    assert table.is_over
    assert table.score().final
    result = table.game.result
    assert result
    assert {seat.total for seat in result.seats if seat.seat in result.winners} == {max(s.total for s in result.seats)}
    replay = table.replay()
    assert replay.seed_hash == table.seed_hash
    assert replay.entropy == [table.entropy, None]
    with pytest.raises(errors.Unfair):
        verify_replay(replay, "00" * 32)
    with pytest.raises(errors.Unfair) as caught:
        verify_replay(replay, table.seed_hash, "5f" * 32)
    assert caught.value.code == "entropy_changed"
    told = list(table.events(after=0))
    assert [event.id for event in told] == list(range(1, len(told) + 1))
    assert list(table.events()) == []


@pytest.mark.parametrize("bots", [3, -1])
def test_more_bots_than_seats_are_refused_by_name(client: Almagest, bots: int) -> None:
    with pytest.raises(errors.BadRequest, match=f"bots: {bots} bots do not fit at a table of 2 seats") as caught:
        client.games.create("astra", seats=2, bots=bots)
    assert caught.value.code == "invalid_field"
