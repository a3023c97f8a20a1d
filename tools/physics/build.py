"""Compiles the rigid-body engine of the stacking simulation to WebAssembly.

    python tools/physics/build.py FILE        writes the module there, and its licence beside it (.txt)

The source is Chipmunk as pymunk brings it; the compiler is Zig. Both are Python packages, pinned in
requirements/physics.lock and downloaded by pip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LOCK: Final = ROOT / "requirements" / "physics.lock"
SHIM: Final = Path(__file__).resolve().parent / "space.c"
FLAGS: Final = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-O2", "-std=c99", "-s")
DEFINED: Final = ("-DNDEBUG", "-DCP_OVERRIDE_MESSAGE")
OTHERS: Final = ("libc/mingw", "libc/glibc", "libc/freebsd", "libc/netbsd", "libc/darwin", "libcxx", "libtsan")
UNUSED: Final = "cpHastySpace.c"  # needs threads


def download(folder: Path) -> None:
    """Fetch the compiler's wheel and the source of pymunk."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-build-isolation", "--require-hashes", "-r", str(LOCK), "--no-binary", "pymunk", "-d", str(folder)]
    subprocess.run(command, check=True)


def needed(name: str) -> bool:
    """Whether a file of the compiler is for this target; three quarters are for others."""
    other_header = "/libc/include/" in name and "wasm" not in name and "musl" not in name
    return not other_header and not any(f"/lib/{part}/" in name for part in OTHERS)


def unpack(folder: Path) -> tuple[Path, Path]:
    """The compiler and Chipmunk's folder."""
    for wheel in folder.glob("ziglang-*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if needed(name)])
    for source in folder.glob("pymunk-*.tar.gz"):
        with tarfile.open(source) as archive:
            archive.extractall(folder, filter="data")
    zig = next(path for path in (folder / "ziglang").iterdir() if path.stem == "zig" and path.is_file())
    zig.chmod(0o755)
    return zig, next(folder.glob("pymunk-*/Munk2D"))


def build(target: Path) -> None:
    """Write the module."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        download(folder)
        zig, chipmunk = unpack(folder)
        shutil.copyfile(SHIM, chipmunk / "src" / SHIM.name)
        sources = [path for path in sorted((chipmunk / "src").glob("*.c")) if path.name != UNUSED]
        named = [path.relative_to(chipmunk) for path in sources]  # names of temporary folders would be in the module
        command = [zig, "cc", *FLAGS, *DEFINED, "-I", "include", *named, "-o", folder / "space.wasm"]
        caches = {key: str(folder / "cache") for key in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
        subprocess.run([str(part) for part in command], cwd=chipmunk, env={**os.environ, **caches}, check=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(chipmunk / "LICENSE.txt", target.with_suffix(".txt"))
        shutil.copyfile(folder / "space.wasm", target)


def main() -> int:
    if len(sys.argv) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    build(Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
