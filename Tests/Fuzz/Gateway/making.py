"""Makes scripts from a seed.

They send text of the grammars (requests, sockets) in random pieces, over several connections whose steps are mixed, with some bytes mutated.
"""

import random

import requests_of_pages as requests
import sockets
from script import Step

OPENINGS = ("tls",) * 5 + ("plain",) * 5 + ("bare", "tls12")
ENDS = ("close", "reset", "reset", "shut", "notify", "")
RECORDS = (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x17\x03\x03\xff\xff", b"\x15\x03\x03\x00\x02\x01\x00", b"\x80\x2e\x01",
           b"\x16\x03\x01\x00\x00", b"\x14\x03\x03\x00\x01\x01")


def changed(dice, payload):
    """Returns the payload with some bytes changed, removed, repeated or inserted."""
    whole = bytearray(payload)
    for _ in range(dice.choice((1, 1, 2, 5))):
        place = dice.randrange(len(whole) + 1)
        kind = dice.randrange(5)
        if kind == 0 and place < len(whole):
            whole[place] ^= 1 << dice.randrange(8)
        elif kind == 1:
            del whole[place:place + dice.choice((1, 2, 10))]
        elif kind == 2:
            whole[place:place] = dice.choice((b"\0", b"\r\n", b"\r\n\r\n", b" ", b":", b"\xff", dice.randbytes(4)))
        elif kind == 3:
            whole[place:place] = whole[place:place + dice.choice((1, 8, 64))]
        else:
            del whole[place:]
    return bytes(whole)


def cut(dice, link, payload):
    """Returns steps that send the payload at once, or in parts of any length."""
    if dice.random() < 0.6 or len(payload) < 2:
        return [Step("send", link, "", payload)]
    places = sorted(dice.randrange(1, len(payload)) for _ in range(dice.choice((1, 1, 2, 5))))
    steps = []
    for start, end in zip([0, *places], [*places, len(payload)]):
        if dice.random() < 0.15:
            steps.append(Step("cut", link, str(dice.randrange(1, 40)), payload[start:end]))
        else:
            steps.append(Step("send", link, "", payload[start:end]))
        if dice.random() < 0.2:
            steps.append(Step("hear", link))
    return steps


def said(dice):
    """Returns the payloads that one connection sends. None stands for a wait."""
    kind = dice.random()
    if kind < 0.25:
        return [requests.plain(dice) for _ in range(dice.choice((1, 2)))]
    if kind < 0.5:
        return [requests.pipelined(dice)]
    if kind < 0.56:
        return [requests.flood(dice)]
    if kind < 0.66:
        return [requests.posted(dice), None, requests.posted(dice)]
    if kind < 0.8:
        return [requests.upgrade(dice), None] * dice.choice((1, 1, 2))
    if kind < 0.9:
        return [requests.upgrade(dice, 0), None] + [sockets.talk(dice) for _ in range(dice.choice((1, 1, 3)))]
    return [requests.upgrade(dice, dice.choice((0, 0.1))) + sockets.talk(dice)]


def life(dice, link):
    """Returns all steps of one connection."""
    steps = [Step("open", link, dice.choice(OPENINGS))]
    for payload in said(dice):
        if payload is None:
            steps += [Step("hear", link)] if dice.random() < 0.8 else []
            continue
        steps += cut(dice, link, changed(dice, payload) if dice.random() < 0.25 else payload)
    if dice.random() < 0.03:
        steps.append(Step("wire", link, "", dice.choice(RECORDS) + dice.randbytes(dice.choice((0, 5, 600)))))
    if dice.random() < 0.3:
        steps.append(Step("hear", link))
    end = dice.choice(ENDS)
    steps += [Step(end, link)] if end else []
    return steps + ([Step("hear", link)] if end in ("shut", "notify") else [])


def mixed(dice, lives):
    """Returns the steps of several connections in one list. The steps of each connection keep their order."""
    steps, lives = [], [list(steps) for steps in lives]
    while any(lives):
        chosen = dice.choice([steps for steps in lives if steps])
        for _ in range(dice.choice((1, 1, 2, 4))):
            if chosen:
                steps.append(chosen.pop(0))
    return steps


def bent(dice, script):
    """Returns a copy of an older script in which one step has mutated bytes, is missing, or comes twice."""
    steps = list(script)
    place = dice.randrange(len(steps))
    if steps[place].payload:
        steps[place] = steps[place]._replace(payload=changed(dice, steps[place].payload))
    elif dice.random() < 0.5:
        del steps[place]
    else:
        steps.insert(place, steps[place])
    return steps


def made(seed, number, old=()):
    """Returns script `number` of the run with `seed`.

    A tenth of the scripts are mutated copies of those in `old`; the others come from the grammars.
    """
    dice = random.Random(f"{seed}/{number}")
    if old and dice.random() < 0.1:
        return bent(dice, dice.choice(old))
    count = dice.choice((1, 1, 1, 2, 3, 6))
    return mixed(dice, [life(dice, "abcdef"[place]) for place in range(count)])
