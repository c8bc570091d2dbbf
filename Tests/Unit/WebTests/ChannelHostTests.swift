import Browser
import CRTC
import CTLS
import Glibc
import Testing

/// The code returned by a host that cannot be created.
private struct Refused: Error, Equatable {
  var code: Int32
}

/// A host of data channels, with a certificate of its own.
@safe private final class ChannelHost {
  /// The events so far, in their order.
  private(set) var kinds: [rtc_kind] = []
  private(set) var datagrams: [[UInt8]] = []
  private(set) var host: OpaquePointer?

  init() throws {
    let key = unsafe ChannelHost.text { unsafe tls_make_key($0, $1) }
    let certificate = unsafe ChannelHost.text {
      unsafe tls_make_certificate(key, "DNS:den.local", "den", 30, $0, $1)
    }
    let result = unsafe rtc_create(key, certificate, &host)
    guard result == 0 else { throw Refused(code: result) }
  }

  deinit {
    if let host = unsafe host { unsafe rtc_destroy(host) }
  }

  func add(_ peer: UInt32, repeats: Bool = true) -> Int32 { unsafe rtc_add(host, peer, repeats ? 1 : 0) }
  func remove(_ peer: UInt32) { unsafe rtc_remove(host, peer) }
  func advance(_ milliseconds: UInt32) {
    unsafe rtc_advance(host, milliseconds)
    settle()
  }
  func receive(_ bytes: [UInt8], _ peer: UInt32, from port: UInt32 = 1, settles: Bool = true) -> Int32 {
    var sender = rtc_endpoint(high: 0, low: 1, scope: 0, port: port)
    defer { if settles { settle() } }
    return unsafe rtc_receive(host, peer, &sender, bytes, bytes.count)
  }

  /// Begins a handshake from `port`; returns the second hello, which has the cookie.
  func introduce(_ peer: UInt32, from port: UInt32 = 1) throws -> [UInt8] {
    let count = datagrams.count
    #expect(receive(hello(), peer, from: port) == 0)
    try #require(datagrams.count == count + 1)
    let question = datagrams[count]
    try #require(question[13] == 3)
    return hello(cookie: Array(question[28...]))
  }
  func send(_ bytes: [UInt8], _ peer: UInt32) -> Int32 { unsafe rtc_send(host, peer, bytes, bytes.count, 1) }

  private static func text(_ make: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { room in
      unsafe make(room.baseAddress, room.count) > 0
        ? room.baseAddress.map { unsafe String(cString: $0) } ?? "" : ""
    }
  }

  /// Drains the waiting events.
  func settle() {
    var event = unsafe rtc_event()
    while unsafe rtc_next(host, &event) == 1 {
      let bytes = unsafe UnsafeBufferPointer(start: event.bytes, count: event.size)
      unsafe kinds.append(rtc_kind(UInt32(event.kind)))
      if unsafe event.kind == Int32(RTC_DATAGRAM.rawValue) { unsafe datagrams.append(Array(bytes)) }
    }
  }
}

/// Returns a record with a ClientHello of DTLS 1.2 (RFC 6347 §4.3.2).
///
/// Without a cookie it is the first hello, and with a cookie the second.
private func hello(cookie: [UInt8] = []) -> [UInt8] {
  let number: UInt8 = cookie.isEmpty ? 0 : 1
  let suites: [UInt8] = [0, 4, 0xc0, 0x2b, 0xc0, 0x2f]
  let extensions: [UInt8] = [0, 16, 0, 10, 0, 4, 0, 2, 0, 23, 0, 13, 0, 4, 0, 2, 4, 3]
  let body: [UInt8] =
    [0xfe, 0xfd] + (1...32) + [0, UInt8(cookie.count)] + cookie + suites + [1, 0] + extensions
  let size = UInt8(body.count)
  let message: [UInt8] = [1, 0, 0, size, 0, number, 0, 0, 0, 0, 0, size] + body
  return [22, 0xfe, 0xfd] + [UInt8](repeating: 0, count: 7) + [number, 0, UInt8(message.count)] + message
}

@Suite(.serialized) struct ChannelHostTests {
  @Test
  func `A handshake is answered with datagrams that any network carries, and again when no answer comes`()
    throws
  {
    let host = try ChannelHost()
    #expect(host.add(7) == 0)
    #expect(host.receive(try host.introduce(7), 7) == Int32(RTC_PROVEN.rawValue))
    let count = host.datagrams.count
    #expect(count > 1)
    #expect(host.datagrams.allSatisfy { $0[0] == 22 && $0.count <= 1_200 })
    let end = ContinuousClock.now + .seconds(60)
    var isLast = false
    while host.datagrams.count == count, !isLast {
      isLast = ContinuousClock.now >= end
      host.advance(20)
    }
    #expect(host.datagrams.count > count)
    #expect(!host.kinds.contains(RTC_OPENED))
    #expect(host.send([1], 7) < 0)
  }

  @Test func `A hello in pieces of one byte and out of order is read`() throws {
    let host = try ChannelHost()
    #expect(host.add(7) == 0)
    let body = Array(hello()[25...])
    for index in body.indices.reversed() {
      let (size, number) = (UInt8(body.count), UInt8(body.count - index))
      let piece: [UInt8] = [1, 0, 0, size, 0, 0, 0, 0, UInt8(index), 0, 0, 1, body[index]]
      #expect(host.datagrams.isEmpty)
      #expect(host.receive([22, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, number, 0, 13] + piece, 7) == 0)
    }
    #expect(!host.datagrams.isEmpty)
  }

