import Model
import Wire

@testable import Commands

/// Player states for drawing.
enum Players {
  /// Returns a player in the middle of a turn.
  static func steering(_ number: Int = 1) -> PlayerStatus {
    var report = PadReport(leftStick: Stick(x: 16_384), leftTrigger: 64, rightTrigger: 255)
    report.buttons[.a] = true
    report.buttons[.leftShoulder] = true
    var counts = PlayerCounts()
    counts.received = 1_234
    counts.late = 2
    counts.lost = 3
    counts.edges = 40
    counts.recovered = 1
    let peer = PeerID.network(Endpoint(address: Address(v4: 0xc0a8_0114), port: 40_000))
    var player = PlayerStatus(of: PlayerSlot(index: number - 1), at: peer, by: .direct)
    (player.isConnected, player.battery, player.token) = (true, 80, 7)
    player.rawTilt = Tilt(roll: Angle(radians: 0.5), pitch: Angle(radians: -0.1), yaw: Angle(radians: 3))
    player.tilt = Tilt(roll: Angle(radians: 0.45), pitch: Angle(radians: -0.0001))
    (player.report, player.counts) = (report, counts)
    (player.jitter, player.silence) = (.microseconds(1_250), .milliseconds(4))
    return player
  }

  /// Returns the player of ``steering(_:)`` with a known clock.
  static func clocked(isSuspect: Bool = false) -> PlayerStatus {
    var player = steering()
    player.clock = ClockOffset(lower: -1_000, upper: 1_500, roundTrip: 2_300, isSuspect: isSuspect)
    return player
  }

  /// Returns a gateway's player who sends no tilt and has fallen silent.
  static func silent(_ number: Int = 2) -> PlayerStatus {
    var player = steering(number)
    player.isConnected = false
    player.phase = .released
    player.battery = nil
    player.transport = .webSocket
    player.peer = .gateway(connection: 3, controller: 9)
    player.rawTilt = nil
    player.tilt = nil
    player.report = .neutral
    player.silence = .seconds(12)
    player.drops[.duplicate] = 5
    player.drops[.angleNotFinite] = 1
    return player
  }

  /// Returns a host with `players`.
  static func host(_ players: [PlayerStatus]) -> Snapshot {
    var drops = DropCounts()
    drops[.duplicate] = 5
    drops[.notAllowed] = 2
    var host = HostStatus(limit: 16, players: UInt8(players.count), hasKernelPads: true)
    (host.uptime, host.reports, host.drops) = (.seconds(3_725), 9_876, drops)
    return Snapshot(host: host, players: players)
  }
}
