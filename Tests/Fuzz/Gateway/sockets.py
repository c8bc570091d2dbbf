"""The grammar of WebSocket frames (RFC 6455 §5.2): every opcode, length form and mask, whole messages and their parts."""

import struct

STATE = struct.pack("<IBBIBBhhhIhhhhBBH", 1, 1, 28, 0, 2, 255, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)
TEXTS = (b'{"type":"hello","name":"Aki","language":"ja","colour":"#e69f00","counter":0}', b'{"type":"bye"}', b"{", b"",
         b'{"type":"team","team":1}', b'{"type":"policy","number":1,"value":"locked"}', b'{"type":"pin","number":2}', b'{"type":"ticket","number":3}',
         b'{"type":"layout","number":4,"layout":"pad"}', b'{"type":"layout","number":4,"layout":"pad","slot":1}', b'{"type":"discard","id":"mine"}',
         b'{"type":"save","number":5,"id":"mine","part":0,"of":2,"text":"{"}', b'{"type":"save","number":5,"id":"mine","part":0,"of":1,"text":"{"}',
         b'{"type":"offer","number":6,"id":"mine","to":-1}', b'{"type":"remove","number":7,"id":"mine"}', b'{"type":"read","number":8,"id":"pad"}',
         b'{"type":"check","cells":["a","plain http"' + b',"no"' * 10 + b"]}", b'{"type":"check","cells":["a|b",1,null,[]]}', b"\xff\xfe", b"[" * 300, b'"' + b"a" * 1100 + b'"')
CLOSINGS = (b"", b"\x03", b"\x03\xe8", b"\x03\xe8bye", b"\x00\x00", b"\xff\xff" + b"x" * 123, b"\x03\xe8\xff\xfe")
SIZES = (0, 1, 4, 32, 125, 126, 127, 500, 1023, 1024, 1025, 4000, 4096, 4097, 5000, 65535, 65536)
HUGE = (1 << 16, 1 << 20, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


def frame(payload, opcode=2, final=True, mask=b"\x37\xfa\x21\x3d", reserved=0, form=None, length=None):
    """Returns a frame.

    `form` is the width of the length field in bits (7, 16 or 64); None selects the smallest that is enough. `length` is the stated length; None
    states the true one.
    """
    length = len(payload) if length is None else length
    form = form or (7 if length < 126 else 16 if length < 65536 else 64)
    first = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    masked = 0x80 if mask else 0
    if form == 7:
        size = bytes([masked | length & 0x7F])
    elif form == 16:
        size = bytes([masked | 126]) + struct.pack(">H", length & 0xFFFF)
    else:
        size = bytes([masked | 127]) + struct.pack(">Q", length & (1 << 64) - 1)
    if not mask:
        return first + size + payload
    whole = mask * (len(payload) // 4 + 1)
    return first + size + mask + bytes(one ^ other for one, other in zip(payload, whole))


def payload(dice, opcode):
    """Returns a random payload for a frame with the `opcode`."""
    if opcode == 8:
        return dice.choice(CLOSINGS)
    if dice.random() < 0.4:
        return dice.choice(TEXTS) if opcode == 1 else STATE
    return dice.randbytes(dice.choice(SIZES[:9] if opcode >= 8 or dice.random() < 0.8 else SIZES))


def some(dice):
    """Returns a frame of any kind, in which each part is correct most of the time."""
    opcode = dice.choice((0, 1, 1, 2, 2, 8, 9, 10, dice.randrange(16)))
    inner = payload(dice, opcode)
    options = {"opcode": opcode}
    if dice.random() < 0.2:
        options["final"] = False
    if dice.random() < 0.15:
        options["mask"] = dice.choice((b"", b"", b"\0\0\0\0"))
    if dice.random() < 0.1:
        options["reserved"] = dice.randrange(1, 8)
    if dice.random() < 0.2:
        options["form"] = dice.choice((7, 16, 64))
    if dice.random() < 0.1:
        options["length"] = dice.choice((*HUGE, *SIZES))
        options["form"] = dice.choice((None, 16, 64))
    return frame(inner, **options)


def fragmented(dice):
    """Returns a message in parts, with control frames between them. Sometimes another message comes between them, or the last part is missing."""
    parts = [frame(payload(dice, 2)[:200], dice.choice((1, 2)), final=False)]
    for _ in range(dice.randrange(4)):
        parts.append(frame(dice.randbytes(dice.choice((0, 1, 100, 1024, 3000))), 0, final=False))
        if dice.random() < 0.5:
            parts.append(frame(payload(dice, 9)[:125], dice.choice((8, 9, 9, 10))))
        if dice.random() < 0.1:
            parts.append(frame(b"x", 2))
    return b"".join(parts) + (frame(b"end", 0) if dice.random() < 0.8 else b"")


def usual(dice):
    """Returns the usual messages of a page that plays."""
    return frame(TEXTS[0], 1) + b"".join(frame(STATE, 2) for _ in range(dice.choice((1, 5, 40))))


def talk(dice):
    """Returns the bytes that a client sends on an open WebSocket."""
    return b"".join(dice.choice((some, some, some, fragmented, usual))(dice) for _ in range(dice.randint(1, 6)))
