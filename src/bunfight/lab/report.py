"""Report: one self-contained page about a game, with a picture and a plain table for each question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import bunfight
from bunfight.lab.charts import bars, histogram
from bunfight.lab.plan import WIN, Tally
from bunfight.lab.run import Run
from bunfight.lab.stats import wilson
from bunfight.words import Words

SHOWN: Final = 16  # things in a picture; the table has all
ENOUGH: Final = 5  # seats that must have used a thing before its value is shown

PHRASES: Final[dict[str, dict[str, str]]] = {
    "report": {"en": "Report", "zh": "报告"},
    "made": {
        "en": "{games} games of {players} players between {bots}; options: {options}; seed: {seed}; "
        "rules version {rules}; Bunfight {version}.",
        "zh": "{games} 局，{players} 名玩家，机器人：{bots}；选项：{options}；种子：{seed}；"
        "规则版本 {rules}；Bunfight {version}。",
    },
    "wins": {"en": "Who wins, by seat", "zh": "各座位胜率"},
    "wins_note": {
        "en": "Share of the games won, with its 95 % interval; the line is an even share. Shared wins count in parts.",
        "zh": "胜率及其95%区间；竖线为均等份额。并列获胜按份计。",
    },
    "seat": {"en": "seat", "zh": "座位"},
    "share": {"en": "wins", "zh": "胜率"},
    "interval": {"en": "95 % interval", "zh": "95%区间"},
    "mean": {"en": "mean score", "zh": "平均分"},
    "scores": {"en": "Scores", "zh": "得分分布"},
    "points": {"en": "points of a seat", "zh": "单个座位得分"},
    "deviation": {"en": "standard deviation", "zh": "标准差"},
    "lowest": {"en": "lowest", "zh": "最低"},
    "median": {"en": "median", "zh": "中位数"},
    "highest": {"en": "highest", "zh": "最高"},
    "length": {"en": "Length", "zh": "对局长度"},
    "decisions": {"en": "decisions in a game", "zh": "每局决定数"},
    "leads": {"en": "Changes of the lead", "zh": "领先易手"},
    "leads_note": {
        "en": "How often in a game another seat came to stand best in the game's own evaluation.",
        "zh": "一局中，按游戏自身的评估，领先座位变化的次数。",
    },
    "changes": {"en": "changes in a game", "zh": "每局变化次数"},
    "games": {"en": "games", "zh": "局数"},
    "endings": {"en": "How games end", "zh": "游戏如何结束"},
    "ending": {"en": "ending", "zh": "结束方式"},
    "part": {"en": "share", "zh": "占比"},
    "sources": {"en": "Where points come from", "zh": "得分来源"},
    "source": {"en": "source", "zh": "来源"},
    "each": {"en": "points a seat", "zh": "每座位得分"},
    "winner": {"en": "points a winner", "zh": "胜者得分"},
    "things": {"en": "Things: how often picked, and what they are worth", "zh": "各物件：选取率与价值"},
    "things_note": {
        "en": "Value is the share of wins of seats that used a thing at least once, less an even share. "
        "It shows what goes along with winning, not what causes it.",
        "zh": "价值＝至少使用过一次该物件的座位的胜率减去均等份额。它显示与获胜相伴的现象，而非原因。",
    },
    "thing": {"en": "thing", "zh": "物件"},
    "offered": {"en": "decisions that offered it", "zh": "可选次数"},
    "picked": {"en": "picked", "zh": "选取率"},
    "users": {"en": "seats that used it", "zh": "使用座位数"},
    "value": {"en": "value", "zh": "价值"},
    "questions": {"en": "Decisions by question", "zh": "按问题分类的决定"},
    "question": {"en": "question", "zh": "问题"},
    "a_game": {"en": "times a game", "zh": "每局次数"},
    "verbs": {"en": "Decisions by kind of move", "zh": "按行动分类的决定"},
    "move": {"en": "move", "zh": "行动"},
    "times": {"en": "times", "zh": "次数"},
    "failures": {"en": "Bots that failed", "zh": "出错的机器人"},
}

STYLE: Final = """
:root{color-scheme:light dark;--ink:#222;--paper:#fffdf8;--bar:#c8692b;--soft:#8a8173;--line:#e5ddd0}
@media(prefers-color-scheme:dark){:root{--ink:#eee6da;--paper:#1d1a17;--bar:#e08a4c;--soft:#a59b8b;--line:#3a342d}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
body{max-width:76rem;margin:2rem auto;padding:0 1rem}h1,h2{line-height:1.2}figure{margin:0}
section{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1rem 2rem}
section{border-top:1px solid var(--line);padding:1rem 0}
section>h2,section>p{grid-column:1/-1;margin:.2rem 0}p{color:var(--soft)}
@media(max-width:50rem){section{grid-template-columns:1fr}}
svg{width:100%;height:auto;font:12px system-ui,sans-serif;fill:var(--ink)}.bar{fill:var(--bar)}
.whisker{stroke:var(--ink);fill:none;opacity:.7}.mark{stroke:var(--soft);stroke-dasharray:4 4;fill:none}
div.table{overflow:auto;max-height:34rem}table{border-collapse:collapse;font-size:.85rem;width:100%}
th,td{text-align:right;padding:.15rem .6rem;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left}
"""


class Page:
    """The parts of a report in one language."""

    def __init__(self, run: Run, language: str) -> None:
        self.run = run
        self.tally: Tally = run.tally
        self.words = Words(run.plan.rulebook, language)
        self.language = language
        self.games = max(1, run.games)
        self.parts: list[str] = []

    def say(self, key: str, **values: object) -> str:
        return PHRASES[key][self.language].format(**values)

    def group(self, name: str) -> dict[str, int]:
        return {key[1]: n for key, n in self.tally.items() if key[0] == name}

    def section(
        self, title: str, picture: str, heads: Sequence[str], rows: Sequence[Sequence[Any]], note: str = ""
    ) -> None:
        head = "".join(f"<th scope='col'>{escape(self.say(key))}</th>" for key in heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
        self.parts.append(
            f"<section><h2>{escape(self.say(title))}</h2>{f'<p>{escape(self.say(note))}</p>' if note else ''}"
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
            label = f"{self.say('seat')} {seat}"
            pictures.append((label, 100 * won / self.games, 100 * low, 100 * high))
            mean = self.tally["seat score", str(seat)] / self.games
            rows.append([label, f"{won / self.games:.1%}", f"{low:.1%} – {high:.1%}", f"{mean:.2f}"])
        picture = bars(pictures, self.say("wins"), " %", 100 / seats)
        self.section("wins", picture, ("seat", "share", "interval", "mean"), rows, "wins_note")

    def scores(self) -> None:
        every: Counter[int] = Counter()
        rows = []
        for seat in range(self.run.plan.seats):
            mine = Counter({int(k[2]): n for k, n in self.tally.items() if k[0] == "score" and k[1] == str(seat)})
            every.update(mine)
            rows.append([f"{self.say('seat')} {seat}", *spread(mine)])
        heads = ("seat", "mean", "deviation", "lowest", "median", "highest")
        self.section("scores", histogram(every, self.say("scores"), self.say("points")), heads, rows)

    def numbers(self, group: str, title: str, axis: str, note: str = "") -> None:
        counts = Counter({int(value): n for value, n in self.group(group).items()})
        picture = histogram(counts, self.say(title), self.say(axis))
        if len(counts) <= 30:
            rows = [[value, counts[value], f"{counts[value] / self.games:.1%}"] for value in sorted(counts)]
            self.section(title, picture, (axis, "games", "part"), rows, note)
        else:
            self.section(title, picture, ("mean", "deviation", "lowest", "median", "highest"), [spread(counts)], note)

    def endings(self) -> None:
        found = sorted(self.group("ending").items(), key=lambda one: -one[1])
        rows = [[self.words.reason(reason), n, f"{n / self.games:.1%}"] for reason, n in found]
        picture = bars([(self.words.reason(r), 100 * n / self.games, None, None) for r, n in found], "", " %")
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
            " %",
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
        rows = [[verb, n, f"{n / self.games:.2f}"] for verb, n in counts.most_common()]
        picture = bars([(verb, n / self.games, None, None) for verb, n in counts.most_common()], self.say("verbs"))
        self.section("verbs", picture, ("move", "times", "a_game"), rows)

    def html(self) -> str:
        plan = self.run.plan
        made = self.say(
            "made",
            games=self.run.games,
            players=plan.seats,
            bots=", ".join(plan.lineups[0]),
            options=", ".join(f"{key} = {value}" for key, value in plan.options.items()) or "–",
            seed=plan.seed,
            rules=plan.rulebook.rules_version,
            version=bunfight.__version__,
        )
        self.wins()
        self.scores()
        self.numbers("length", "length", "decisions")
        self.numbers("lead changes", "leads", "changes", "leads_note")
        self.endings()
        self.sources()
        self.things()
        self.questions()
        self.verbs()
        title = f"{self.words.title}: {self.say('report')}"
        return (
            f"<!doctype html><html lang='{self.language}'><head><meta charset='utf-8'>"
            f"<meta name='viewport' content='width=device-width'><title>{escape(title)}</title>"
            f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(made)}</p>{''.join(self.parts)}</body></html>\n"
        )


def spread(counts: Counter[int]) -> list[str]:
    """Mean, standard deviation, lowest, median and highest of counted numbers."""
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
    """The report of a studied run as HTML."""
    return Page(run, language).html()
