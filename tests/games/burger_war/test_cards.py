"""The card list: what is printed, and what a list of one's own must look like."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from bunfight.engine import EventLog, Luck, Rng
from bunfight.engine.cards import digest
from bunfight.games.burger_war import cards
from bunfight.games.burger_war.game import GAME
from bunfight.i18n.words import Words, card_report, error_text
from bunfight.testing.rejects import rejects

TEXT = cards.FILE.read_text(encoding="utf-8")


def changed(id_: str, key: str, value: str) -> str:
    """The house list with one key of one card changed."""
    head, mark, tail = TEXT.partition(f'id = "{id_}"\n')
    assert mark
    row, end, rest = tail.partition("\n\n")
    lines = [f"{key} = {value}" if line.startswith(f"{key} =") else line for line in row.split("\n")]
    return head + mark + "\n".join(lines) + end + rest


def without(*ids: str) -> str:
    text = TEXT
    for id_ in ids:
        head, _, tail = text.partition(f'[[card]]\nid = "{id_}"\n')
        text = head + tail.partition("\n\n")[2]
    return text


def more(kinds: int, copies: int = 0) -> str:
    """The house list with more buns of the plain sort."""
    row = 'category = "ingredient"\ntype = "BUN"\nmodifier = 1\nrarity = "plain"\neffect = ""\n'
    return TEXT + "".join(
        f'\n[[card]]\nid = "more_{number}"\nname = "Roll {number}"\n{row}short = 0\nfull = {copies}\n'
        for number in range(kinds)
    )


@pytest.mark.rule("IW-CARD-1", "IW-CARD-2")
def test_the_shipped_list_counts_as_documented() -> None:
    assert len(cards.CARDS) == 35
    assert {card.category for card in cards.CARDS} == {"ingredient", "contraption", "war"}
    for column, total, ingredients, contraptions, wars, buns in (
        ("short", 77, 58, 15, 4, 14),
        ("full", 114, 86, 22, 6, 22),
    ):
        assert cards.count(cards.CARDS, column) == total
        by_category = {
            c: sum(k.copies(column) for k in cards.CARDS if k.category == c) for c in ("ingredient", "contraption")
        }
        assert by_category == {"ingredient": ingredients, "contraption": contraptions}
        assert cards.count(cards.CARDS, column, "WAR") == wars
        assert cards.count(cards.CARDS, column, "BUN") == cards.count(cards.CARDS, column, "PATTY") == buns
        assert sum(card.modifier * card.copies(column) for card in cards.CARDS) == 0
    plain = [card for card in cards.CARDS if card.category == "ingredient" and card.rarity == "plain"]
    assert {(card.type, card.modifier) for card in plain} == {(t, m) for t in cards.TYPES for m in (-2, -1, 1, 2)}


@pytest.mark.rule("IW-SPEC-4", "IW-SPEC-5")
def test_the_ten_special_cards() -> None:
    special = [card for card in cards.CARDS if card.rarity != "plain"]
    assert sorted((card.type, card.modifier) for card in special) == sorted(
        (t, m) for t in cards.TYPES for m in (-3, 3)
    )
    assert all(card.short == card.full == 1 for card in special)


def test_cards_are_described_by_name_type_and_number() -> None:
    english, chinese = Words(GAME), Words(GAME, "zh")
    assert english.term("bun_p1#2") == "Comet Bap (bun +1)" == english.score("bun_p1")
    assert english.term("veggies_leg") == "Treaty Tomatoes (Legendary Veggies +3)"
    assert chinese.term("patty_cur") == "虚空肉饼（诅咒肉饼 -3）" == chinese.score("patty_cur")
    assert (english.term("nuke"), chinese.term("transmog")) == ("NUKE", "变形器")
    for card in cards.CARDS:
        for words in (english, chinese):
            assert words.term(card.id).startswith(cards.called(card)[words.language])


def test_where_cards_come_from() -> None:
    for card in cards.CARDS:
        plain = card.category == "ingredient" and card.rarity == "plain"
        assert card.source == ("house" if plain else "printed")
    own = GAME.with_cards(re.sub(r"source = .*\n", "", TEXT))
    assert {card.source for card in own.listed} == {"own"}
    with rejects("card 'bun_p2': source: must be one of house, own, printed, public, not 'attic'"):
        GAME.with_cards(changed("bun_p2", "source", '"attic"'))


def test_check_and_digest() -> None:
    assert card_report(cards.check(cards.FILE)) == "cards.toml: 35 kinds, 77 cards short, 114 cards full"
    assert len(digest(cards.FILE)) == 64 and GAME.cards_digest == digest(cards.FILE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param(TEXT.replace('id = "bun_p2"', 'id = "bun_p1"'), "twice", marks=pytest.mark.rule("IW-LIST-1")),
        pytest.param(TEXT.replace('id = "bun_p2"', 'id = "Bun 2"'), "IW-LIST-1", marks=pytest.mark.rule("IW-LIST-1")),
        pytest.param(changed("bun_p2", "full", "21"), "IW-LIST-1", marks=pytest.mark.rule("IW-LIST-1")),
        pytest.param(changed("bun_p2", "short", "-1"), "IW-LIST-1", marks=pytest.mark.rule("IW-LIST-1")),
        pytest.param(TEXT.replace("\nfull = 5", "", 1), "'full' is missing", marks=pytest.mark.rule("IW-LIST-1")),
        pytest.param(changed("bun_p2", "type", '"BREAD"'), "IW-LIST-2", marks=pytest.mark.rule("IW-LIST-2")),
        pytest.param(changed("bun_p2", "category", '"food"'), "IW-LIST-2", marks=pytest.mark.rule("IW-LIST-2")),
        pytest.param(
            without("sauce_n2", "sauce_n1", "sauce_p1", "sauce_p2"),
            "SAUCE has no plain kind",
            marks=pytest.mark.rule("IW-LIST-2"),
        ),
        pytest.param(changed("bun_p2", "modifier", "3"), "IW-LIST-3", marks=pytest.mark.rule("IW-LIST-3")),
        pytest.param(changed("bun_p2", "modifier", "0"), "IW-LIST-3", marks=pytest.mark.rule("IW-LIST-3")),
        pytest.param(changed("bun_p2", "effect", '"boom"'), "IW-LIST-3", marks=pytest.mark.rule("IW-LIST-3")),
        pytest.param(without("bun_leg"), "IW-LIST-4", marks=pytest.mark.rule("IW-LIST-4")),
        pytest.param(changed("bun_leg", "modifier", "2"), "IW-LIST-4", marks=pytest.mark.rule("IW-LIST-4")),
        pytest.param(changed("bun_leg", "full", "2"), "IW-LIST-4", marks=pytest.mark.rule("IW-LIST-4")),
        pytest.param(changed("bun_leg", "effect", '"two_actions"'), "IW-LIST-4", marks=pytest.mark.rule("IW-LIST-4")),
        pytest.param(changed("bun_leg", "rarity", '"mythic"'), "IW-LIST-4", marks=pytest.mark.rule("IW-LIST-4")),
        pytest.param(without("war"), "IW-LIST-5", marks=pytest.mark.rule("IW-LIST-5")),
        pytest.param(changed("nuke", "short", "0"), "IW-LIST-5", marks=pytest.mark.rule("IW-LIST-5")),
        pytest.param(changed("nuke", "type", '"LASER"'), "IW-LIST-5", marks=pytest.mark.rule("IW-LIST-5")),
        pytest.param(changed("nuke", "modifier", "1"), "IW-LIST-5", marks=pytest.mark.rule("IW-LIST-5")),
        pytest.param(changed("war", "type", '"NUKE"'), "IW-LIST-5", marks=pytest.mark.rule("IW-LIST-5")),
        pytest.param(
            more(46), r"card: must have 0 to 80 entries, not 81 \(IW-LIST-8\)", marks=pytest.mark.rule("IW-LIST-8")
        ),
        pytest.param(more(20, 7), "254 cards", marks=pytest.mark.rule("IW-LIST-8")),
        pytest.param(
            TEXT.replace('id = "nuke"', f'id = "{"x" * 41}"'), "IW-LIST-8", marks=pytest.mark.rule("IW-LIST-8")
        ),
        pytest.param(changed("nuke", "name", f'"{"x" * 61}"'), "IW-LIST-8", marks=pytest.mark.rule("IW-LIST-8")),
        pytest.param(changed("nuke", "name", '"{0:seat}"'), "IW-LIST-8", marks=pytest.mark.rule("IW-LIST-8")),
        pytest.param(changed("nuke", "name", '""'), "IW-LIST-8", marks=pytest.mark.rule("IW-LIST-8")),
        pytest.param(changed("nuke", "name", '{ fr = "Bombe" }'), "en and zh", marks=pytest.mark.rule("IW-LIST-8")),
        (TEXT.replace('game = "burger_war"', 'game = "chess"'), "meta: game: must be one of burger_war, not 'chess'"),
        (TEXT + "\n[extra]\n", "unknown key 'extra'; known keys: meta, card"),
        (TEXT.replace("rarity", "colour", 1), "unknown key 'colour'"),
        ("[[card", "not a TOML file"),
    ],
)
def test_a_bad_list_is_refused(text: str, why: str, tmp_path: Path) -> None:
    with rejects(why):
        GAME.with_cards(text)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with rejects(why) as refused:
        cards.check(path)
    assert "mine.toml" in refused.text


@pytest.mark.rule("IW-LIST-8")
def test_an_expansion_has_ample_room_and_costs_little() -> None:
    own = GAME.with_cards(more(45, 2))
    assert len(own.listed) == 80 and own.settle({"deck": "custom"}, 6)
    assert not any(own.book.transmogs)  # none of some 80,000 before it is wanted
    assert own.grammar.parse("transmog 5 more_44#2 more_0").text in own.grammar.catalogue(6)


@pytest.mark.rule("IW-LIST-6", "IW-LIST-7")
def test_a_list_must_serve_its_players(tmp_path: Path) -> None:
    few_buns = re.sub(r'(id = "bun_[np]\d".*?)short = 3\nfull = 5', r"\1short = 0\nfull = 0", TEXT, flags=re.DOTALL)
    game = GAME.with_cards(few_buns)
    game.settle({"deck": "custom"}, 2)
    with rejects("IW-LIST-6"):
        game.settle({"deck": "custom"}, 3)
    small = TEXT.replace("short = 2", "short = 0").replace("short = 3", "short = 1").replace("short = 4", "short = 1")
    with rejects("IW-LIST-7"):
        GAME.with_cards(small).settle({"deck": "custom"}, 3)
    path = tmp_path / "small.toml"
    path.write_text(small, encoding="utf-8")
    with rejects("IW-LIST-7"):
        cards.check(path)


def test_unusual_card_lists_give_warnings() -> None:
    assert cards.warnings(cards.CARDS, "short", 4) == []
    assert "fewer than 90 cards" in error_text(cards.warnings(cards.CARDS, "short", 5)[0])
    assert cards.warnings(cards.CARDS, "full", 6) == []
    listed = cards.load(changed("war", "full", "20"))
    assert any("WAR" in error_text(note) for note in cards.warnings(listed, "full", 6))
    listed = cards.load(changed("bun_n2", "full", "0"))
    notes = [error_text(note) for note in cards.warnings(listed, "full", 6)]
    assert "the full deck has no BUN-2" in notes


@pytest.mark.rule("IW-SETUP-2")
def test_an_own_list_is_played_with_option_custom() -> None:
    own = GAME.with_cards(changed("bun_p2", "short", "9").replace('id = "sauce_p2"', 'id = "mustard"'))
    assert own.cards_digest != GAME.cards_digest
    options = own.settle({"deck": "custom"}, 2)
    s = own.setup(options, 2, Luck(Rng("own")), EventLog())
    assert len(s.deck) == 77
    own.audit(s)
    assert (
        own.grammar.parse("place mustard 1").text == "place mustard 1"
        and own.grammar.parse("nuke 0 bun_p2#9").text == "nuke 0 bun_p2#9"
    )
    with rejects("the deck is your own list"):
        GAME.settle({"deck": "custom"}, 2)


def test_a_rulebook_travels_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    own = GAME.with_cards(TEXT.replace('id = "sauce_p2"', 'id = "mustard"'))
    twin = pickle.loads(pickle.dumps(own))
    assert twin.cards_digest == own.cards_digest and twin.own_list and "mustard" in twin.book.ids
