import Foundation
import Model
import Platform
import Testing
import Wire

@testable import Commands

/// The content of Tests/Vectors/tank.json, which scripts/build/tank-vectors.py writes.
private struct TankVectors: Decodable {
  struct Table: Decodable {
    var width, height, margin, gauge, topSpeed, turnRate: Double
  }
  struct Pose: Decodable {
    var x, y, heading: Double
  }
  struct Part: Decodable {
    var seconds: Double
    var left, right: [Double]
  }
  struct Point: Decodable {
    var at, x, y, heading: Double
  }
  struct Script: Decodable {
    var scheme: String
    var parts: [Part]
    var path: [Point]
  }

  var table: Table
  var start: Pose
  var scripts: [Script]

  static func read() throws -> TankVectors {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try JSONDecoder().decode(
      TankVectors.self, from: Data(contentsOf: tests.appending(path: "Vectors/tank.json")))
  }
}

@Suite struct TankTests {
  func report(_ left: [Double] = [0, 0], _ right: [Double] = [0, 0], _ buttons: [Button] = []) -> PadReport {
    let axes = (left + right).map { Int16(($0 * 32_767).rounded()) }
    var report = PadReport(
      leftStick: Stick(x: axes[0], y: axes[1]), rightStick: Stick(x: axes[2], y: axes[3]))
    for button in buttons { report.buttons[button] = true }
    return report
  }

  func snapshot(_ reports: [PadReport], stage: StageStatus? = nil, isConnected: Bool = true) -> Snapshot {
    let players = reports.enumerated().map { index, report in
      var player = Players.steering(index + 1)
      (player.report, player.isConnected) = (report, isConnected)
      return player
    }
    var snapshot = Players.host(players)
    snapshot.stage = stage
    return snapshot
  }

  func time(_ milliseconds: Double) -> Instant { Instant(nanoseconds: Int64(milliseconds * 1e6)) }

