"""Renders a review as one self-contained HTML page: chances over time, accounts, turning points, all decisions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from bunfight.coach.phrases import say
from bunfight.coach.review import Better, Moment, Review
from bunfight.engine import Record
from bunfight.engine.record import heard
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words
from bunfight.lab.report import SCRIPT, STYLE

COLOURS: Final = ("#c8692b", "#2f7f86", "#8a5aa8", "#5f8a2f", "#b8455f", "#6a6a6a")
WIDE: Final = 920
TALL: Final = 300
MORE: Final = """
section.wide figure svg{max-width:none}.line{fill:none;stroke-width:2.5}.turn{fill:var(--paper);stroke-width:2.5}
.legend span{display:inline-block;margin-right:1.2rem}.legend i{display:inline-block;width:.8rem;height:.8rem;
border-radius:50%;margin-right:.4rem;vertical-align:-.05rem}.card{border:1px solid var(--line);border-radius:.6rem;
padding:.6rem 1rem;margin:.4rem 0}.card p{margin:.2rem 0}td.move{text-align:left}.bad{color:#b8352f}.good{color:#3d8a3d}
"""


class Page:
    """Renders the sections of a review in one language."""

    def __init__(self, game: AnyGame, review: Review, language: str, record: Record | None) -> None:
        self.review, self.language, self.words, self.record = review, language, Words(game, language), record
        self.names = review.names

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def move(self, text: str) -> str:
        return self.words.move(text, self.names)

    def html(self) -> str:
        title = self.say("review", game=self.words.title)
        made = self.say("made", names=", ".join(self.names), decisions=self.review.decisions)
        body = [f"<h1>{escape(title)}</h1><p>{escape(made)}</p>"]
        if self.review.note:
            body.append(f"<p><b>{escape(reason(self.review, self.language))}</b></p>{self.story()}")
        else:
            verdict = self.say(f"verdict_{self.review.verdict}")
            body += [
                f"<p><b>{escape(verdict)}</b></p>",
                self.curve(),
                self.accounts_table(),
                self.notable(),
                self.decisions(),
            ]
        return (
            f"<!doctype html><html lang='{self.language}'><head><meta charset='utf-8'>"
            f"<meta name='viewport' content='width=device-width'><title>{escape(title)}</title>"
            f"<style>{STYLE}{MORE}</style></head><body>{''.join(body)}"
            f"<div id='tip' role='status' hidden></div><script>{SCRIPT}</script></body></html>\n"
        )

    def story(self) -> str:
        """Render the recorded events of a game that cannot be judged."""
        if self.record is None:
            return ""
        entries = enumerate([self.record.deal, *self.record.entries])
        lines = [(n, self.words.event(event, self.names)) for n, entry in entries for event in heard(entry, None)]
        return self.section("story", "".join(f"<p>{n}. {escape(line)}</p>" for n, line in lines))

    def curve(self) -> str:
        found = [self.review.opening, *(one.chances for one in self.review.moments)]
        step = (WIDE - 50) / max(1, len(found) - 1)

        def x(place: int) -> float:
            return 40 + place * step

        def y(chance: float) -> float:
            return 10 + (1.0 - min(1.0, max(0.0, chance))) * (TALL - 40)

        parts = [f"<svg viewBox='0 0 {WIDE} {TALL}' role='img' aria-label='{escape(self.say('curve'), quote=True)}'>"]
        for line in (0.0, 0.25, 0.5, 0.75, 1.0):
            parts.append(
                f"<path class='mark' d='M40 {y(line):.1f}H{WIDE - 10}'/>"
                f"<text x='2' y='{y(line) + 4:.1f}'>{line:.0%}</text>"
            )
        for seat in range(len(self.names)):
            path = "M" + "L".join(f"{x(n):.1f} {y(one[seat]):.1f}" for n, one in enumerate(found))
            parts.append(f"<path class='line' stroke='{COLOURS[seat % len(COLOURS)]}' d='{path}'/>")
        for n, moment in enumerate(self.review.moments):
            tip = f"{self.headline(moment)} · " + ", ".join(
                f"{name} {chance:.0%}" for name, chance in zip(self.names, moment.chances, strict=True)
            )
            parts.append(
                f"<g class='hit' data-tip='{escape(tip, quote=True)}'><rect class='air' x='{x(n + 1) - step / 2:.1f}' "
                f"y='0' width='{step:.1f}' height='{TALL}'/>"
            )
            if n in self.review.turning:
                for seat, chance in enumerate(moment.chances):
                    colour = COLOURS[seat % len(COLOURS)]
                    parts.append(
                        f"<circle class='turn' stroke='{colour}' cx='{x(n + 1):.1f}' cy='{y(chance):.1f}' r='5'/>"
                    )
            parts.append("</g>")
        legend = "".join(
            f"<span><i style='background:{COLOURS[seat % len(COLOURS)]}'></i>{escape(name)}</span>"
            for seat, name in enumerate(self.names)
        )
        return self.section(
            "curve", f"<p class='legend'>{legend}</p><figure>{''.join(parts)}</svg></figure>", "curve_note"
        )

    def section(self, title: str, inner: str, note: str = "") -> str:
        intro = f"<p>{escape(self.say(note))}</p>" if note else ""
        return f"<section class=wide><h2>{escape(self.say(title))}</h2>{intro}{inner}</section>"

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
        head = "".join(f"<th scope='col'>{escape(self.say(key))}</th>" for key in heads)
        body = "".join(
            "<tr>"
            + "".join(f"<td{' class=move' if n < left else ''}>{cell}</td>" for n, cell in enumerate(row))
            + "</tr>"
            for row in rows
        )
        return (
            f"<div class='table' tabindex='0'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def accounts_table(self) -> str:
        rows = [
            [
                escape(self.names[one.seat]),
                f"{one.start:.1%}",
                signed(one.luck),
                signed(one.skill),
                signed(one.others),
                f"<b>{one.result:.0%}</b>",
                escape(self.say(one.rating)),
            ]
            for one in self.review.accounts
        ]
        heads = ("player", "start", "luck", "skill", "others", "result", "play")
        return self.section("books", self.table(heads, rows), "books_note")

    def headline(self, moment: Moment) -> str:
        name = self.names[moment.seat]
        return self.say("moment", number=moment.number + 1, name=name, move=self.move(moment.move))

    def card(self, number: int, good: bool) -> str:
        """Render a decision with its alternatives: given what the player could know, and in hindsight."""
        if number < 0:
            return f"<p>{escape(self.say('none'))}</p>"
        moment, lines = self.review.moments[number], []
        known, everything = self.review.known.get(str(number)), self.review.open.get(str(number))
        if known is not None:
            key = "against" if good else "instead"
            lines.append(self.say(key, move=self.move(known.move), chance=known.chance, lost=max(0.0, known.lost)))
            lines += self.why(known)
        if everything is not None and not good:
            lines.append(self.say("hindsight", move=self.move(everything.move), chance=everything.chance))
        lines.append(self.say("replay", number=number))
        text = "".join(f"<p>{escape(line)}</p>" for line in lines)
        return f"<div class=card><b>{escape(self.headline(moment))} ({moment.chance:.0%})</b>{text}</div>"

    def why(self, known: Better) -> list[str]:
        lines = []
        if known.reasons:
            terms = self.say("join").join(self.words.term(term) for term, _ in known.reasons)
            lines.append(self.say("reasons", terms=terms))
        if known.prospects:
            events = self.say("join").join(self.words.event(event, self.names) for event in known.prospects)
            lines.append(self.say("prospects", events=events))
        return lines

    def notable(self) -> str:
        turning = []
        for number in self.review.turning:
            moment = self.review.moments[number]
            moved = [luck + skill for luck, skill in zip(moment.luck, moment.skill, strict=True)]
            shifts = ", ".join(f"{escape(name)} {signed(one)}" for name, one in zip(self.names, moved, strict=True))
            turning.append(f"<div class=card><b>{escape(self.headline(moment))}</b><p>{shifts}</p></div>")
        parts = [self.section("turning", "".join(turning))]
        parts.append(self.section("best", self.card(self.review.best, True)))
        parts.append(self.section("worst", self.card(self.review.worst, False)))
        return "".join(parts)

    def decisions(self) -> str:
        rows = []
        for one in self.review.moments:
            if one.choices < 2 and not one.drew:
                continue
            rows.append(
                [
                    f"{one.number + 1}",
                    escape(f"{self.names[one.seat]}: {self.move(one.move)}"),
                    f"{one.chances[one.seat]:.0%}",
                    f"<span class=bad>{one.lost:.1%}</span>" if one.lost else "–",
                    signed(one.luck[one.seat]) if one.drew else "–",
                    escape(self.move(one.best)) if one.lost else "–",
                ]
            )
        return self.section("decisions", self.table(("number", "move", "after", "gave", "draw", "better"), rows, 2))


def signed(amount: float) -> str:
    kind = "good" if amount > 0.005 else "bad" if amount < -0.005 else ""
    return f"<span class='{kind}'>{amount:+.1%}</span>"


def reason(review: Review, language: str) -> str:
    """Say why a game was not judged."""
    return say("unjudged", language, why=say(f"unjudged_{review.reason or 'broken'}", language, note=review.note))


def page(game: AnyGame, review: Review, language: str = "en", record: Record | None = None) -> str:
    """Render a review as HTML; ``record`` supplies the events of a game that could not be judged."""
    return Page(game, review, language, record).html()
