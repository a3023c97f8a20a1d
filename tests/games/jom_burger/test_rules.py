"""Rules that the worked examples leave open, and what must be true in every game."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import EventLog, IllegalMove, Luck, Rng, Table, require_legal
from bunfight.games.jom_burger import GAME, cards
from bunfight.games.jom_burger.rules.actions import has_basic, has_premium
from bunfight.games.jom_burger.rules.state import KIND_IDS, JomState

VARIANTS: list[dict[str, Any]] = [
    {},
    {"scoring": "multiplication", "salad": True},
    {"burgers": "special", "left_first": "row", "extra_supply": "any_ingredient"},
    {"burgers": "special", "left_first": "ingredient", "extra_supply": "any_ingredient", "salad": True},
    {"burgers": "mixed", "order_bonus": "highest"},
    {"burgers": "choose", "salad": True, "extra_supply": "any_ingredient"},
]


def games(seats: int, **options: Any) -> Any:
    """Every state of a random game."""
    rng = Rng(f"{seats}{options}")
    luck = Luck(rng)
    s = GAME.setup(GAME.settle(options, seats), seats, luck, EventLog(False))
    while s.agenda:
        yield s
        seat = s.awaiting()[0]
        s.agenda[-1].take(s, seat, s.agenda[-1].suggest(s, seat, rng), luck, EventLog(False))
    yield s


# -- turns ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-TURN-3")
def test_the_only_pick_is_made_automatically(kit: Any) -> None:
    done = "bread_bottom=1 bread_top=1 l1=1 l2=1 l3=1 l4=1"
    s = kit.state([done, done], "bread2 meat3 meat3", turn=2, used="0 reroll, 1 reroll, 0 supply, 1 supply")
    heard = kit.play(s, "burger meat3 r1") if len(kit.legal(s)) > 1 else None
    assert heard is None and kit.legal(s) == ["burger meat3 r1"]
    s = kit.state([done, ""], "bread2 meat3 egg4", turn=2, used="0 reroll, 0 supply")
    heard = kit.play(s, "burger egg4 l3")
    assert heard[:4] == ["DiePlaced", "OnlyMoveMade", "DiePlaced", "LeftoverStored"]
    assert kit.pips(s, 0)["r1"] == 3 and s.round == 2


@pytest.mark.rule("JB-TURN-3", "JB-TURN-1")
@pytest.mark.parametrize("options", VARIANTS)
def test_whoever_is_asked_has_a_choice(options: dict[str, Any]) -> None:
    for seats in (2, 4):
        for s in games(seats, **options):
            for seat in s.awaiting():
                assert len(s.agenda[-1].legal(s, seat)) > 1


@pytest.mark.rule("JB-TURN-4", "JB-TURN-2")
def test_moves_are_listed_in_the_order_of_the_catalogue(kit: Any) -> None:
    catalogue = {text: number for number, text in enumerate(GAME.grammar.catalogue(2))}
    assert len(catalogue) == len(GAME.grammar.catalogue(2))
    for options in VARIANTS:
        for s in games(3, **options):
            for seat in s.awaiting():
                numbers = [catalogue[text] for text in kit.legal(s, seat)]
                assert numbers == sorted(numbers)


# -- setup ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-SETUP-6")
@pytest.mark.parametrize("seats", [2, 6])
def test_special_burgers_are_all_different(kit: Any, seats: int) -> None:
    seen = set()
    for n in range(40):
        dealt = [stall.card.id for stall in kit.setup(seats, f"deal{n}", burgers="special").stalls]
        assert len(set(dealt)) == seats
        seen.update(dealt)
    assert seen == {burger.id for burger in GAME.box.specials}


@pytest.mark.rule("JB-SETUP-21")
def test_mixed_burgers_are_dealt_from_all_cards(kit: Any) -> None:
    dealt = [[stall.card.id for stall in kit.setup(4, f"deal{n}", burgers="mixed").stalls] for n in range(60)]
    assert {one for table in dealt for one in table} == {burger.id for burger in GAME.box.burgers}
    for table in dealt:
        specials = [one for one in table if one != "regular"]
        assert len(specials) == len(set(specials))
    regular = sum(table.count("regular") for table in dealt) / 240
    assert 0.2 < regular < 0.47  # four of the twelve cards


@pytest.mark.rule("JB-SETUP-20")
def test_burgers_are_chosen_from_the_starting_player_on(kit: Any) -> None:
    s = kit.setup(3, burgers="choose", salad=True)
    start = s.start
    assert s.awaiting() == [start] and s.round == 0 and s.pool == []
    assert kit.legal(s) == [f"take {burger.id}" for burger in GAME.box.burgers]
    view = GAME.view(s, None)
    assert [stall.burger for stall in view.stalls] == ["", "", ""] and len(view.menu) == 9
    assert view.menu[5].rows[0] == ("meat", "vegetable") and view.menu[5].special
    assert kit.play(s, "take rojak") == ["BurgerTaken"]
    assert s.awaiting() == [(start + 1) % 3]
    assert kit.refused(s, "take rojak") == "JB-SETUP-20"
    assert kit.refused(s, "take kebun", seat=start) == "JB-TURN-1"
    for text in ("burger meat1 l1", "choose ones", "finish"):
        assert kit.refused(s, text) == "JB-TURN-2"
    kit.play(s, "take regular", "take regular")
    assert s.awaiting() == [0, 1, 2] and GAME.view(s, 0).menu == ()
    assert [s.stalls[(start + n) % 3].card.id for n in range(3)] == ["rojak", "regular", "regular"]
    assert kit.refused(s, "take kebun") == "JB-SETUP-20"


@pytest.mark.rule("JB-SETUP-20")
def test_burgers_are_chosen_only_if_that_is_agreed(kit: Any) -> None:
    s = kit.setup(2, burgers="special")
    with pytest.raises(IllegalMove, match="burgers_not_chosen"):
        require_legal(s, s.awaiting()[0], GAME.grammar.parse("take regular"))
    s = kit.setup(2, burgers="choose")
    kit.play(s, "take kebun", "take regular")
    assert s.round == 1
    with pytest.raises(IllegalMove, match="has_burger"):
        require_legal(s, s.awaiting()[0], GAME.grammar.parse("take regular"))


@pytest.mark.rule("JB-SETUP-20", "JB-TURN-3")
def test_the_only_burger_card_that_is_left_is_taken_automatically(kit: Any) -> None:
    text = cards.FILE.read_text(encoding="utf-8")
    start, salads = text.index('[[burger]]\nid = "cheese_banjir"'), text.index("[[salad]]")
    game = GAME.with_cards(text[:start] + text[salads:])  # the regular card and one special one
    s = kit.setup(3, game=game, burgers="choose")
    assert kit.play(s, "take double_daging")[:5] == ["BurgerTaken", *["OnlyMoveMade", "BurgerTaken"] * 2]
    assert s.round == 1


@pytest.mark.rule("JB-SETUP-7", "JB-SETUP-8", "JB-SETUP-10", "JB-SETUP-12")
def test_the_start_is_the_same_with_salads(kit: Any) -> None:
    s = kit.setup(3, salad=True)
    assert s.awaiting() == [0, 1, 2] and s.pool == [] and s.in_bag == 60 and s.fridge == []
    assert all(stall.reroll and stall.supply and stall.salad == [] for stall in s.stalls)
    assert s.rules.salads[0].points == [3, 8, 16] and s.rules.salads[1].points == [2, 6, 13]


@pytest.mark.rule("JB-SETUP-11")
def test_the_order_of_salad_choices_does_not_change_the_dice() -> None:
    pools = []
    for order in ((0, 1, 2), (2, 0, 1)):
        table = Table(GAME, ["A", "B", "C"], "same", {"salad": True})
        for seat in order:
            table.play(seat, "choose limit")
        pools.append(GAME.view(table.state, None).pool)  # type: ignore[arg-type]
    assert pools[0] == pools[1]


# -- the draft ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-ROUND-1", "JB-ROUND-2", "JB-DRAFT-3", "JB-DRAFT-10", "JB-END-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_six_rounds_of_two_picks_each(seats: int) -> None:
    last = None
    for s in games(seats):
        assert 1 <= s.round <= 6
        last = s
    assert last is not None and GAME.outcome(last) is not None
    for seat, stall in enumerate(last.stalls):
        dice = sum(pips > 0 for pips in stall.pips)
        assert dice + stall.wasted == 12, f"seat {seat}"
    assert last.fridge_by.count(-1) == 6


@pytest.mark.rule("JB-ROLL-3", "JB-ACT-2")
def test_nothing_is_asked_before_the_roll(kit: Any) -> None:
    s = kit.setup(4)
    assert s.round == 1 and len(s.pool) == 9 and type(s.agenda[-1]).__name__ == "MustTakeDie"


@pytest.mark.rule("JB-DRAFT-9", "JB-PLACE-10", "JB-SALAD-7")
@pytest.mark.parametrize("options", VARIANTS)
def test_placed_dice_stay_but_for_cards(options: dict[str, Any]) -> None:
    before: JomState | None = None
    for s in games(3, **options):
        if before is not None:
            asked = before.awaiting()[0] if type(before.agenda[-1]).__name__ == "MaySwapDie" else -1
            for seat, (old, new) in enumerate(zip(before.stalls, s.stalls, strict=True)):
                assert new.salad[: len(old.salad)] == old.salad
                if seat != asked:
                    assert old.filled & ~new.filled == 0
        before = s.copy()


@pytest.mark.rule("JB-PLACE-6")
@pytest.mark.parametrize("left_first", ["row", "column", "ingredient"])
def test_left_bread_and_side_are_never_locked(kit: Any, left_first: str) -> None:
    s = kit.state(["", ""], "bread1 fries_soda1 meat1 vegetable1 egg1 cheese1", left_first=left_first)
    assert len(kit.picks(s)) == 6
    assert not any(slot.locked for slot in GAME.view(s, 0).stalls[0].slots if not slot.id.startswith("r"))


@pytest.mark.rule("JB-SALAD-3")
def test_a_salad_is_filled_from_left_to_right(kit: Any) -> None:
    s = kit.state(["", ""], "meat1 egg1 bread1 cheese1 cheese6", salad=True, sides=["ones", "ones"])
    kit.play(s, "salad egg1", "salad meat1", "salad cheese1", "salad bread1")
    assert [[KIND_IDS[kind] for kind in stall.salad] for stall in s.stalls] == [
        ["egg1", "bread1"],
        ["meat1", "cheese1"],
    ]


# -- orders and cards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-ORDER-5", "JB-ORDER-6", "JB-ORDER-7", "JB-ORDER-11")
@pytest.mark.parametrize("options", VARIANTS)
def test_orders_only_ever_become_complete(options: dict[str, Any]) -> None:
    for seats in (2, 3):
        done: set[tuple[int, str]] = set()
        owners = (-1, -1)
        for s in games(seats, **options):
            now = {(seat, "basic") for seat, stall in enumerate(s.stalls) if has_basic(stall)}
            now |= {(seat, "premium") for seat, stall in enumerate(s.stalls) if has_premium(stall)}
            assert done <= now and all((seat, "basic") in now for seat, order in now if order == "premium")
            for owner, was, order in zip((s.first_basic, s.first_premium), owners, ("basic", "premium"), strict=True):
                assert was in (-1, owner)
                assert (owner, order) in now if owner >= 0 else not any(kind == order for _, kind in now)
            done, owners = now, (int(s.first_basic), int(s.first_premium))


@pytest.mark.rule("JB-ORDER-8")
def test_a_left_die_may_complete_both_orders_by_ingredient(kit: Any) -> None:
    card = "bread_bottom=1 bread_top=1 l1=1 l2=1 l3=1 r1=1 r2=1 r3=1 r4=1"
    s = kit.state(
        [card, ""], "egg1 bread3", burgers=["double_daging", "kebun"], left_first="ingredient", used="0 reroll"
    )
    kit.play(s, "burger egg1 l4")
    assert (s.first_basic, s.first_premium) == (0, 0)


@pytest.mark.rule("JB-ACT-1", "JB-ACT-4", "JB-ACT-6")
def test_cards_are_spent_once_and_only_by_choice() -> None:
    for s in games(3):
        for seat in s.awaiting():
            moves = [move.text for move in s.agenda[-1].legal(s, seat)]
            assert any(text.split()[0] in ("burger", "salad", "fridge", "keep", "finish", "choose") for text in moves)
            if not s.stalls[seat].reroll:
                assert not any(text.startswith("reroll") for text in moves)
            if not s.stalls[seat].supply:
                assert "call" not in moves


@pytest.mark.rule("JB-RR-9", "JB-RR-4")
def test_only_own_burger_dice_and_pool_dice_are_rerolled(kit: Any) -> None:
    s = kit.state(
        ["l1=1", "l2=2"], "egg4 egg5 bread1", salad=True, sides=["limit", "ones"], salads=["meat3", ""], number=2
    )
    s.fridge, s.fridge_by = kit.dice("cheese1"), [-1]
    assert [text for text in kit.legal(s) if text.startswith("reroll")] == [
        "reroll_pool bread1",
        "reroll_pool egg4",
        "reroll_pool egg5",
        "reroll_own l1",
    ]


@pytest.mark.rule("JB-RR-8")
def test_no_last_chance_on_an_empty_burger(kit: Any) -> None:
    s = kit.state(["", ""], "egg1 bread1 egg2", number=6, turn=2, salad=True, sides=["ones", "ones"])
    kit.play(s, "salad egg1")
    assert s.awaiting() == [0] and type(s.agenda[-1]).__name__ == "MustTakeDie"
    kit.play(s, "burger egg2 l3")
    assert s.awaiting() == [0] and type(s.agenda[-1]).__name__ == "MayRerollOnce"
    assert kit.play(s, "reroll_own l3", tape=[5])[-1] in ("GameWon", "VictoryShared")
    assert not s.agenda and kit.pips(s, 0) == {"l3": 6}


@pytest.mark.rule("JB-ES-3", "JB-ES-10")
def test_a_delivery_leaves_the_bag_as_full_as_before(kit: Any) -> None:
    for n in range(30):
        s = kit.state(["l1=3 l2=4 l3=2 l4=5", ""], "egg4 egg5 bread1", number=3, extra_supply="any_ingredient")
        before, shown = s.in_bag, Luck(Rng(f"es{n}"))
        s.agenda[-1].take(s, 0, GAME.grammar.parse("call"), shown, EventLog(False))
        assert len(s.brought) == 3
        if s.delivered:
            kit.play(s, kit.legal(s)[0])
        assert s.in_bag == before == sum(s.bag)


@pytest.mark.rule("JB-ES-3")
def test_a_nearly_empty_bag_delivers_what_it_has(kit: Any) -> None:
    s = kit.state(["l1=3", ""], "egg4 egg5 bread1")
    s.bag, s.in_bag = [0, 0, 0, 2, 0, 0], 2
    kit.play(s, "call", tape=[0, 0, 3, 4])
    assert [KIND_IDS[kind] for kind in s.delivered] == ["meat4", "meat5"]


# -- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JB-SCORE-1", "JB-WIN-1", "JB-WIN-2", "JB-END-1")
@pytest.mark.parametrize("options", VARIANTS)
def test_the_count_at_the_end(kit: Any, options: dict[str, Any]) -> None:
    for seats in (2, 6):
        *_, s = games(seats, **options)
        ended = GAME.outcome(s)
        assert ended is not None and ended.reason == "six_rounds" and ended.rule == "JB-END-1"
        top = 246 + 60 if s.rules.multiplication else 96 + 16
        assert all(0 <= total <= top for total in ended.totals)
        assert list(ended.winners) == [seat for seat in range(seats) if ended.totals[seat] == max(ended.totals)]
        labels = [line.label for line in ended.lines if line.seat == 0]
        assert labels[:9] == ["bread", "meat", "vegetable", "egg", "cheese", "fries_soda", "basic", "premium", "cards"]
        assert ("salad" in labels) == bool(s.rules.salads)


@pytest.mark.rule("JB-SCORE-3", "JB-ADD-1", "JB-MUL-1", "JB-SALAD-6")
def test_only_dice_on_the_burger_are_counted_there(kit: Any) -> None:
    for scoring, points in (("additional", 8), ("multiplication", 15)):
        s = kit.state(
            ["l1=3 r1=5", ""], "meat6 egg1", scoring=scoring, salad=True, sides=["limit", "ones"], salads=["meat6", ""]
        )
        assert kit.lines(s)[1] == points and kit.lines(s)[9] == 0


@pytest.mark.rule("JB-TURN-2")
def test_a_game_takes_no_more_than_sixteen_decisions_a_seat() -> None:
    for options in VARIANTS:
        for seats in (2, 5):
            assert sum(1 for _ in games(seats, **options)) - 1 <= GAME.bound(GAME.settle(options, seats), seats)


def test_cheese_has_one_chinese_name_although_stored_games_pin_the_card_list() -> None:
    from bunfight.games import load
    from bunfight.i18n.words import Words

    assert Words(load("jom_burger"), "zh").term("cheese_banjir") == "爆浆芝士堡"
    own = cards.FILE.read_text(encoding="utf-8").replace("爆浆起司堡", "我的汉堡")
    assert Words(load("jom_burger", own), "zh").term("cheese_banjir") == "我的汉堡"
