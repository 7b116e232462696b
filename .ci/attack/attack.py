"""Finds out whether a file can make the program start a command.

    python3 attack.py XUEZHAN DIR

Two kinds of attack. In the first the files are honest: an exec: bot has played, and
is then replaced by one that leaves a mark when it starts. All digests hold. In the
second every text of every file is replaced in turn by the spec of a command that
leaves a mark; manifests lose the digest of themselves, as earlier programs wrote
them. After each, every command that reads such a file runs, and there must be no mark.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

PROGRAM, DIR = map(os.path.abspath, sys.argv[1:3])

HONEST = """import json, sys
for line in sys.stdin:
    q = json.loads(line)
    if "hello" in q:
        print('{"hello":{"protocol":1,"name":"honest","version":"1","views":64}}', flush=True)
    else:
        print(json.dumps({"ask": q["ask"], "actions": [v["legal"][0] for v in q["views"]]}), flush=True)
"""


def run(*words, **options):
    """Runs the program and returns its exit status and what it printed."""
    r = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, cwd=DIR, timeout=120, **options)
    return r.returncode, (r.stdout + r.stderr).decode("utf-8", "replace")


def must(*words):
    status, text = run(*words)
    if status != 0:
        sys.exit(f"{' '.join(words)}: status {status}\n{text}")


# What reads the files of each kind: {} is the file or directory.
VERIFY = [["dataset", "verify", "{}"], ["dataset", "verify", "{}", "--sample", "0"]]
RUN = VERIFY + [
    ["run", "--resume", "{}"],
    ["replay", "--run", "{}", "--hand", "1"],
    ["report", "{}"],
    ["report", "{}", "--format", "html"],
    ["dataset", "info", "{}", "--verify"],
    ["dataset", "head", "{}"],
    ["dataset", "query", "{}", "--by", "bot", "--mean", "points"],
]
STUDY = VERIFY + [["study", "--resume", "{}"], ["report", "{}"]]
DECISIONS = VERIFY + [["dataset", "decisions", "--resume", "{}"], ["dataset", "head", "{}", "--table", "decisions"]]
MATCH = VERIFY + [["match", "--resume", "{}"], ["report", "{}"], ["report", "{}", "--format", "html"], ["replay", "--match", "{}", "--block", "1"]]
BASELINE = [["regress", "check", "{}"], ["regress", "check", "{}", "--update"]]

# Name, the file in it that is changed, and its readers.
KINDS = [
    ("run", "manifest.json", RUN),
    ("half-run", "manifest.json", RUN),
    ("decisions", "manifest.json", DECISIONS),
    ("call", "manifest.json", STUDY),
    ("fast-vs-big", "manifest.json", STUDY),
    ("match", "manifest.json", MATCH),
    ("field", "manifest.json", MATCH),
    ("ladder", "manifest.json", VERIFY + [["ladder", "--resume", "{}"], ["report", "{}"]]),
    ("trials", "manifest.json", VERIFY + [["learn", "--resume", "{}"], ["dataset", "head", "{}"], ["dataset", "info", "{}"]]),
    ("tuned", "state.json", [["tune", "--resume", "{}"], ["report", "{}"]]),
    ("tuned", "tuned.json", [["run", "--hands", "5", "--policy", "big@{}/tuned.json"]]),
    ("baseline", "", BASELINE),
    ("net.json", "", [["run", "--hands", "5", "--policy", "learned@{}"]]),
    ("hands.jsonl", "", [["replay", "{}"], ["replay", "{}", "--verify"], ["study", "discard", "--record", "{}", "--turn", "1", "--samples", "2"]]),
    ("rules.json", "", [["run", "--hands", "5", "--rules", "{}"], ["rules", "check", "{}"]]),
]


def make(bot):
    """Makes a file of every kind, the runs with the bot where one can play."""
    seats = f"{bot},fast,fast,fast"
    must("run", "--seats", seats, "--hands", "60", "--out", "run")
    must("run", "--seats", seats, "--hands", "60", "--out", "half-run")
    unfinish("half-run")
    must("dataset", "decisions", "--seats", seats, "--hands", "20", "--out", "decisions")
    must("study", "call", "--hands", "10", "--out", "call")
    must("study", "fast-vs-big", "--hands", "10", "--out", "fast-vs-big")
    must("match", "-a", bot, "-b", "fast", "--blocks", "10", "--out", "match")
    must("match", "--bots", f"{bot},fast,big", "--blocks", "6", "--out", "field")
    must("ladder", "--bots", "fast,big", "--rounds", "4", "--out", "ladder")
    must("tune", "spsa", "--bot", "big", "--params", "min_fan", "--budget", "2000", "--out", "tuned")
    must("regress", "record", "--seats", seats, "--hands", "10", "-o", "baseline")
    must("learn", "--hands", "20", "--holdout", "20", "--rounds", "1", "--hidden", "0", "-o", "net.json")
    must("learn", "--hands", "20", "--holdout", "20", "--rounds", "1", "--out", "trials")
    write("hands.jsonl", run("replay", "--hand", "0", "--json")[1])
    write("rules.json", run("rules", "show", "tsumo", "--json")[1])


def unfinish(name):
    """Makes of a run one that was broken off before it was finished."""
    path = os.path.join(DIR, name, "manifest.json")
    manifest = unsealed(json.loads(read(path)))
    manifest.update(finished=False)
    for key in ("parts", "digest"):
        manifest.pop(key, None)
    write(path, text_of(manifest))


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    with open(os.path.join(DIR, path), "w", encoding="utf-8") as f:
        f.write(text)


def unsealed(manifest):
    """Returns a manifest as earlier programs wrote it, without a digest of itself."""
    return {key: value for key, value in manifest.items() if key not in ("layout", "sha256")}


def text_of(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def leaves(value, path=()):
    """Yields the paths of all texts in a JSON value."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], path + (key,))
    elif isinstance(value, list):
        for i, x in enumerate(value):
            yield from leaves(x, path + (i,))


