"""`almagest play` on a pseudo-terminal, as a person sees it."""

from __future__ import annotations

import codecs
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from almagest_sdk import Almagest, RulebookId, Table

from tests.processes import HOST, HUNG, free_port
from tests.sdk.serving import Server

PROMPT = "Move? "


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


class Person:
    """Somebody at a terminal: reads what is there, types lines."""

    def __init__(self, terminal: int, process: subprocess.Popen[bytes]) -> None:
        self._terminal, self._process = terminal, process
        self.seen = ""
        self._read = 0
        self._letters = codecs.getincrementaldecoder("utf-8")()

    def until(self, *texts: str) -> str:
        """Read on until one of the texts appears after what was read before; returns which."""
        end = time.monotonic() + HUNG
        while True:
            found = [(at, text) for text in texts if (at := self.seen.find(text, self._read)) >= 0]
            if found:
                at, text = min(found)
                self._read = at + len(text)
                return text
            assert time.monotonic() < end, self.seen
            self._receive()

    def _receive(self) -> None:
        if not select.select([self._terminal], [], [], 0.2)[0]:
            return
        try:
            self.seen += self._letters.decode(os.read(self._terminal, 65536))
        except OSError as gone:
            # Linux says so when the other side of the terminal is closed.
            raise AssertionError(self.seen) from gone

    def type(self, line: str) -> None:
        os.write(self._terminal, f"{line}\n".encode())

    def goodbye(self) -> int:
        return self._process.wait(HUNG)


