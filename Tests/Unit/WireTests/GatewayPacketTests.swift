import Model
import Testing
import Wire

@Suite struct GatewayPacketTests {
  func read(_ bytes: [UInt8]) -> Result<GatewayPacket, Drop> {
    Result { () throws(Drop) in try GatewayPacket(parsing: bytes.span) }
  }

  @Test(
    arguments: [
      ([0xf2, 2, 0, 4, 7, 0, 0, 0], SeatNotice(controller: 7, slot: PlayerSlot(number: 2), limit: 4)),
      ([0xf2, 0, 2, 4, 8, 0, 0, 0], SeatNotice(controller: 8, slot: nil, refusal: .full, limit: 4)),
    ] as [([UInt8], SeatNotice)])
  func `A notice is read, and written again`(_ bytes: [UInt8], _ notice: SeatNotice) throws {
    guard case .seat(notice) = try read(bytes).get() else {
      Issue.record("it is read as something else")
      return
    }
    var datagram = Datagram<8>()
    notice.write(to: &datagram)
    #expect(datagram.withBytes { span in span.indices.map { span[$0] } } == bytes)
  }

  @Test func `A gateway's header stands before the frames`() {
    let header = GatewayHeader(
      transport: .webSocket, controller: 9, counter: 1, received: Instant(nanoseconds: 5))
    var alone = LocalDatagram()
    header.write(to: &alone)
    let bytes = { (datagram: LocalDatagram) in datagram.withBytes { span in span.indices.map { span[$0] } } }
    #expect(bytes(header.datagram([0xab, 0xcd].span)) == bytes(alone) + [0xab, 0xcd])
  }

  @Test(
    arguments: [
      ([], .tooShort), ([0xf2, 1, 0, 4, 7, 0, 0], .tooShort), ([0xf2, 1, 0, 4, 7, 0, 0, 0, 0], .tooLong),
      ([0xf2, 17, 0, 4, 7, 0, 0, 0], .reservedNotZero), ([0xf2, 1, 99, 4, 7, 0, 0, 0], .reservedNotZero),
      ([0xe1, 0, 0, 0, 7, 0, 0, 0], .unknownType), ([0xe0, 1, 0, 0, 7, 0, 0, 0], .tooShort),
      ([0xe0] + [UInt8](repeating: 0, count: 23), .reservedNotZero),
    ] as [([UInt8], Drop)])
  func `What the bridge does not say to a gateway is refused`(_ bytes: [UInt8], _ reason: Drop) {
    #expect(throws: reason) { _ = try read(bytes).get() }
  }

  @Test func `The answer to an order of a gateway is read`() throws {
    var datagram = LocalDatagram()
    LocalAnswer(number: 7, .notNow).write(to: &datagram)
    let bytes = datagram.withBytes { span in span.indices.map { span[$0] } }
    guard case .answer(let answer) = try read(bytes).get() else {
      Issue.record("it is read as something else")
      return
    }
    #expect(answer.number == 7 && answer.result == .notNow)
    #expect(throws: Drop.tooShort) { _ = try read(Array(bytes.dropLast())).get() }
  }

  @Test func `A header is followed by the frames of the largest packet at most`() throws {
    let longest = [0xe0, 1] + [UInt8](repeating: 0, count: GatewayHeader.size + 510)
    guard case .frames = try read(longest).get() else {
      Issue.record("it is read as something else")
      return
    }
    #expect(throws: Drop.tooLong) { _ = try read(longest + [0]).get() }
  }

