import Cryptography
import Fuzzing
import Model
import Notation
import Pages
import Sharing
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Reads the input that the web gateway takes from the network and from its own file.
///
/// The first letter selects the kind, and the rest is the input: a packet (`p`), records of packets (`r`), a text
/// (`t`), the header fields of a request (`h`), written tickets (`b`), the index of kept layouts (`s`), or a vote (`v`).
func fuzz(_ bytes: Span<UInt8>) {
  guard bytes.count > 0 else { return }
  let input = (1..<bytes.count).map { bytes[$0] }
  switch bytes[0] {
  case UInt8(ascii: "p"): check(packet: input)
  case UInt8(ascii: "r"): check(records: input)
  case UInt8(ascii: "t"): check(text: input)
  case UInt8(ascii: "h"): check(fields: input)
  case UInt8(ascii: "b"): check(book: input)
  case UInt8(ascii: "s"): check(shelf: input)
  case UInt8(ascii: "v"): check(vote: input)
  default: break
  }
}

/// Checks that the bridge can read every packet that the gateway passes on, including its frames.
private func check(packet: [UInt8]) {
  guard let read = PagePacket(packet.span) else { return }
  require(packet.count <= PagePacket.largest, "a packet that is too long is refused")
  let number = packet.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  require(read.counter == number, "the number is as it was sent")
  var datagram = LocalDatagram()
  GatewayHeader(
    transport: .webSocket, controller: 1, counter: read.counter, received: Instant(nanoseconds: 1)
  ).write(to: &datagram)
  datagram.append(contentsOf: packet.span.extracting(PagePacket.start..<packet.count))
  datagram.withBytes { message in
    guard case .frames = try? LocalPacket(parsing: message) else { fatalError("the bridge reads no header") }
    require(
      (try? ControllerFrames(parsing: message, from: GatewayHeader.size)) != nil,
      "the bridge reads the frames")
  }
}

/// Checks that records are whole, follow each other, and fill the body.
private func check(records body: [UInt8]) {
  guard let records = PagePacket.records(in: body.span) else { return }
  var next = 0
  for record in records {
    require(record.lowerBound == next + 2 && !record.isEmpty, "a record begins behind its length")
    require(Int(body[next]) + 256 * Int(body[next + 1]) == record.count, "a record is as long as it says")
    next = record.upperBound
    check(packet: Array(body[record]))
  }
  require(next == body.count, "records fill the body")
}

/// Checks that an accepted text can be written and is read again as equal.
private func check(text: [UInt8]) {
  guard let read = try? JSON(parsing: text.span) else { return }
  require(text.count <= 1_024 && String(validating: text, as: UTF8.self) != nil, "a text is short and UTF-8")
  let written = read.text
  require(!written.utf8.contains { $0 < 0x20 }, "a text is one line")
  guard let again = try? JSON(parsing: Array(written.utf8).span, limit: .max) else {
    fatalError("what was written is not read")
  }
  require(again.text == written, "what was written is read the same")
  var page = Page(controller: 1)
  page.greet(read)
  require(page.name.utf8.count <= 40, "a name stays short")
  require(page.colour.utf8.count == 7 || page.colour.isEmpty, "a colour is one, or none")
  check(request: read)
  check(team: read, page)
}

/// Checks that an order of a dashboard has a subject and is one of the permitted orders.
private func check(request said: JSON) {
  let request = DashboardRequest(said)
  if case .offer(let id, let offer) = request {
    require(id == said["id"]?.string && (-1...16).contains(offer.number), "a layout is offered to somebody")
  }
  if let part = UploadPart(said) {
    require(part.id.utf8.count <= 32 && part.id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "an id is plain")
  }
  guard case .order(let order) = request else { return }
  switch order.action {
  case .admission(let order): check(order, of: said)
  case .stage(let order): check(order)
  }
}

/// Checks that reading any index leaves the layouts unchanged, and that only a good index states the owners
/// of layouts.
private func check(shelf index: [UInt8]) {
  var shelf = Shelf()
  let layout = #"{"id":"mine","grid":["a"],"controls":{"a":{"type":"button","out":"A"}}}"#
  let damages = shelf.adopt(["index": index, "mine.json": Array(layout.utf8)], guests: [7])
  require(shelf.layouts["mine"]?.text == layout && damages.count <= 1, "a damaged index loses no layout")
  guard let mine = shelf.layouts["mine"] else { return }
  require(damages.isEmpty || mine.owner == .nobody && mine.offer == .owner, "a damaged index says nothing")
  if case .guest(let guest) = mine.owner { require(guest == 7, "only guests own layouts") }
}

/// Checks that an accepted vote is in range, and that a tally of this vote alone contains no other vote.
private func check(vote text: [UInt8]) {
  guard let vote = CrowdVote(text.span) else { return }
  require(text.count <= 64 && CrowdVote.buttons.isSuperset(of: vote.buttons), "a vote is short and plain")
  let now = Instant(nanoseconds: 1)
  var tally = CrowdTally(CrowdTerms(), seats: 2)
  tally.cast(vote, by: 1, at: now)
  _ = tally.advance(to: now + tally.window)
  require(tally.shown == vote && tally.counted == 1, "the mean of one vote is that vote")
}

