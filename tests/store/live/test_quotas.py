"""Places to wait for events: shares, whom seats go before, and who makes room."""

from __future__ import annotations

import itertools

import pytest

from service.store.live.quotas import ListenerId, ListenerQuotas, ListenerSlot, ListenerSlots, TooManyWaiters

SHARES = ListenerQuotas(all=8, address=3, token=2)


def _spectator(address: str) -> ListenerId:
    return ListenerId(address)


_tokens = itertools.count()


def _seat(address: str, token: str = "") -> ListenerId:
    return ListenerId(address, token or f"token {next(_tokens)}", is_seated=True)


@pytest.fixture
def places() -> ListenerSlots:
    return ListenerSlots(SHARES)


def _taken(places: ListenerSlots, *guests: ListenerId) -> list[ListenerSlot]:
    return [places.take(guest)[0] for guest in guests]


def test_an_address_has_its_share_and_its_own_oldest_spectator_yields(places: ListenerSlots) -> None:
    mine = _taken(places, *[_spectator("a")] * 3)
    other = _taken(places, _spectator("b"))
    assert places.take(_spectator("a"))[1] is mine[0]
    assert mine[0].is_lost
    assert not other[0].is_lost


def test_a_seat_of_a_crowded_address_goes_before_its_spectators(places: ListenerSlots) -> None:
    seat = _taken(places, _seat("a"))[0]
    watching = _taken(places, *[_spectator("a")] * 2)
    assert [places.take(_seat("a"))[1] for _ in range(2)] == watching
    with pytest.raises(TooManyWaiters):
        places.take(_seat("a"))
    assert not seat.is_lost


def test_a_token_has_its_share_and_its_newest_stay(places: ListenerSlots) -> None:
    """A client that was cut off and comes back does not wait for its own leftovers."""
    seats = _taken(places, *[_seat("a", "mine")] * 2)
    assert places.take(_seat("a", "mine"))[1] is seats[0]


def test_half_the_places_are_for_seats(places: ListenerSlots) -> None:
    watching = _taken(places, *(_spectator(address) for address in ("a", "a", "b", "c")))
    assert places.take(_spectator("d"))[1] is watching[0], "the oldest of the most crowded address"
    assert all(places.take(_seat(address))[1] is None for address in "efgh")


def test_spectators_make_channel_for_seats_and_seats_for_no_spectator(places: ListenerSlots) -> None:
    _taken(places, *(_seat(address) for address in "abcde"))
    watching = _taken(places, *(_spectator(address) for address in "fgh"))
    assert [places.take(_seat(address))[1] for address in "ijk"] == watching
    with pytest.raises(TooManyWaiters):
        places.take(_spectator("l"))


def test_among_seats_who_holds_the_most_yields(places: ListenerSlots) -> None:
    crowd = _taken(places, *(_seat(address) for address in "aaabbcde"))
    assert places.take(_seat("f"))[1] is crowd[0]
    with pytest.raises(TooManyWaiters):
        places.take(_seat("b"))


def test_nobody_yields_to_who_would_hold_as_much(places: ListenerSlots) -> None:
    """With one place more the guest would have two, as the most crowded has."""
    crowd = _taken(places, *(_seat(address) for address in "aabcdefg"))
    with pytest.raises(TooManyWaiters):
        places.take(_seat("b"))
    assert places.take(_seat("h"))[1] is crowd[0]
    assert not any(slot.is_lost for slot in crowd[1:])


def test_a_place_is_given_back_once(places: ListenerSlots) -> None:
    lost = _taken(places, *[_spectator("a")] * 3)[0]
    places.take(_spectator("a"))
    places.leave(lost)
    for slot in _taken(places, *[_spectator("a")] * 3):
        places.leave(slot)
    assert vars(places)["_by_address"] == {}
    assert places.take(_spectator("a"))[1] is None


def test_who_leaves_makes_channel_for_one_spectator_and_no_more(places: ListenerSlots) -> None:
    watching = _taken(places, *(_spectator(address) for address in "abcd"))
    places.leave(watching[3])
    assert places.take(_spectator("e"))[1] is None
    assert places.take(_spectator("f"))[1] is watching[0]