def changed(value, path, text):
    """Returns the value with a text at a path."""
    if not path:
        return text
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(copy[path[0]], path[1:], text)
    return copy


def versions(text, spec):
    """Yields the file with the spec in place of each text in turn, and of all."""
    try:
        documents = [json.loads(text)]
    except ValueError:  # JSON Lines, and whatever follows them
        documents = []
    lines = text.split("\n")
    if not documents:
        for i, line in enumerate(lines[:3]):
            try:
                value = json.loads(line)
            except ValueError:
                continue
            for path in leaves(value):
                yield "\n".join(lines[:i] + [json.dumps(changed(value, path, spec), ensure_ascii=False)] + lines[i + 1 :])
        return
    documents = [unsealed(d) for d in documents]
    everything = documents[0]
    for path in leaves(documents[0]):
        if any(isinstance(key, str) and key in ("inputs", "names") for key in path[:-1]) and "spec" not in path and len(path) > 4:
            continue  # one of hundreds of its like
        everything = changed(everything, path, spec)
        yield text_of(changed(documents[0], path, spec))
    yield text_of(everything)


def attack(job):
    """Runs the readers of a changed file and returns how many ran."""
    number, name, inner, text, readers, mark = job
    copy = os.path.join(DIR, f"copy-{number}")
    source = os.path.join(DIR, name)
    if inner:
        shutil.copytree(source, copy)
    else:
        shutil.copy(source, copy)
    path = os.path.join(copy, inner) if inner else copy
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as f:
        f.write(text)
    for words in readers:
        line = [w.replace("{}", copy) for w in words]
        run(*line)
        if os.path.exists(mark):
            sys.exit(f"{' '.join(line)} has started a process: {name} {inner}\n{text[:4000]}")
    shutil.rmtree(copy, ignore_errors=True)
    if os.path.exists(copy):
        os.remove(copy)
    return len(readers)


def main():
    os.makedirs(DIR)
    bot, mark = os.path.join(DIR, "bot.py"), os.path.join(DIR, "PWNED")
    spec = f"exec:{sys.executable} {bot}"
    write(bot, HONEST)
    make(spec)
    write(bot, f"open({mark!r}, 'a').close()\n" + HONEST)
    evil = f"exec:{sys.executable} {bot}"
    jobs, number = [], 0
    for name, inner, readers in KINDS:
        with open(os.path.join(DIR, name, inner) if inner else os.path.join(DIR, name), encoding="utf-8", errors="surrogateescape") as f:
            text = f.read()
        for version in [text, *versions(text, evil)]:
            jobs.append((number, name, inner, version, readers, mark))
            number += 1
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        commands = sum(pool.map(attack, jobs))
    run("run", "--resume", "half-run", "--allow-exec")
    if not os.path.exists(mark):
        sys.exit("with --allow-exec nothing was started either: the attack is none")
    print(f"{len(KINDS)} kinds of files, {len(jobs)} versions, {commands} commands: no process started")


main()
