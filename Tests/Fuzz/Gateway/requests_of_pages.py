"""The grammar of HTTP requests: correct ones, and ones with parts that are wrong in ways that parsers treat differently."""

ANY = b"A" * 22
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
METHODS = (b"GET", b"GET", b"GET", b"POST", b"POST", b"PUT", b"HEAD", b"DELETE", b"OPTIONS", b"PATCH", b"CONNECT", b"TRACE",
           b"PRI", b"get", b"", b"X" * 300)
PATHS = (b"/", b"/j/", b"/j/x", b"/web/link.js", b"/tank", b"/link", b"/link", b"/host", b"/link/open", b"/link/events/" + ANY,
         b"/x", b"*", b"//", b"", b"/web/%2e%2e/x", b"/%00", b"/%zz%", b"/j/?a=b&c", b"https://{host}/j/", b"/" + b"p" * 300,
         b"/" + b"%41" * 90, b"/?" + b"a=b&" * 300, b"/web/../../x", b"/j/#x")
VERSIONS = (b" HTTP/1.1",) * 8 + (b" HTTP/1.0", b" HTTP/2.0", b" HTTP/0.9", b"", b" HTTP/1.1 x", b" HTTP/", b"\tHTTP/1.1")
LENGTHS = (b"0", b"1", b"3", b"10", b"10", b"100", b"4096", b"4097", b"65536", b"4294967296", b"18446744073709551616", b"-1",
           b"+5", b"5, 5", b"0x5", b"5 5", b"", b"9" * 40, b"00005")
CODINGS = (b"chunked", b"chunked", b"identity", b"gzip, chunked", b"chunked, chunked", b"Chunked ", b"x", b"", b"chunked\x0b")
CONNECTIONS = (b"keep-alive", b"close", b"Upgrade", b"keep-alive, Upgrade", b"close, Upgrade", b"TE", b"")
UPGRADES = (b"websocket",) * 4 + (b"WebSocket", b"h2c", b"nonsense", b"", b"websocket, h2c", b"w" * 300)
KEYS = (KEY,) * 4 + (b"", b"x", KEY * 20, b"=" * 24)
VERSIONS_OF_SOCKETS = (b"13",) * 4 + (b"8", b"0", b"99", b"", b"13, 8", b"-13")
OFFERS = (b"tpp.v1, ticket.{ticket}",) * 3 + (b"tpp.host.v1, ticket.{desk}", b"tpp.host.v1", b"tpp.v1", b"tpp.v1, ticket." + ANY,
          b"tpp.v1, " + b"x" * 140, b"y" * 250, b"http", b",,,", b"", b"tpp.v1, tpp.host.v1", b"tpp.v1,ticket.{ticket},ticket.{desk}")
EXTENSIONS = (b"permessage-deflate", b"permessage-deflate; client_max_window_bits=99", b"x-webkit-deflate-frame", b";;,", b"e" * 200)
OTHERS = ((b"Origin", (b"{origin}", b"{origin}", b"null", b"https://evil.example", b"")),
          (b"Authorization", (b"Bearer {ticket}", b"Bearer " + ANY, b"Basic eDp4", b"Bearer", b"B" * 300)),
          (b"If-None-Match", (b'"x"', b"*", b"t" * 300)),
          (b"Accept-Encoding", (b"gzip", b"gzip, deflate, br", b"")),
          (b"Content-Type", (b"application/json", b"application/octet-stream", b"c" * 300)),
          (b"Expect", (b"100-continue", b"x")), (b"Range", (b"bytes=0-1", b"bytes=-1")), (b"TE", (b"trailers",)),
          (b"Cookie", (b"a=b",)), (b"Accept-Language", (b"ja", b"q" * 500)), (b"X-Forwarded-For", (b"127.0.0.1",)),
          (b"Host", (b"evil.example", b"", b"{host}, x")), (b"HTTP2-Settings", (b"AAMAAABkAAQAAP__",)),
          (b"Access-Control-Request-Headers", (b"x",)), (b":path", (b"/",)), (b"", (b"x",)))
BODIES = (b"", b"abc", b"0123456789", b'{"type":"hello"}', b"\x04\x00\x01\x00\x00\x00", b"GET /x HTTP/1.1\r\n", b"\r\n\r\n",
          b"x" * 4096, b"x" * 4097, b"3\r\nabc\r\n0\r\n\r\n", b"ffffffffffffffff\r\nx", b"3\r\nabc", b"0\r\nX: y\r\n\r\n")


def shuffled(dice, fields):
    """Returns the fields, sometimes in a random order."""
    if dice.random() < 0.2:
        dice.shuffle(fields)
    return fields


