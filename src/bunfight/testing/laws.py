"""The conformance suite ("the laws") for every game, ours or third-party; run by pytest and ``bunfight laws GAME``.

Each law is a function that checks one position of a random game. ``hold`` plays a game and applies the laws to its
positions. A failure carries everything that is needed to reproduce it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from bunfight.engine import (
    EventLog,
    IllegalMove,
    Move,
    State,
    TapeLuck,
    estimator,
    playout,
    replay,
    require_legal,
)
from bunfight.engine.encoding import encoded
from bunfight.engine.errors import InvalidInput
from bunfight.engine.event import plain
from bunfight.engine.luck import LiveLuck, Luck, Simulator, TapeError
from bunfight.engine.position_text import describe_position, format_position, parse_position
from bunfight.engine.record import load
from bunfight.engine.step import advance
from bunfight.engine.table import AnyGame, plain_events
from bunfight.games import crash_place
from bunfight.i18n.words import COMMON_RULES, LANGUAGES, Words, error_text, rule_ids
from bunfight.testing.freeze import changeable, freeze, shared_lists
from bunfight.testing.option_pairs import covering
from bunfight.testing.pieces import audit_is_blind
from bunfight.testing.places import stuck_place, suspect, text_place, undefined_place
from bunfight.testing.positions import Case, PlacedError, Position, walk
from bunfight.testing.sources import own_luck, unknown_rule
from bunfight.testing.texts import text_findings
from bunfight.testing.unused import ignored_option, is_never_dealt_again

__all__ = ["CLOSELY", "GAMES", "LAWS", "Case", "LawBroken", "Position", "cases", "hold", "walk"]

HOSTILE: Final = (
    "-1",
    "0",
    "99",
    "-999999999999",
    "99999999999999999999999",
    "nan",
    "1e9",
    "",
    "🍔",
    "\x00",
    "١",
    "none",
)
REJECTIONS: Final = 12  # illegal moves tried at each position
SWEEP: Final = 3000  # moves checked per position on average: a larger catalogue is checked at fewer positions
OUTCOMES: Final = 16  # results of one decision that are compared with each other
GAMES: Final = 40  # random games played by ``bunfight laws`` and by the tests
CLOSELY: Final = 12  # positions from the start of a game that every law checks; after that they take turns
RECENT: Final = 4  # past states that are compared again at each position; all of them at the end


class LawBroken(AssertionError):
    """Raised when a law does not hold; carries the game that shows it."""

    def __init__(self, law: str, why: str, case: Case, decision: int, record: str, where: str = "") -> None:
        super().__init__(
            f"law {law!r} is broken: {why}\n"
            + (f"  at {where}\n" if where else "")
            + f"  game {case.game.id}, {case.seats} seats, options {case.options}\n"
            f"  seed {case.seed!r}, decision {decision}"
        )
        self.law, self.why, self.case, self.decision, self.record = law, why, case, decision, record
        self.where = where  # file and line: of the crash, of the text, or where to look first


# -- the laws -------------------------------------------------------------------------------------------------------


def someone_can_answer(p: Position) -> None:
    """Somebody can always move, the moves are unique, and those of ``default`` and ``policy`` are legal."""
    if not p.live:
        assert p.game.outcome(p.state) is not None, "the game is over but has no outcome"
        return
    assert p.game.outcome(p.state) is None, "there is an outcome although the game is not over"
    waiting = p.state.awaiting()
    assert waiting, "a step is pending but awaits nobody"
    assert len(set(waiting)) == len(waiting) and all(0 <= seat < p.case.seats for seat in waiting), (
        f"awaited: {waiting}"
    )
    for seat in waiting:
        texts = [move.text for move in p.legal(seat)]
        assert texts or not p.listable(seat), f"seat {seat} is awaited but has no legal move"
        assert len(set(texts)) == len(texts), f"seat {seat} is offered the same move twice"
        require_legal(p.state, seat, p.game.bots.fallback(p.state, seat))
        choice = p.game.bots.policy(p.state, seat, p.rng.fork("policy"))
        try:
            require_legal(p.state, seat, choice)
        except IllegalMove as illegal:
            raise AssertionError(f"the policy of seat {seat} chooses {choice.text!r}: {illegal}") from None


def nothing_is_lost(p: Position) -> None:
    """The audit holds after every move, and would notice it if a card or another thing were missing."""
    p.game.audit(p.state)
    assert p.number % 8 or not audit_is_blind(p.game, p.state), "the audit notices no thing that is missing"


def a_copy_shares_nothing(p: Position) -> None:
    """A copy equals its original and shares nothing with it; earlier states never change."""
    twin = p.state.copy()
    assert freeze(twin) == freeze(p.state), f"a copy differs: {_difference(freeze(p.state), freeze(twin))}"
    mine, theirs = changeable(p.state, {}, "state"), changeable(twin, {}, "state")
    shared = [mine[key] for key in mine.keys() & theirs.keys()]
    assert not shared, f"a copy shares {', '.join(sorted(shared))} with its original"
    if p.live:
        seat = twin.awaiting()[0]
        move = twin.agenda[-1].suggest(twin, seat, p.rng)
        before = freeze(shared_lists(p.state))
        advance(twin, seat, move, Luck(p.rng, p.table.simulator), EventLog(False))
        assert freeze(shared_lists(p.state)) == before, "a move in a copy changes what its original shares with it"
    begun = max(0, len(p.past) - RECENT) if p.live else 0
    for number, (state, frozen) in enumerate(p.past[begun:], begun):
        assert freeze(state) == frozen, f"the state before decision {number} was changed later"
    p.past.append((p.state, freeze(p.state)))


def a_record_replays(p: Position) -> None:
    """Replaying the record from its text gives the same state and the same events."""
    if p.live and p.number % 16:
        return
    record = load(p.table.record.text())
    state, said = replay(p.game, record)
    assert freeze(state) == freeze(p.state), f"replay differs: {_difference(freeze(p.state), freeze(state))}"
    assert [plain_events(one) for one in said] == [plain_events(one) for one in p.table.said], (
        "replay gives other events"
    )
    assert load(record.text()) == record, "a record changes when it is saved and loaded"


def a_determinized_state_looks_the_same(p: Position) -> None:
    """``view(determinize(view)) == view``, with the same legal moves, and the sampled game can be played on."""
    for seat in p.watchers:
        view = p.game.view(p.state, seat)
        sample = p.game.determinize(view, p.rng)
        p.game.audit(sample)
        again = p.game.view(sample, seat)
        assert again == view, f"determinized for seat {seat}, the view differs: {_difference(view, again)}"
        if seat is not None and seat in p.state.awaiting():
            texts = [move.text for move in p.legal(seat)]
            assert list(view.moves) == texts, f"the view of seat {seat} offers other moves than the step"
        for other in sample.awaiting():
            assert sample.agenda[-1].legal(sample, other) or not p.listable(other), (
                f"seat {other} has no legal move in a determinized state"
            )
        if p.number % 8 == 0:
            playout(sample, Luck(p.rng, estimator(p.game)), p.rng, 40)


def what_is_hidden_cannot_be_seen(p: Position) -> None:
    """Resampling what is hidden from a seat changes neither its view, nor its moves, nor its bot's choice."""
    for seat in p.watchers:
        other = p.game.resample_hidden(p.state, seat, p.rng)
        p.game.audit(other)
        seen, resampled = p.game.view(p.state, seat), p.game.view(other, seat)
        assert seen == resampled, f"seat {seat} sees what is hidden: {_difference(seen, resampled)}"
        if seat is not None and seat in p.state.awaiting():
            mine = [move.text for move in p.legal(seat)]
            theirs = [move.text for move in other.agenda[-1].legal(other, seat)]
            assert mine == theirs, f"the moves of seat {seat} depend on what is hidden from it"
            coin = f"policy {p.number}"
            one = p.game.bots.policy(p.state, seat, p.rng.fork(coin)).text
            two = p.game.bots.policy(other, seat, p.rng.fork(coin)).text
            assert one == two, f"the policy of seat {seat} peeks: {one!r} or {two!r}"


