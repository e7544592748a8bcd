"""What a program of somebody else's says of tables, offers, events and refusals, in both ways to wait."""

from almagest_sdk import Almagest, Event, Move, Offer, StaleVersion, Table, astra, errors, verify_replay
from almagest_sdk.aio import AsyncAlmagest, AsyncAstraTable


def best(offers: list[Offer[Move]]) -> Offer[Move]:
    return offers[0]


def anything(table: Table) -> None:
    table.play(best(list(table.moves())))


def main() -> int:
    client = Almagest("http://127.0.0.1:8000", language="fr")
    table = client.games.create("astra", seats=2, name="Ada")
    for offer in table.moves(astra.Observe):
        first: int = offer.move.path[0]
        print(first)
        table.play(offer)
    table.play(table.moves()[0])
    anything(table)
    try:
        table.play(astra.Observe(card="taurus", path=[1, 2]))
    except StaleVersion as stale:
        missed: list[Event] = list(stale.missed_events())
        print(missed)
    except errors.AlmagestError as error:
        print(error.status, error.code, error.ruling, error.detail, error.request_id, error.retry_after)
    for event in table.events():
        print(event.id, event.type)
    verify_replay(table.replay(), table.seed_hash)
    return len(table.content().constellations)


async def later() -> int:
    async with AsyncAlmagest("http://127.0.0.1:8000") as client:
        table: AsyncAstraTable = await client.games.create("astra", seats=2, name="Ada")
        while await table.my_turn():
            offer = (await table.moves(astra.Observe))[0]
            first: int = offer.move.path[0]
            print(first)
            await table.play(offer)
        async for event in table.events():
            print(event.id, event.type)
        return table.view.round