  @Test func `The table is the one of the vectors`() throws {
    let vectors = try TankVectors.read()
    let table = vectors.table
    #expect(
      [table.width, table.height, table.margin] == [TankTable.width, TankTable.height, TankTable.margin])
    #expect(
      [table.gauge, table.topSpeed, table.turnRate] == [
        TankTable.gauge, TankTable.topSpeed, TankTable.turnRate,
      ])
    let start = TankPose.start(PlayerSlot(index: 0))
    #expect([start.x, start.y, start.heading] == [vectors.start.x, vectors.start.y, vectors.start.heading])
  }

  @Test(arguments: TankScheme.allCases)
  func `Scripted levers drive a tank along its path`(_ scheme: TankScheme) throws {
    let script = try #require(try TankVectors.read().scripts.first { $0.scheme == scheme.rawValue })
    var field = TankField(scheme)
    let slot = PlayerSlot(index: 0)
    var (now, points) = (0.0, script.path[...])
    for part in script.parts {
      let end = now + part.seconds * 1_000
      while now < end - 0.001 {
        // Each report stays in use, since reports arrive at other times than the tank's steps.
        field.apply(snapshot([report(part.left, part.right)]), at: time(now))
        now = min(end, now + 31.25)
        field.advance(to: time(now))
        guard let point = points.first, point.at * 1_000 <= now + 0.001 else { continue }
        points = points.dropFirst()
        let pose = try #require(field.tanks[slot]?.pose)
        let apart = ((pose.x - point.x) * (pose.x - point.x) + (pose.y - point.y) * (pose.y - point.y))
          .squareRoot()
        #expect(apart < 2, "\(scheme) at \(point.at) s: \(pose), not \(point)")
        #expect(
          remainder(pose.heading - point.heading, 2 * .pi).magnitude < 0.04, "\(scheme) at \(point.at) s")
      }
    }
    #expect(points.isEmpty)
  }

  @Test func `How often the field is drawn does not matter`() {
    let poses = [1.0, 7, 16.7, 100].map { frame in
      var field = TankField(.tracks)
      field.apply(snapshot([report([0, -1], [0, -0.4])]), at: time(0))
      for now in stride(from: 0, to: 900, by: frame) { field.advance(to: time(now)) }
      field.advance(to: time(900))
      return field.tanks[PlayerSlot(index: 0)]?.pose
    }
    #expect(Set(poses).count == 1)
  }

  @Test func `Walls keep tanks in, and who is not heard of stops`() {
    var field = TankField(.tracks)
    let slot = PlayerSlot(index: 0)
    for second in 0..<8 {
      field.apply(snapshot([report([0, -1], [0, -1])]), at: time(Double(second) * 900))
    }
    #expect(field.tanks[slot]?.pose.y == TankTable.margin)
    field.apply(snapshot([report([0, 1], [0, 1])]), at: time(8_000))
    field.advance(to: time(9_900))
    let held = field.tanks[slot]?.pose.y ?? 0
    #expect((held - TankTable.margin - TankTable.topSpeed).magnitude < 2, "a second is held, and no more")
    field.apply(snapshot([report([0, 1], [0, 1])], isConnected: false), at: time(10_000))
    field.advance(to: time(10_900))
    #expect(field.tanks[slot]?.pose.y == held)
  }

  @Test func `Those in the mode drive, or everybody where nobody is in it`() {
    var stage = StageStatus(mode: .play)
    var field = TankField(.mix)
    field.apply(snapshot([report(), report(), report()], stage: stage), at: time(0))
    #expect(field.tanks.keys.map(\.number).sorted() == [1, 2, 3])
    stage.players[1].mode = .tank
    field.apply(snapshot([report(), report(), report()], stage: stage), at: time(1))
    #expect(field.tanks.keys.map(\.number) == [2])
  }

  @Test func `The buttons fire, turn the turret and change the steering`() {
    var field = TankField(.tracks)
    let slot = PlayerSlot(index: 0)
    field.apply(snapshot([report([0, 0], [0, 0], [.a, .rightShoulder])]), at: time(0))
    field.advance(to: time(9))
    #expect(field.shells.count == 1 && (field.tanks[slot]?.turret ?? 0) > 0)
    field.advance(to: time(820))
    #expect(field.shells.count == 3, "every 0.4 s")
    for wanted in [TankScheme.single, .single, .mix] {
      let isNew = field.tanks[slot]?.scheme != wanted
      if isNew { field.apply(snapshot([report()]), at: time(830)) }
      field.apply(snapshot([report([0, 0], [0, 0], [.back])]), at: time(830))
      #expect(field.tanks[slot]?.scheme == wanted)
    }
  }

  @Test(arguments: [(80, 24), (200, 60), (20, 6), (3, 2), (1, 1)])
  func `The view fits on every terminal`(_ columns: Int, _ rows: Int) {
    var field = TankField(.tracks)
    field.apply(snapshot((0..<16).map { _ in report([0, -1], [0, -0.5], [.a]) }), at: time(0))
    field.advance(to: time(900))
    let lines = TankView(field, for: Terminal.Size(columns: columns, rows: rows)).lines
    #expect(lines.count <= rows && lines.allSatisfy { $0.count <= columns })
  }

  @Test func `The number stands on the tank, which looks where it drives`() throws {
    var field = TankField(.tracks)
    let size = Terminal.Size(columns: 160, rows: 47)
    field.apply(snapshot([report()]), at: time(0))
    let lines = TankView(field, for: size).lines.map(Array.init)
    // 45 rows of 16 units, 160 columns of 8: the tank begins at (160, 600).
    #expect(lines[1 + 600 / 16][160 / 8] == "1")
    #expect(String(lines[46]).hasPrefix(" 1 tracks"))
    // The barrel is above the hull, and the place below the hull is empty.
    #expect(lines[1 + 550 / 16][160 / 8] != "\u{2800}" && lines[1 + 660 / 16][160 / 8] == "\u{2800}")
    let empty = TankView(TankField(.mix), for: size).lines
    #expect(empty[0].contains("nobody drives yet"))
  }
}
