"""Lost hints and passed deadlines: the sweeper finds both in the store, whoever died before."""

from __future__ import annotations

from pathlib import Path

from service.games.distant_suns.hexes import area_of
from service.games.distant_suns.moves import Draw
from service.games.distant_suns.packs import CLASSIC
from service.games.distant_suns.state import DistantSunsState, is_drawing
from service.store.games import GameStore
from service.store.outbox import Outbox
from service.tables import create, play
from service.tables.context import Tables
from service.tables.create import GameWish
from tests.service.processes import until
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, Sitting
from worker import metrics, turns
from worker.sweeper import Job, Sweeper


class Broker:
    """Takes hints, or is away."""

    def __init__(self) -> None:
        self.sent: list[Job] = []
        self.is_away = False

    def __call__(self, kind: str, game_id: str, version: int) -> bool:
        if not self.is_away:
            self.sent.append((kind, game_id, version))
        return not self.is_away


def test_a_lost_hint_is_repeated_after_two_seconds(tables: Tables, clock: Clock) -> None:
    sitting, broker = Sitting(tables, GREEDY, GREEDY), Broker()
    sweeper = Sweeper(tables, broker)
    clock.advance(1.5)
    sweeper.sweep()
    assert broker.sent == []
    clock.advance(1)
    sweeper.sweep()
    assert broker.sent == [("bot", sitting.id, 0)]


def test_two_sweepers_do_not_repeat_the_same(tables: Tables, clock: Clock) -> None:
    Sitting(tables, GREEDY, GREEDY)
    broker = Broker()
    clock.advance(2.5)
    Sweeper(tables, broker).sweep()
    Sweeper(tables, broker).sweep()
    assert len(broker.sent) == 1


def test_what_a_dead_sweeper_had_claimed_is_found_again(tables: Tables, clock: Clock) -> None:
    Sitting(tables, GREEDY, GREEDY)
    clock.advance(2.5)
    Sweeper(tables, Broker()).sweep()
    clock.advance(5.5)
    broker = Broker()
    Sweeper(tables, broker).sweep()
    assert len(broker.sent) == 1


def test_without_a_broker_the_sweeper_plays_itself(tables: Tables, clock: Clock) -> None:
    sitting, broker = Sitting(tables, GREEDY, GREEDY), Broker()
    broker.is_away = True
    clock.advance(2.5)
    Sweeper(tables, broker).sweep()
    assert sitting.version == 1


def test_when_a_second_hint_was_of_no_use_the_sweeper_plays_itself(tables: Tables, clock: Clock) -> None:
    sitting, broker = Sitting(tables, GREEDY, GREEDY), Broker()
    sweeper = Sweeper(tables, broker)
    clock.advance(2.5)
    sweeper.sweep()
    assert sitting.version == 0
    clock.advance(5.5)
    sweeper.sweep()
    assert sitting.version == 1
    assert len(broker.sent) == 1


def test_at_the_deadline_a_bot_plays_and_the_event_says_so(tables: Tables, clock: Clock) -> None:
    sitting, broker = Sitting(tables, HUMAN, HUMAN, turn_seconds=60), Broker()
    broker.is_away = True
    sweeper = Sweeper(tables, broker)
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


def test_a_deadline_survives_restarts(tables: Tables, clock: Clock, store_url: str) -> None:
    """It is in the store: a worker that knows nothing of the game finds it."""
    sitting = Sitting(tables, HUMAN, HUMAN, turn_seconds=60)
    clock.advance(61)
    broker = Broker()
    Sweeper(tables, broker).sweep()
    assert broker.sent == [("late", sitting.id, 0)]


def test_who_moves_in_time_keeps_the_turn(tables: Tables, clock: Clock) -> None:
    sitting, broker = Sitting(tables, HUMAN, HUMAN, turn_seconds=60), Broker()
    broker.is_away = True
    clock.advance(50)
    sitting.play_first(1, "observe")
    clock.advance(50)
    Sweeper(tables, broker).sweep()
    assert not any(event["type"] == "time_ran_out" for event in sitting.told())