def what_is_hidden_is_dealt_again(p: Position) -> None:
    """If a view leaves several states open, ``resample_hidden`` does not always return the same one."""
    for seat in p.watchers:
        assert not is_never_dealt_again(p.game, p.state, seat, p.rng.fork(f"again {p.number}")), (
            f"resample_hidden for seat {seat} deals nothing again, but determinize finds several states"
        )


def every_option_matters(p: Position) -> None:
    """Each option changes what ``setup`` does, at least for some seats and luck, or the rules read it in a game."""
    name = "" if p.number else ignored_option(p.game)
    assert not name, f"option {name!r} changes nothing: setup ignores it, and no rule reads it"


def what_is_encoded_is_what_is_seen(p: Position) -> None:
    """An observation is the same from the state, its view and any resampled state; the observer comes first."""
    encoder = p.game.encoder(p.case.seats)
    if encoder is None:
        return
    for seat in p.watchers:
        if seat is None:
            continue
        numbers = encoded(encoder, p.state, seat)
        for name, other in (
            ("its view", p.game.determinize(p.game.view(p.state, seat), p.rng)),
            ("a resampled state", p.game.resample_hidden(p.state, seat, p.rng)),
        ):
            again = encoded(encoder, other, seat)
            wrong = sorted({encoder.named(place) for place, _ in set(numbers.items()) ^ set(again.items())})
            assert not wrong, f"the observation of seat {seat} and that of {name} differ in {', '.join(wrong)}"
        assert (numbers.get(encoder.asked, 0.0) == 1.0) == (seat in p.state.awaiting()), "the observer is not first"