/// Checks that an order about admission is one of a dashboard's.
private func check(_ order: AdmissionOrder, of said: JSON) {
  switch order {
  case .accept(let key): require(key.span.hexadecimal == said["key"]?.string, "a key is as it was written")
  case .deny(let key): require(key.span.hexadecimal == said["key"]?.string, "a key is as it was written")
  case .kick, .policy, .offerPIN: break
  case .offerCode, .closePairing, .revoke, .rename: fatalError("nothing else can be ordered")
  }
}

/// Checks that an order about the stage is one of a dashboard's.
private func check(_ order: StageOrder) {
  switch order {
  case .mode(let mode, _): require(Mode.allCases.contains(mode), "a mode is one of five")
  case .quiz(.team(_, let team)): require(team <= Team.limit, "a team is one of eight, or none")
  case .quiz(.points(_, let change)): require(change != 0, "somebody's points change")
  case .choose, .quiz(.forget): fatalError("nothing else can be ordered")
  case .quiz: break
  }
}

/// Checks that a page changes only the team of its own player, and cannot make the quiz's text too long.
private func check(team said: JSON, _ page: Page) {
  var stage = StageStatus(mode: .lobby)
  for index in stage.players.indices {
    (stage.players[index].mode, stage.players[index].points) = (.lobby, .min)
  }
  if let order = LocalOrder(teamFor: PlayerSlot(index: 2), on: stage, said) {
    guard case .stage(.choose(let team, let slot)) = order.action else { fatalError("a page chooses a team") }
    require(slot.number == 3 && team <= Team.limit, "a team of its own player")
  }
  require(
    QuizView(on: stage) { _ in page.name }.text.utf8.count <= QuizView.textLimit, "a quiz's text stays short")
}

/// Checks five lines of header fields: host, origin, authorization, protocols, path.
private func check(fields: [UInt8]) {
  let lines = String(decoding: fields, as: UTF8.self).split(
    separator: "\n", maxSplits: 4, omittingEmptySubsequences: false
  ).map(String.init)
  guard lines.count == 5 else { return }
  var request = WebRequest()
  (request.host, request.origin, request.authorization) = (lines[0], lines[1], lines[2])
  (request.protocols, request.path) = (lines[3], lines[4])
  if let ticket = request.bearer {
    require(request.authorization == "Bearer \(ticket.text)", "nothing but the ticket is in the field")
  }
  for role in [TicketBook.Role.player, .host] {
    guard let ticket = request.offered(for: role) else { continue }
    require(request.protocols.contains("ticket.\(ticket.text)"), "the ticket is among the protocols")
    let first = request.protocols.drop { ", ".contains($0) }
    require(first.hasPrefix("tpp.host.v1") == (role == .host), "a ticket is offered for one role")
  }
  check(host: request.host, origin: request.origin)
}

/// Checks that an allowed request names this machine, in ASCII, and that only a page from the same host may
/// send it.
private func check(host: String, origin: String) {
  let rules = HostRules(
    machine: "Kisk", addresses: [Address(v4: 0xc0a8_0114), Address(high: 0x2001_0db8 << 32, low: 5)],
    port: 28_443, overlayPort: 28_444)
  let isOwn = ["localhost:", "127.", "["].contains { host.lowercased().hasPrefix($0) }
  require(!rules.allows(host: host, through: .overlay) || isOwn, "an overlay is at loopback")
  let isHost = rules.allows(host: host)
  let isOrigin = rules.allows(origin: origin, host: host)
  require(!isOrigin || isHost, "a page of a foreign host is refused")
  guard isHost else { return }
  let letters = "abcdefghijklmnopqrstuvwxyz0123456789.:[]"
  require(
    host.unicodeScalars.allSatisfy { $0.isASCII && letters.contains(Character($0).lowercased()) },
    "a host is written plainly")
  require(host.hasSuffix(":28443"), "a host has the port of the page")
  require(
    isOrigin == (Array(origin.utf8).map(lower) == Array("https://\(host)".utf8).map(lower)),
    "an origin is that of the host, letter by letter")
}

private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

/// Checks that tickets that are read can be written and read again as equal, and that no ticket is valid for
/// longer than the limit.
private func check(book: [UInt8]) {
  let now = Instant(nanoseconds: 1_000_000_000_000)
  guard let read = TicketBook(String(decoding: book, as: UTF8.self), at: now) else { return }
  require(TicketBook(read.text, at: now)?.text == read.text, "what was written is read the same")
  for offer in read.offers { require(offer.ends <= now + TicketBook.offerLifetime, "a ticket ends in time") }
  require(
    read.crowd.map { CrowdTerms.windows.contains($0.terms.window) } ?? true, "a crowd's window is in range")
  for guest in read.guests { require(!guest.isHere && guest.seen <= now, "nobody is here yet") }
}