  @Test func `A ticket survives the way from the gateway, and so does that there is none`() throws {
    let wish = TicketRequest().datagram.withBytes { span in span.indices.map { span[$0] } }
    #expect(wish == [0xf8, 0, 0, 0, 0, 0, 0, 0])
    #expect(try TicketRequest(parsing: wish.span) == TicketRequest())
    let screen = TicketRequest(isRenewed: true)
    #expect(screen.datagram.withBytes { $0[2] } == 1)
    for ticket in [InlineArray<16, UInt8> { UInt8($0) }, nil] {
      let answer = TicketAnswer(ticket: ticket, port: 28_443, seconds: 600)
      let bytes = answer.datagram.withBytes { span in span.indices.map { span[$0] } }
      let back = try TicketAnswer(parsing: bytes.span)
      #expect((back.port, back.seconds) == (28_443, 600))
      #expect(
        back.ticket.map { secret in secret.indices.map { secret[$0] } }
          == (ticket == nil ? nil : Array(0..<16)))
      for count in bytes.indices {
        let part = Array(bytes[..<count])
        #expect(throws: Drop.self) { _ = try TicketAnswer(parsing: part.span) }
      }
    }
  }

  @Test func `A ticket comes with the name of the own domain, of any length that a name has`() throws {
    for domain in ["den.example", String(repeating: "a", count: 253)] {
      let answer = TicketAnswer(ticket: InlineArray { UInt8($0) }, port: 1, seconds: 2, domain: domain)
      let bytes = answer.datagram.withBytes { span in span.indices.map { span[$0] } }
      #expect(bytes.count == TicketAnswer.size + domain.utf8.count)
      #expect(try TicketAnswer(parsing: bytes.span).domain == domain)
      for wrong: UInt8 in [0, 0x0a, 0x7f, 0xe9] {
        var broken = bytes
        broken[TicketAnswer.size] = wrong
        #expect(throws: Drop.reservedNotZero) { _ = try TicketAnswer(parsing: broken.span) }
      }
    }
  }

  @Test func `A ticket comes with the page elsewhere, also beside a domain`() throws {
    let page = PageElsewhere(
      page: "https://" + String(repeating: "p", count: PageElsewhere.longest - 8),
      fingerprint: String(repeating: "f", count: 43))
    for domain in ["", String(repeating: "a", count: 253)] {
      let answer = TicketAnswer(ticket: nil, port: 1, seconds: 2, domain: domain, elsewhere: page)
      let bytes = answer.datagram.withBytes { span in span.indices.map { span[$0] } }
      let back = try TicketAnswer(parsing: bytes.span)
      #expect(back.domain == domain && back.elsewhere == page)
      let more = bytes + [0x20, 0x78]
      #expect(throws: Drop.self) { _ = try TicketAnswer(parsing: more.span) }
    }
  }

  @Test(arguments: [
    ("https://", false), ("https://p", true), ("http://pp", false), ("https://p#q", false),
    ("https://" + String(repeating: "p", count: PageElsewhere.longest - 8), true),
    ("https://" + String(repeating: "p", count: PageElsewhere.longest - 7), false),
  ])
  func `A page elsewhere has an address that fits a link`(text: String, fits: Bool) {
    #expect(PageElsewhere.isAddress(text) == fits)
  }

  @Test func `A ticket with more behind it than the longest texts is refused`() throws {
    let long =
      TicketAnswer(ticket: nil, port: 1, seconds: 2).datagram.withBytes { span in
        span.indices.map { span[$0] }
      }
      + [UInt8](repeating: 0x61, count: TicketAnswer.longest - TicketAnswer.size + 1)
    #expect(throws: Drop.tooLong) { _ = try TicketAnswer(parsing: long.span) }
  }

  @Test func `A ticket's answer says whether there is one, and has no secret or two texts without`() throws {
    let none = TicketAnswer(ticket: nil, port: 1, seconds: 2).datagram.withBytes { span in
      span.indices.map { span[$0] }
    }
    for (index, value, fault) in [
      (0, 0, .unknownType), (1, 2, .reservedNotZero), (1, 255, .reservedNotZero), (8, 1, .reservedNotZero),
      (23, 1, .reservedNotZero),
    ] as [(Int, UInt8, Drop)] {
      var wrong = none
      wrong[index] = value
      #expect(throws: fault) { _ = try TicketAnswer(parsing: wrong.span) }
    }
    for texts in ["a b", "a b c d"] {
      let wrong = none + Array(texts.utf8)
      #expect(throws: Drop.reservedNotZero) { _ = try TicketAnswer(parsing: wrong.span) }
    }
    let short = Array(none.dropLast())
    #expect(throws: Drop.tooShort) { _ = try TicketAnswer(parsing: short.span) }
  }

  @Test(arguments: [TicketRequest.Role.player, .host, .television])
  func `A request for a ticket names a role, and nothing else is set`(_ role: TicketRequest.Role) throws {
    for isRenewed in [false, true] {
      let request = TicketRequest(for: role, isRenewed: isRenewed)
      let bytes = request.datagram.withBytes { span in span.indices.map { span[$0] } }
      #expect(try TicketRequest(parsing: bytes.span) == request)
      for (index, value) in [(1, 3), (2, 2), (3, 1), (4, 1), (7, 1)] as [(Int, UInt8)] {
        var wrong = bytes
        wrong[index] = value
        #expect(throws: Drop.reservedNotZero) { _ = try TicketRequest(parsing: wrong.span) }
      }
      let (short, long, other) = (Array(bytes.dropLast()), bytes + [0], [0] + bytes.dropFirst())
      #expect(throws: Drop.tooShort) { _ = try TicketRequest(parsing: short.span) }
      #expect(throws: Drop.tooLong) { _ = try TicketRequest(parsing: long.span) }
      #expect(throws: Drop.unknownType) { _ = try TicketRequest(parsing: other.span) }
    }
  }

  @Test func `The gateway's status survives the way to the program that asks`() throws {
    let request = GatewayStatusRequest().datagram.withBytes { span in span.indices.map { span[$0] } }
    #expect(request == [0xfa, 0, 0, 0, 0, 0, 0, 0])
    #expect(try GatewayStatusRequest(parsing: request.span) == GatewayStatusRequest())
    var status = GatewayStatus(
      port: 28_443, plainPort: 8_080, pages: [1, 2, 3], waiting: 4, dashboards: 5,
      overlays: 16, refusals: [1 << 40, 2, 3, 4, 5])
    for index in 0..<PlayerSlot.limit {
      status.names[PlayerSlot(index: index)] = DeviceName(String(repeating: "n", count: DeviceName.size))
    }
    let bytes = status.datagram.withBytes { span in span.indices.map { span[$0] } }
    #expect(bytes.count == GatewayStatus.longest && GatewayStatus.Buffer.count == GatewayStatus.longest)
    #expect(try GatewayStatus(parsing: bytes.span) == status)
    for count in bytes.indices where (count - GatewayStatus.size) % 41 != 0 || count < GatewayStatus.size {
      let part = Array(bytes[..<count])
      #expect(throws: Drop.self) { _ = try GatewayStatus(parsing: part.span) }
    }
  }

  @Test(
    arguments: [
      ([0xfb, 0, 0, 0, 0, 0, 0, 0], .unknownType), ([0xfa, 0, 0, 0, 0, 0, 0], .tooShort),
      ([0xfa, 0, 0, 0, 0, 0, 0, 0, 0], .tooLong), ([0xfa, 1, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xfa, 0, 0, 0, 0, 0, 0, 1], .reservedNotZero),
    ] as [([UInt8], Drop)])
  func `Nothing else asks for the gateway's status`(_ bytes: [UInt8], _ reason: Drop) {
    #expect(throws: reason) { _ = try GatewayStatusRequest(parsing: bytes.span) }
  }

  @Test(arguments: [(0, 0xfa, .unknownType), (1, 17, .reservedNotZero)] as [(Int, UInt8, Drop)])
  func `Nothing else is the gateway's status`(_ place: Int, _ byte: UInt8, _ reason: Drop) {
    var bytes = [0xfb] + [UInt8](repeating: 0, count: GatewayStatus.size - 1)
    #expect(throws: Never.self) { _ = try GatewayStatus(parsing: bytes.span) }
    bytes[place] = byte
    #expect(throws: reason) { _ = try GatewayStatus(parsing: bytes.span) }
  }

  @Test func `Frames behind a header replace what the datagram held`() {
    let header = GatewayHeader(
      transport: .http, controller: 7, counter: 1, received: Instant(nanoseconds: 5))
    var frames = HostFrames()
    frames.ping = 9
    let text: [UInt8] = []
    var (fresh, used) = (Datagram<512>(), Datagram<512>())
    for _ in 0..<2 { frames.write(after: header, text: text.span, into: &used) }
    frames.write(after: header, text: text.span, into: &fresh)
    let (one, two) = (fresh, used)
    for _ in 0..<2 { frames.write(text: text.span, into: &used) }
    let bare = used
    #expect(bare.count == one.count - GatewayHeader.size)
    let (first, again) = (
      one.withBytes { bytes in bytes.indices.map { bytes[$0] } },
      two.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    )
    #expect(first == again && first.count > GatewayHeader.size)
  }
}
