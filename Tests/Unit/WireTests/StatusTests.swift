import Model
import Testing

@testable import Wire

/// The messages HOST and PLAYER and their frames.
@Suite struct StatusTests {
  /// Returns the bytes that `write` appends.
  private func written(_ write: (inout LocalDatagram) -> Void) -> [UInt8] {
    var datagram = LocalDatagram()
    write(&datagram)
    return datagram.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Returns a player's status in which every frame has its maximum length.
  private func longestPlayer() -> PlayerStatus {
    let peer = PeerID.network(Endpoint(address: Address(v4: 0xc0a8_0102), port: 4_242, scope: 3))
    var status = PlayerStatus(of: PlayerSlot(index: 4), at: peer, by: .direct)
    (status.isConnected, status.phase, status.battery, status.token) = (true, .holding, 55, 99)
    (status.rawTilt, status.tilt) = (Tilt(roll: Angle(radians: 0.5)), Tilt(pitch: Angle(radians: -0.5)))
    status.report = PadReport(
      buttons: Buttons(.guide), leftStick: Stick(x: -5, y: 6), rightStick: Stick(x: 7, y: -8), leftTrigger: 9,
      rightTrigger: 10)
    (status.jitter, status.silence) = (.microseconds(1_234), .milliseconds(5))
    for (number, field) in PlayerCounts.fields.enumerated() {
      status.counts[keyPath: field.path] = UInt64(number) + 1
    }
    for drop in Drop.allCases { status.drops[drop] = .max }
    status.clock = ClockOffset(lower: -5, upper: 2_000, roundTrip: 900, isSuspect: true)
    status.delays.add(.milliseconds(3), first: DelayCounts.network)
    status.handling.add(.microseconds(40), first: DelayCounts.machine)
    status.identity = 9
    return status
  }

  /// Returns a stage on which every slot has a player and a press.
  private func fullStage() -> StageStatus {
    var stage = StageStatus(mode: .buzzer)
    (stage.phase, stage.flags, stage.round, stage.winner, stage.lead) = (.locked, .tie, 7, 255, 12_400)
    for index in stage.players.indices {
      stage.players[index].mode = .buzzer
      (stage.players[index].team, stage.players[index].points) = (UInt8(index % 9), Int32(index) - 5)
      stage.players[index].press = StageStatus.Press(
        earliest: -1, latest: .max, received: .min, doubts: [.clock, .stalled])
    }
    stage.apps = apps(128..<136)
    return stage
  }

  /// Returns apps with these modes, whose names have the maximum length.
  private func apps(_ modes: Range<UInt8>) -> [NamedMode] {
    modes.compactMap { number in Mode(rawValue: number).map { NamedMode($0, name: "reaction-gam\(number)") } }
  }

  @Test func `The host's status survives the way to the monitor`() throws {
    var status = HostStatus(limit: 16, players: 3, hasKernelPads: true)
    status.drops[.waiting] = 4
    (status.uptime, status.reports, status.dropsInKernel, status.policy) = (.seconds(5), 6, .max, .locked)
    (status.port, status.pagePort, status.databaseBytes) = (28_460, 28_443, 1 << 40)
    let bytes = written(status.write)
    guard case .host(let back) = try StatusPacket(parsing: bytes.span) else {
      Issue.record("no host came back")
      return
    }
    #expect(back.limit == 16 && back.players == 3 && back.hasKernelPads && back.uptime == .seconds(5))
    #expect(
      back.reports == 6 && back.drops.total == 4 && back.dropsInKernel == .max && back.policy == .locked)
    #expect((back.port, back.pagePort, back.databaseBytes) == (28_460, 28_443, 1 << 40))
  }

