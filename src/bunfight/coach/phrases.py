"""What the coach says, in English and Chinese; the browser has the same words in web/src/words."""

from __future__ import annotations

from typing import Final

from bunfight import languages

PHRASES: Final[dict[str, dict[str, str]]] = {
    "review": {"en": "{game}: a review", "zh": "{game}：复盘"},
    "made": {
        "en": "{names}; {decisions} decisions. Chances are estimated by playing each position on many times. "
        "A decision counts as a mistake only where the doubt allows it.",
        "zh": "{names}；共 {decisions} 步。胜算由反复推演每个局面估计而来；只有差距超出误差才算失误。",
    },
    "unjudged": {
        "en": "This game can be told but not judged: {why}.",
        "zh": "这局可以回放，但不能评判：{why}。",
    },
    "curve": {"en": "Everybody's chances", "zh": "各人的胜算"},
    "curve_note": {
        "en": "After each decision. Circles mark the three turning points.",
        "zh": "每一步之后的胜算；圆圈是三个转折点。",
    },
    "books": {"en": "Luck and skill", "zh": "运气与实力"},
    "books_note": {
        "en": "Start + luck + own decisions + others' decisions = result. Decisions count by what they give away.",
        "zh": "开局 + 运气 + 自己的决定 + 别人的决定 = 结果。决定按让出的胜算计。",
    },
    "player": {"en": "player", "zh": "玩家"},
    "start": {"en": "start", "zh": "开局"},
    "luck": {"en": "luck", "zh": "运气"},
    "skill": {"en": "own decisions", "zh": "自己的决定"},
    "others": {"en": "others' decisions", "zh": "别人的决定"},
    "result": {"en": "result", "zh": "结果"},
    "play": {"en": "play", "zh": "表现"},
    "turning": {"en": "Turning points", "zh": "转折点"},
    "best": {"en": "The best decision", "zh": "最好的决定"},
    "worst": {"en": "The worst decision", "zh": "最差的决定"},
    "none": {"en": "None that stands out.", "zh": "没有特别突出的。"},
    "instead": {
        "en": "Better was: {move} ({chance:.0%}, {lost:.0%} more).",
        "zh": "更好的是：{move}（{chance:.0%}，多 {lost:.0%}）。",
    },
    "against": {"en": "The next best was: {move} ({chance:.0%}).", "zh": "次好的是：{move}（{chance:.0%}）。"},
    "hindsight": {
        "en": "With everything known: {move} ({chance:.0%}).",
        "zh": "若一切已知：{move}（{chance:.0%}）。",
    },
    "reasons": {"en": "What changes:", "zh": "差别在于："},
    "moment": {"en": "Decision {number}, {name}: {move}", "zh": "第 {number} 步，{name}：{move}"},
    "replay": {
        "en": "Play on from there: bunfight play --resume FILE --at {number}",
        "zh": "从这里接着玩：bunfight play --resume FILE --at {number}",
    },
    "decisions": {"en": "All decisions", "zh": "全部决定"},
    "number": {"en": "no.", "zh": "步"},
    "move": {"en": "move", "zh": "行动"},
    "gave": {"en": "gave away", "zh": "让出"},
    "draw": {"en": "luck of the draw", "zh": "抽取的运气"},
    "better": {"en": "better", "zh": "更好的选择"},
    "after": {"en": "chance after", "zh": "之后的胜算"},
    "mistakes": {"en": "Learn from your mistakes", "zh": "从失误中学习"},
    "flawless": {"en": "flawless", "zh": "无懈可击"},
    "strong": {"en": "strong", "zh": "出色"},
    "solid": {"en": "solid", "zh": "稳健"},
    "shaky": {"en": "shaky", "zh": "起伏"},
    "wild": {"en": "wild", "zh": "随性"},
    "verdict_nobody": {"en": "Nobody won.", "zh": "无人获胜。"},
    "verdict_last_moment": {"en": "Decided at the very last moment.", "zh": "最后一刻才分出胜负。"},
    "verdict_comeback": {"en": "A comeback: the winner was nearly beaten.", "zh": "逆转：胜者一度几乎落败。"},
    "verdict_luck": {"en": "Luck decided it.", "zh": "运气决定了胜负。"},
    "verdict_skill": {"en": "Better decisions decided it.", "zh": "更好的决定赢下了这局。"},
    "verdict_both": {"en": "Luck and skill both had their share.", "zh": "运气与实力各占一份。"},
    "daily": {"en": "{game}, daily deal of {date}", "zh": "{game} {date} 每日一局"},
    "daily_score": {
        "en": "Result {result:.0%}; luck {luck:+.0%}; luck-adjusted {adjusted:.0%}.",
        "zh": "结果 {result:.0%}；运气 {luck:+.0%}；扣除运气后 {adjusted:.0%}。",
    },
    "trainer": {
        "en": "Mistake {n} of {of}: decision {number}. You can choose again.",
        "zh": "失误 {n} / {of}：第 {number} 步。重新选择。",
    },
    "trainer_right": {"en": "Yes: {move}, {chance:.0%} to win.", "zh": "对：{move}，胜算 {chance:.0%}。"},
    "trainer_wrong": {
        "en": "{move}: {chance:.0%} to win. Better: {best}, {top:.0%}.",
        "zh": "{move}：胜算 {chance:.0%}。更好的是：{best}，{top:.0%}。",
    },
    "trainer_none": {"en": "No mistake worth repeating. Well played!", "zh": "没有值得重练的失误。下得好！"},
}


def say(key: str, language: str, **values: object) -> str:
    return languages.told(PHRASES[key], language).format(**values)
