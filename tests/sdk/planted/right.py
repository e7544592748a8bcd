"""A client that looks, listens, plays and counts. Each mistake of ../test_planted.py is one change of one line here."""

from almagest_sdk import Almagest, AlmagestError, AstraTable, astra


def look(table: AstraTable) -> int:
    view = table.view
    print(view.phase, view.round, view.last_round, view.active, view.deciders, view.sphere)
    print(view.sky[0])
    return view.seats[0].stardust


def read(table: AstraTable) -> list[str]:
    return [each.name for each in table.content().constellations]


def listen(table: AstraTable) -> None:
    for event in table.events(follow=False):
        if event.type == "stars_marked":
            print(event.card)
        match event:
            case astra.StarsMarked(card=card, stars=stars):
                print(card, sum(stars), event.stardust)
                print(event.telescopes)


def play(table: AstraTable) -> None:
    observe = astra.Observe(card="taurus", path=[1, 2])
    try:
        table.play(observe)
        table.play(table.moves(astra.Observe)[0])
        table.play(table.moves()[0].move)
    except AlmagestError as error:
        if error.code == "stale_version":
            print(error.detail)


def count(table: AstraTable) -> int:
    return sum(line.amount for seat in table.score().score.seats for line in seat.lines)


def main() -> None:
    client = Almagest("http://127.0.0.1:8000")
    table = client.games.create("astra", seats=2, name="Ada", bots=1, level="greedy")
    while table.my_turn():
        play(table)
    again = client.games.resume(table.id, table.token or "", rulebook="astra")
    print(again.status == "finished", look(again), read(again), count(again))
    listen(again)
