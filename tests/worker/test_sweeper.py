"""Lost hints and passed deadlines: the sweeper finds both in the store, whoever died before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from service.core.metrics import OLDEST_SECONDS, OUTBOX
from service.games.distant_suns.content.pack import PACKS
from service.games.distant_suns.hexes import area_of
from service.games.distant_suns.moves import Draw
from service.games.distant_suns.state import DistantSunsState, is_drawing
from service.store.games import events
from service.store.games.repository import GameStore
from service.store.maintenance.daily import Daily
from service.store.redis import keys
from service.store.redis.clock import ARCHIVE_GRACE, WAKEUP_GRACE
from service.usecases.context import Context
from service.usecases.games import create, finish, seats
from service.usecases.games.create import CreateGame
from tests.processes import HUNG, until
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, Sitting
from worker import turns
from worker.heartbeat import Heartbeat
from worker.sweeper import IDLE_SECONDS, Sweeper


class Broker:
    """Takes hints, or is away."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, int]] = []
        self.is_away = False

    def __call__(self, kind: str, game_id: str, version: int) -> bool:
        if not self.is_away:
            self.sent.append((kind, game_id, version))
        return not self.is_away


def dreaming(context: Context) -> Sitting:
    """A game in which the automa is next."""
    sitting = Sitting(context, HUMAN, HUMAN)
    sitting.rest(1)
    return sitting


def test_a_lost_message_is_repeated_after_two_seconds(context: Context, clock: Clock) -> None:
    sitting, broker = dreaming(context), Broker()
    sweeper = Sweeper(context, broker)
    clock.advance(1.5)
    sweeper.sweep()
    assert broker.sent == []
    clock.advance(1)
    sweeper.sweep()
    assert broker.sent == [("automa", sitting.id, 1)]


def test_two_sweepers_do_not_repeat_the_same(context: Context, clock: Clock) -> None:
    dreaming(context)
    broker = Broker()
    clock.advance(2.5)
    Sweeper(context, broker).sweep()
    Sweeper(context, broker).sweep()
    assert len(broker.sent) == 1


def test_what_a_dead_sweeper_had_claimed_is_found_again(context: Context, clock: Clock) -> None:
    dreaming(context)
    clock.advance(2.5)
    Sweeper(context, Broker()).sweep()
    clock.advance(5.5)
    broker = Broker()
    Sweeper(context, broker).sweep()
    assert len(broker.sent) == 1


@pytest.mark.usefixtures("one_at_a_time")
def test_without_a_broker_the_sweeper_plays_itself(context: Context, clock: Clock) -> None:
    sitting, broker = dreaming(context), Broker()
    broker.is_away = True
    clock.advance(2.5)
    Sweeper(context, broker).sweep()
    assert sitting.version == 2


def test_what_bots_owe_is_left_to_bot_processes(context: Context, clock: Clock) -> None:
    """Else a crowd of games that wait for their turn would have the sweeper think, and deadlines would wait for it."""
    sitting, broker = Sitting(context, GREEDY, GREEDY), Broker()
    broker.is_away = True
    clock.advance(60)
    Sweeper(context, broker).sweep()
    assert sitting.version == 0


@pytest.mark.usefixtures("one_at_a_time")
def test_what_bots_owe_since_before_there_were_bot_processes_is_not_forgotten(context: Context, clock: Clock) -> None:
    """Nothing says whose it is."""
    sitting, broker = Sitting(context, GREEDY, GREEDY), Broker()
    context.store.client.delete(keys.job_meta(keys.shard_of(sitting.id)))
    broker.is_away = True
    clock.advance(2.5)
    Sweeper(context, broker).sweep()
    assert sitting.version == 1


@pytest.mark.usefixtures("one_at_a_time")
def test_when_a_second_message_was_of_no_use_the_sweeper_plays_itself(context: Context, clock: Clock) -> None:
    sitting, broker = dreaming(context), Broker()
    sweeper = Sweeper(context, broker)
    clock.advance(2.5)
    sweeper.sweep()
    assert sitting.version == 1
    clock.advance(1.1)
    sweeper.sweep()
    assert sitting.version == 2
    assert len(broker.sent) == 1


