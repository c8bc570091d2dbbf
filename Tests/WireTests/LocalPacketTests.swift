import Model
import Testing
import Wire

@Suite struct LocalPacketTests {
  func read(_ datagram: Datagram<80>) -> Result<LocalPacket, Malformed> {
    datagram.withBytes { bytes in Result { () throws(Malformed) in try LocalPacket(parsing: bytes) } }
  }

  func read(_ bytes: [UInt8]) -> Malformed? {
    do throws(Malformed) {
      _ = try LocalPacket(parsing: bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test func `Every message survives the way through the local socket`() throws {
    let header = GatewayHeader(
      transport: .webSocket, controller: 7, counter: 9, received: Instant(nanoseconds: 123))
    let watch = Watch(topics: [.status, .trace], period: 50)
    guard case .frames(header) = try read(LocalPacket.frames(header).datagram).get(),
      case .gone(controller: 8) = try read(LocalPacket.gone(controller: 8).datagram).get(),
      case .page(port: 28_443) = try read(LocalPacket.page(port: 28_443).datagram).get(),
      case .watch(watch) = try read(LocalPacket.watch(watch).datagram).get(),
      case .recentre(nil) = try read(LocalPacket.recentre(nil).datagram).get(),
      case .recentre(PlayerSlot(number: 16)) = try read(LocalPacket.recentre(PlayerSlot(number: 16)).datagram)
        .get()
    else {
      Issue.record("a message changed on its way")
      return
    }
  }

  @Test func `Every truncation and every added byte is refused by name`() {
    let messages: [LocalPacket] = [
      .gone(controller: 1), .page(port: 443), .alive, .watch(Watch(topics: .status, period: 100)),
      .recentre(nil),
    ]
    for message in messages {
      let bytes = message.datagram.withBytes { span in span.indices.map { span[$0] } }
      #expect(read(bytes) == nil)
      for count in 0..<bytes.count { #expect(read(Array(bytes[..<count])) == .tooShort) }
      #expect(read(bytes + [0]) == .tooLong)
    }
  }

  @Test(
    arguments: [
      ([0xe1, 1, 0, 0, 0, 0, 0, 0], .reservedNotZero), ([0xe8, 32, 100, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xe8, 1, 9, 0, 0, 0, 0, 0], .reservedNotZero), ([0xec, 17, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xec, 1, 1, 0, 0, 0, 0, 0], .reservedNotZero), ([0xe9, 0, 0, 0, 0, 0, 0, 0], .unknownType),
      ([0xdb, 0, 0, 0, 0, 0, 0, 0], .unknownType), ([0xe2, 0, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xe2, 1, 1, 0, 0, 0, 0, 0], .reservedNotZero), ([0xe2, 0, 1, 0, 1, 0, 0, 0], .reservedNotZero),
    ] as [([UInt8], Malformed)])
  func `What no program sends is refused`(bytes: [UInt8], reason: Malformed) {
    #expect(read(bytes) == reason)
  }

  @Test func `The host's status survives the way to the monitor`() throws {
    var drops = DropCounts()
    drops[.unauthentic(.waiting)] = 4
    let status = HostStatus(
      limit: 16, players: 3, hasKernelPads: true, uptime: .seconds(5), reports: 6, drops: drops,
      dropsInKernel: .max, policy: .locked)
    var datagram = Datagram<640>()
    status.write(to: &datagram)
    let read = datagram.withBytes { bytes in
      Result { () throws(Malformed) in try StatusPacket(parsing: bytes) }
    }
    guard case .host(let back) = try read.get() else {
      Issue.record("no host came back")
      return
    }
    #expect(back.limit == 16 && back.players == 3 && back.hasKernelPads && back.uptime == .seconds(5))
    #expect(back.reports == 6 && back.drops.total == 4 && back.dropsInKernel == .max && back.policy == .locked)
  }

  @Test func `A player's status survives the way to the monitor`() throws {
    var counts = PlayerStatus.Counts()
    counts.received = 1_000
    counts.hurried = 7
    var drops = DropCounts()
    drops[.duplicate] = 3
    var delays = DelayCounts()
    delays.add(.milliseconds(3))
    let peer = PeerID.network(Endpoint(address: Address(v4: 0xc0a8_0102), port: 4_242, scope: 3))
    let status = PlayerStatus(
      slot: PlayerSlot(index: 4), isConnected: true, phase: .holding, battery: 55, transport: .direct, peer: peer,
      token: 99, rawTilt: Tilt(roll: Angle(radians: 0.5)), tilt: Tilt(pitch: Angle(radians: -0.5)),
      report: PadReport(
        buttons: Buttons(.guide), leftStick: Stick(x: -5, y: 6), rightStick: Stick(x: 7, y: -8),
        leftTrigger: 9,
        rightTrigger: 10),
      jitter: .microseconds(1_234), silence: .milliseconds(5), counts: counts, drops: drops,
      clock: ClockOffset(lower: -5, upper: 2_000, roundTrip: 900, isSuspect: true), delays: delays)
    var datagram = Datagram<640>()
    status.write(to: &datagram)
    let read = datagram.withBytes { bytes in
      Result { () throws(Malformed) in try StatusPacket(parsing: bytes) }
    }
    guard case .player(let back) = try read.get() else {
      Issue.record("no player came back")
      return
    }
    #expect(back.slot == status.slot && back.peer == peer && back.token == 99 && back.battery == 55)
    #expect(back.rawTilt == status.rawTilt && back.tilt == status.tilt && back.report == status.report)
    #expect(back.jitter == status.jitter && back.silence == status.silence && back.counts == counts)
    #expect(back.clock == status.clock)
    #expect((0..<DelayCounts.count).map { back.delays[$0] } == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(back.drops[.duplicate] == 3 && back.drops.total == 3 && back.isConnected && back.phase == .holding)
  }

  @Test func `Each reason to drop has its own counter`() {
    #expect(Drop.all.count == Drop.count)
    #expect(Drop.all.map(\.index) == Array(0..<Drop.count))
  }
}