def what_looks_alike_sounds_alike(p: Position) -> None:
    """Results of a decision that give a bystander equal views give them equal events."""
    if not p.live:
        return
    for actor in p.state.awaiting():
        results = list(_results(p, actor))
        for seat in p.watchers:
            if seat == actor:
                continue
            heard: dict[Any, tuple[str, list[dict[str, Any]]]] = {}
            for label, lucky, state, log in results:
                sound = [plain(event) for event in log.heard(seat)]
                key = (label if lucky else "", format_position(p.game.view(state, seat)))
                text, first = heard.setdefault(key, (label, sound))
                assert first == sound, (
                    f"seat {seat} hears whether seat {actor} did {text!r} or {label!r}: {first} or {sound}"
                )


def _results(p: Position, actor: int) -> Iterator[tuple[str, bool, State, EventLog]]:
    """Some results of the moves of ``actor``: (move, whether luck was drawn, state after, log)."""
    step = p.state.agenda[-1]
    moves = p.legal(actor) or [step.suggest(p.state, actor, p.rng)]
    for number in range(OUTCOMES):
        move = moves[number % len(moves)]
        state, log, luck = p.state.copy(), EventLog(), LiveLuck(p.rng.fork(f"{p.number}/{number}"), p.table.simulator)
        advance(state, actor, move, luck, log)
        yield move.text, bool(luck.tape), state, log
        if number >= len(moves) - 1 and not luck.tape:
            break


def undo_reveals_nothing(p: Position) -> None:
    """Whatever a seat may undo would have looked the same with other hidden information."""
    record = p.table.record
    for seat in range(p.case.seats):
        keep = p.table.undo_point(seat)
        if keep == len(record.entries):
            continue
        state, _ = replay(p.game, record, keep)
        other = p.game.resample_hidden(state, seat, p.rng)
        for entry in record.entries[keep:]:
            move = p.game.grammar.parse(entry.move)
            advance(state, seat, move, TapeLuck([]), EventLog(False))
            try:
                advance(other, seat, move, TapeLuck([]), EventLog(False))
            except TapeError:
                raise AssertionError(f"seat {seat} may take back {entry.move!r}, which can draw luck") from None
            seen, resampled = p.game.view(state, seat), p.game.view(other, seat)
            assert seen == resampled, (
                f"seat {seat} may take back {entry.move!r} but learned {_difference(seen, resampled)}"
            )


def a_rejected_move_changes_nothing(p: Position) -> None:
    """A rejected move changes nothing and cites a rule that exists."""
    rules = {*rule_ids(p.game), *COMMON_RULES}
    names, words = _names(p), {language: Words(p.game, language) for language in LANGUAGES}
    before, length = freeze(p.state), len(p.table.record.entries)
    texts = p.game.grammar.catalogue(p.case.seats)
    for seat in range(p.case.seats):
        asked = seat in p.state.awaiting()
        legal = {move.text for move in p.legal(seat)} if asked else set()
        for _ in range(REJECTIONS):
            move = p.game.grammar.parse(texts[p.rng.below(len(texts))])
            if move.text in legal:
                continue
            try:
                require_legal(p.state, seat, move)
                assert asked and not p.listable(seat), f"{move.text!r} of seat {seat} is not legal but was not rejected"
            except IllegalMove as refused:
                assert refused.rule in rules, f"{move.text!r} is rejected by unknown rule {refused.rule!r}"
                for language in LANGUAGES:
                    text = words[language].refusal(refused, names)
                    assert text != str(refused), f"no words ({language}) for {refused}"
                    assert "{" not in text, f"something is missing in {text!r}"
            assert freeze(p.state) == before, f"checking {move.text!r} changed the state"
    assert len(p.table.record.entries) == length


