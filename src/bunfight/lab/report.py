"""Renders a run as one self-contained HTML page, with a chart and a table for each question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

import bunfight
from bunfight.i18n.languages import Phrases
from bunfight.i18n.words import HOLE, Words
from bunfight.lab.charts import bars, histogram
from bunfight.lab.findings import findings
from bunfight.lab.plan import WIN, Tally
from bunfight.lab.run import Run, by_order
from bunfight.lab.stats import wilson

SHOWN: Final = 16  # things in a picture; the table has all
ENOUGH: Final = 5  # seats that must have used a thing before its value is shown

SAY: Final = Phrases(Path(__file__).parent, "report")

STYLE: Final = """
:root{color-scheme:light dark;--ink:#222;--paper:#fffdf8;--bar:#c8692b;--soft:#8a8173;--line:#e5ddd0}
@media(prefers-color-scheme:dark){:root{--ink:#eee6da;--paper:#1d1a17;--bar:#e08a4c;--soft:#a59b8b;--line:#3a342d}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
body{max-width:76rem;margin:2rem auto;padding:0 1rem}h1,h2{line-height:1.2}figure{margin:0}
section{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem 2rem}
section.wide{grid-template-columns:minmax(0,1fr)}section>ul{margin:.4rem 0;padding-left:1.2rem;max-width:60rem}
section{border-top:1px solid var(--line);padding:1rem 0}
section>h2,section>p{grid-column:1/-1;margin:.2rem 0}p{color:var(--soft)}
@media(max-width:50rem){section{grid-template-columns:1fr}}
svg{width:100%;max-width:36rem;height:auto;font:13px system-ui,sans-serif;fill:var(--ink)}.bar{fill:var(--bar)}
.air{fill:transparent}.hit:hover .air,.hit.on .air{fill:var(--line)}
#tip{position:fixed;z-index:1;max-width:min(24rem,90vw);padding:.3rem .7rem;border-radius:.4rem;pointer-events:none}
#tip{background:var(--ink);color:var(--paper);font-size:.9rem}
.whisker{stroke:var(--ink);fill:none;opacity:.7}.mark{stroke:var(--soft);stroke-dasharray:4 4;fill:none}
div.table{overflow:auto;max-height:34rem}table{border-collapse:collapse;font-size:.85rem;width:100%}
th,td{text-align:right;padding:.15rem .6rem;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left;min-width:4rem}
"""


SCRIPT: Final = """
const tip=document.getElementById('tip');let on=null;
const show=e=>{const hit=e.target.closest?.('.hit');if(on&&on!==hit)on.classList.remove('on');on=hit;tip.hidden=!hit;
if(!hit)return;hit.classList.add('on');tip.textContent=hit.dataset.tip;
tip.style.left=Math.max(4,Math.min(e.clientX+12,innerWidth-tip.offsetWidth-4))+'px';
tip.style.top=Math.max(4,Math.min(e.clientY+14,innerHeight-tip.offsetHeight-4))+'px'};
for(const kind of ['pointermove','pointerdown'])addEventListener(kind,show);
addEventListener('scroll',()=>{tip.hidden=true});
"""


class Page:
    """Renders the sections of a report in one language."""

    def __init__(self, run: Run, language: str) -> None:
        self.run = run
        self.tally: Tally = run.tally
        self.words = Words(run.plan.rulebook, language)
        self.language = language
        self.games = max(1, run.games)
        self.parts: list[str] = []

    def say(self, key: str, **values: object) -> str:
        return SAY(key, self.language, **values)

    def group(self, name: str) -> dict[str, int]:
        return {key[1]: n for key, n in self.tally.items() if key[0] == name}

    def section(
        self, title: str, picture: str, heads: Sequence[str], rows: Sequence[Sequence[Any]], note: str = ""
    ) -> None:
        head = "".join(f"<th scope='col'>{escape(self.say(key))}</th>" for key in heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
        wide, intro = " class=wide" if len(heads) > 4 else "", f"<p>{escape(self.say(note))}</p>" if note else ""
        self.parts.append(
            f"<section{wide}><h2>{escape(self.say(title))}</h2>{intro}"
            f"<figure>{picture}</figure><div class='table' tabindex='0'>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></section>"
        )

    # -- the questions ----------------------------------------------------------------------------------------------

    def wins(self) -> None:
        seats = self.run.plan.seats
        pictures, rows = [], []
        for seat in range(seats):
            won = self.tally["seat wins", str(seat)] / WIN
            low, high = wilson(won, self.games)
            label = self.say("seat_n", n=seat + 1)
            pictures.append((label, 100 * won / self.games, 100 * low, 100 * high))
            mean = self.tally["seat score", str(seat)] / self.games
            rows.append([label, f"{won / self.games:.1%}", f"{low:.1%} – {high:.1%}", f"{mean:.2f}"])
        picture = bars(pictures, self.say("wins"), "%", 100 / seats)
        self.section("wins", picture, ("seat", "share", "interval", "mean"), rows, "wins_note")

    def order(self) -> None:
        """Show who wins, by playing order."""
        pictures, rows = [], []
        for turn, (won, games) in enumerate(by_order(self.run)):
            low, high = wilson(won, games)
            label = self.say("turn_n", n=turn + 1)
            pictures.append((label, 100 * won / games, 100 * low, 100 * high))
            rows.append([label, f"{won / games:.1%}", f"{low:.1%} – {high:.1%}"])
        if rows:
            picture = bars(pictures, self.say("order"), "%", 100 / self.run.plan.seats)
            self.section("order", picture, ("turn", "share", "interval"), rows, "order_note")

    def scores(self) -> None:
        every: Counter[int] = Counter()
        rows = []
        for seat in range(self.run.plan.seats):
            mine = Counter({int(k[2]): n for k, n in self.tally.items() if k[0] == "score" and k[1] == str(seat)})
            every.update(mine)
            rows.append([self.say("seat_n", n=seat + 1), *spread(mine)])
        heads = ("seat", "mean", "deviation", "lowest", "median", "highest")
        self.section("scores", histogram(every, self.say("scores"), self.say("points")), heads, rows)

    def numbers(self, group: str, title: str, axis: str, note: str = "") -> None:
        counts = Counter({int(value): n for value, n in self.group(group).items()})
        picture = histogram(counts, self.say(title), self.say(axis))
        if len(counts) <= 30:
            rows = [[value, counts[value], f"{counts[value] / self.games:.1%}"] for value in sorted(counts)]
            self.section(title, picture, (axis, "games", "part"), rows, note)
        else:
            self.section(
                title, picture, ("average", "deviation", "lowest", "median", "highest"), [spread(counts)], note
            )

    def endings(self) -> None:
        found = sorted(self.group("ending").items(), key=lambda one: -one[1])
        rows = [[self.words.reason(reason), n, f"{n / self.games:.1%}"] for reason, n in found]
        picture = bars([(self.words.reason(r), 100 * n / self.games, None, None) for r, n in found], "", "%")
        self.section("endings", picture, ("ending", "games", "part"), rows)

    def sources(self) -> None:
        found = sorted(self.group("line").items(), key=lambda one: -one[1])
        seats, winners = self.games * self.run.plan.seats, max(1, self.tally["winners",])
        each = [(self.words.score(label), n / seats, self.tally["winners line", label] / winners) for label, n in found]
        picture = bars([(name, mine, None, None) for name, mine, _ in each], self.say("sources"))
        rows = [[name, f"{mine:.2f}", f"{best:.2f}"] for name, mine, best in each]
        self.section("sources", picture, ("source", "each", "winner"), rows)

    def things(self) -> None:
        even = 1 / self.run.plan.seats
        known = self.words.table.get("terms", {})
        found = []
        for thing in sorted({*self.group("named"), *self.group("users")} & set(known)):
            named, used, seats = self.tally["named", thing], self.tally["used", thing], self.tally["users", thing]
            won = self.tally["users wins", thing] / WIN
            low, high = wilson(won, seats)
            value = won / seats - even if seats >= ENOUGH else None
            found.append((self.words.term(thing), named, used / max(1, named), seats, value, low - even, high - even))
        if not found:
            return
        found.sort(key=lambda one: (one[4] is None, -(one[4] or 0.0), one[0]))
        sure = [one for one in found if one[4] is not None]
        some = sure if len(sure) <= SHOWN else [*sure[: SHOWN // 2], *sure[-SHOWN // 2 :]]
        picture = bars(
            [(name, 100 * (value or 0), 100 * low, 100 * high) for name, _, _, _, value, low, high in some],
            self.say("value"),
            "%",
        )
        rows = [
            [
                name,
                named,
                f"{picked:.1%}" if named else "–",
                seats,
                "–" if value is None else f"{value:+.1%}",
                "–" if value is None else f"{low:+.1%} – {high:+.1%}",
            ]
            for name, named, picked, seats, value, low, high in found
        ]
        heads = ("thing", "offered", "picked", "users", "value", "interval")
        self.section("things", picture, heads, rows, "things_note")

    def questions(self) -> None:
        found = sorted(self.group("question").items(), key=lambda one: -one[1])
        rows = [[self.words.question(name), f"{n / self.games:.2f}"] for name, n in found]
        picture = bars([(self.words.question(name), n / self.games, None, None) for name, n in found], "")
        self.section("questions", picture, ("question", "a_game"), rows)

    def verbs(self) -> None:
        counts: Counter[str] = Counter()
        for text, n in self.group("taken").items():
            counts[text.split(" ")[0]] += n
        each = [(self.verb(verb), n) for verb, n in counts.most_common()]
        rows = [[verb, n, f"{n / self.games:.2f}"] for verb, n in each]
        picture = bars([(verb, n / self.games, None, None) for verb, n in each], self.say("verbs"))
        self.section("verbs", picture, ("move", "times", "a_game"), rows)

    def verb(self, verb: str) -> str:
        """Put a kind of move into words: "Pass … to …"."""
        template = self.words.table["moves"].get(verb)
        return HOLE.sub("…", self.words.text(template) if template else verb)

    def html(self) -> str:
        plan = self.run.plan
        made = self.say(
            "made",
            games=self.run.games,
            players=plan.seats,
            bots=", ".join(plan.specs),
            options=", ".join(f"{one.name}={one.written(plan.options[one.name])}" for one in plan.rulebook.options)
            or "–",
            seed=plan.seed,
            rules=plan.rulebook.rules_version,
            version=bunfight.__version__,
        )
        stands_out = "".join(f"<li>{escape(one)}</li>" for one in findings(self.run, self.language))
        self.order()
        self.wins()
        self.scores()
        self.numbers("length", "length", "decisions")
        self.numbers("lead changes", "leads", "changes", "leads_note")
        self.endings()
        self.sources()
        self.things()
        self.questions()
        self.verbs()
        title = self.say("report", game=self.words.title)
        return (
            f"<!doctype html><html lang='{self.language}'><head><meta charset='utf-8'>"
            f"<meta name='viewport' content='width=device-width'><title>{escape(title)}</title>"
            f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(made)}</p>"
            f"<section class=wide id='findings'><h2>{escape(self.say('findings'))}</h2><ul>{stands_out}</ul>"
            f"<p>{escape(self.say('findings_note'))}</p></section>"
            f"{''.join(self.parts)}<div id='tip' role='status' hidden></div><script>{SCRIPT}</script></body></html>\n"
        )


def spread(counts: Counter[int]) -> list[str]:
    """Return mean, standard deviation, lowest, median and highest of counted numbers."""
    total = sum(counts.values())
    mean = sum(value * n for value, n in counts.items()) / total
    deviation = math.sqrt(sum(n * (value - mean) ** 2 for value, n in counts.items()) / total)
    seen, median = 0, min(counts)
    for value in sorted(counts):
        seen += counts[value]
        if 2 * seen >= total:
            median = value
            break
    return [f"{mean:.2f}", f"{deviation:.2f}", str(min(counts)), str(median), str(max(counts))]


def page(run: Run, language: str = "en") -> str:
    """Render the report of a studied run as HTML."""
    return Page(run, language).html()