def test_a_lobby_to_which_nobody_comes_is_abandoned(tables: Tables, clock: Clock) -> None:
    create.create(tables, GameWish("astra", (HUMAN, HUMAN), {}, "public", 0, 0))
    clock.advance(tables.settings.open_seconds + 1)
    broker = Broker()
    Sweeper(tables, broker).sweep()
    ((kind, game_id, version),) = broker.sent
    assert turns.run(tables, kind, game_id, version) == "abandoned"


def test_depth_and_age_of_the_outbox_are_measured(tables: Tables, clock: Clock) -> None:
    Sitting(tables, GREEDY, GREEDY)
    clock.advance(10)
    sweeper = Sweeper(tables, Broker())
    sweeper.sweep()
    sweeper.sweep()
    assert metrics.OUTBOX._value.get() == 1
    assert 10 <= metrics.OLDEST_SECONDS._value.get() < 12


def test_the_age_is_zero_when_nothing_waits(tables: Tables) -> None:
    assert Outbox(tables.store).oldest_age(tables.now()) == 0


def test_the_heart_beats_while_the_store_is_away(tmp_path: Path, tables: Tables) -> None:
    away = Tables(GameStore("unix:///nowhere"), tables.settings)
    beat = tmp_path / "beat"
    sweeper = Sweeper(away, Broker(), beat)
    sweeper.start()
    until(beat.exists)
    sweeper.stop()
    sweeper.join()


def test_a_late_task_does_not_move_for_who_moved_meanwhile(tables: Tables, clock: Clock) -> None:
    """The deadline passed, the hint was sent, and then the person moved after all."""
    sitting = Sitting(tables, HUMAN, HUMAN, turn_seconds=60)
    clock.advance(61)
    sitting.play_first(1, "observe")
    key = play.automatic_key(sitting.id, 0)
    assert tables.store.load(sitting.id, key).answer is None
    assert turns.run(tables, "late", sitting.id, 0) == "skipped"
    assert sitting.version == 1


def _dealt(sitting: Sitting) -> DistantSunsState:
    state = sitting.game.dealt
    assert isinstance(state, DistantSunsState)
    return state


def _until_a_slot_is_due(sitting: Sitting) -> int:
    """People cover upgrades where they can; then all have drawn but one, who has a slot to fill first."""
    while True:
        rulebook, state = sitting.game.rulebook, _dealt(sitting)
        deciders = rulebook.deciders(state)
        due = next((seat for seat in deciders if is_drawing(state) and state.sheet(seat).owed), None)
        if due and len(deciders) == 1:
            return due
        seat = next(seat for seat in deciders if seat != due)
        moves = rulebook.legal_moves(state, seat)
        gains = [move for move in moves if isinstance(move, Draw) and area_of(move.sectors) & CLASSIC.upgrades]
        sitting.play(seat, (gains or moves)[0])


def test_d_16_at_the_deadline_a_bot_fills_the_slot_and_draws(tables: Tables, clock: Clock) -> None:
    sitting = Sitting(tables, HUMAN, HUMAN, rulebook="distant_suns", turn_seconds=60)
    late = _until_a_slot_is_due(sitting)
    turn, version = _dealt(sitting).turns, sitting.version
    clock.advance(61)
    assert turns.run(tables, "late", sitting.id, version) == "played"
    told = [event["type"] for event in sitting.told() if event["version"] > version and event["seat"] == late]
    assert told[:3] == ["time_ran_out", "slot_filled", "time_ran_out"]
    assert _dealt(sitting).turns == turn + 1


def test_filling_a_slot_gives_no_more_time(tables: Tables, clock: Clock) -> None:
    sitting = Sitting(tables, HUMAN, HUMAN, rulebook="distant_suns", turn_seconds=60)
    seat = _until_a_slot_is_due(sitting)
    deadline = sitting.game.clock.deadline
    clock.advance(30)
    sitting.play_first(seat, "fill_slot")
    assert sitting.game.clock.deadline == deadline
    assert sitting.game.clock.deciders == [seat]