@contextmanager
def at_a_terminal(*arguments: str, **environment: str) -> Iterator[Person]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "play", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", **environment},
        close_fds=True,
    )
    os.close(theirs)
    try:
        yield Person(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _seat(server: Server, rulebook: RulebookId) -> Table:
    """The seat that moves first in a game of two people."""
    client = Almagest(server.url)
    ada = client.games.create(rulebook, seats=2, name="Ada")
    bo = client.games.join(ada.id, "Bo")
    return ada if 1 in bo.game.deciders else bo


def _resumed(server: Server, table: Table) -> tuple[str, ...]:
    return ("--server", server.url, "--game", table.id)


def test_a_whole_game_against_a_bot(server: Server) -> None:
    how = ("distant_suns", "--plain", "--lang", "fr", "--level", "random", "--name", "Hypatia", "--server", server.url)
    with at_a_terminal(*how) as person:
        while person.until(PROMPT, "Won by") == PROMPT:
            person.type("1")
        assert person.goodbye() == 0
    assert "Hypatia (you): " in person.seen
    assert "The game is over: Trois manches" in person.seen
    assert "Mission : trou noir" in person.seen
    assert "\033" not in person.seen


def test_a_long_list_is_narrowed_down(server: Server) -> None:
    table = _seat(server, "distant_suns")
    with at_a_terminal(*_resumed(server, table), ALMAGEST_TOKEN=table.token or "") as person:
        person.until(PROMPT)
        for typed, answer in {
            "qqq": "No move has 'qqq' in it.",
            "999999": "There are moves 1 to ",
            "w": "draw: ",
            "s": "Ada: ",
            "b": "The board",
        }.items():
            person.type(typed)
            person.until(answer)
            person.until(PROMPT)
        person.type("q")
        person.until(f"ALMAGEST_TOKEN={table.token} almagest play --server {server.url} --game {table.id}")
        assert person.goodbye() == 0


def test_a_move_is_taken_back_and_then_the_game_given_up(server: Server) -> None:
    """Against a person, who has not decided yet."""
    table = _seat(server, "distant_suns")
    told = {"u": "cannot be taken back", "1": "Ada: module placed", "u ": "Ada: move taken back"}
    with at_a_terminal(*_resumed(server, table), ALMAGEST_TOKEN=table.token or "") as person:
        for typed, answer in told.items():
            person.until(PROMPT)
            person.type(typed)
            person.until(answer)
        person.until(PROMPT)
        person.type("resign")
        person.until("You have given up. A bot plays on.")
        assert person.goodbye() == 0


def test_a_pause_is_proposed_withdrawn_and_agreed_to(server: Server) -> None:
    with Almagest(server.url) as client:
        ada = client.games.create("distant_suns", seats=2, name="Ada")
        bo = client.games.join(ada.id, "Bo")
        said = {"resume": "nobody proposes a pause", "pause": "when everybody agrees", "resume ": "There is no pause."}
        with at_a_terminal(*_resumed(server, ada), ALMAGEST_TOKEN=ada.token or "") as person:
            for typed, answer in {**said, "host": "You are the host."}.items():
                person.until(PROMPT)
                person.type(typed)
                person.until(answer)
            person.until(PROMPT)
            bo.pause()
            person.type("pause")
            person.until("The game is paused.")
            assert bo.refresh().paused_at
            person.type("")
            person.until(PROMPT)
            assert bo.refresh().paused_at is None


def test_a_game_that_nobody_plays_says_when_it_ends(server: Server) -> None:
    table = _seat(server, "distant_suns")
    with at_a_terminal(*_resumed(server, table), ALMAGEST_TOKEN=table.token or "") as person:
        person.until(PROMPT)
        end = server.warn(table.id)
        person.type("1")
        person.until(f"the game ends at {end:%Y-%m-%d %H:%M} UTC unless somebody plays.")


def test_a_pause_against_a_bot_needs_nobody(server: Server) -> None:
    with at_a_terminal("distant_suns", "--level", "random", "--server", server.url) as person:
        person.until(PROMPT)
        person.type("pause")
        person.until("The game is paused. Enter: resume.")
        person.type("")
        person.until(PROMPT)
        person.type("1")
        person.until("Guest: ")


def test_two_who_want_the_same_game_meet_and_play_again(server: Server) -> None:
    with Almagest(server.url) as client:
        ada = client.games.quick("distant_suns", seats=3, name="Ada")
        with at_a_terminal("distant_suns", "--quick", "--seats", "3", "--name", "Bo", "--server", server.url) as person:
            person.until(f"Game {ada.id}")
            person.until("Waiting for the others.")
            client.games.join(ada.id, "Cem")
            assert ada.my_turn()
            assert all(ada.refresh().entropy), "the terminal contributes to the deal, too"
            ada.play(ada.moves()[0])
            person.until("Cem: seat taken")
            person.until(PROMPT)
        over = client.games.create("distant_suns", seats=2, name="Ada", bots=1, level="random")
        while over.my_turn():
            over.play(over.moves()[0])
        with at_a_terminal(*_resumed(server, over), "--again", ALMAGEST_TOKEN=over.token or "") as person:
            person.until("you have seat 2.")
            person.until(PROMPT)
        assert over.refresh().rematch


def test_an_end_of_input_keeps_the_seat(server: Server) -> None:
    table = _seat(server, "astra")
    with at_a_terminal(*_resumed(server, table), ALMAGEST_TOKEN=table.token or "") as person:
        person.until(PROMPT)
        person.type("\x04")
        person.until("Your seat is kept")
        assert person.goodbye() == 0


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_terminals_that_want_them(server: Server, environment: dict[str, str], coloured: bool) -> None:
    table = _seat(server, "nebula")
    with at_a_terminal(*_resumed(server, table), ALMAGEST_TOKEN=table.token or "", **environment) as person:
        person.until(PROMPT)
    assert ("\033[1m" in person.seen) == coloured


def test_what_the_server_says_is_in_the_players_language(server: Server) -> None:
    """The game's name, the phase, the moves, and why the others cannot be made."""
    table = _seat(server, "distant_suns")
    with at_a_terminal(*_resumed(server, table), "--lang", "fr", ALMAGEST_TOKEN=table.token or "") as person:
        person.until("Soleils lointains, ")
        person.until("Choix des formes.")
        person.until("Module ")
        person.until(PROMPT)
        person.type("w")
        person.until("draw: Les formes de ce tour ne sont pas encore choisies.")
        person.until("(assigning: Choix des formes)")


def test_a_server_that_is_not_there_is_named(server: Server) -> None:
    with at_a_terminal("--server", f"http://{HOST}:{free_port()}") as person:
        person.until("almagest play: the server cannot be reached")
        assert person.goodbye() == 1


def test_a_game_that_does_not_exist_is_refused_in_words(server: Server) -> None:
    with at_a_terminal("go", "--server", server.url) as person:
        person.until("rulebook: is one of astra")
        assert person.goodbye() == 1


def test_an_address_that_is_none_is_told_in_one_line() -> None:
    command = [sys.executable, "-m", "service.cli", "play", "astra", "--server", "nowhere", "--plain"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG, stdin=subprocess.DEVNULL)
    assert done.returncode == 1
    assert done.stderr.startswith("almagest play: base_url begins with http:// or https://")
    assert done.stderr.count("\n") == 1
