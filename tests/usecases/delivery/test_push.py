"""What a device is told when its seat has to decide."""

from __future__ import annotations

from flask import Flask

from service.store.delivery.push import PushSubscription
from service.usecases.delivery import push
from service.usecases.transaction import load
from service.wire.push import TurnCall
from tests.driver import Table


def test_a_push_names_the_game_and_who_else_sits_there_in_its_language(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 3)
    game = load(table.context, table.id)
    for seat, language, title, others in ((2, "fr", "À vous de jouer", "P1, P3"), (1, "en", "Your turn", "P2, P3")):
        device = PushSubscription("0" * 16, seat, "https://push.example/x", "", "", language, 0, "push.example")
        body = f"{game.rulebook.names[language]}, {others}"
        assert push.turn_call(game, device) == TurnCall(game=table.id, rulebook="toy", title=title, body=body)
