"""Chooses places for faults, and builds one copy of the package that contains all faults, each behind a switch."""

import collections
import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))
from pure import PURE, ROOT, sources

FOLDER = ROOT / ".build/mutants"
COPY = FOLDER / "package"
DROPPED = FOLDER / "dropped"  # the keys of the mutants that do not compile, one per line
LIMIT = 1 << 16  # the first number that is too large for a mutant, as in Switch/mutant.c
FLOOR = 8  # the least number of mutants of a module
ERROR = re.compile(rf"^{re.escape(str(COPY))}/(\S+\.swift):(\d+):\d+: error: ", re.M)


def run(*command, **options):
    """Runs a command and returns the completed process with its output. The command may fail."""
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)


class Mutant:
    """A fault at one place of one file."""

    def __init__(self, place, text):
        """Takes the `place`, which is a parsed line of the output of the program `plant`, and the content `text` of the file."""
        self.__dict__.update(place)
        first = text.rfind(b"\n", 0, self.start) + 1
        last = text.find(b"\n", self.end)
        parts = text[first:self.start], text[self.start:self.end], text[self.end:last]
        before, original, after = (part.decode() for part in parts)
        self.module = self.file.split("/")[2]
        self.before, self.after = (" ".join(words.split()) for words in (before + original + after, before + self.mutated + after))
        self.key = self.file, self.before, self.after

    def rank(self, seed):
        """Returns a value that orders mutants as if at random. It depends only on the seed, the file and the mutant's own lines."""
        return hashlib.sha256(repr((seed, self.key)).encode()).digest()


def candidates(names):
    """Returns all places in the modules and files of these names, by module and kind."""
    host = json.loads(run("swiftc", "-print-target-info").stdout)["paths"]["runtimeResourcePath"] + "/host"
    FOLDER.mkdir(parents=True, exist_ok=True)
    built = run("swiftc", "-O", "-swift-version", "6", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host, "-lSwiftSyntax",
                "-lSwiftParser", "-lSwiftOperators", "Tests/Mutants/Plant.swift", "-o", FOLDER / "plant")
    if built.returncode:
        sys.exit(f"mutants: Plant.swift does not build\n{built.stderr}")
    files = [str(file) for module in PURE for file in sources(module)]
    texts = {file: (ROOT / file).read_bytes() for file in files}
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in run(FOLDER / "plant", *files, check=True).stdout.splitlines():
        place = json.loads(line)
        mutant = Mutant(place, texts[place["file"]])
        if mutant.module in names or pathlib.Path(mutant.file).stem in names:
            found[mutant.module][mutant.kind].append(mutant)
    if unknown := set(names) - found.keys() - {pathlib.Path(file).stem for file in files}:
        sys.exit(f"mutants: neither a pure module nor one of its files: {', '.join(sorted(unknown))}")
    return found


def in_turn(kinds, seed):
    """Returns the mutants of one module: first one of each kind, then a second one of each kind, and so on."""
    ranked = [sorted(mutants, key=lambda mutant: mutant.rank(seed)) for _, mutants in sorted(kinds.items())]
    rounds = max(map(len, ranked))
    return [mutants[turn] for turn in range(rounds) for mutants in ranked if turn < len(mutants)]


