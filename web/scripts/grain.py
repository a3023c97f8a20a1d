"""Writes public/grain.png, the grain of the paper: a small tile of soft specks, so that browsers paint it cheaply."""

import random
import struct
import zlib
from pathlib import Path

SIZE = 64
LEVELS = 8
STRONGEST = 13  # of 255
INK = bytes((89, 56, 26))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def tile() -> list[list[int]]:
    """Noise in three sizes that goes on without a seam over the edges."""
    rng = random.Random(7)
    grids = {step: [[rng.random() for _ in range(SIZE // step)] for _ in range(SIZE // step)] for step in (1, 2, 4)}
    shares = {1: 0.55, 2: 0.3, 4: 0.15}
    rows = []
    for y in range(SIZE):
        sums = [sum(share * grids[step][y // step][x // step] for step, share in shares.items()) for x in range(SIZE)]
        rows.append([min(LEVELS - 1, max(0, round((one - 0.33) / 0.45 * (LEVELS - 1)))) for one in sums])
    return rows


def main() -> None:
    packed = b"".join(b"\0" + bytes(row[x] << 4 | row[x + 1] for x in range(0, SIZE, 2)) for row in tile())
    alphas = bytes(STRONGEST * level // (LEVELS - 1) for level in range(LEVELS))
    parts = [
        chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 4, 3, 0, 0, 0)),
        chunk(b"PLTE", INK * LEVELS),
        chunk(b"tRNS", alphas),
        chunk(b"IDAT", zlib.compress(packed, 9)),
        chunk(b"IEND", b""),
    ]
    Path(__file__).parents[1].joinpath("public/grain.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


if __name__ == "__main__":
    main()
