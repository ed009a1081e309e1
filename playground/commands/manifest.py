"""Check every file under assets/ against the manifest, or take the manifest from the files."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace

from playground import assets
from playground.assets import Group, Manifest
from playground.errors import AssetError

MAX_FILE_BYTES = 10_000_000
"""Hosts of git repositories want larger ones in a store of their own."""
MAX_TOTAL_BYTES = 60_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `manifest`."""
    parser.add_argument(
        "--write",
        action="store_true",
        help="take sizes and digests from the files as they are, for changes of your own; "
        "licence and source stay as they were written by hand",
    )
    parser.set_defaults(handler=_run)


def _run(arguments: argparse.Namespace) -> int:
    """Exit status: 1 when anything is wrong."""
    try:
        manifest = assets.read_manifest()
        if arguments.write:
            before, manifest = manifest, refreshed(manifest)
            _save(manifest)
            _print_lines(changes(before, manifest))
        _print_lines(table(manifest))
        found = list(problems(manifest))
    except AssetError as error:
        found = [str(error)]
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


def _print_lines(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)


def shipped_files() -> dict[str, int]:
    """Name below assets -> bytes, sorted, of every file that is there; the manifest is left out."""
    paths = [path for path in assets.ASSETS.rglob("*") if path.is_file()]
    sizes = {path.relative_to(assets.ASSETS).as_posix(): path.stat().st_size for path in paths}
    sizes.pop(assets.MANIFEST, None)
    return dict(sorted(sizes.items()))


def problems(manifest: Manifest) -> Iterator[str]:
    """A sentence for everything that is not as it should be: files in order, then the total."""
    sizes = shipped_files()
    for name in sorted({*sizes, *manifest.files}):
        try:
            assets.checked(assets.ASSETS / name)
        except AssetError as error:
            yield str(error)
        if sizes.get(name, 0) > MAX_FILE_BYTES:
            yield f"assets/{name} {_too_large(sizes[name], MAX_FILE_BYTES)}; store it in less."
    total = _total(sizes)
    if total > MAX_TOTAL_BYTES:
        yield f"The folder assets {_too_large(total, MAX_TOTAL_BYTES)}; ship less."


def refreshed(manifest: Manifest) -> Manifest:
    """The manifest of the files as they are now; groups keep all that was written by hand.

    Raises AssetError when a file belongs to no group, or is only a pointer to the real one.
    """
    names = list(shipped_files())
    lost = [f"assets/{name}" for name in names if manifest.group_of(name) is None]
    if lost:
        raise AssetError(
            "asset_ungrouped",
            f"No group of assets/{assets.MANIFEST} covers {', '.join(lost)}; add one there, with "
            "its licence and source.",
            files=lost,
        )
    groups = (
        replace(
            group,
            files={
                name: assets.fingerprint(assets.ASSETS / name)
                for name in names
                if manifest.group_of(name) is group
            },
        )
        for group in manifest.groups
    )
    return Manifest(tuple(groups))


def changes(before: Manifest, after: Manifest) -> Iterator[str]:
    """A line for every file that one manifest lists otherwise than the other, sorted."""
    for name in sorted({*before.files, *after.files}):
        if name not in before.files:
            yield f"new: {name}"
        elif name not in after.files:
            yield f"gone: {name}"
        elif before.files[name] != after.files[name]:
            yield f"changed: {name}"


def table(manifest: Manifest) -> Iterator[str]:
    """Lines for the terminal: bytes, name and licence of every file that is there, and a sum."""
    sizes = shipped_files()
    width = max(map(len, sizes), default=0)
    for name, size_bytes in sizes.items():
        group = manifest.group_of(name) if name in manifest.files else None
        licence = "not listed" if group is None else group.licence
        yield f"{size_bytes:>12,}  {name:{width}}  {licence}"
    yield f"{_total(sizes):>12,}  {len(sizes)} files and {assets.MANIFEST}"


def _total(sizes: dict[str, int]) -> int:
    """Bytes of all files and of the manifest itself."""
    return sum(sizes.values()) + (assets.ASSETS / assets.MANIFEST).stat().st_size


def _too_large(size_bytes: int, limit_bytes: int) -> str:
    return f"has {size_bytes:,} bytes, and at most {limit_bytes:,} are allowed"


def _save(manifest: Manifest) -> None:
    """In one step, so that nobody reads half a manifest."""
    path = assets.ASSETS / assets.MANIFEST
    values = {"groups": [_values(group) for group in manifest.groups]}
    text = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_text(text, encoding="utf-8", newline="\n")
    unfinished.replace(path)


def _values(group: Group) -> dict[str, object]:
    return {
        "covers": list(group.covers),
        "licence": group.licence,
        "source": group.source,
        "files": {
            name: {"bytes": known.size_bytes, "sha256": known.sha256}
            for name, known in group.files.items()
        },
    }
