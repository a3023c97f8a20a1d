"""Compiles the engine and the games' hot modules with mypyc; falls back to plain Python where that is not possible.

Only ``build_ext`` compiles, so the metadata hooks and the sdist of an isolated build stay quick. In a checkout
(``build_ext --inplace``) the engine and each game become separate libraries, which compile in parallel; in a wheel
everything is one library, which takes longer to compile and plays a little faster.

BUNFIGHT_COMPILE chooses what to compile: "auto" (everything, or plain Python if anything fails), "no", "yes"
(everything), "release" (everything, as one library, also in a checkout), "apart" (everything, as separate libraries,
also in a wheel: other packages can link to the engine), or names such as "engine burger_up" ("apart engine": only the
engine, as a separate library in a wheel). With any value but "auto" a failed compile fails the build.
"""

import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

spec = spec_from_file_location("compile", "src/bunfight/engine/compile.py")  # the package's imports are not here yet
assert spec is not None
assert spec.loader is not None
compile_ = module_from_spec(spec)
spec.loader.exec_module(compile_)

CHOICE = os.environ.get("BUNFIGHT_COMPILE") or "auto"
HOT = ("rules/*.py", "views/view.py", "views/previews.py", "views/hidden.py", "bots/*.py")  # of each game
# Among those: plain data, or never hot.
COLD = ("__init__.py", "events.py", "audit.py", "answers.py", "vetting.py", "stacker.py")
# Nobody calls into our libraries by name: so functions may be inlined and called directly.
CLOSED = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]


def hot_modules(wanted: set[str]) -> dict[str, list[str]]:
    """What is compiled, by library."""
    package = Path("src/bunfight")
    found = {"engine": [package / module for module in compile_.ENGINE]}
    for game in sorted((package / "games").iterdir()):
        if game.is_dir() and (not wanted or game.name in wanted):
            found[game.name] = sorted(path for pattern in HOT for path in game.glob(pattern) if path.name not in COLD)
    if not wanted or "search" in wanted:
        found["search"] = [
            package / "bots" / name for name in ("endgame.py", "network.py", "search.py", "search_playout.py")
        ]
    if not wanted or "batch" in wanted:
        found["batch"] = [package / "rl" / "batch.py"]
    return {name: [str(path) for path in paths] for name, paths in found.items() if paths}


def extensions(inplace: bool) -> list[Any]:
    """Translate the hot modules to C. Raises RuntimeError, with mypy's messages, if they cannot be translated."""
    from mypyc.build import mypycify
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    if compiler.compiler_type == "unix":  # ask for the compiler before minutes of work
        subprocess.run([*compiler.compiler[:1], "-dumpversion"], check=True, capture_output=True)
    hot = hot_modules(
        set() if CHOICE in ("auto", "yes", "release") else set(CHOICE.replace("kernel", "engine").split()) - {"apart"}
    )
    apart = "apart" in CHOICE.split() or (inplace and CHOICE != "release")
    # The type cache goes stale; and imported modules are not compiled, so their optional imports may be missing.
    options = ["--cache-dir=/dev/null", "--follow-imports=silent"]
    messages = io.StringIO()
    try:
        with redirect_stdout(messages), redirect_stderr(messages):
            found: list[Any] = mypycify(
                [*options, *(path for paths in hot.values() for path in paths)],
                opt_level="3",
                debug_level="0",
                separate=[(paths, f"bunfight_{name.strip('_')}") for name, paths in hot.items()] if apart else False,
                group_name=None if apart else "bunfight.compiled",
            )
    except SystemExit as error:
        raise RuntimeError(messages.getvalue().strip() or f"mypyc: {error}") from None
    if compiler.compiler_type == "unix":
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *CLOSED]
    return found


def with_client() -> None:
    """Build the browser client if it is missing; a package without it is not built."""
    if Path("src/bunfight/server/static/index.html").exists():
        return
    npm = shutil.which("npm")
    if npm is None or not Path("web").is_dir():
        raise SystemExit("bunfight: the browser client is not built; install Node 20 or newer, or run: make web")
    for step in (["install", "--no-fund", "--no-audit", "--no-save"], ["run", "build"]):
        subprocess.run([npm, "--prefix", "web", *step], check=True)


