"""``bunfight completion``: a script for the shell, made from the parsers of all commands."""

from __future__ import annotations

import argparse
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Any, Final, NamedTuple

from bunfight import games
from bunfight.cli import COMMANDS, parser_for
from bunfight.cli.arguments import parser_of
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser

SHELLS: Final = ("bash", "zsh", "fish")
INSTALL: Final = {
    "bash": "# To install: echo 'eval \"$(bunfight completion bash)\"' >> ~/.bashrc",
    "zsh": "# To install: echo 'eval \"$(bunfight completion zsh)\"' >> ~/.zshrc",
    "fish": "# To install: bunfight completion fish > ~/.config/fish/completions/bunfight.fish",
}


class Entry(NamedTuple):
    """The words that can follow ``bunfight COMMAND [ACTION]``."""

    command: str
    action: str
    about: str
    arguments: list[Action]
    actions: list[str]

    @property
    def key(self) -> str:
        return f"{self.command} {self.action}".strip()


def entries() -> Iterator[Entry]:
    """List all commands and their actions; of commands whose packages are not installed, only the name."""
    for command, (_, about) in COMMANDS.items():
        try:
            parser = parser_for(command)
        except InvalidInput:
            yield Entry(command, "", about, [], [])
            continue
        actions = actions_in(parser)
        yield Entry(command, "", about, plain_arguments(parser), list(actions))
        for name, (help_text, sub) in actions.items():
            yield Entry(command, name, help_text, plain_arguments(sub), [])


def actions_in(parser: ArgumentParser) -> dict[str, tuple[str, ArgumentParser]]:
    """Return the actions of a command: the help of each, and its parser."""
    found: dict[str, tuple[str, ArgumentParser]] = {}
    for one in parser._actions:
        if isinstance(one, argparse._SubParsersAction):
            help_text = {choice.dest: choice.help or "" for choice in one._choices_actions}
            found |= {name: (help_text.get(name, ""), sub) for name, sub in one.choices.items()}
    return found


def plain_arguments(parser: ArgumentParser) -> list[Action]:
    return [
        one
        for one in parser._actions
        if not isinstance(one, argparse._SubParsersAction) and one.help != argparse.SUPPRESS
    ]


def values(one: Action) -> list[str]:
    """Return the possible values of an argument if they are a short list."""
    if one.choices is not None:
        return [str(choice) for choice in one.choices]
    return list(games.names()) if one.metavar == "GAME" else []


def takes_path(one: Action) -> bool:
    return one.type is Path or one.metavar in ("FILE", "FOLDER", "DATABASE", "SOURCE", "TARGET")


def parser(command: str = "completion") -> CommandParser:
    made = parser_of(command, "Print a script that completes commands, options, games and files in your shell.")
    made.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")
    return made


def main(argv: list[str]) -> int:
    shell = parser().parse_args(argv[1:]).shell
    print(fish() if shell == "fish" else bash(shell))
    return 0


def bash(shell: str) -> str:
    """Return the script for bash; zsh runs the same one through its bash completion."""
    found = list(entries())
    known = [quote(entry.key) for entry in found if entry.action]
    lines = [INSTALL[shell]]
    if shell == "zsh":
        lines += ["autoload -U +X compinit && compinit", "autoload -U +X bashcompinit && bashcompinit"]
    lines += [
        "_bunfight() {",
        '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"',
        '  local key="${COMP_WORDS[1]}" words="" word',
        "  COMPREPLY=()",
        '  for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do',
        '    case "${COMP_WORDS[1]} $word" in',
        f'      {"|".join(known)}) key="${{COMP_WORDS[1]}} $word" ;;',
        "    esac",
        "  done",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    words="{" ".join([*COMMANDS, "--help", "--version"])}"',
        "  else",
        '    case "$key $prev" in',
    ]
    for entry in found:
        for one in entry.arguments:
            if one.option_strings and one.nargs != 0:
                cases = "|".join(quote(f"{entry.key} {flag}") for flag in one.option_strings)
                lines.append(f"      {cases}) {_offer(one)} ;;")
    lines += ["    esac", '    case "$key" in']
    for entry in found:
        lines.append(f'      {quote(entry.key)}) words="{" ".join(_words(entry))}" ;;')
    lines += [
        "    esac",
        "  fi",
        '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        '  if [ ${#COMPREPLY[@]} -eq 0 ] && [ "${cur#-}" = "$cur" ]; then COMPREPLY=($(compgen -f -- "$cur")); fi',
        "}",
        "complete -o filenames -F _bunfight bunfight",
    ]
    return "\n".join(lines)


def _offer(one: Action) -> str:
    listed = values(one)
    how = f'-W "{" ".join(listed)}"' if listed else "-f" if takes_path(one) else '-W ""'
    return f'COMPREPLY=($(compgen {how} -- "$cur")); return'


def _words(entry: Entry) -> list[str]:
    given = [flag for one in entry.arguments for flag in one.option_strings if flag.startswith("--")]
    return [
        *entry.actions,
        *(word for one in entry.arguments if not one.option_strings for word in values(one)),
        *given,
    ]


def fish() -> str:
    lines = [INSTALL["fish"], "complete -c bunfight -f"]
    for command, (_, about) in COMMANDS.items():
        lines.append(f"complete -c bunfight -n __fish_use_subcommand -a {command} -d {_text(about)}")
    for entry in entries():
        seen = f"__fish_seen_subcommand_from {entry.command}"
        seen += f"; and __fish_seen_subcommand_from {entry.action}" if entry.action else ""
        base = f"complete -c bunfight -n {_text(seen)}"
        for action in entry.actions:
            lines.append(f"{base} -a {action}")
        for one in entry.arguments:
            lines.append(base + _fish_argument(one))
    return "\n".join(lines)


def _fish_argument(one: Action) -> str:
    flags = "".join(f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}" for flag in one.option_strings)
    listed = values(one)
    help_text = f" -d {_text(one.help)}" if one.option_strings and one.help else ""
    if not one.option_strings:
        return f" -a {_text(' '.join(listed))}" if listed else " -F"
    if one.nargs == 0:
        return flags + help_text
    return (
        flags + (f" -x -a {_text(' '.join(listed))}" if listed else " -r -F" if takes_path(one) else " -x") + help_text
    )


def _text(text: Any) -> str:
    """Quote a text for fish."""
    return "'" + str(text).replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%") + "'"
