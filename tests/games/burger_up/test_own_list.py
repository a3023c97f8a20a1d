"""With a custom card list, only its own names appear, and it may be larger or smaller than the built-in one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import IllegalMove, Rng, Table, require_legal
from bunfight.engine.event import plain
from bunfight.games.burger_up import GAME
from bunfight.games.burger_up.bots.planning import taste
from bunfight.games.burger_up.card_rows import FILE
from bunfight.games.burger_up.cards import PRINTED, load
from bunfight.games.burger_up.game import BurgerUp
from bunfight.i18n.words import LANGUAGES, Words
from bunfight.testing.rejects import rejects

TEXT = FILE.read_text(encoding="utf-8")
INGREDIENTS, CARDS, TOP_BUNS = (
    TEXT[: TEXT.index("]\n\ncard = [")],
    TEXT[TEXT.index("]\n\ncard = [") : TEXT.index("]\n\n[[top_bun]]")],
    TEXT[TEXT.index("]\n\n[[top_bun]]") :],
)
HOUSE_NAMES = {
    name for key, told in PRINTED.names.terms.items() if key not in PRINTED.book.cards for name in told.values()
}


def renamed() -> str:
    """Every ingredient and order has another name, some another id, and one another type."""
    count = iter(range(1000))
    text = re.sub(r'name = \{ en = "[^"]*", zh = "[^"]*" \}', lambda _: f'name = "Zyx {next(count)}"', TEXT)
    text = text.replace("word:chicken", "word:zyx").replace('{ en = "Chicken", zh = "鸡肉" }', '"Any Zyx"')
    text = text.replace('"bacon"', '"strip"').replace("name:bacon", "name:strip").replace("chicken_and_avo", "zyx_x")
    old = next(line for line in text.splitlines() if 'id = "sweet_chilli"' in line)
    return text.replace(
        old, old.replace('type = "sauce", keywords = ["sauce"]', 'type = "salad", keywords = ["salad"]')
    )


def everything_told(game: Any, seed: str) -> str:
    """A whole game as it is told in both languages: events, choices, cards, refusals, score lines."""
    table = Table(game, ["Ann", "Bob"], seed)
    rng = Rng(seed, "bots")
    told = [rule for words in both(game) for rule in tb_rules(words)]
    every = game.grammar.catalogue(2)
    while table.state.agenda:
        s = table.state
        seat = s.active  # type: ignore[attr-defined]
        view = game.view(s, seat)
        for words in both(game):
            told += [words.move(text, ["Ann", "Bob"]) for text in view.moves]
            told += [words.term(face.card) for face in view.kitchens[seat].hand]
            told += [words.term(order.order) for order in view.pending if order is not None]
            told += [refused(words, game, s, seat, every[rng.below(len(every))]) for _ in range(30)]
        table.play(seat, game.bots.policy(s, seat, rng).text)
    for words in both(game):
        heard = [plain(said.event) for chapter in table.said for said in chapter]
        told += [words.event(event, ["Ann", "Bob"]) for event in heard]
        told += [words.score(line.label) for line in game.outcome(table.state).lines]
    return "\n".join(told)


def both(game: Any) -> list[Words]:
    return [Words(game, language) for language in LANGUAGES]


def tb_rules(words: Words) -> list[str]:
    return [str(words.rule(rule)) for rule in words.book["rules"] if rule.startswith("BU-TB")]


def refused(words: Words, game: Any, s: Any, seat: int, text: str) -> str:
    try:
        require_legal(s, seat, game.grammar.parse(text))
    except IllegalMove as why:
        return words.refusal(why, ["Ann", "Bob"])
    return ""


def test_a_custom_list_is_described_without_printed_names() -> None:
    own = GAME.with_cards(renamed())
    told = everything_told(own, "own")
    assert [name for name in HOUSE_NAMES if name.lower() in told.lower()] == []
    assert "Zyx 3" in told and "Any Zyx" in told and len(tb_rules(both(own)[0])) == 21
    assert [name for name in HOUSE_NAMES if name in everything_told(GAME, "own")] != []


def test_a_retyped_ingredient_is_described_and_drawn_by_its_type() -> None:
    own = GAME.with_cards(renamed().replace('art = "sweet_chilli"', 'art = ""'))
    half = next(face.b for face in own.painter.faces if face.b.ingredient == "sweet_chilli")
    assert (half.type, half.keywords[0], half.art) == ("salad", "salad", "salad")
    assert next(face.b for face in GAME.painter.faces if face.b.ingredient == "sweet_chilli").art == "sweet_chilli"


def test_a_name_may_differ_by_language_and_a_card_is_named_by_its_ends() -> None:
    words = {language: Words(GAME, language) for language in LANGUAGES}
    assert [words["en"].term("mu1"), words["zh"].term("mu1")] == ["Bacon* / Ketchup", "培根*／番茄酱"]
    assert [words["en"].term("bun1"), words["zh"].term("bun1")] == ["Middle Bun", "中层面包"]
    assert words["en"].rule("BU-TB-04") == "Chicken & Avo: Chicken, Avocado, Gourmet or larger."
    assert words["zh"].rule("BU-TB-10") == "肉食霸王龙：肉至少 2 份，不含沙拉，美味堡及以上。"
    only = load(TEXT.replace('{ en = "Brie", zh = "布里芝士" }', '{ zh = "布里" }'))
    assert (only.names.of("brie", "en"), only.names.of("brie", "zh")) == ("布里", "布里")


def test_two_kinds_of_buns_are_asked_for_as_buns() -> None:
    rye = '    { id = "rye", name = "Rye", type = "bun", keywords = [] },\n'
    own = load(INGREDIENTS + rye + CARDS.replace('b = "middle_bun"', 'b = "rye"') + TOP_BUNS)
    bun = next(bun for bun in own.top_buns if bun.id == "double_decker")
    assert [own.names.read(ask) for ask in own.names.asks(bun)] == ["2+ Patty", "Bun"]


def doubled() -> str:
    """An expansion: every card and every Top Bun once more."""
    cards = re.sub(r'id = "(\w+)"', r'id = "\1x"', CARDS.removeprefix("]\n\ncard = [\n"))
    buns = re.sub(r'\nrule = "[^"]*"', "", TOP_BUNS.removeprefix("]\n\n"))
    buns = re.sub(r'\nid = "(\w+)"', r'\nid = "\1_x"', buns)
    return INGREDIENTS + CARDS + cards + TOP_BUNS + "\n" + buns


@pytest.mark.rule("BU-DATA-1", "BU-DATA-2")
def test_an_expansion_loads_and_is_played() -> None:
    own = GAME.with_cards(doubled())
    assert (len(own.book.cards), len(own.book.orders)) == (144, 42)
    table = Table(own, ["a", "b", "c"], "more")
    rng = Rng("bots")
    assert len(table.state.order_deck) == 11  # type: ignore[attr-defined]
    while table.state.agenda:
        s = table.state
        own.audit(s)  # type: ignore[arg-type]
        view = own.view(s, s.active)  # type: ignore[arg-type, attr-defined]
        assert own.view(own.determinize(view, rng), s.active) == view  # type: ignore[attr-defined]
        table.play(s.active, own.bots.policy(s, s.active, rng).text)  # type: ignore[arg-type, attr-defined]
    assert sum(len(k.claimed) for k in table.state.kitchens) >= 12  # type: ignore[attr-defined, misc]


@pytest.mark.rule("BU-BUILD-8", "BU-SPAT-2")
def test_a_burger_of_more_cards_than_the_house_has_can_be_lifted_and_judged(lay: Any) -> None:
    own = load(doubled())
    salads = [2 * n for n, card in enumerate(own.book.cards) if card.startswith("ss")] * 20
    t = lay(orders="garden_delight extra_cheesy hold_the_sauce", game=BurgerUp(own))
    t.s.kitchens[0].stacks[0] = vec[i64](salads[:140])
    assert "spatula 0 139 discard" in t.legal("spatula") and "spatula 0 140 discard" not in t.legal("spatula")
    assert own.book.grammar.parse("spatula 1 143 other") is own.book.lifts[-1]
    for keys in taste(own.book).orders:  # counts do not run into each other
        stacks = [vec[i64](salads[:number]) for number in (1, 63, 64, 127, 128, 140)]
        assert len({keys.of(stack) for stack in stacks}) == len(stacks)


@pytest.mark.rule("BU-DATA-1", "BU-DATA-2", "BU-SETUP-1")
def test_a_small_list_is_enough_for_few_players() -> None:
    blocks = TOP_BUNS.split("[[top_bun]]")
    few = "[[top_bun]]".join(blocks[:13])
    own = GAME.with_cards(INGREDIENTS + CARDS + few)
    assert len(Table(own, ["a", "b"], "s").state.aside) == 0  # type: ignore[attr-defined]
    with rejects("3 players need 14 Top Buns, not 12"):
        Table(own, ["a", "b", "c"], "s")
    lines = [line for line in CARDS.splitlines() if "a_next" in line]
    blocks = [re.sub(r"\nwitness = .*", "", block) for block in blocks]
    easy = "[[top_bun]]".join(
        [
            blocks[0],
            *(
                f'\nid = "any{number}"\nname = "Any"\nneeds = [{{ kind = "at_least", of = "keyword:meat", n = 1 }}]\n'
                for number in range(18)
            ),
        ]
    )
    tiny = GAME.with_cards(INGREDIENTS + "]\n\ncard = [\n" + "\n".join(lines[:15]) + "\n" + easy)
    assert len(Table(tiny, ["a", "b", "c"], "s").state.deck) == 0  # type: ignore[attr-defined]
    with rejects("4 players need 19 cards, not 15"):
        Table(tiny, ["a", "b", "c", "d"], "s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_rejections_are_those_of_the_list(lay: Any, language: str) -> None:
    words = Words(GAME, language)
    t = lay(("cc4.b", ""), orders="skyline extra_cheesy saucy_minx")
    for number, claim in ((3, "claim 0 extra_cheesy"), (0, "claim 0 saucy_minx"), (1, "claim 0 skyline")):
        assert str(number) in words.refusal(t.why(claim), ["Ann", "Bob"])
    assert "Ann" in words.refusal(t.why("cleanup", 1), ["Ann", "Bob"])


def test_burgers_and_cards_are_counted_from_one_for_people() -> None:
    said = {language: Words(GAME, language) for language in LANGUAGES}
    assert said["en"].move("place mm1 a 0", []) == "Place Beef Patty / Grilled Chicken, upper half, on burger 1"
    assert said["en"].move("spatula 1 2 other", []) == (
        "Spatula: lift card 3 of burger 2 and everything above it to the other burger"
    )
    assert said["zh"].move("buy 2", []) == "花 1 元买市场的第 3 张牌"
    assert said["zh"].move("claim 1 skyline", []) == "用汉堡 2 完成天际线"