  @Test func `Every byte of a hello changed in every way ends a peer or does nothing`() throws {
    let host = try ChannelHost()
    let first = hello()
    for index in first.indices {
      for bit in 0..<8 {
        var bytes = first
        bytes[index] ^= 1 << UInt8(bit)
        #expect(host.add(7) == 0)
        #expect(host.receive(bytes, 7) == 0)
        #expect(host.receive(Array(bytes[..<index]), 7) == 0)
        host.remove(7)
      }
    }
    #expect(!host.kinds.contains(RTC_OPENED) && !host.kinds.contains(RTC_MESSAGE))
  }

  @Test func `There are 66 peers and one host, and a peer that was removed leaves its place`() throws {
    let host = try ChannelHost()
    #expect(throws: Refused(code: -EBUSY)) { try ChannelHost() }
    for peer in 1...UInt32(RTC_PEER_LIMIT) { #expect(host.add(peer) == 0) }
    #expect(host.add(1_000) < 0)
    host.remove(5)
    #expect(host.receive(hello(), 5) == 0)
    #expect(host.datagrams.isEmpty)
    #expect(host.add(1_000) == 0)
  }

  @Test func `Before a cookie has come back, no datagram is answered with more than it has`() throws {
    let host = try ChannelHost()
    let first = hello()
    for (index, bytes)
      in ([first, Array(first + first), Array(first[..<40]), first + [UInt8](repeating: 7, count: 500)])
      .enumerated()
    {
      let (peer, count) = (UInt32(index + 1), host.datagrams.count)
      #expect(host.add(peer) == 0)
      #expect(host.receive(bytes, peer) == 0)
      for _ in 0..<1_000 { host.advance(20) }
      let answers = host.datagrams[count...].reduce(0) { $0 + $1.count }
      #expect(answers <= bytes.count)
    }
  }

  @Test func `A cookie is good for its peer and its endpoint, and no other opens anything`() throws {
    let host = try ChannelHost()
    for peer: UInt32 in 1...4 { #expect(host.add(peer) == 0) }
    let second = try host.introduce(1)
    var wrong = try host.introduce(3)
    _ = try (host.introduce(2), host.introduce(4))
    #expect(host.receive(second, 2) == 0)
    #expect(host.receive(second, 1, from: 9) == 0)
    wrong[61] ^= 1
    #expect(host.receive(wrong, 3) == 0)
    #expect(host.receive(hello(cookie: [0]), 4) == 0)
  }

  @Test func `A peer that is not repeated to hears no part of a handshake twice`() throws {
    let host = try ChannelHost()
    #expect(host.add(7, repeats: false) == 0)
    #expect(host.receive(try host.introduce(7), 7) == Int32(RTC_PROVEN.rawValue))
    let count = host.datagrams.count
    for _ in 0..<1_000 { host.advance(20) }
    #expect(host.datagrams.count == count)
  }

  @Test func `Datagrams that nobody takes are dropped beyond a bound, and the next ones come through`() throws
  {
    let host = try ChannelHost()
    for peer: UInt32 in 1...10_000 {
      #expect(host.add(peer) == 0)
      #expect(host.receive(hello(), peer, settles: false) == 0)
      host.remove(peer)
    }
    host.settle()
    let size = try #require(host.datagrams.first).count
    #expect(host.datagrams.count == Int(RTC_QUEUE_ROOM) / (size + 8))
    #expect(host.datagrams.allSatisfy { $0.count == size })
    #expect(host.add(7) == 0)
    #expect(host.receive(try host.introduce(7), 7) == Int32(RTC_PROVEN.rawValue))
  }

  @Test func `Messages that nobody takes wait, and so does the end, while datagrams are dropped`() {
    let repeated = [Bytes](repeating: packet(data(0)), count: 5_000)
    let outcome = play((0..<40).map { packet(data($0)) } + repeated + [packet([6, 0, 0, 4]), packet([], 0)])
    #expect(outcome.is_open && outcome.messages == 40 && outcome.ends == 1)
    #expect(outcome.datagrams > 1_000 && outcome.datagrams < 5_000)
  }

  @Test func `Messages for which there is no room are taken when they come again, each once`() {
    let numbers = UInt32(0)..<500
    let waiting = numbers.map { packet(data($0)) } + [packet([], 0)]
    let first = play(waiting)
    #expect(first.messages > 100 && first.messages < 200 && first.ends == 0)
    #expect(play(waiting + numbers.map { packet(data($0), BROWSER_OWN_NUMBER.rawValue) }).messages == 500)
  }
}

private typealias Bytes = [UInt8]

/// Returns a chunk with an unordered message of 100 bytes (RFC 9260 §3.3.1), numbered from 0.
private func data(_ number: UInt32) -> Bytes {
  let number = UInt32(BROWSER_FIRST_NUMBER) + number
  return [0, 7, 0, 116] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    + [0, 0, 0, 0, 0, 0, 0, 53] + Bytes(repeating: 7, count: 100)
}

/// Returns a packet for `browser_play`.
///
/// The host's events are drained after the packet, unless `options` contain `BROWSER_HOST_WAITS`.
private func packet(
  _ chunk: Bytes, _ options: UInt32 = BROWSER_OWN_NUMBER.rawValue | BROWSER_HOST_WAITS.rawValue
) -> Bytes {
  [UInt8(options), UInt8(chunk.count >> 8), UInt8(chunk.count & 255)] + chunk
}

/// Lets a browser open a channel and send `packets`.
private func play(_ packets: [Bytes]) -> browser_outcome {
  defer { browser_leave() }
  let input = Bytes(packets.joined())
  return unsafe browser_play(input, input.count)
}
