import Model
import Notation
import Platform
import Wire

/// The JSON of `tiltpad status`; tiltpad-status(1) describes its members.
extension Overview {
  /// Returns the state and the numbers of findings as a JSON object.
  func json(_ trouble: Trouble) -> JSON {
    let host = snapshot.host
    let begun = Double(WallClock.milliseconds()) / 1_000 - host.uptime.seconds
    return .object([
      ("version", .string(Tiltpad.version)), ("host", .string(Host.name)),
      ("since", .number(begun)), ("uptime", .number(host.uptime.seconds)),
      ("mode", snapshot.stage.map { .string($0.name(of: $0.mode)) } ?? .null),
      ("policy", .string(host.policy.label)), ("pads", .string(host.hasKernelPads ? "kernel" : "memory")),
      ("port", host.port.json),
      ("page", .string(pageAddress(NetworkInterface.likelyAddress(ofServerAt: host.pagePort)))),
      ("limit", .integer(UInt64(host.limit))), ("reports", .integer(host.reports)),
      ("databaseBytes", host.databaseBytes == 0 ? .null : .integer(host.databaseBytes)),
      ("drops", host.drops.json), ("dropsInKernel", .integer(UInt64(host.dropsInKernel))),
      ("players", .array(snapshot.players.map(json))), ("waiting", .array(waiting.map(\.json))),
      ("gateway", gateway?.json ?? .null),
      ("faults", .integer(UInt64(trouble.faults))), ("warnings", .integer(UInt64(trouble.warnings))),
    ])
  }

  private func json(of player: PlayerStatus) -> JSON {
    let delay = player.delay(of: 99)
    return .object([
      ("player", .integer(UInt64(player.slot.number))), ("name", .string(name(of: player.slot))),
      ("identity", .string(player.identityName)), ("stage", .string(player.stageName)),
      ("transport", .string(player.transportName)), ("peer", .string(player.peerText)),
      ("networkDelay", delay.map { .number($0.network.seconds) } ?? .null),
      ("machineDelay", delay.map { .number($0.machine.seconds) } ?? .null),
      ("loss", player.loss.map { .number($0) } ?? .null),
      ("rate", rates[player.slot].map { .number($0) } ?? .null),
    ])
  }
}

extension GatewayStatus {
  /// The status as a JSON object.
  fileprivate var json: JSON {
    .object([
      ("port", port.json), ("plainPort", plainPort.json),
      ("pages", .object(zip(GatewayStatus.transports, pages).map { ($0.name, .integer(UInt64($1))) })),
      ("waiting", .integer(UInt64(waiting))), ("dashboards", .integer(UInt64(dashboards))),
      ("overlays", .integer(UInt64(overlays))),
      ("refused", .object(refused.map { ($0.name, .integer($0.count)) })),
    ])
  }
}

extension UInt16 {
  /// The port as a number; null for 0, which means none.
  fileprivate var json: JSON { self == 0 ? .null : .integer(UInt64(self)) }
}
