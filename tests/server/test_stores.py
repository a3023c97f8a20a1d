"""The contract of a store, tested on all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bunfight.protocol import Branch
from bunfight.server.observability.metrics import METRICS
from bunfight.server.storage import memory, sql
from bunfight.server.storage.interface import (
    Attachment,
    Change,
    ChatLine,
    Conflict,
    Damaged,
    Head,
    KeptSeat,
    Running,
    Store,
    StoreBroken,
    StoredScore,
)
from bunfight.server.storage.memory import MemoryStore
from bunfight.server.storage.open import open_store


def change(table: str, expect: int, version: int, **more: Any) -> Change:
    head = msgspec.json.encode(Head("_template", {}, [KeptSeat()], public=bool(more.get("public"))))
    fields: dict[str, Any] = {"state": "playing", "number": 0, "changed": 1.0, "live": msgspec.json.encode(Running())}
    return Change(id=table, expect=expect, version=version, **({"head": head} | fields | more))


async def motion(store: Store, table: str, number: int) -> str:
    """The body of a decision's only attachment, or nothing."""
    return "".join(one.body for one in await store.attachments(table, number))


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Opens a new store of each kind."""
    address = str(request.getfixturevalue("postgres").database()) if request.param == "postgres" else ""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Store]:
        store = MemoryStore() if request.param == "memory" else open_store(address or str(tmp_path / "s.db"))
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    return opened


async def test_changes_are_kept_wholly_and_conflicts_are_noticed(make: Any) -> None:
    async with make() as store:
        await store.commit(change("a", -1, 0))
        with pytest.raises(Conflict):
            await store.commit(change("a", -1, 0))
        await store.commit(change("a", 0, 1, number=2, entries=[b"one", b"two"]))
        with pytest.raises(Conflict):
            await store.commit(change("a", 0, 1, number=3, entries=[b"three"]))
        assert await store.entries("a") == [b"one", b"two"] and await store.entries("a", 1) == [b"two"]
        now = await store.since("a", 1)
        assert now is not None and (now[0].revision, now[1]) == (1, [b"two"])
        assert (await store.since("a", 2))[1] == [] and await store.since("none", 0) is None
        await store.commit(
            change("a", 1, 2, number=2, cut=1, entries=[b"other"], attachments=[Attachment(2, "motion", "m2")])
        )
        assert await store.entries("a") == [b"one", b"other"]
        assert (await motion(store, "a", 2), await motion(store, "a", 1)) == ("m2", "")
        with pytest.raises(Conflict):
            await store.commit(change("a", 1, 3, number=0, cut=0))
        assert await store.entries("a") == [b"one", b"other"], "a late cut takes nothing away"
        kept = await store.load("a")
        assert kept is not None and (kept.version, kept.number, kept.revision) == (2, 2, 2)
        assert await store.load("b") is None
        assert await store.revisions(["a", "b"]) == {"a": 2}


async def test_of_many_simultaneous_changes_of_a_table_one_wins(make: Any) -> None:
    async with make() as store:
        await store.commit(change("a", -1, 0))
        tried = [store.commit(change("a", 0, 1, number=1, entries=[b"%d" % n])) for n in range(20)]
        told = await asyncio.gather(*tried, return_exceptions=True)
        assert sorted(type(one).__name__ for one in told) == ["Conflict"] * 19 + ["NoneType"]
        assert len(await store.entries("a")) == 1


async def test_a_change_that_does_not_fit_affects_no_other_table(make: Any) -> None:
    async with make() as store:
        for table in "abc":
            await store.commit(change(table, -1, 0))
        await store.commit(change("b", 0, 1, number=1, entries=[b"1"]))
        twice = change("b", 1, 2, number=1, entries=[b"1"])  # its number is taken
        told = await asyncio.gather(
            *[store.commit(one) for one in (change("a", 0, 1, number=1, entries=[b"1"]), twice, change("c", 0, 1))],
            return_exceptions=True,
        )
        assert [type(one) for one in told] == [type(None), Damaged, type(None)]
        assert await store.revisions(["a", "b", "c"]) == {"a": 1, "b": 1, "c": 1}


async def test_the_last_chat_lines_are_read_in_order(make: Any) -> None:
    async with make() as store:
        await store.commit(change("a", -1, 0))
        lines = [ChatLine(n, 0, "Ann", f"line {n} \u2615", "", 1.0) for n in (1, 2, 3)]
        await store.commit(change("a", 0, 1, lines=lines))
        assert [line.text for line in await store.chat("a", 2)] == ["line 2 \u2615", "line 3 \u2615"]


async def test_public_tables_are_listed_by_state_and_game(make: Any) -> None:
    async with make() as store:
        await store.commit(change("p", -1, 0, public=True, game="_template", state="gathering", changed=50.0))
        await store.commit(change("q", -1, 0, public=True, game="_template", changed=60.0))
        await store.commit(change("r", -1, 0, changed=70.0))
        found, bad = await store.public(("gathering", "playing"), "", 9)
        assert ([one.id for one in found], bad) == (["q", "p"], {})
        assert [one.id for one in (await store.public(("gathering",), "_template", 9))[0]] == ["p"]
        assert (await store.public(("playing",), "other", 9))[0] == []


async def test_a_branch_gets_the_attachments_up_to_its_decision(make: Any) -> None:
    async with make() as store:
        two = [Attachment(1, "motion", "f1"), Attachment(2, "motion", "f2")]
        await store.commit(change("a", -1, 0))
        await store.commit(change("a", 0, 1, number=2, entries=[b"1", b"2"], attachments=two))
        await store.commit(change("b", -1, 0, number=1, entries=[b"1"], branch=Branch("a", 1)))
        assert (await motion(store, "b", 1), await motion(store, "b", 2)) == ("f1", "")


async def test_old_tables_expire_by_state_and_any_can_be_deleted(make: Any) -> None:
    async with make() as store:
        await store.commit(change("waiting", -1, 0, state="gathering", changed=50.0))
        await store.commit(change("playing", -1, 0, changed=60.0))
        await store.commit(change("over", -1, 0, number=1, entries=[b"1"], state="over", changed=70.0))
        assert await store.expire(40.0, 0.0) == 0 and await store.expire(55.0, 71.0) == 2
        assert await store.load("waiting") is None and await store.load("over") is None
        assert await store.entries("over") == []
        assert await store.delete("playing") and not await store.delete("playing") and await store.count() == 0


async def test_a_review_goes_with_the_table_and_not_with_decisions(make: Any) -> None:
    async with make() as store:
        await store.commit(change("a", -1, 0))
        two = [Attachment(1, "motion", "f1"), Attachment(2, "motion", "f2")]
        await store.commit(change("a", 0, 1, number=2, entries=[b"1", b"2"], attachments=two))
        await store.save_review("a", "review", "a review")
        await store.commit(change("a", 1, 2, number=1, cut=1))
        assert await store.attachments("a", 1, 9) == two[:1]
        assert await store.reviews("a") == {"review": "a review"}
        await store.commit(change("b", -1, 0, number=1, entries=[b"1"], branch=Branch("a", 1)))
        assert await store.attachments("b", 1) == two[:1] and await store.reviews("b") == {}, "a branch is another game"
        await store.save_review("a", "review", "a better one")
        await store.save_review("a", "progress", "")
        assert await store.reviews("a") == {"review": "a better one", "progress": ""}
        await store.delete("a")
        assert await store.reviews("a") == {} and await store.attachments("a", 1) == []


async def test_a_decision_has_attachments_of_several_kinds(make: Any) -> None:
    async with make() as store:
        both = [Attachment(1, "motion", "f1"), Attachment(1, "note", "n1")]
        await store.commit(change("a", -1, 0))
        await store.commit(change("a", 0, 1, number=1, entries=[b"1"], attachments=both))
        assert await store.attachments("a", 1) == both and await store.attachments("a", 2) == []


def score(
    table: str, player: int, text: str, adjusted: float = 0.5, skill: float = 0.0, at: float = 1.0
) -> StoredScore:
    return StoredScore(table, player, adjusted, skill, at, text)


async def test_the_first_score_of_a_player_and_of_a_table_counts(make: Any) -> None:
    async with make() as store:
        await asyncio.gather(*[store.save_score("daily 1", score(f"t{n}", 0, str(n))) for n in range(5)])
        ((table, first),) = (await store.scores("daily 1", 9)).items()
        await store.save_score("daily 1", score("late", 0, "late"))
        await store.save_score("daily 1", score(table, 1, "under another id"))
        await store.save_score("daily 2", score(table, 7, "other"))
        assert await store.scores("daily 1", 9) == {table: first} and table == f"t{first}"
        await store.save_score("daily 1", score(table, 0, "nameless"), replace=True)
        assert await store.scores("daily 1", 9) == {table: "nameless"}
        assert await store.boards() == ["daily 1", "daily 2"]
        await store.delete_boards(before="daily 2")
        assert await store.boards() == ["daily 2"] and await store.scores("daily 1", 9) == {}


async def test_a_leaderboard_keeps_its_best_scores_in_order(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sql, memory):
        monkeypatch.setattr(module, "SCORES_KEPT", 4)
    async with make() as store:
        ranks = [
            (0.1, 0.0, 1.0),
            (0.5, -0.3, 2.0),
            (0.9, -0.1, 3.0),
            (0.5, -0.1, 5.0),
            (0.5, -0.1, 4.0),
            (0.2, 0.0, 6.0),
        ]
        for number, rank in enumerate(ranks):
            await store.save_score("daily 1", score(f"t{number}", number, str(number), *rank))
        assert list((await store.scores("daily 1", 3)).values()) == ["2", "4", "3"]
        assert list((await store.scores("daily 1", 9)).values()) == ["2", "4", "3", "1"]


async def test_due_tables_are_listed_unless_they_are_frozen(make: Any) -> None:
    async with make() as store:
        for number, table in enumerate("abc"):
            await store.commit(change(table, -1, 0, due=float(number)))
        assert await store.due(1.0) == ["a", "b"]
        await store.freeze("a", "broken")
        assert await store.due(1.0) == ["b"] and await store.frozen() == {"a": "broken"}
        await store.freeze("a", "")
        assert await store.frozen() == {}
        await store.probe()


async def test_many_changes_share_one_sync(make: Any) -> None:
    async with make() as store:
        before = sum(METRICS.group.buckets)
        await asyncio.gather(*[store.commit(change(f"t{n}", -1, 0)) for n in range(500)])
        assert sum(METRICS.group.buckets) - before < 100
        assert await store.count() == 500
        made = [store.commit(change(f"t{n}", 0, 1, number=2, entries=[b"1", b"2"], due=7.5)) for n in range(500)]
        await asyncio.gather(*made)
        mixed = [store.commit(change(f"t{n}", n % 2, 2, number=3, entries=[b"3"])) for n in range(500)]
        told = await asyncio.gather(*mixed, return_exceptions=True)
        assert [type(one) for one in told] == [Conflict, type(None)] * 250
        assert [await store.entries(f"t{n}") for n in (0, 1)] == [[b"1", b"2"], [b"1", b"2", b"3"]]
        assert len(await store.due(8.0)) == 250


async def test_a_closed_store_keeps_nothing_and_says_so(db: str) -> None:
    store = open_store(db)
    await store.open()
    await store.commit(change("a", -1, 0))
    await store.close()
    with pytest.raises(StoreBroken):
        await store.commit(change("a", 0, 1))
    again = open_store(db)
    await again.open()
    assert await again.revisions(["a"]) == {"a": 0}
    await again.close()