def test_at_the_deadline_a_bot_plays_and_the_event_says_so(context: Context, clock: Clock) -> None:
    sitting, broker = Sitting(context, HUMAN, HUMAN, turn_seconds=60), Broker()
    broker.is_away = True
    sweeper = Sweeper(context, broker)
    clock.advance(59)
    sweeper.sweep()
    assert sitting.version == 0
    clock.advance(2)
    sweeper.sweep()
    assert sitting.version == 1
    told = sitting.told()
    late = next(number for number, event in enumerate(told) if event["type"] == "time_ran_out")
    assert told[late]["seat"] == 1
    assert told[late]["version"] == told[late + 1]["version"] == 1
    assert sitting.game.table.seat(1).kind == "human"


def test_a_deadline_survives_restarts(context: Context, clock: Clock, store_url: str) -> None:
    """It is in the store: a worker that knows nothing of the game finds it."""
    sitting = Sitting(context, HUMAN, HUMAN, turn_seconds=60)
    clock.advance(61)
    broker = Broker()
    Sweeper(context, broker).sweep()
    assert broker.sent == [("late", sitting.id, 0)]


def test_who_moves_in_time_keeps_the_turn(context: Context, clock: Clock) -> None:
    sitting, broker = Sitting(context, HUMAN, HUMAN, turn_seconds=60), Broker()
    broker.is_away = True
    clock.advance(50)
    sitting.play_first(1, "observe")
    clock.advance(50)
    Sweeper(context, broker).sweep()
    assert not any(event["type"] == "time_ran_out" for event in sitting.told())


def test_a_lobby_to_which_nobody_comes_is_abandoned(context: Context, clock: Clock) -> None:
    create.create(context, CreateGame("astra", (HUMAN, HUMAN), {}, "public", 0, 0))
    clock.advance(context.settings.open_seconds + 1)
    broker = Broker()
    Sweeper(context, broker).sweep()
    ((kind, game_id, version),) = broker.sent
    assert turns.run(context, kind, game_id, version) == "abandoned"


def _scored_by_who_was_killed(context: Context) -> str:
    """Between the score and the archive."""
    sitting = Sitting(context, GREEDY, GREEDY, rulebook="distant_suns")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finish, "archive_game", lambda *_: False)
        sitting.play_out()
    return sitting.id


def _left_by_all(context: Context) -> str:
    sitting = Sitting(context, HUMAN, HUMAN)
    for token in sitting.tokens.values():
        seats.leave_seat(context, sitting.id, token)
    return sitting.id


@pytest.mark.parametrize("ended", [_scored_by_who_was_killed, _left_by_all])
def test_an_ended_game_is_put_away_by_whoever_sweeps(
    context: Context, clock: Clock, ended: Callable[[Context], str]
) -> None:
    game_id, broker = ended(context), Broker()
    key, before = keys.game(game_id), events.all_entries(context.store, game_id)
    Sweeper(context, broker).sweep()
    assert broker.sent == []
    assert not context.store.client.hexists(key, "archive")
    clock.advance(ARCHIVE_GRACE / 1000 + 1)
    Sweeper(context, broker).sweep()
    ((kind, found, version),) = broker.sent
    assert (kind, found) == ("late", game_id)
    assert turns.run(context, kind, found, version) == "archived"
    assert context.store.client.hexists(key, "archive")
    assert not context.store.client.exists(keys.events(game_id))
    assert events.all_entries(context.store, game_id) == before
    clock.advance(ARCHIVE_GRACE / 1000 + 1)
    assert Sweeper(context, broker).sweep() == []


