"""Each bug planted in a copy of the template is caught by the law that covers it."""

import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest

import bunfight.games._template as template
from bunfight.engine.table import AnyGame
from bunfight.testing.laws import LawBroken, cases, hold

HOME = Path(template.__file__).parent

BUGS = {
    "shallow copy of the state": (
        "a_copy_shares_nothing",
        "rules/state.py",
        "new.hands = [hand[:] for hand in self.hands]",
        "new.hands = self.hands[:]",
    ),
    "shallow copy of a step": (
        "a_copy_shares_nothing",
        "rules/steps.py",
        "return PassLeft(self.picks[:])",
        "return PassLeft(self.picks)",
    ),
    "shared step that changes": (
        "a_copy_shares_nothing",
        "rules/steps.py",
        "        if isinstance(move, Beg):\n",
        "        if isinstance(move, Beg):\n            self.seat = s.seats\n",
    ),
    "shared step with a list": (
        "a_copy_shares_nothing",
        "rules/steps.py",
        "        return PassLeft(self.picks[:])",
        "        return self",
    ),
    "copy that forgets": ("a_copy_shares_nothing", "rules/state.py", "new.crumbs = self.crumbs[:]", "pass"),
    "view that leaks the basket": (
        "what_is_hidden_cannot_be_seen",
        "views/view.py",
        "basket_size=sum(s.basket)",
        "basket_size=s.basket[0]",
    ),
    "view that leaks sealed answers": (
        "what_is_hidden_cannot_be_seen",
        "views/view.py",
        'return "sealed"',
        "return IDS[answer]",
    ),
    "observation that leaks other hands": (
        "what_is_encoded_is_what_is_seen",
        "bots/encoding.py",
        "s.seen[other][seat])",
        "s.hands[other])",
    ),
    "observation that leaks sealed answers": (
        "what_is_encoded_is_what_is_seen",
        "bots/encoding.py",
        "self.write_answer(step.picks[seat], out)",
        "self.write_answer(step.picks[seat - 1], out)",
    ),
    "observation with the observer in any place": (
        "what_is_encoded_is_what_is_seen",
        "bots/encoding.py",
        "self.write_question(s, seat, out)",
        "self.write_question(s, 0, out)",
    ),
    "event that leaks the bun": (
        "what_looks_alike_sounds_alike",
        "rules/actions.py",
        "BunDealt(seat, None)",
        "BunDealt(seat, IDS[bun])",
    ),
    "event that leaks a sealed answer": (
        "what_looks_alike_sounds_alike",
        "rules/steps.py",
        "            self.answers[seat] = move.bun\n",
        "            self.answers[seat] = move.bun\n            log.all(BunOffered(seat, IDS[move.bun]))\n",
    ),
    "vanishing bun": ("nothing_is_lost", "rules/actions.py", "    put(s.crumbs, bun)\n", ""),
    "hidden randomness": (
        "a_record_replays",
        "rules/actions.py",
        "bun: i64 = luck.pick(s.basket)",
        "bun: i64 = __import__('random').choice([b for b in range(KINDS) if s.basket[b]])",
    ),
    "peeking list of choices": (
        "what_is_hidden_cannot_be_seen",
        "rules/steps.py",
        "        if bare(s.hands[move.whom]):",
        "        if bare(s.hands[move.whom][2:]):",
    ),
    "peeking policy": (
        "what_is_hidden_cannot_be_seen",
        "bots/policy.py",
        "    best = moves[0]\n",
        "    best = moves[s.hands[seat - 1][0] % len(moves)]\n",
    ),
    "unguarded index": (
        "hostile_input_is_rejected",
        "game.py",
        "    grammar = GRAMMAR\n",
        "    class Unguarded(type(GRAMMAR)):\n"
        "        def parse(self, text):\n"
        "            return GRAMMAR.made('beg')[int(text[4:])] if text[:4] == 'beg ' else GRAMMAR.parse(text)\n\n"
        "    grammar = Unguarded(*GRAMMAR.verbs.values())\n",
    ),
    "half-applied refusal": (
        "a_rejected_move_changes_nothing",
        "rules/steps.py",
        "        if move.whom == seat:",
        "        s.crumbs[0] += 1\n        if move.whom == seat:",
    ),
    "refusal that cites no rule": (
        "a_rejected_move_changes_nothing",
        "rules/steps.py",
        'IllegalMove("CR-TURN-1", "eat_or_beg")',
        'IllegalMove("CR-TURN-9", "eat_or_beg")',
    ),
    "refusal without words": ("a_rejected_move_changes_nothing", "text/words.toml", "eat_or_beg = ", "eat_or_fast = "),
    "refusal without a fact": (
        "a_rejected_move_changes_nothing",
        "rules/steps.py",
        '"not_held", bun=IDS[bun]',
        '"not_held"',
    ),
    "choice that is not listed": (
        "legal_moves_are_those_check_accepts",
        "rules/steps.py",
        "            if whom != seat:\n",
        "            if whom > seat:\n",
    ),
    "fast path that lists an illegal move": (
        "legal_moves_are_those_check_accepts",
        "rules/steps.py",
        "            begin_to_eat(s, seat, move.bun, True, luck, log)\n",
        "            begin_to_eat(s, seat, move.bun, True, luck, log)\n\n"
        "    def legal(self, s, seat):\n        return self.candidates(s, seat)\n",
    ),
    "fast path that forgets a move": (
        "legal_moves_are_those_check_accepts",
        "rules/steps.py",
        '    def copy(self) -> "MaySnatch":',
        '    def legal(self, s, seat):\n        return [LET]\n\n    def copy(self) -> "MaySnatch":',
    ),
    "move that check forgets to reject": (
        "someone_can_answer",
        "rules/steps.py",
        "        if bare(s.hands[move.whom]):\n",
        "        if False:\n",
    ),
    "refusal that accuses the wrong player": (
        "a_rejection_is_true",
        "rules/steps.py",
        '"no_buns", seat=move.whom',
        '"no_buns", seat=seat',
    ),
    "refusal that nobody can check": (
        "a_rejection_is_true",
        "views/oracles.py",
        '    "own_seat": lambda',
        '    "ours": lambda',
    ),
    "refusal that denies what is held": (
        "a_rejection_is_true",
        "rules/steps.py",
        'IllegalMove("CR-TURN-2", "must_eat")',
        'IllegalMove("CR-TURN-2", "pass_first")',
    ),
    "preview that promises too much": (
        "previews_come_true",
        "views/view.py",
        'Effect("points", more) if',
        'Effect("points", more + 1) if',
    ),
    "preview that forgets the third helping": (
        "previews_come_true",
        "rules/actions.py",
        "return bun + 1 if had < 2 else -2 * (bun + 1)",
        "return bun + 1",
    ),
    "preview of what is not offered": (
        "previews_come_true",
        "views/view.py",
        'return Preview(move.text, (Effect("at_risk"),))',
        'return Preview("let", (Effect("at_risk"),))',
    ),
    "preview without words": ("previews_come_true", "text/words.toml", "at_risk = ", "in_danger = "),
    "endless loop": (
        "someone_can_answer",
        "rules/actions.py",
        "    put(s.eaten[seat], bun)\n",
        "    put(s.hands[seat], bun)\n",
    ),
    "dead end": (
        "someone_can_answer",
        "rules/steps.py",
        "        if not bare(hand):\n            s.agenda",
        "        if True:\n            s.agenda",
    ),
    "unstable order": (
        "order_is_stable",
        "rules/steps.py",
        "for bun in range(KINDS) if hand[bun]]",
        "for bun in __import__('random').sample(range(KINDS), KINDS) if hand[bun]]",
    ),
    "determinize that forgets what was seen": (
        "a_determinized_state_looks_the_same",
        "views/view.py",
        "                s.seen[holder][watcher] = list(v.known[holder])\n    if",
        "                pass\n    if",
    ),
    "undo across a revelation": (
        "undo_reveals_nothing",
        "rules/actions.py",
        "BunPassed(giver, taker, None), giver)",
        "BunPassed(giver, taker, None), -2)",
    ),
    "wordless event": ("everything_has_words", "text/words.toml", "BunSnatched = ", "BunGrabbed = "),
    "score that does not add up": (
        "scores_add_up",
        "game.py",
        'return Outcome.by_points("basket_bare"',
        'ended = Outcome.by_points("basket_bare", "CR-END-1", "size", [2] * s.seats)\n'
        "        return Outcome(ended.reason, ended.rule, ended.winners, ended.ranks, (1,) * s.seats, ended.lines)\n"
        '        return Outcome.by_points("basket_bare"',
    ),
}


def plant(folder: Path, name: str, room: str, sound: str, bug: str) -> AnyGame:
    shutil.copytree(HOME, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for path in (folder / name).rglob("*.py"):
        path.write_text(path.read_text().replace("bunfight.games._template", name))
    text = (folder / name / room).read_text()
    assert sound in text, f"the template no longer says {sound!r}"
    (folder / name / room).write_text(text.replace(sound, bug, 1))
    game: AnyGame = import_module(f"{name}.game").GAME
    return game


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_caught(bug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law, room, sound, sick = BUGS[bug]
    name = f"planted_{list(BUGS).index(bug)}"
    monkeypatch.syspath_prepend(str(tmp_path))
    game = plant(tmp_path, name, room, sound, sick)
    with pytest.raises(LawBroken) as caught:
        for case in cases(game, 40):
            hold(case, [law])
    assert caught.value.law == law
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def test_an_unharmed_copy_breaks_no_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for case in cases(plant(tmp_path, "planted_nothing", "rules/steps.py", "UNDECIDED", "UNDECIDED"), 12):
        hold(case)
