"""The admin command: tables of a store listed, closed, exported and forgotten, also while servers use it."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from bunfight.protocol.coaching import DailyScore
from bunfight.server.rooms.game_session import Match
from bunfight.server.settings import settle
from bunfight.server.storage.interface import BOARDS, Change, Conflict, Damaged, Kept, News, Store, StoreBroken
from bunfight.server.storage.open import chosen, is_postgres, shown
from bunfight.server.storage.sqlite import SqliteStore

PAGE: Final = 200
DAY: Final = 86_400.0
STATES: Final = ("gathering", "playing", "over")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="bunfight admin", description="Look after the tables of a server.")
    made.add_argument("--db", help="where tables are kept: a file (bunfight.db), or postgresql://USER@HOST/DATABASE")
    made.add_argument("--config", default="", help="settings file (TOML)")
    does = made.add_subparsers(dest="does", metavar="WHAT", required=True)
    tables = does.add_parser("tables", help="list tables")
    tables.add_argument("--state", choices=STATES)
    tables.add_argument("--game", default="")
    tables.add_argument("--older-than", type=float, default=0.0, metavar="DAYS", help="untouched for so many days")
    close = does.add_parser("close", help="end a game: it can be looked at, but not played on")
    close.add_argument("table")
    close.add_argument("--why", default="the owner of this server has closed it", help="what people are told")
    out = does.add_parser("export", help="write a game's record (JSON Lines)")
    out.add_argument("table")
    out.add_argument("file", nargs="?", help="where to (otherwise it is printed)")
    out.add_argument("--running", action="store_true", help="also if it is not over: it holds every hidden card")
    forget = does.add_parser("forget", help="delete tables, or what they tell about people")
    forget.add_argument("table", nargs="*", help="tables to delete with everything that belongs to them")
    forget.add_argument("--older-than", type=float, default=0.0, metavar="DAYS", help="all untouched for so long")
    forget.add_argument("--name", default="", help="a person: the name goes, and what they said")
    forget.add_argument("--chat", action="store_true", help="what was said at the named tables, and nothing else")
    return made


def main(argv: list[str]) -> int:
    told = parser().parse_args(argv)
    try:
        db = settle({"db": told.db}, file=told.config).db
        if not is_postgres(db) and not Path(db).exists():
            raise StoreBroken(f"{db}: there is no such store; name it with --db")
        return asyncio.run(_do(told, db))
    except (ValueError, StoreBroken, Damaged) as error:
        print(f"bunfight admin: {error}", file=sys.stderr)
        return 2


async def _do(told: argparse.Namespace, db: str) -> int:
    store = chosen(db) if is_postgres(db) else SqliteStore(db, alone=False)
    await store.open()
    try:
        if told.does == "tables":
            return await tables(store, told)
        if told.does == "close":
            return await close(store, told.table, told.why)
        if told.does == "export":
            return await export(store, told)
        return await forget(store, told, shown(db))
    finally:
        await store.close()


async def every(store: Store) -> AsyncIterator[Kept]:
    """All tables that can be read; the others are named on the way."""
    after = ""
    while True:
        good, bad = await store.every(after, PAGE)
        for table, why in bad.items():
            print(f"{table}: damaged: {why}", file=sys.stderr)
        for one in good:
            yield one
        if not good and not bad:
            return
        after = max([one.id for one in good] + list(bad))


async def tables(store: Store, told: argparse.Namespace) -> int:
    before, count = time.time() - told.older_than * DAY, 0
    print(f"{'table':34} {'game':14} {'state':10} {'seats':>5} {'moves':>6}  last change")
    async for one in every(store):
        if told.state in (None, one.state) and told.game in ("", one.head.game) and one.changed <= before:
            count += 1
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.changed))
            marks = ", closed" if one.head.closed else ""
            public = " public" if one.head.public else ""
            row = f"{one.id:34} {one.head.game:14} {one.state:10} {len(one.head.seats):5} {one.number:6}  {when}"
            print(f"{row}{public}{marks}")
    print(f"{count} tables")
    return 0


async def found(store: Store, table: str) -> Kept:
    kept = await store.load(table)
    if kept is None:
        raise ValueError(f"there is no table {table!r}; 'bunfight admin tables' lists them")
    return kept


async def changed(store: Store, table: str, edit: Callable[[Kept], bool]) -> bool:
    """Change what a table is, however often servers change it meanwhile; whether there was something to change."""
    for _ in range(20):
        kept = await found(store, table)
        if not edit(kept):
            return False
        head, live = msgspec.json.encode(kept.head), msgspec.json.encode(kept.live)
        due = None if kept.head.closed else kept.due
        told = Change(
            id=table,
            expect=kept.revision,
            state=kept.state,
            version=kept.version + 1,
            number=kept.number,
            changed=kept.changed,
            live=live,
            due=due,
            head=head,
            public=kept.head.public,
        )
        try:
            await store.commit(told)
            return True
        except Conflict:
            continue
    raise StoreBroken(f"{table} is changed so often that nothing else can be changed there; try again")


async def close(store: Store, table: str, why: str) -> int:
    def edit(kept: Kept) -> bool:
        if kept.state == "over":
            raise ValueError(f"the game at {table} is over; there is nothing to close")
        kept.head.closed = why[:200]
        return True

    await changed(store, table, edit)
    print(f"{table}: closed ({why})")
    return 0


async def export(store: Store, told: argparse.Namespace) -> int:
    kept = await found(store, told.table)
    if kept.head.deal is None:
        raise ValueError(f"the game at {told.table} has not begun; there is no record")
    if kept.state != "over" and not told.running:
        raise ValueError(f"the game at {told.table} is not over, and its record tells every secret; say --running")
    text = Match(kept).record((await store.entries(told.table))[: kept.number]).text()
    if told.file:
        Path(told.file).write_text(text, encoding="utf-8")
        print(f"{told.file}: {kept.number} decisions")
    else:
        sys.stdout.write(text)
    return 0


async def forget(store: Store, told: argparse.Namespace, db: str) -> int:
    if not (told.table or told.older_than or told.name):
        raise ValueError("name tables to forget, or say --older-than DAYS or --name NAME")
    wanted = list(told.table)
    if told.older_than:
        before = time.time() - told.older_than * DAY
        wanted += [one.id async for one in every(store) if one.changed < before]
    if told.name:
        return await forget_person(store, told.name, wanted)
    lines = gone = 0
    for table in wanted:
        if told.chat:
            lines += await unsay(store, table, "")
        elif await store.forget(table):
            gone += 1
            store.tell(News(changed={table: sys.maxsize}, lobby=True))
        else:
            raise ValueError(f"there is no table {table!r}; 'bunfight admin tables' lists them")
    print(f"{db}: {lines} lines of chat forgotten" if told.chat else f"{db}: {gone} tables forgotten")
    return 0


async def unsay(store: Store, table: str, name: str) -> int:
    """Delete what was said, also where servers have it in memory."""

    def edit(kept: Kept) -> bool:
        kept.live.unsaid += 1
        return True

    await found(store, table)
    lines = await store.unsay(table, name)
    if lines:
        await changed(store, table, edit)
    return lines


async def forget_scores(store: Store, name: str) -> int:
    """The scores of daily deals stay, without the name."""
    count = 0
    for board in await store.shelves(BOARDS):
        for number, text in (await store.shelf(board)).items():
            with suppress(msgspec.DecodeError):  # of another version
                score = msgspec.json.decode(text, type=DailyScore)
                if score.name == name:
                    plain = msgspec.structs.replace(score, name="")
                    await store.shelve(board, number, msgspec.json.encode(plain).decode())
                    count += 1
    return count


async def forget_person(store: Store, name: str, wanted: list[str]) -> int:
    """Nobody can tell any more that this person played; the games stay."""
    places = lines = 0

    def edit(kept: Kept) -> bool:
        nonlocal places
        before = places
        for seat, one in enumerate(kept.head.seats):
            if one.name == name:
                one.name, one.mail, one.hook = f"Player {seat + 1}", "", False
                places += 1
        kept.head.names = [f"Player {n + 1}" if one == name else one for n, one in enumerate(kept.head.names)]
        return places > before

    ids = wanted or [one.id async for one in every(store)]
    for table in ids:
        await changed(store, table, edit)
        lines += await unsay(store, table, name)
    scores = 0 if wanted else await forget_scores(store, name)
    print(f"{name!r} is forgotten: {places} seats, {lines} lines of chat, {scores} scores")
    return 0
