"""All randomness goes through Luck and is the same on every machine."""

import pytest

from bunfight.engine import LiveLuck, Luck, Rng, SimulationNeeded, TapeLuck
from bunfight.engine.deck import Deck
from bunfight.testing.rejects import rejects


def test_a_seed_means_the_same_numbers_everywhere() -> None:
    rng = Rng("bunfight", "0")
    assert [rng.bits() for _ in range(4)] == FIRST_BITS
    rng = Rng("bunfight", "0")
    assert [rng.below(52) for _ in range(8)] == FIRST_CARDS


FIRST_BITS = [3569917273, 2845140218, 2873972691, 4097581933]
FIRST_CARDS = [43, 34, 34, 49, 49, 15, 8, 18]


def test_the_generator_agrees_with_its_definition() -> None:
    """xoshiro128++ written out again with plain whole numbers."""
    rng = Rng("check")
    a, b, c, d = int(rng.a), int(rng.b), int(rng.c), int(rng.d)
    for _ in range(1000):
        x = (a + d) % 2**32
        want = (((x << 7) | (x >> 25)) % 2**32 + a) % 2**32
        t = (b << 9) % 2**32
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c ^= t
        d = ((d << 11) | (d >> 21)) % 2**32
        assert rng.bits() == want


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 1000, 2**31])
def test_below_is_in_range_and_even(n: int) -> None:
    rng = Rng("even", str(n))
    draws = [int(rng.below(n)) for _ in range(6000)]
    assert min(draws) >= 0 and max(draws) < n
    if n <= 7:
        for value in range(n):
            assert abs(draws.count(value) - 6000 / n) < 5 * (6000 / n) ** 0.5 + 1


def test_forks_depend_on_their_label_only() -> None:
    one, two = Rng("s"), Rng("s")
    one.bits()
    assert one.fork("bot").bits() == two.fork("bot").bits() != two.fork("dice").bits()


def test_chance_is_a_share() -> None:
    rng = Rng("chance")
    assert all(0.0 <= rng.chance() < 1.0 for _ in range(1000))


def test_live_luck_is_read_back_by_tape_luck() -> None:
    live = LiveLuck(Rng("x"), lambda question: question.upper())
    said = [live.roll(6), live.pick([0, 3, 1]), live.below(10), live.observe("fall?")]
    assert live.tape[-1] == "FALL?" and said[1] in (1, 2)
    tape = TapeLuck(live.tape)
    assert [tape.roll(6), tape.pick([0, 3, 1]), tape.below(10), tape.observe("fall?")] == said
    tape.finish()


def test_a_tape_that_does_not_fit_says_so() -> None:
    with rejects("a recorded result is missing"):
        TapeLuck([]).below(6)
    with rejects("is 6 where a number below 6"):
        TapeLuck([6]).below(6)
    with rejects("is -1"):
        TapeLuck([-1]).below(6)
    with rejects("is 'x' where a number"):
        TapeLuck(["x"]).below(6)
    with rejects("where the physics simulation answers"):
        TapeLuck([1]).observe("?")
    with rejects("1 recorded result left over"):
        TapeLuck([1]).finish()


def test_a_simulator_answers_observations() -> None:
    with pytest.raises(SimulationNeeded) as asked:
        Luck(Rng("x")).observe("does it stand?")
    assert asked.value.question == "does it stand?"


def test_weights_are_chances() -> None:
    luck = Luck(Rng("weights"))
    drawn = [luck.pick([1, 0, 3]) for _ in range(4000)]
    assert drawn.count(1) == 0 and abs(drawn.count(0) - 1000) < 150


def test_a_deck_gives_back_what_was_put_in() -> None:
    pile = Deck([5, 5, 7])
    pile.add(9)
    twin = pile.copy()
    assert len(pile) == 4 and pile.count(5) == 2
    pile.remove(5)
    drawn = sorted([pile.draw(Luck(Rng("p"))) for _ in range(3)])
    assert drawn == [5, 7, 9] and len(pile) == 0 and sorted(twin) == [5, 5, 7, 9]
    with pytest.raises(AssertionError, match="not in the deck"):
        pile.remove(5)
    twin.clear()
    assert list(twin) == []


def test_each_card_of_a_deck_is_equally_likely() -> None:
    luck = Luck(Rng("pile"))
    firsts = [Deck([1, 2, 3, 4]).draw(luck) for _ in range(4000)]
    assert all(abs(firsts.count(thing) - 1000) < 150 for thing in (1, 2, 3, 4))
