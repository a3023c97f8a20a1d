"""Hook of mkdocs that adds the rules in both languages, the API reference and other generated pages."""

from __future__ import annotations

import gzip
import re
import shutil
from os.path import relpath
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from bunfight import games
from bunfight.i18n.words import Words

ROOT = Path(__file__).parents[1]
ABROAD = [
    "CONTRIBUTING.md",
    "STYLE.md",
    "CHANGELOG.md",
    "SECURITY.md",
    *(f"benchmarks/{path.name}" for path in sorted((ROOT / "benchmarks").glob("*.md"))),
]
PLAY = ROOT / "build" / "play"  # written by `make site`
LIVE = re.compile(r"<!-- live: (\w+) (\w+) -->")  # below a code block that runs in the reader's browser
LINK = re.compile(r"(?<!\!)\[([^\]]+)\]\((?!https?:)([^)#\s]+)(#[^)]*)?\)")
API = {
    "engine": "The engine: games, states, steps, moves, views, luck, records, tables",
    "i18n": "Words and languages",
    "testing": "The laws",
    "bots": "Bots",
    "lab": "The lab",
    "rl": "Reinforcement learning",
}  # folders of src/bunfight


def rules(name: str, language: str) -> str:
    """The rules of a game as a page for players."""
    words = Words(games.load(name), language)
    other = "zh" if language == "en" else "en"
    label = "中文" if other == "zh" else "English"
    lines = [f"# {words.title}", "", words.gist, "", f"[{label}](../{other}/{name}.md)", ""]
    for key, title in words.book["sections"].items():
        lines += ["", f"## {title[language]}", ""]
        for rule in words.book["rules"]:
            if rule.split("-")[1] == key:
                lines += [f"- {words.rule(rule)} <small>{rule}</small>"]
    return "\n".join(lines) + "\n"


def made() -> dict[str, str]:
    """The generated pages."""
    found = {path: (ROOT / path).read_text(encoding="utf-8") for path in ABROAD}
    for name in games.names():
        if name in games.housed():
            found |= {f"rules/{language}/{name}.md": rules(name, language) for language in ("en", "zh")}
    for part, about in API.items():
        modules = sorted(path.stem for path in (ROOT / "src/bunfight" / part).glob("*.py") if path.stem[0] != "_")
        named = [".".join(filter(None, ("bunfight", part, module))) for module in modules]
        found[f"api/{part}.md"] = f"# {about}\n\n" + "\n".join(f"::: {module}\n" for module in named)
    return found


def on_config(config: Any) -> Any:
    """Expand folders in the navigation to all their pages."""
    pages = made()
    folders = {
        name: sorted(f"{name}/{path.name}" for path in (ROOT / "docs" / name).glob("*.md"))
        for name in ("games", "card-lists")
    }
    for folder in ("rules/en", "rules/zh", "api"):
        folders[folder] = [path for path in pages if path.startswith(f"{folder}/")]
    config.nav = _unfolded(config.nav, folders)
    return config


def _unfolded(nav: Any, folders: dict[str, list[str]]) -> Any:
    if isinstance(nav, str):
        return folders.get(nav, nav)
    if isinstance(nav, list):
        return [_unfolded(one, folders) for one in nav]
    return {key: _unfolded(value, folders) for key, value in nav.items()}


def on_files(files: Files, config: Any) -> Files:
    for path, text in made().items():
        files.append(File.generated(config, path, content=text))
    return files


def engine() -> Path | None:
    """The folder of the engine for browsers, if the static site was built."""
    return next(iter(sorted(PLAY.glob("python-*"))), None)


def on_post_build(config: Any) -> None:
    """Add the engine that the live examples use."""
    source, target = engine(), Path(config.site_dir) / "live" / "engine"
    if source is None:
        print("without live examples: `make site` builds the engine for them")
        return
    target.mkdir(parents=True)
    for path in source.iterdir():
        if path.name.startswith("engine-"):
            shutil.copyfile(path, target / "engine.tar.gz")
        elif path.suffix == ".gz":
            (target / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
        else:
            shutil.copyfile(path, target / path.name)


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Rewrite links of the repository: links to pages stay links, others become plain text."""
    uri = page.file.src_uri
    box = r'<div class="live" data-kind="\1" data-game="\2"></div>'
    markdown = LIVE.sub(box if engine() else "", markdown)
    if uri.startswith(("rules/", "api/")):
        return markdown
    stands = ROOT / uri if uri in ABROAD else ROOT / "docs" / uri

    def lead(link: re.Match[str]) -> str:
        target = (stands.parent / link[2]).resolve()
        for home, known in ((ROOT / "docs", target.is_file()), (ROOT, str(target.relative_to(ROOT)) in ABROAD)):
            if known and target.is_relative_to(home):
                return f"[{link[1]}]({relpath(target.relative_to(home), Path(uri).parent)}{link[3] or ''})"
        return f"**{link[1]}**"

    return LINK.sub(lead, markdown)