def head(dice, method, path, fields):
    """Returns a request line and its fields, mostly well formed."""
    version = dice.choice(VERSIONS) if dice.random() < 0.3 else b" HTTP/1.1"
    lines = [method + b" " + path + version]
    for name, value in shuffled(dice, fields):
        lines.append(name + dice.choice((b": ",) * 12 + (b":", b" : ", b"", b":\t")) + value)
    end = dice.choice((b"\r\n",) * 16 + (b"\n", b"\r", b"\r\n "))
    return end.join(lines) + end + dice.choice((end,) * 12 + (b"", b"\r"))


def others(dice):
    """Returns some additional fields."""
    fields = []
    while dice.random() < 0.35:
        name, values = dice.choice(OTHERS)
        fields.append((name, dice.choice(values)))
    return fields


def body_fields(dice):
    """Returns some fields about the length of a body; several may contradict each other."""
    fields = []
    while dice.random() < 0.45:
        fields.append((b"Content-Length", dice.choice(LENGTHS)) if dice.random() < 0.7
                      else (b"Transfer-Encoding", dice.choice(CODINGS)))
    return fields


def plain(dice):
    """Returns a request, with or without a body. The stated length may be wrong."""
    method, path = dice.choice(METHODS), dice.choice(PATHS)
    fields = [(b"Host", b"{host}")] + others(dice)
    if dice.random() < 0.5:
        fields += body_fields(dice)
    if dice.random() < 0.3:
        fields.append((b"Connection", dice.choice(CONNECTIONS)))
    body = dice.choice(BODIES) if dice.random() < 0.5 else b""
    return head(dice, method, path, fields) + body


def posted(dice):
    """Returns the POST that a page sends if it has no WebSocket. The ticket is valid, and the stated length is mostly that of the body."""
    body = dice.choice(BODIES)
    length = str(len(body)).encode() if dice.random() < 0.8 else dice.choice(LENGTHS)
    return head(dice, b"POST", dice.choice((b"/link", b"/link/open")), [
        (b"Host", b"{host}"), (b"Origin", b"{origin}"), (b"Authorization", b"Bearer {ticket}"), (b"Content-Length", length)]) + body


def pipelined(dice):
    """Returns two to four requests, one directly after the other."""
    return b"".join(dice.choice((plain, plain, posted, upgrade))(dice) for _ in range(dice.randint(2, 4)))


def flood(dice):
    """Returns more or longer fields than any client sends."""
    kind = dice.randrange(4)
    if kind == 0:
        fields = [(b"X-%d" % number, b"y" * dice.choice((0, 1, 20))) for number in range(dice.choice((50, 200, 2000)))]
    elif kind == 1:
        fields = [(b"X", b"y" * dice.choice((4000, 4096, 4097, 9000, 70000)))]
    elif kind == 2:
        fields = [dice.choice(((b"Cookie", b"a=b"), (b"Origin", b"{origin}"), (b"Host", b"{host}")))] * dice.choice((20, 100, 600))
    else:
        fields = [(b"h" * dice.choice((200, 5000)), b"")]
    return head(dice, b"GET", b"/j/", [(b"Host", b"{host}")] + fields)


def upgrade(dice, wrong=None):
    """Returns an upgrade to a WebSocket; `wrong` is the probability that a part is wrong or missing, random if it is None."""
    wrong = dice.choice((0, 0, 0.15, 0.4)) if wrong is None else wrong

    def part(name, right, choices):
        if dice.random() >= wrong:
            return [(name, right)]
        return [(name, dice.choice(choices)) for _ in range(dice.choice((0, 1, 1, 2)))]

    to_host = dice.random() < 0.3
    right_offer = b"tpp.host.v1, ticket.{desk}" if to_host else b"tpp.v1, ticket.{ticket}"
    fields = [(b"Host", b"{host}")]
    fields += part(b"Connection", b"Upgrade", CONNECTIONS)
    fields += part(b"Upgrade", b"websocket", UPGRADES)
    fields += part(b"Sec-WebSocket-Key", KEY, KEYS)
    fields += part(b"Sec-WebSocket-Version", b"13", VERSIONS_OF_SOCKETS)
    fields += part(b"Sec-WebSocket-Protocol", right_offer, OFFERS)
    fields += part(b"Origin", b"{origin}", (b"null", b"https://evil.example", b"", b"{origin}x"))
    if dice.random() < 0.15:
        fields.append((b"Sec-WebSocket-Extensions", dice.choice(EXTENSIONS)))
    if dice.random() < wrong:
        fields += body_fields(dice) + others(dice)
    method = dice.choice(METHODS) if dice.random() < wrong / 2 else b"GET"
    return head(dice, method, b"/host" if to_host else b"/link", fields)
