"""What a person finds at the table: aid, reasons, hints, undo, covers, clocks; and what happens when things go wrong."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from terminal_harness import Person, at, local

from bunfight.engine import Rng, replay
from bunfight.tui.coach import Coach, lesson_of
from bunfight.tui.dialogs import ChoiceDialog, HandOverScreen, RulesDialog, TextDialog
from bunfight.tui.home import lesson
from bunfight.tui.messages import Messages
from bunfight.tui.presenter import Presenter
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.session import LocalSession, Rejection, has_secrets, resume_session

ALL = ("jom_burger", "burger_up", "burger_war", "burger_boss", "buffet_boss")


def text_of(person: Person) -> str:
    """Everything on the screen."""
    app = person.pilot.app
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


def paper(person: Person) -> str:
    screen = person.pilot.app.screen
    assert isinstance(screen, TextDialog), screen
    return str(screen.body)


async def picked_up(person: Person) -> None:
    """A food is in the hand."""
    assert await person.turn()
    person.screen.make(next(move for move in person.screen.presenter.view.moves if move.startswith("take ")))
    await person.until(lambda: person.screen.presenter.motion.hand.piece and person.ready())


@pytest.mark.parametrize("game", ALL)
async def test_a_newcomer_finds_whose_turn_it_is_what_can_be_done_and_how_it_ends(game: str) -> None:
    async with at(local(game)) as person:
        assert await person.turn()
        await person.pilot.pause()
        shown = text_of(person)
        assert "your turn" in shown, "whose turn"
        assert person.screen.presenter.words.question(person.screen.presenter.view.step)[:30] in shown, "what is asked"
        assert person.screen.choices.option_count, "what can be done"
        if game != "burger_war":  # where a preview says what it would bring
            assert any(row.does for row in person.screen.presenter.rows()) or person.screen.presenter.rows()[0].verbs
        await person.keys("a")
        aid = paper(person)
        for heading, lines in person.screen.presenter.words.aid():
            assert heading in aid and lines[0][:20] in aid, "goal, turn, scoring, end"
        assert all(sign in aid for sign, _ in person.screen.presenter.words.legend())


def test_nobody_is_told_to_wait_for_themselves() -> None:
    """Before the table asks its first question, and between two positions."""
    session = local("burger_up")
    mover = session.table.state.awaiting()[0]
    assert Presenter(session, mover).question() == "your turn"
    assert Presenter(session, 1 - mover).question() == f"Waiting for {session.names[mover]}"


@pytest.mark.parametrize(("rows", "told"), [("column", "The right column opens"), ("row", "the left space of its row")])
async def test_the_aid_follows_the_options_of_the_table(rows: str, told: str) -> None:
    async with at(local("jom_burger", options={"left_first": rows}), (120, 40)) as person:
        await person.turn()
        await person.keys("a")
        assert told in " ".join(paper(person).split())


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_rules_are_found_by_word(lang: str) -> None:
    async with at(local("burger_war", lang=lang)) as person:
        await person.turn()
        await person.keys("r", *"nuke")
        screen = person.pilot.app.screen
        assert isinstance(screen, RulesDialog)
        await person.until(lambda: "IW-NUKE-1" in str(screen.query_one("#found").render()))
        assert "IW-TURN-1" not in str(screen.query_one("#found").render())
        await person.keys("escape")
        assert not isinstance(person.pilot.app.screen, RulesDialog)
    words = local("burger_war", lang=lang).words
    assert "IW-NUKE-3" in [rule for rule, _ in words.rules_about("核弹 传说蔬菜")], "in any language"
    assert words.rules_about("pizza") == []


async def test_what_cannot_be_used_says_which_rule_forbids_it() -> None:
    async with at(local("jom_burger")) as person:
        await person.turn()
        board = person.screen.board
        view: Any = person.screen.presenter.view
        kinds = {die[:-1] for die in view.pool}
        slot = next(one.id for one in view.stalls[0].slots if one.locked and one.ingredient in kinds)
        locked = next(spot for spot in board.canvas.spots if spot.thing == {"slot": slot})
        board.go(locked)
        await person.keys("question_mark")
        await person.until(lambda: isinstance(person.pilot.app.screen, TextDialog))
        assert "JB-PLACE-" in paper(person) and "left" in paper(person)
        await person.keys("escape")
        await person.keys("enter")
        await person.until(lambda: isinstance(person.pilot.app.screen, TextDialog))
        assert "JB-PLACE" in paper(person), "and so does choosing it"


async def test_numbers_arrows_and_tab_reach_what_is_lit() -> None:
    async with at(local("burger_up")) as person:
        await person.turn()
        board, presenter = person.screen.board, person.screen.presenter
        first = board.spot
        assert first is not None and board.lit(first), "the cursor begins where something can be done"
        await person.keys("tab")
        assert board.spot is not first and board.lit(board.spot)  # type: ignore[arg-type]
        card = next(n for n, spot in enumerate(board.numbered, 1) if "card" in (spot.thing or {}))
        await person.keys(str(card))
        assert (presenter.selection.at and "Now choose" in presenter.question()) or "Enter" in presenter.question()
        assert all("place" in move for move in presenter.selection.left())
        await person.keys("escape")
        assert not presenter.selection.at
        for _ in range(30):
            await person.keys("down")
        assert board.spot is not None and board.spot.y > 5


@pytest.mark.parametrize("game", ["jom_burger", "burger_up", "burger_war", "burger_boss"])
async def test_enter_alone_makes_a_move(game: str) -> None:
    """After a selection the cursor goes to what can be selected next, so Enter does not deselect."""
    async with at(local(game)) as person:
        await person.turn()
        number, board = person.session.number, person.screen.board
        for _ in range(5):
            await person.keys("enter")
            await person.pilot.pause()
            if person.session.number > number:
                break
            assert board.spot is not None and board.spot.thing not in person.screen.presenter.selection.at
        assert person.session.number > number


async def test_picks_come_before_rerolls_and_serving_before_the_spatula() -> None:
    desk_rows: dict[str, list[str]] = {}
    for game in ("jom_burger", "burger_up"):
        async with at(local(game)) as person:
            await person.turn()
            desk_rows[game] = [
                row.move.split(" ")[0] or row.verbs[0]
                for row in person.screen.presenter.rows()
                if row.move or row.verbs
            ]
    jom = desk_rows["jom_burger"]
    assert jom.index("burger") < jom.index("reroll_pool")
    order = [verb for entry in local("burger_up").words.table["aid"]["menu"] for verb in entry["verbs"]]
    assert order.index("claim") < order.index("place") < order.index("spatula")


async def test_hint_undo_and_what_is_public() -> None:
    async with at(local("burger_up", seed="3")) as person:
        await person.turn()
        await person.keys("h")
        await person.until(lambda: isinstance(person.pilot.app.screen, TextDialog))
        assert "Choice:" in paper(person) and person.screen.presenter.hinted
        await person.keys("escape")
        before = person.session.number
        person.screen.make(person.screen.presenter.hinted)
        await person.until(lambda: person.session.number > before and person.ready())
        await person.keys("u")
        await person.until(lambda: person.session.number == before)
        await person.turn()
        await person.keys("u")
        await person.until(lambda: isinstance(person.pilot.app.screen, TextDialog))
        assert "HOUSE-UNDO" in paper(person)
        await person.keys("escape", "d")
        assert "Discard pile" in paper(person)
        await person.keys("escape", "l")
        assert "is the First Player" in paper(person)


async def test_another_person_gets_a_hidden_screen_only_where_something_is_hidden() -> None:
    async with at(local("burger_war", bots={2: "random"}, players=3)) as person:
        await person.until(lambda: isinstance(person.pilot.app.screen, HandOverScreen))
        assert "Nebula" not in text_of(person) and person.screen.looked is None
        await person.keys("enter")
        await person.turn()
        assert person.screen.looked == person.session.asked
    async with at(local("jom_burger", bots={})) as person:
        seen = set()
        for _ in range(6):
            await person.turn()
            assert not isinstance(person.pilot.app.screen, HandOverScreen), "everything is public"
            seen.add(person.screen.presenter.seat)
            await person.from_menu()
        assert seen == {0, 1}
    table = local("jom_burger", options={"salad": "yes"}, bots={}).table
    for seat in (0, 1):
        assert has_secrets(table.game, table.state, seat) is False, "not chosen yet"
    table.play(0, "choose ones")
    assert has_secrets(table.game, table.state, 0), "a chosen side is a secret"


async def test_the_only_answer_is_given_by_itself_and_undo_goes_past_it() -> None:
    patient, quick = (local("burger_war", seed="5", auto_pass=auto) for auto in (False, True))
    for session in (patient, quick):
        async with at(session) as person:
            for _ in range(12):
                if not await person.turn():
                    break
                if session is quick:
                    assert len(person.screen.presenter.view.moves) > 1
                await person.from_menu()
    assert not patient.automatic


async def test_a_terminal_that_is_too_small_says_so_and_waits() -> None:
    async with at(local("jom_burger"), (60, 20)) as person:
        await person.pilot.pause()
        assert "at least 80 × 24" in text_of(person)
        await person.pilot.resize_terminal(100, 30)
        await person.until(lambda: "your turn" in text_of(person))
        await person.pilot.resize_terminal(120, 40)
        await person.until(lambda: person.screen.has_class("wide"))
        await person.turn()


async def test_ctrl_c_asks_and_the_game_goes_on_later() -> None:
    saves = SaveFolder()
    session = local("burger_up", saves=saves, name=saves.new("burger_up"))
    async with at(session) as person:
        await person.turn()
        await person.from_menu()
        await person.turn()
        await person.keys("a", "ctrl+c")
        await person.until(lambda: isinstance(person.pilot.app.screen, ChoiceDialog))
        await person.keys("escape")  # stay; the text is still open
        await person.keys("escape")
        await person.until(lambda: person.pilot.app.screen is person.screen)
        number = session.number
        await person.keys("ctrl+c", "enter")
        await person.until(lambda: not person.pilot.app.is_running or person.pilot.app._exit)
    last = saves.last()
    assert last is not None and last[1].decisions == number
    again = resume_session(saves, *last, "zh")
    assert again.number == number and again.names == session.names and again.bots == session.bots
    assert again.table.record.chapters[-1].commit == session.table.record.chapters[-1].commit, "the same luck goes on"
    async with at(again) as person:
        assert await person.turn()


async def test_a_clock_that_runs_out_makes_the_move_of_the_rules() -> None:
    session = local("buffet_boss", options={"version": "lunch", "hold_seconds": "45"})
    async with at(session) as person:
        await picked_up(person)
        number = session.number
        assert 0 < (session.seconds(0) or 0) <= 45 and " s left" in str(person.screen.query_one("#top").render())
        what, allowed, since = session._limit
        session._limit = (what, allowed, since - 50)
        await person.until(lambda: session.number > number)
        assert session.table.record.entries[number].move.startswith("place ")


async def test_the_hand_sways_as_the_rules_say() -> None:
    from bunfight.games.buffet_boss.rules import hand as hand_rules

    session = local("buffet_boss", options={"version": "lunch", "hand": "wild"})
    async with at(session) as person:
        await picked_up(person)
        hand = person.screen.presenter.motion.hand
        seen = {round(hand.off()[0], 2) for _ in range(5) if not await asyncio.sleep(0.12)}
        assert len(seen) > 1, "it moves"
        at_ms, phases = hand.held_ms(), list(hand.view.phases)
        expected = hand_rules.sway(session.table.state, 0, at_ms, phases)  # type: ignore[arg-type]
        assert abs(hand.off()[0] - expected.dx) < 1.0
        number, hand.x = session.number, 0.0
        await person.keys("left", "enter")
        await person.until(lambda: session.number > number)
        said = session.table.record.entries[number].move.split(" ")
        assert said[2] == "-50" and said[6].isdecimal(), "let go at that moment"


@pytest.mark.parametrize("game", ALL)
async def test_a_lesson_is_finished_by_doing_what_it_marks(game: str) -> None:
    screen = lesson(game, Settings(motion=False), Messages("en"))
    coach = screen.coach
    assert isinstance(coach, Coach) and coach.total == len((lesson_of(game) or {})["steps"])
    async with at(screen.session, coach=coach) as person:
        assert coach.reading and coach.text()[:40] in text_of(person)
        for _ in range(len(coach.intro)):
            await person.keys("n")
        tries = 0
        while not coach.over and tries < 120:
            tries += 1
            assert await person.turn()
            if tries == 1 and coach.step is not None and not coach.step.get("any"):
                other = next((m for m in person.screen.presenter.view.moves if not coach.allows(m)), "")
                if other:
                    person.screen.make(other)
                    await person.pilot.pause(0.05)
                    assert coach.made == 0, "another move is refused politely"
            number, hand = person.session.number, getattr(person.screen.presenter.motion, "hand", None)
            if hand is not None and hand.piece and coach.step is not None and "until" in coach.step:
                hand.x = 80.0  # beyond the rim of the plate
                await person.keys("c")
            elif hand is not None and hand.piece:
                await person.keys("1", "c")
            elif coach.wanted:
                person.screen.make(coach.wanted[0])
            else:
                await person.from_menu()
            await person.until(lambda number=number: person.session.number > number)
        assert coach.over, f"{coach.made} of {coach.total} steps"


async def test_a_refused_move_changes_nothing_and_cites_the_rule() -> None:
    session = local("burger_up")
    async with at(session) as person:
        await person.turn()
        number = session.number
        person.screen.make("end")
        await person.until(lambda: isinstance(person.pilot.app.screen, TextDialog))
        assert "BU-" in paper(person) and session.number == number
        refused: Any = await session.play(0, "fly away")
        assert isinstance(refused, Rejection) and "is not a move" in refused.reason


async def test_enter_lets_go_of_the_piece_that_the_status_names() -> None:
    """Tab to the other piece in the hand: it is taken up, named, and dropped."""
    session = local("buffet_boss", options={"version": "lunch"})
    async with at(session) as person:
        hand = person.screen.presenter.motion.hand
        for _ in range(60):
            await person.turn()
            hand = person.screen.presenter.motion.hand
            me = person.screen.presenter.view.players[0]  # type: ignore[attr-defined]
            if hand.piece and len(me.hand) > 1:
                break
            if hand.piece:
                number = session.number
                await person.keys("1", "c")
                await person.until(lambda number=number: session.number > number or person.over())
            else:
                takes = [move for move in person.screen.presenter.view.moves if move.startswith("take")]
                both = max(takes, key=lambda move: len(move.split()), default="")
                if both:
                    person.screen.make(both)
                    await person.pilot.pause(0.05)
                else:
                    await person.decide()
        else:
            raise AssertionError("two pieces were never held")
        held = [one.id for one in person.screen.presenter.view.players[0].hand]  # type: ignore[attr-defined]
        other = next(one for one in held if one != hand.piece)
        spot = next(one for one in person.screen.board.canvas.spots if one.thing == {"held": other})
        person.screen.board.go(spot)
        await person.until(lambda: hand.piece == other)
        name = person.screen.presenter.words.term(other)
        assert name in str(person.screen.query_one("#status").content)  # type: ignore[attr-defined]
        number = session.number
        await person.keys("enter")
        await person.until(lambda: session.number > number)
        assert f" {other} " in session.table.record.entries[number].move


async def test_every_key_is_shown() -> None:
    from bunfight.tui.table import TableScreen

    words = {
        "question_mark": "?",
        "escape": "Esc",
        "tab": "Tab",
        "shift+tab": "Tab",
        "w": "?",
        "n": "",
        "b": "",
        "t": "",
        "e": "",  # shown once the game is over
    }
    for language in ("en", "zh"):
        async with at(local("burger_up", lang=language)) as person:
            await person.turn()
            keys = str(person.screen.query_one("#keys").content)  # type: ignore[attr-defined]
            for binding in TableScreen.BINDINGS:
                key = binding.key.split(",")[0]  # type: ignore[union-attr]
                assert words.get(key, f"{key} ") in keys, f"{key} is not shown in {language}"
            assert "1-9" in keys


async def test_number_keys_have_a_sign_of_their_own() -> None:
    async with at(local("burger_up")) as person:
        await person.turn()
        board = person.screen.board
        text = "\n".join(board._strip(row).text for row in range(board.canvas.height))
        assert "1▸" in text and all(f"{number}▸" in text for number in range(1, min(9, len(board.numbered)) + 1))
        for x, y in board._marks:
            assert board.canvas.rows[y][x][0] in " ─╭╰", "no text is hidden"


def test_lessons_speak_of_keys_and_marks() -> None:
    """No clicks, buttons or glow in a terminal; in both languages."""
    import re

    for game in ALL:
        told = lesson_of(game)
        assert told is not None
        for language, browser in (
            ("en", r"click|glow|button|pointer|padlock|wheel"),
            ("zh", "发光|按钮|指针|滚轮|点击"),
        ):
            for card in [*told["cards"], *told["steps"]]:
                text = card.get("terminal", card)[language]
                assert not re.search(browser, text, re.IGNORECASE), f"{game}: {text}"


async def test_the_step_of_a_lesson_is_marked_by_a_sign() -> None:
    screen = lesson("burger_up", Settings(motion=False), Messages("en"))
    async with at(screen.session, coach=screen.coach) as person:
        assert screen.coach is not None
        for _ in screen.coach.intro:
            await person.keys("n")
        await person.turn()
        board = person.screen.board
        marks = {mark for mark, _ in board._marks.values() if not mark.isdecimal()}
        assert marks == {"➤", "▸"}, "the thing asked for differs from the other things without colour"
        assert str(person.screen.query_one("#status").content).startswith("➤ 1/")  # type: ignore[attr-defined]


async def stacking() -> tuple[LocalSession, str]:
    """A table of Buffet Boss at which seat 0 holds a food, and a move that places it."""
    session = local("buffet_boss", bots={}, players=2)
    table, dice = session.table, Rng("stacking")
    while not (table.state.awaiting() == [0] and session.view(0).step == "MustStack"):
        seat = table.state.awaiting()[0]
        table.play(seat, table.game.bots.policy(table.state, seat, dice))
    session.start()
    while session.asked != 0:
        await asyncio.sleep(0.01)
    return session, table.game.bots.policy(table.state, 0, dice).text


async def test_a_move_that_is_being_made_is_made_once_whatever_keys_follow() -> None:
    """A simulation takes a while; a second Enter once placed the food twice, and the record could not be replayed."""
    session, move = await stacking()
    begun, let_go, simulate = threading.Event(), threading.Event(), session.table.simulator
    assert simulate is not None

    def slow(question: str) -> str:
        begun.set()
        assert let_go.wait(60)
        return simulate(question)

    session.table.simulator = slow
    before = session.number
    first = asyncio.create_task(session.play(0, move))
    await asyncio.to_thread(begun.wait, 60)
    first.cancel()  # as a worker of the screen may be
    assert await asyncio.gather(first, return_exceptions=True)
    assert session.asked is None and await session.play(0, move) == Rejection("")
    let_go.set()
    while session.number == before:
        await asyncio.sleep(0.01)
    session.table.simulator = simulate
    assert [entry.move for entry in session.table.record.entries[before:]] == [move]
    replay(session.game, session.table.record)
    session.close()


async def test_an_undo_while_a_bot_thinks_discards_its_choice() -> None:
    session = local("burger_boss", bots={1: "random"}, auto_pass=False)
    choose, thinking, go_on = session._bot_runner.choose, asyncio.Event(), asyncio.Event()
    session.start()
    while session.asked != 0:
        await asyncio.sleep(0.01)

    async def slow(seat: int, view: Any, stream: str = "") -> str:
        thinking.set()
        await go_on.wait()
        return await choose(seat, view, stream)

    session._bot_runner.choose = slow  # type: ignore[method-assign]
    before = session.number
    assert await session.play(0, session.view(0).moves[0]) is None
    await asyncio.wait_for(thinking.wait(), 60)
    assert await session.undo(0) is None
    go_on.set()
    while session.asked != 0:
        await asyncio.sleep(0.01)
    assert session.number == before, "the bot's choice was for a position that is gone"
    session.close()
