import Model
import Notation
import Wire

extension Snapshot {
  /// The state of the host and its players as a JSON object; tiltpad-monitor(1) describes its members.
  var json: JSON {
    .object([
      ("uptime", .number(host.uptime.seconds)),
      ("limit", .integer(UInt64(host.limit))),
      ("pads", .string(host.hasKernelPads ? "kernel" : "memory")),
      ("policy", .string(host.policy.label)),
      ("reports", .integer(host.reports)),
      ("drops", host.drops.json),
      ("dropsInKernel", .integer(UInt64(host.dropsInKernel))),
      ("players", .array(players.map(\.json))),
    ])
  }
}

extension DropCounts {
  /// The numbers of drops for every reason, including reasons that have not occurred.
  var json: JSON { .object(Drop.allCases.map { ($0.label, .integer(self[$0])) }) }
}

extension PlayerStatus {
  /// The state of the player as a JSON object.
  fileprivate var json: JSON {
    .object(
      [
        ("player", .integer(UInt64(slot.number))),
        ("stage", .string(stageName)),
        ("transport", .string(transportName)),
        ("peer", .string(peerText)),
        ("token", .integer(UInt64(token))),
        ("battery", battery.map { .integer(UInt64($0)) } ?? .null),
        ("raw", rawTilt?.json ?? .null),
        ("smoothed", tilt?.json ?? .null),
      ] + report.members + [
        ("jitter", .number(jitter.seconds)),
        ("silence", .number(silence.seconds)),
        ("delays", delays.json),
        ("handling", handling.json),
        ("clock", clock?.json ?? .null),
        ("counts", counts.json),
        ("drops", drops.json),
      ])
  }
}

extension DelayCounts {
  /// The numbers of delays in all bins.
  fileprivate var json: JSON { .array((0..<DelayCounts.count).map { .integer(UInt64(self[$0])) }) }
}

extension Tilt {
  fileprivate var json: JSON {
    .object([
      ("roll", .number(roll.radians)), ("pitch", .number(pitch.radians)), ("yaw", .number(yaw.radians)),
    ])
  }
}

extension ClockOffset {
  fileprivate var json: JSON {
    .object([
      ("lower", .number(Double(lower) / 1e6)), ("upper", .number(Double(upper) / 1e6)),
      ("halfWidth", .number(halfWidth.seconds)), ("roundTrip", .number(Double(roundTrip) / 1e6)),
      ("suspect", .bool(isSuspect)),
    ])
  }
}

extension Stick {
  fileprivate var json: JSON { .object([("x", .number(x.share)), ("y", .number(y.share))]) }
}

extension PadReport {
  fileprivate var members: [(String, JSON)] {
    [
      ("buttons", .array(buttons.labels.map { .string($0) })),
      ("leftStick", leftStick.json),
      ("rightStick", rightStick.json),
      ("leftTrigger", .number(leftTrigger.share)),
      ("rightTrigger", .number(rightTrigger.share)),
    ]
  }
}

extension PlayerCounts {
  fileprivate var json: JSON {
    .object(PlayerCounts.fields.map { ($0.name, .integer(self[keyPath: $0.path])) })
  }
}
