"""The admin command: lists, closes, exports and deletes the tables of a store, also while servers use it."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.i18n.arguments import CommandParser, actions_of, add_json, add_language, add_number, language_of
from bunfight.i18n.words import error_text
from bunfight.protocol.coaching import DailyScore
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.settings import add_database, settle
from bunfight.server.storage.interface import Change, Conflict, Damaged, Kept, News, Store, StoreBroken, StoredScore
from bunfight.server.storage.open import is_postgres, open_store, without_password
from bunfight.server.storage.sql import SCORES_KEPT

PAGE: Final = 200
DAY: Final = 86_400.0
STATES: Final = ("gathering", "playing", "over")


def parser() -> CommandParser:
    made = CommandParser(prog="bunfight admin", description="Manage the tables of a server, also while it runs.")
    add_database(made)
    add_language(made)
    does = actions_of(made, required=True)
    tables = does.add_parser("tables", help="list tables")
    tables.add_argument("--state", choices=STATES, help="only tables in this state")
    tables.add_argument("--game", default="", metavar="GAME", help="only tables of this game")
    add_number(tables, "--older-than", 0, default=0.0, metavar="DAYS", help="only tables not used for DAYS days")
    add_json(tables)
    close = does.add_parser("close", help="end a game: it can be viewed, but not continued")
    close.add_argument("table", metavar="TABLE", help="id of the table")
    close.add_argument(
        "--why",
        metavar="TEXT",
        default="the owner of this server has closed it",
        help="the reason that players see",
    )
    out = does.add_parser("export", help="write a game's record (JSON Lines)")
    out.add_argument("table", metavar="TABLE", help="id of the table")
    out.add_argument("file", nargs="?", metavar="FILE", help="output file (default: standard output)")
    out.add_argument("--running", action="store_true", help="export a game in progress (the file reveals hidden cards)")
    forget = does.add_parser("forget", help="delete tables, or personal data in them")
    forget.add_argument(
        "table", nargs="*", metavar="TABLE", help="tables to delete with everything that belongs to them"
    )
    add_number(forget, "--older-than", 0, default=0.0, metavar="DAYS", help="delete tables not used for DAYS days")
    forget.add_argument("--name", default="", metavar="NAME", help="remove a person's name and chat")
    forget.add_argument("--chat", action="store_true", help="delete only the chat of the named tables")
    for action in (tables, close, out, forget):
        add_database(action, inherited=True)
        add_language(action, inherited=True)
    return made


def main(argv: list[str]) -> int:
    try:
        args = parser().parse_args(argv)
        db = settle({"db": args.db}, file=args.config).db
        if not is_postgres(db) and not Path(db).exists():
            raise StoreBroken(f"{db}: there is no such database; name it with --db")
        return asyncio.run(_do(args, db))
    except (BunfightError, StoreBroken, Damaged, OSError) as error:
        print(f"bunfight admin: {error_text(error, language_of(argv))}", file=sys.stderr)
        return 2


async def _do(args: argparse.Namespace, db: str) -> int:
    store = open_store(db, alone=False)
    await store.open()
    try:
        if args.action == "tables":
            return await tables(store, args)
        if args.action == "close":
            return await close(store, args.table, args.why)
        if args.action == "export":
            return await export(store, args)
        return await forget(store, args, without_password(db))
    finally:
        await store.close()


async def every(store: Store) -> AsyncIterator[Kept]:
    """All readable tables; the damaged ones are reported on standard error."""
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


async def tables(store: Store, args: argparse.Namespace) -> int:
    before, count = time.time() - args.older_than * DAY, 0
    if not args.json:
        print(f"{'table':34} {'game':14} {'state':10} {'seats':>5} {'moves':>6}  last change")
    rows = []
    async for one in every(store):
        if args.state in (None, one.state) and args.game in ("", one.head.game) and one.changed <= before:
            count += 1
            if args.json:
                rows.append(row_of(one))
                continue
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.changed))
            marks = ", closed" if one.head.closed else ""
            public = " public" if one.head.public else ""
            row = f"{one.id:34} {one.head.game:14} {one.state:10} {len(one.head.seats):5} {one.number:6}  {when}"
            print(f"{row}{public}{marks}")
    print(json.dumps(rows, ensure_ascii=False) if args.json else f"{count} tables")
    return 0


def row_of(one: Kept) -> dict[str, Any]:
    """A table as data."""
    return {
        "table": one.id,
        "game": one.head.game,
        "state": one.state,
        "seats": len(one.head.seats),
        "moves": one.number,
        "changed": one.changed,
        "public": one.head.public,
        "closed": bool(one.head.closed),
    }


async def found(store: Store, table: str) -> Kept:
    kept = await store.load(table)
    if kept is None:
        raise InvalidInput("admin_no_table", table=table)
    return kept


async def changed(store: Store, table: str, edit: Callable[[Kept], bool]) -> bool:
    """Edit a table, with retries if servers change it meanwhile; whether there was anything to edit."""
    for _ in range(20):
        kept = await found(store, table)
        if not edit(kept):
            return False
        head, live = msgspec.json.encode(kept.head), msgspec.json.encode(kept.live)
        due = None if kept.head.closed else kept.due
        change = Change(
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
            await store.commit(change)
            return True
        except Conflict:
            continue
    raise StoreBroken(f"{table} changes too often to be edited; try again")


async def close(store: Store, table: str, why: str) -> int:
    def edit(kept: Kept) -> bool:
        if kept.state == "over":
            raise InvalidInput("admin_over", table=table)
        kept.head.closed = why[:200]
        return True

    await changed(store, table, edit)
    print(f"{table}: closed ({why})")
    return 0


async def export(store: Store, args: argparse.Namespace) -> int:
    kept = await found(store, args.table)
    if kept.head.deal is None:
        raise InvalidInput("admin_not_started", table=args.table)
    if kept.state != "over" and not args.running:
        raise InvalidInput("admin_running", table=args.table)
    text = GameSession(kept).record((await store.entries(args.table))[: kept.number]).text()
    if args.file:
        Path(args.file).write_text(text, encoding="utf-8")
        print(f"{args.file}: {kept.number} decisions")
    else:
        sys.stdout.write(text)
    return 0


async def forget(store: Store, args: argparse.Namespace, db: str) -> int:
    if not (args.table or args.older_than or args.name):
        raise InvalidInput("admin_forget")
    wanted = list(args.table)
    if args.older_than:
        before = time.time() - args.older_than * DAY
        wanted += [one.id async for one in every(store) if one.changed < before]
    if args.name:
        return await forget_person(store, args.name, wanted)
    lines = gone = 0
    for table in wanted:
        if args.chat:
            lines += await delete_chat(store, table, "")
        elif await store.delete(table):
            gone += 1
            store.publish(News(changed={table: sys.maxsize}, lobby=True))
        else:
            raise InvalidInput("admin_no_table", table=table)
    print(f"{db}: {lines} lines of chat forgotten" if args.chat else f"{db}: {gone} tables forgotten")
    return 0


async def delete_chat(store: Store, table: str, name: str) -> int:
    """Delete chat, also from the memory of servers."""

    def edit(kept: Kept) -> bool:
        kept.live.unsaid += 1
        return True

    await found(store, table)
    lines = await store.delete_chat(table, name)
    if lines:
        await changed(store, table, edit)
    return lines


async def forget_scores(store: Store, name: str) -> int:
    """Remove the name from scores of daily deals; the scores stay."""
    count = 0
    for board in await store.boards():
        for table, text in (await store.scores(board, SCORES_KEPT)).items():
            with suppress(msgspec.DecodeError):  # of another version
                score = msgspec.json.decode(text, type=DailyScore)
                if score.name == name:
                    plain = msgspec.structs.replace(score, name="")
                    text = msgspec.json.encode(plain).decode()
                    await store.save_score(board, StoredScore(table, 0, 0.0, 0.0, 0.0, text), replace=True)
                    count += 1
    return count


async def forget_person(store: Store, name: str, wanted: list[str]) -> int:
    """Remove every trace of a person; the games stay."""
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
        lines += await delete_chat(store, table, name)
    scores = 0 if wanted else await forget_scores(store, name)
    print(f"{name!r} is forgotten: {places} seats, {lines} lines of chat, {scores} scores")
    return 0
