"""What we are made of: pinned by hash, without an address, and listed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = [ROOT / "requirements" / name for name in ("play.lock", "dev.lock")]


def test_every_pin_has_hashes_and_no_address() -> None:
    for path in LOCKS:
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        pins = [line for line in text.splitlines() if "==" in line]
        assert len(pins) > 20 and all(re.search(r"--hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
        assert "://" not in text and "--index" not in text and "--find" not in text


def test_the_bill_of_materials_lists_every_pin() -> None:
    told = subprocess.run([sys.executable, ROOT / "tools/sbom.py"], capture_output=True, text=True, check=True)
    bill = json.loads(told.stdout)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    pinned = sum(len(re.findall(r"^[\w.-]+==", path.read_text(encoding="utf-8"), re.MULTILINE)) for path in LOCKS)
    assert len({one["bom-ref"] for one in bill["components"]}) == len(bill["components"]) == pinned
    assert all(one["externalReferences"] for one in bill["components"])


def test_what_we_ask_for_is_pinned() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = "".join(path.read_text(encoding="utf-8") for path in LOCKS)
    pinned = {re.sub(r"[-_.]+", "-", name).lower() for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    extras = asked["optional-dependencies"]
    for one in [*asked["dependencies"], *extras["server"], *extras["lab"], *extras["dev"]]:
        name = re.sub(r"[-_.]+", "-", re.split(r"[\[<>=; ]", one)[0]).lower()
        assert name == "bunfight" or name in pinned, one