def test_whoever_sweeps_goes_on_with_what_is_done_once_a_day(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(Daily, "step", lambda daily: steps.append(daily._marker))
    Sweeper(context, lambda *_: True)._sweep_safely()
    repairs = [keys.BOT_GAMES_REPAIR_DONE, keys.LIST_REPAIR_DONE, keys.RUNNING_GAMES_REPAIR_DONE]
    assert sorted(steps) == sorted([*repairs, keys.ARCHIVING_DONE, keys.APP_LISTS_DONE, keys.PRUNING_DONE])


def test_depth_and_age_of_the_outbox_are_measured(context: Context, clock: Clock) -> None:
    Sitting(context, GREEDY, GREEDY)
    clock.advance(10)
    sweeper = Sweeper(context, Broker())
    sweeper.sweep()
    sweeper.sweep()
    assert OUTBOX._value.get() == 1
    assert 10 <= OLDEST_SECONDS._value.get() < 10 + HUNG


def test_the_age_is_zero_when_nothing_waits(context: Context) -> None:
    Sweeper(context, Broker()).sweep()
    assert OLDEST_SECONDS._value.get() == 0


def test_a_sweeper_comes_when_something_is_due(context: Context, clock: Clock) -> None:
    """What is not there yet is due when a hint counts as lost, at the earliest: that is later than it comes again."""
    sweeper = Sweeper(context, Broker())
    assert sweeper.pause(sweeper.sweep()) == IDLE_SECONDS < WAKEUP_GRACE / 1000
    Sitting(context, HUMAN, HUMAN, turn_seconds=10)
    clock.advance(9.4)
    assert 0.25 <= sweeper.pause(sweeper.sweep()) <= 0.6
    clock.advance(1)
    assert sweeper.pause(sweeper.sweep()) == 0.25


def test_the_heart_beats_while_the_store_is_away(tmp_path: Path, context: Context) -> None:
    away = Context(GameStore("unix:///nowhere"), context.settings)
    beat = tmp_path / "beat"
    sweeper = Sweeper(away, Broker(), Heartbeat(beat))
    sweeper.start()
    until(beat.exists)
    sweeper.stop()
    sweeper.join()


def test_a_late_task_does_not_move_for_who_moved_meanwhile(context: Context, clock: Clock) -> None:
    """The deadline passed, the hint was sent, and then the person moved after all."""
    sitting = Sitting(context, HUMAN, HUMAN, turn_seconds=60)
    clock.advance(61)
    sitting.play_first(1, "observe")
    assert turns.run(context, "late", sitting.id, 0) == "skipped"
    assert sitting.version == 1


def _dealt(sitting: Sitting) -> DistantSunsState:
    state = sitting.game.dealt
    assert isinstance(state, DistantSunsState)
    return state


def _until_a_slot_is_due(sitting: Sitting) -> int:
    """People cover upgrades where they can; then all have drawn but one, who has a slot to fill first."""
    upgrades = PACKS.by_name("classic").upgrades
    while True:
        rulebook, state = sitting.game.rulebook, _dealt(sitting)
        deciders = rulebook.deciders(state)
        due = next((seat for seat in deciders if is_drawing(state) and state.sheet(seat).owed), None)
        if due and len(deciders) == 1:
            return due
        seat = next(seat for seat in deciders if seat != due)
        moves = rulebook.legal_moves(state, seat)
        gains = [move for move in moves if isinstance(move, Draw) and area_of(move.sectors) & upgrades]
        sitting.play(seat, (gains or moves)[0])


def test_d_16_at_the_deadline_a_bot_fills_the_slot_and_draws(context: Context, clock: Clock) -> None:
    sitting = Sitting(context, HUMAN, HUMAN, rulebook="distant_suns", turn_seconds=60)
    late = _until_a_slot_is_due(sitting)
    turn, version = _dealt(sitting).turns, sitting.version
    clock.advance(61)
    assert turns.run(context, "late", sitting.id, version) == "played"
    told = [event["type"] for event in sitting.told() if event["version"] > version and event["seat"] == late]
    assert told[:3] == ["time_ran_out", "slot_filled", "time_ran_out"]
    assert _dealt(sitting).turns == turn + 1


def test_filling_a_slot_gives_no_more_time(context: Context, clock: Clock) -> None:
    sitting = Sitting(context, HUMAN, HUMAN, rulebook="distant_suns", turn_seconds=60)
    seat = _until_a_slot_is_due(sitting)
    deadline = sitting.game.clock.deadline
    clock.advance(30)
    sitting.play_first(seat, "fill_slot")
    assert sitting.game.clock.deadline == deadline
    assert sitting.game.clock.deciders == [seat]