class Package(Distribution):
    """A distribution that has extension modules until compiling them fails."""

    compiles = CHOICE != "no"

    def has_ext_modules(self) -> bool:
        return self.compiles


class BuildExtensions(build_ext):
    """Translates and compiles all hot modules, or leaves none compiled."""

    distribution: Package

    def run(self) -> None:
        if not self.distribution.compiles:
            return
        inplace = bool(self.inplace)  # setuptools changes it while it builds
        try:
            self.distribution.ext_modules = extensions(inplace)
            self.swig_opts = None  # finalize_options expects options as they were given
            self.finalize_options()  # again, now that there are extensions
            super().run()
        except Exception as error:
            if CHOICE != "auto":
                raise
            self.fall_back(error, inplace)

    def fall_back(self, error: Exception, inplace: bool) -> None:
        reason = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
        print(f"bunfight: not compiled, installing plain Python instead: {reason}", file=sys.stderr)
        self.distribution.compiles = False
        self.distribution.ext_modules = self.extensions = []
        for folder in (self.build_lib, *(["src"] if inplace else [])):
            for library in [*Path(folder).rglob("*.so"), *Path(folder).rglob("*.pyd")]:
                library.unlink()


class Wheel(bdist_wheel):
    """Tags the wheel by what was built: for one platform if it is compiled, else for all."""

    def run_command(self, command: str) -> None:
        super().run_command(command)
        if command == "build":
            self.root_is_pure = not self.distribution.has_ext_modules()


class BuildPackage(build_py):
    def run(self) -> None:
        if not self.editable_mode:
            with_client()
            shutil.rmtree(self.build_lib, ignore_errors=True)  # an earlier build may have left other modules there
        super().run()


class Source(sdist):
    def run(self) -> None:
        with_client()
        super().run()


def entry_points() -> dict[str, list[str]]:
    """The command, and the games as any package adds its own: each folder with a game.py is one."""
    rooms = sorted(
        path.parent.name for path in Path("src/bunfight/games").glob("*/game.py") if path.parent.name != "_starter"
    )
    return {
        "console_scripts": ["bunfight = bunfight.__main__:run"],
        "bunfight.games": [f"{room} = bunfight.games.{room}:GAME" for room in rooms],
    }


def repository() -> str:
    """The address of the repository: from the sdist that this is, or from the service that builds it; "" if unknown."""
    told = Path("PKG-INFO")
    if told.exists():
        found = re.search(r"^Project-URL: Source, (\S+)$", told.read_text(encoding="utf-8"), re.MULTILINE)
        return found[1] if found else ""
    host, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    return f"{host}/{name}" if host and name else ""


def readme(address: str, version: str) -> str:
    """The README for a package index, where links need a whole address."""
    text = Path("README.md").read_text(encoding="utf-8")
    if not address:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!\w+:|#)", rf"\1{address}/raw/v{version}/", text)
    return re.sub(r"(?<=\]\()(?!\w+:|#)", f"{address}/blob/v{version}/", text)


def urls(address: str) -> dict[str, str]:
    if not address:
        return {}
    files = {"Documentation": "tree/main/docs", "Changelog": "blob/main/CHANGELOG.md", "Issues": "issues"}
    return {"Source": address, **{name: f"{address}/{path}" for name, path in files.items()}}


VERSION = re.search(r'__version__(?:: \w+)? = "([^"]+)"', Path("src/bunfight/__init__.py").read_text(encoding="utf-8"))
assert VERSION is not None
COMMANDS = {
    "bdist_wheel": Wheel,
    "build_ext": BuildExtensions,
    "build_py": BuildPackage,
    "sdist": Source,
}
MAN = [("share/man/man1", ["docs/bunfight.1"])] if Path("docs/bunfight.1").exists() else []
setup(
    distclass=Package,
    entry_points=entry_points(),
    cmdclass=COMMANDS,
    data_files=MAN,
    long_description=readme(repository(), VERSION[1]),
    long_description_content_type="text/markdown",
    project_urls=urls(repository()),
)