def legal_moves_are_those_check_accepts(p: Position) -> None:
    """The legal moves of a step are exactly the moves of the whole catalogue that its ``check`` accepts."""
    waiting = p.state.awaiting()
    if not waiting:
        return
    step = p.state.agenda[-1]
    for seat in waiting:
        for move in p.legal(seat):
            illegal = step.check(p.state, seat, move)
            assert illegal is None, f"{move.text!r} is offered to seat {seat}, but check says: {illegal}"
    moves = _catalogue(p.game)
    kind = type(step).__name__
    if kind in p.swept and p.rng.below(1 + len(moves) // SWEEP):
        return
    p.swept.add(kind)
    seat = waiting[p.rng.below(len(waiting))]
    texts = {move.text for move in p.legal(seat)}
    for move in moves:
        accepted = step.check(p.state, seat, move) is None
        assert not accepted or move.text in texts or not p.listable(seat), (
            f"check accepts {move.text!r} of seat {seat}, but it is not offered"
        )


@lru_cache(maxsize=2)
def _catalogue(game: AnyGame) -> list[Move]:
    """Every move of the largest table, parsed once; a grid of them where a verb is wide."""
    return [game.grammar.parse(text) for text in game.grammar.catalogue(game.seats[-1])]


def a_rejection_is_true(p: Position) -> None:
    """The reason of a rejection can be verified in the view of the rejected seat."""
    if not p.game.oracles.rejections:
        return
    texts = p.game.grammar.catalogue(p.game.seats[-1])
    for seat in range(p.case.seats):
        view = p.game.view(p.state, seat)
        for _ in range(REJECTIONS):
            move = p.game.grammar.parse(texts[p.rng.below(len(texts))])
            try:
                require_legal(p.state, seat, move)
            except IllegalMove as refused:
                claim = p.game.oracles.rejections.get(refused.key)
                assert claim is not None, f"no oracle checks whether {refused} is true"
                assert claim(view, refused.facts), (
                    f"{move.text!r} of seat {seat} is rejected: {refused}, which is not true"
                )


def previews_come_true(p: Position) -> None:
    """The previewed effects of a move happen when it is made, unless luck intervenes."""
    names, words = _names(p), [Words(p.game, language) for language in LANGUAGES]
    for seat in p.state.awaiting():
        view = p.game.view(p.state, seat)
        for preview in view.previews if p.game.oracles.previews else ():
            assert preview.move in view.moves or not p.listable(seat), (
                f"{preview.move!r} has a preview but is not offered"
            )
            after, luck = p.state.copy(), LiveLuck(p.rng.fork(f"{p.number}/{preview.move}"), p.table.simulator)
            advance(after, seat, p.game.grammar.parse(preview.move), luck, EventLog(False))
            for effect in preview.effects:
                test = p.game.oracles.previews.get(effect.key)
                assert test is not None, f"no oracle checks whether {effect} came true"
                true = test(view, p.game.view(after, seat), effect)
                assert true or (effect.chance and luck.tape), (
                    f"the preview of {preview.move!r} says {effect}, which did not happen"
                )
                for one in words:
                    text = one.effect(effect, names)
                    assert text != effect.key and "{" not in text, f"{effect} has no words ({one.language}): {text}"


def hostile_input_is_rejected(p: Position) -> None:
    """Every text, hostile numbers included, is a move or a clear error, never a crash."""
    texts = p.game.grammar.catalogue(p.case.seats)
    for seat in [*p.state.awaiting()[:2], -1, p.case.seats, 10**12]:
        for _ in range(REJECTIONS):
            words = texts[p.rng.below(len(texts))].split(" ")
            words[p.rng.below(len(words))] = HOSTILE[p.rng.below(len(HOSTILE))]
            text = " ".join(words + (["x"] if p.rng.below(4) == 0 else []))
            try:
                move = p.game.grammar.parse(text)
            except InvalidInput as error:
                assert error_text(error), f"{text!r} is refused without a word"
                continue
            assert p.game.grammar.parse(move.text).text == move.text, (
                f"{text!r} is parsed as {move.text!r}, which is parsed as something else"
            )
            try:
                require_legal(p.state, seat, move)
            except IllegalMove:
                continue
            assert seat in p.state.awaiting(), f"seat {seat} is not awaited but may play {text!r}"
            if p.listable(seat):
                assert move.text in [one.text for one in p.legal(seat)], f"{text!r} passes the check but is not offered"


def order_is_stable(p: Position) -> None:
    """The order of moves never changes; moves and views survive being written and parsed again."""
    for seat in p.state.awaiting():
        mine = [move.text for move in p.legal(seat)]
        assert mine == [move.text for move in p.legal(seat)], "asking twice gives another order of moves"
        twin = p.state.copy()
        assert mine == [move.text for move in twin.agenda[-1].legal(twin, seat)], "a copy lists moves in another order"
        for text in mine:
            assert p.game.grammar.parse(text).text == text, f"{text!r} is parsed as {p.game.grammar.parse(text).text!r}"
    for watcher in p.watchers:
        view = p.game.view(p.state, watcher)
        assert parse_position(format_position(view), type(view)) == view, "a position is not read as it was written"
        assert describe_position(view).strip(), "a position is shown as nothing"


def luck_comes_from_the_table(p: Position) -> None:
    """The source of the game imports no generator of random numbers: rules draw from Luck, bots from Rng."""
    module, where = own_luck(p.game) if p.number == 0 else ("", "")
    if module:
        raise PlacedError(
            f"the game imports {module}, whose numbers are on no record; use luck.below or rng.below", where
        )


def cited_rules_exist(p: Position) -> None:
    """Every rule id in the source of the game is an id of its rules."""
    rule, where = unknown_rule(p.game) if p.number == 0 else ("", "")
    if rule:
        raise PlacedError(f"the source cites {rule}, which is no rule", where)


def everything_has_words(p: Position) -> None:
    """Every field, noun, step, move, event and score line has words in every language."""
    if p.number == 0 and (found := text_findings(p.game)):
        raise PlacedError(found[0].why, found[0].where)
    names = _names(p)
    for language in LANGUAGES:
        words = Words(p.game, language)
        if p.live:
            step = type(p.state.agenda[-1]).__name__
            _require_words(p, words.question(step) != step, f"step {step}", language, "steps", step)
        for seat in p.state.awaiting():
            for move in p.legal(seat):
                said = words.move(move.text, names)
                good = said != move.text and "{" not in said
                verb = move.text.partition(" ")[0]
                _require_words(p, good, f"move {move.text!r}", f"{language}): ({said}", "moves", verb)
        for one in p.table.said[-1]:
            for watcher in p.watchers:
                if (event := one.heard(watcher)) is not None:
                    said = words.event(plain(event), names)
                    kind = type(event).__name__
                    good = said != kind and "{" not in said and "None" not in said
                    _require_words(p, good, f"event {event}", f"{language}): ({said}", "events", kind)
        for option in p.game.options:
            assert words.option(option.name) != option.name and words.option_help(option.name), f"option {option.name}"
    for seat in range(p.case.seats):
        for term, _ in p.game.bots.terms(p.state, seat):
            _require_words(p, Words(p.game).knows(term), f"evaluation term {term!r}", "en", "terms", term)


def _require_words(p: Position, good: bool, what: str, language: str, table: str, key: str) -> None:
    if not good:
        raise PlacedError(f"{what} has no words ({language})", text_place(p.game, "words.toml", table, key))


def scores_add_up(p: Position) -> None:
    """Values are shares from 0 to 1; at the end score lines add up, and all of the best rank win, or nobody."""
    shares = p.game.value(p.state)
    assert len(shares) == p.case.seats and all(0.0 <= share <= 1.0 for share in shares), f"values {shares}"
    ended = p.game.outcome(p.state)
    if ended is None:
        return
    for seat in range(p.case.seats):
        lines = sum(line.points for line in ended.lines if line.seat == seat)
        assert lines == ended.totals[seat], f"seat {seat}: lines add up to {lines}, total {ended.totals[seat]}"
    if (winners := p.game.bots.winners) is not None:
        assert tuple(winners(p.state)) == ended.winners, f"winners {winners(p.state)}, the outcome says {ended.winners}"
    first = tuple(seat for seat in range(p.case.seats) if ended.ranks[seat] == 1)
    assert ended.winners in ((), first), f"winners {ended.winners}, ranks {ended.ranks}"
    assert min(ended.ranks) == 1 and len(ended.ranks) == p.case.seats, f"ranks {ended.ranks}"
    words = Words(p.game)
    assert words.rule(ended.rule), f"the end cites unknown rule {ended.rule!r}"
    good = words.reason(ended.reason) != ended.reason
    _require_words(p, good, f"the end {ended.reason!r}", "en", "reasons", ended.reason)
    for line in ended.lines:
        good = words.score(line.label) != line.label
        _require_words(p, good, f"score line {line.label!r}", "en", "scores", line.label)


Book = dict[str, Callable[[Position], None]]
LAWS: Final[Book] = {
    law.__name__: law
    for law in (
        luck_comes_from_the_table,
        cited_rules_exist,
        someone_can_answer,
        nothing_is_lost,
        a_copy_shares_nothing,
        a_record_replays,
        a_determinized_state_looks_the_same,
        what_is_hidden_cannot_be_seen,
        what_is_hidden_is_dealt_again,
        every_option_matters,
        what_is_encoded_is_what_is_seen,
        what_looks_alike_sounds_alike,
        undo_reveals_nothing,
        a_rejected_move_changes_nothing,
        legal_moves_are_those_check_accepts,
        a_rejection_is_true,
        previews_come_true,
        hostile_input_is_rejected,
        order_is_stable,
        everything_has_words,
        scores_add_up,
    )
}


def cases(game: AnyGame, games: int, seed: str = "laws", simulator: Simulator | None = None) -> list[Case]:
    """``games`` random games over a covering design of seats and options; more if the design has more rows."""
    design = covering(game)
    count = max(games, len(design))
    return [Case(game, *design[n % len(design)], f"{seed}{n}", simulator) for n in range(count)]


def hold(case: Case, names: list[str] | None = None, every: bool = True, book: Book = LAWS) -> int:
    """Play one random game and apply the laws to its positions; raises LawBroken. Returns the number of decisions.

    Without ``every``, fewer laws check each position the longer the game lasts, in turn; all of them check its end.
    """
    laws = names or list(book)
    name, number, record, step = "someone_can_answer", 0, "", None
    try:
        for here in walk(case):
            number, record = here.number, here.table.record.text()
            step = here.state.agenda[-1] if here.live else None
            turns = 1 if every or not here.live else number // CLOSELY + 1
            for place, name in enumerate(laws):
                if (number + place) % turns == 0:
                    book[name](here)
            name = "someone_can_answer"
    except (LawBroken, KeyboardInterrupt):
        raise
    except Exception as error:  # a crash inside a game counts against the law that was being applied
        why = (str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}") or "not so"
        where = getattr(error, "where", "") or undefined_place(why, case.game) or stuck_place(why, case.game)
        where = where or crash_place(error, case.game) or suspect(name, why, case.game, step)
        raise LawBroken(name, why, case, number, record, where) from error
    return number


def _names(p: Position) -> list[str]:
    return [f"P{seat}" for seat in range(p.case.seats)]


def _difference(one: Any, two: Any, where: str = "") -> str:
    """The first place where two frozen values differ."""
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        for index, (a, b) in enumerate(zip(one, two, strict=True)):
            if a != b:
                named = isinstance(a, tuple) and a and isinstance(a[0], str)
                value = index == 1 and isinstance(one[0], str)  # of an attribute: its name is there already
                return _difference(a, b, f"{where}.{a[0]}" if named else where if value else f"{where}.{index}")
    if hasattr(one, "__struct_fields__") and type(one) is type(two):
        for name in one.__struct_fields__:
            if getattr(one, name) != getattr(two, name):
                return _difference(getattr(one, name), getattr(two, name), f"{where}.{name}")
    return f"{where or 'it'}: {one!r:.200} or {two!r:.200}"