  @Test(arguments: [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)] as [(UInt16, UInt16, UInt64)])
  func `Each part of the host's place is told without the others`(
    _ port: UInt16, _ page: UInt16, _ size: UInt64
  ) throws {
    var status = HostStatus(limit: 16, players: 3, hasKernelPads: false)
    (status.port, status.pagePort, status.databaseBytes) = (port, page, size)
    let bytes = written(status.write)
    guard case .host(let back) = try StatusPacket(parsing: bytes.span) else {
      Issue.record("no host came back")
      return
    }
    #expect((back.port, back.pagePort, back.databaseBytes) == (port, page, size) && !back.hasKernelPads)
  }

  @Test func `Each set of players in a round, and each number of it, is the one that was told`() throws {
    let sets: [WritableKeyPath<StageStatus, PlayerSlots>] = [
      \.contestants, \.tied, \.out, \.falseStarts, \.unheard, \.winners,
    ]
    var stage = StageStatus(mode: .buzzer)
    (stage.phase, stage.flags, stage.round, stage.winner) = (.locked, [.tie, .midpoint], 0x0102, 16)
    (stage.lead, stage.uncertainty) = (0x0304_0506, 0x0708_090a)
    for (number, set) in sets.enumerated() {
      stage[keyPath: set] = PlayerSlots(rawValue: 0x8001 << UInt16(number))
    }
    let bytes = written(stage.write)
    guard case .stage(let back) = try StatusPacket(parsing: bytes.span) else {
      Issue.record("no stage came back")
      return
    }
    for set in sets { #expect(back[keyPath: set] == stage[keyPath: set]) }
    #expect(back.phase == .locked && back.flags == stage.flags && back.round == 0x0102 && back.winner == 16)
    #expect(back.lead == 0x0304_0506 && back.uncertainty == 0x0708_090a)
  }

  @Test func `A player's status survives the way to the monitor`() throws {
    let status = longestPlayer()
    let bytes = written(status.write)
    guard case .player(let back) = try StatusPacket(parsing: bytes.span) else {
      Issue.record("no player came back")
      return
    }
    #expect(back.slot == status.slot && back.peer == status.peer && back.token == 99 && back.battery == 55)
    #expect(back.rawTilt == status.rawTilt && back.tilt == status.tilt && back.report == status.report)
    #expect(back.jitter == status.jitter && back.silence == status.silence && back.counts == status.counts)
    #expect(back.clock == status.clock && back.isConnected && back.phase == .holding)
    #expect((0..<DelayCounts.count).map { back.delays[$0] } == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect((0..<DelayCounts.count).map { back.handling[$0] } == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(Drop.allCases.allSatisfy { back.drops[$0] == .max } && back.identity == 9)
    #expect((back.counts.received, back.counts.lost, back.counts.unread) == (1, 3, 9))
  }

  @Test func `A stage survives the way to the dashboard`() throws {
    var sparse = StageStatus(mode: .lobby)
    (sparse.players[0].mode, sparse.players[1].team, sparse.players[2].points) = (.lobby, 3, -4)
    for stage in [fullStage(), sparse, StageStatus(mode: .attract)] {
      let bytes = written(stage.write)
      guard case .stage(stage) = try StatusPacket(parsing: bytes.span) else {
        Issue.record("another stage came back")
        return
      }
    }
  }

  @Test func `An app has the name that it wants if a command can use it, or else the number of its mode`() {
    let mode = Mode(rawValue: 130) ?? .play
    for name in ["r", "reaction", "tag-2", "abcdefghijklmno"] {
      #expect(NamedMode(mode, name: name).name == name)
    }
    for name in ["", "play", "mode131", "Tag", "2tag", "-tag", "täg", "a b", "a\u{0}", "abcdefghijklmnop"] {
      #expect(NamedMode(mode, name: name).name == "mode130", "\(name)")
    }
  }

  @Test func `A stage finds modes by the names of its apps and of Tiltpad`() {
    var stage = StageStatus(mode: .play)
    stage.apps = [NamedMode(Mode(rawValue: 130) ?? .play, name: "reaction")]
    #expect(stage.mode(named: "reaction")?.rawValue == 130 && stage.mode(named: "tank") == .tank)
    #expect(stage.mode(named: "mode200")?.rawValue == 200 && stage.mode(named: "dance") == nil)
    #expect(stage.name(of: Mode(rawValue: 130) ?? .play) == "reaction" && stage.name(of: .tank) == "tank")
    #expect(stage.name(of: Mode(rawValue: 131) ?? .play) == "mode131")
  }

  @Test func `A stage with a wrong app is refused, and a ninth app is not sent`() throws {
    var stage = StageStatus(mode: .play)
    stage.apps = apps(128..<137)
    let bytes = written(stage.write)
    guard case .stage(let back) = try StatusPacket(parsing: bytes.span) else {
      Issue.record("no stage came back")
      return
    }
    #expect(back.apps == apps(128..<136))
    let last = bytes.count - StageStatus.appSize
    for (offset, value) in [(0, 127), (0, 255), (1, 0x20), (1, 0), (3, 0), (15, 0x41), (16, 0x61)]
      as [(Int, UInt8)]
    {
      var wrong = bytes
      wrong[last + offset] = value
      #expect(throws: Drop.reservedNotZero, "byte \(offset)") { _ = try StatusPacket(parsing: wrong.span) }
    }
  }

  /// Returns a stage with `count` players, presses, apps and shared pads.
  private func stage(_ count: Int) -> StageStatus {
    var stage = StageStatus(mode: .buzzer)
    for index in 0..<count {
      let (main, helper) = (PlayerSlot(index: index), PlayerSlot(index: index + 8))
      (stage.players[index].mode, stage.players[index].team) = (.buzzer, 1)
      stage.players[index].points = Int32(count)
      stage.players[index].press = StageStatus.Press(earliest: 1, latest: 2, received: 3, doubts: .clock)
      stage.shares.append(
        ShareStatus(
          of: main, members: PlayerSlots(main).union(PlayerSlots(helper)), steering: PlayerSlots(main),
          ShareTerms(.help)))
    }
    stage.apps = apps(128..<128 + UInt8(count))
    return stage
  }

  @Test func `Of several frames of a type, the last one counts`() throws {
    let (full, sparse) = (stage(3), stage(1))
    let header = written(HostStatus.writeHeader).count
    let both = written(full.write) + written(sparse.write).dropFirst(header)
    guard case .stage(let back) = try StatusPacket(parsing: both.span) else {
      Issue.record("no stage came back")
      return
    }
    #expect(back == sparse && back != full)
  }

  @Test func `The header of a traced packet survives the way to the recorder`() throws {
    let header = TraceHeader(slot: PlayerSlot(index: 4), received: Instant(nanoseconds: 123))
    let bytes = written(header.write)
    guard case .trace(header) = try StatusPacket(parsing: bytes.span) else {
      Issue.record("another header came back")
      return
    }
    for (place, value) in [(1, 0), (1, 17), (2, 1), (3, 1), (4, 1), (7, 1)] as [(Int, UInt8)] {
      var wrong = bytes
      wrong[place] = value
      #expect(throws: Drop.reservedNotZero) { _ = try StatusPacket(parsing: wrong.span) }
    }
  }

  @Test func `The longest of each message has room in the buffer`() {
    var host = HostStatus(limit: 16, players: 16, hasKernelPads: true)
    for drop in Drop.allCases { host.drops[drop] = .max }
    host.port = 1
    let sizes = [written(host.write), written(longestPlayer().write), written(fullStage().write)].map(\.count)
    #expect(sizes.allSatisfy { $0 <= LocalPacket.largest })
    #expect(LocalPacket.largest == 640)
  }

  @Test func `Every status cut anywhere is refused, or lacks its last frames`() throws {
    for bytes in [written(longestPlayer().write), written(fullStage().write)] {
      for count in 0..<bytes.count {
        let short = Array(bytes[..<count])
        do throws(Drop) {
          _ = try StatusPacket(parsing: short.span)
        } catch {
          #expect([.tooShort, .empty, .frameTruncated].contains(error), "\(count)")
        }
      }
    }
  }

  @Test func `Each frame is written and read, and has vectors of other lengths`() throws {
    var seen: Set<UInt8> = []
    for bytes in try LocalMessageTests.vectors().map(\.bytes) where [0xe9, 0xea].contains(bytes[0]) {
      var walk = StatusFrameWalk()
      while let (frame, _) = try? walk.frame(of: bytes.span) { seen.insert(frame.rawValue) }
    }
    #expect(seen == Set(StatusFrame.allCases.map(\.rawValue)))
    for frame in StatusFrame.allCases {
      let good = (0...64).filter(frame.accepts)
      #expect(!good.isEmpty && good.count < 64, "\(frame)")
    }
  }

  @Test func `A status of another version is told apart, whatever follows`() throws {
    for bytes: [UInt8] in [[0xe9, 0], [0xe9, 2], [0xe9, 255, 1, 0xff, 0xff]] {
      guard case .otherVersion(bytes[1]) = try StatusPacket(parsing: bytes.span) else {
        Issue.record("it was read")
        return
      }
    }
    #expect(written(HostStatus.writeHeader) == [0xe9, Watch.currentVersion])
  }

  @Test func `A program of another version may ask for anything, and is known as such`() throws {
    for bytes: [UInt8] in [[0xe8, 0xff, 0, 0, 2, 0, 0, 0], [0xe8, 3, 50, 0, 0, 0, 0, 0]] {
      guard case .watch(let watch) = try LocalPacket(parsing: bytes.span) else {
        Issue.record("it was read as something else")
        return
      }
      #expect(watch.isOfOtherVersion && LocalPacket.watch(watch).isForGateways)
    }
    #expect(!Watch(topics: .trace, period: 10).isOfOtherVersion)
  }
}