def choose(found, count, seed):
    """Returns for each module its mutants in the order of preference, and how many of them are wanted."""
    sizes = {module: sum(map(len, kinds.values())) for module, kinds in found.items()}
    floor = min(FLOOR, count // len(sizes) // 2)
    share = (count - floor * len(sizes)) / sum(sizes.values())
    return {module: (in_turn(kinds, seed), min(sizes[module], floor + max(1, round(sizes[module] * share))))
            for module, kinds in found.items()}


def switched(text, mutants):
    """Returns a file's text with its mutants, and for each mutant the numbers of its first and last line in that text."""
    inserts = []
    for order, mutant in enumerate(mutants):
        inserts.append(((mutant.start, 1, -mutant.end, order), mutant, mutant.prefix.replace("#", str(mutant.number), 1).encode()))
        inserts.append(((mutant.end, 0, -mutant.start, -order), mutant, mutant.suffix.encode()))
    parts, at, line, lines = [b"import Mutant\n"], 0, 2, {}
    for (position, is_prefix, *_), mutant, insert in sorted(inserts, key=lambda entry: entry[0]):
        line += text[at:position].count(b"\n")
        if is_prefix:
            lines[mutant] = line, line
        line += insert.count(b"\n")
        lines[mutant] = lines[mutant][0], line
        parts += [text[at:position], insert]
        at = position
    return b"".join(parts) + text[at:], lines


def put(path, content):
    """Writes a file only if its content differs, so that a build compiles no more than it must."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def manifest():
    """Returns a Package.swift with the tests of the pure modules and all targets that they use, optimised, and with the switch."""
    targets = {target["name"]: [next(iter(use.values()))[0] for use in target["dependencies"]]
               for target in json.loads(run("swift", "package", "dump-package", check=True).stdout)["targets"]}
    kept, left = set(), [f"{module}Tests" for module in PURE if f"{module}Tests" in targets]
    while left:
        name = left.pop()
        if name not in kept:
            kept.add(name)
            left += targets[name]
    text = (ROOT / "Package.swift").read_text().replace(".treatAllWarnings(as: .error)", ".treatAllWarnings(as: .warning)")
    return f"""{text}
package.products = []
package.targets.removeAll {{ !{json.dumps(sorted(kept))}.contains($0.name) }}
for target in package.targets where {json.dumps(PURE)}.contains(target.name) {{ target.dependencies.append("Mutant") }}
package.targets.append(.target(name: "Mutant", path: "Tests/Mutants/Switch"))
for target in package.targets where target.swiftSettings != nil && target.type == .regular {{
  target.swiftSettings?.append(.unsafeFlags(["-O"]))
}}
""".encode()


def copy(mutants):
    """Writes the copy with the mutants; returns their lines by file."""
    named = run("git", "ls-files", "--cached", "--others", "--exclude-standard", check=True).stdout.splitlines()
    files = {file for file in named if (ROOT / file).is_file()} - {"Package.swift"}
    for old in COPY.rglob("*"):
        if old.is_file() and str(old.relative_to(COPY)) not in files | {"Package.swift"}:
            old.unlink()
    by_file = collections.defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    lines = {}
    for file in files:
        text = (ROOT / file).read_bytes()
        if file in by_file:
            text, lines[file] = switched(text, sorted(by_file[file], key=lambda mutant: mutant.number))
        put(COPY / file, text)
    put(COPY / "Package.swift", manifest())
    return lines


def wrong(output, lines):
    """Returns the mutants at or nearest to the lines of a build's errors."""
    found = set()
    for file, number in ERROR.findall(output):
        distance = {mutant: max(first - int(number), int(number) - last, 0) for mutant, (first, last) in lines.get(file, {}).items()}
        found |= {mutant for mutant in distance if distance[mutant] == min(distance.values())}
    return found


def build(mutants):
    """Builds the copy with those of the mutants that compile, and returns these. Later runs leave out the mutants that do not compile."""
    for _ in range(30):
        lines = copy(mutants)
        built = run("nice", "-n", "5", "swift", "build", "--build-tests", "--package-path", COPY, "--scratch-path", FOLDER / "build")
        if built.returncode == 0:
            return mutants
        dropped = wrong(built.stdout + built.stderr, lines)
        (FOLDER / "build.log").write_text(built.stdout + built.stderr)
        if not dropped:
            break
        with DROPPED.open("a") as file:
            file.writelines(f"{mutant.key!r}\n" for mutant in dropped)
        mutants = [mutant for mutant in mutants if mutant not in dropped]
    sys.exit(f"mutants: the copy does not build, see {FOLDER.relative_to(ROOT)}/build.log")


def plant(count, seed, names):
    """Builds a copy with mutants in the modules and files of these names; returns `count` of them, or fewer if there are not enough places."""
    chosen = choose(candidates(names), count, seed)
    spare = []
    for (ranked, wanted), start in zip(chosen.values(), range(0, LIMIT, LIMIT // len(chosen))):
        for mutant, mutant.number in zip(ranked[:wanted + wanted // 5 + 1], itertools.count(start)):
            spare.append(mutant)
    dropped = set(DROPPED.read_text().splitlines()) if DROPPED.exists() else set()
    built = set(build([mutant for mutant in spare if repr(mutant.key) not in dropped]))
    return [mutant for ranked, wanted in chosen.values() for mutant in [each for each in ranked if each in built][:wanted]]
