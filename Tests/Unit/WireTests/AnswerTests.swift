import Model
import Testing
import Wire

@Suite struct AnswerTests {
  /// Returns the bytes that `write` appends to an empty datagram.
  private func bytes(_ write: (inout Datagram<512>) -> Void) -> [UInt8] {
    var datagram = Datagram<512>()
    write(&datagram)
    return datagram.withBytes { span in span.indices.map { span[$0] } }
  }

  private func reason(_ bytes: [UInt8]) -> Drop? {
    do throws(Drop) {
      _ = try StatusPacket(parsing: bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test func `An answer is written field by field and read again as it was`() throws {
    let answer = LocalAnswer(
      number: 0x0403_0201, .full, pin: 0x0007_0605, port: 0x0908, seconds: 0x0b0a,
      secret: InlineArray { UInt8(100 + $0) }, key: InlineArray { UInt8(200 + $0) }, name: DeviceName("Den"))
    let written = bytes { answer.write(to: &$0) }
    let start: [UInt8] = [0xee, 5, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 8, 9, 10, 11]
    #expect(Array(written[..<64]) == start + (100..<116) + (200..<232))
    #expect(String(decoding: written[64..<67], as: UTF8.self) == "Den" && written.count == LocalAnswer.size)
    #expect(written[67...].allSatisfy { $0 == 0 })
    guard case .answer(let back) = try StatusPacket(parsing: written.span) else {
      Issue.record("it is read as something else")
      return
    }
    #expect(bytes { back.write(to: &$0) } == written)
    #expect(back.result == .full && back.pin == 0x0007_0605 && back.name.text == "Den")
  }

  @Test func `A controller's status is written field by field and read again as it was`() throws {
    let status = PeerStatus(
      state: .connected, slot: PlayerSlot(number: 3), refusal: .none, code: nil,
      key: InlineArray { UInt8(50 + $0) }, name: DeviceName("Red"))
    let written = bytes { status.write(to: &$0) }
    let start = [0xef, PeerState.connected.rawValue, 3, 0, 255, 255, 255, 255] as [UInt8]
    #expect(Array(written[..<40]) == start + (50..<82) && written.count == PeerStatus.size)
    guard case .peer(let back) = try StatusPacket(parsing: written.span) else {
      Issue.record("it is read as something else")
      return
    }
    #expect(bytes { back.write(to: &$0) } == written)
    #expect(back.state == .connected && back.slot?.number == 3 && back.code == nil)
    guard case .peer(let end) = try StatusPacket(parsing: bytes { PeerStatus.end.write(to: &$0) }.span) else {
      Issue.record("the end is read as something else")
      return
    }
    #expect(end.state == nil && end.slot == nil)
  }

  @Test func `Every truncation, every added byte and every value without a meaning is refused`() {
    let answer = bytes { LocalAnswer(number: 1, .done).write(to: &$0) }
    let peer = bytes { PeerStatus.end.write(to: &$0) }
    for whole in [answer, peer] {
      for count in 0..<whole.count { #expect(reason(Array(whole[..<count])) == .tooShort) }
      #expect(reason(whole) == nil && reason(whole + [0]) == .tooLong)
    }
    for (whole, place, value) in [(answer, 1, 10), (peer, 1, 99), (peer, 2, 17), (peer, 3, 99)]
      as [([UInt8], Int, UInt8)]
    {
      var wrong = whole
      wrong[place] = value
      #expect(reason(wrong) == .reservedNotZero)
    }
  }

  @Test func `A stage needs its room and its round`() throws {
    var datagram = LocalDatagram()
    StageStatus(mode: .attract).write(to: &datagram)
    let whole = datagram.withBytes { span in span.indices.map { span[$0] } }
    datagram.removeAll()
    HostStatus(limit: 4, players: 0, hasKernelPads: true).write(to: &datagram)
    let host = datagram.withBytes { span in span.indices.map { span[$0] } }
    for frame: UInt8 in [3, 4] {
      let place = try #require(start(of: frame, in: whole))
      let end = place + 3 + Int(whole[place + 1]) + Int(whole[place + 2]) << 8
      #expect(reason(Array(whole[..<place] + whole[end...])) == .empty, "without frame \(frame)")
      #expect(reason(host + whole[place..<end]) == .empty, "frame \(frame) behind a host's status")
    }
    #expect(reason(host) == nil)
    #expect(reason(whole) == nil)
  }

  /// Returns the position of the frame with type `frame` in a status.
  private func start(of frame: UInt8, in bytes: [UInt8]) -> Int? {
    var place = 2
    while place < bytes.count, bytes[place] != frame {
      place += 3 + Int(bytes[place + 1]) + Int(bytes[place + 2]) << 8
    }
    return place < bytes.count ? place : nil
  }

  @Test func `A gateway may speak for its pages, watch no packets and send no messages`() {
    let spoken: [LocalPacket] = [
      .gone(controller: 1), .page(port: 443), .alive, .recentre(nil),
      .rumble(PlayerSlot(index: 0), strong: 1, weak: 2),
      .watch(Watch(topics: [.status, .peers, .stage], period: 100)),
    ]
    #expect(spoken.allSatisfy { $0.isForGateways })
    #expect(!LocalPacket.watch(Watch(topics: [.status, .trace], period: 100)).isForGateways)
    let message = LocalMessage(slots: .all, channel: 1, isReliable: true)
    #expect(!LocalPacket.message(message).isForGateways)
  }
}
