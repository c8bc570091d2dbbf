import Model
import Platform
import Wire

/// The live view: lines for a screen of a given size.
enum LiveView {
  /// Returns the lines of `snapshot`, cut to `size`; without players they explain how to join with a phone.
  static func lines(
    of snapshot: Snapshot, _ entrance: Invitation.State = .none, for size: Terminal.Size
  ) -> [String] {
    let host = snapshot.host
    guard !snapshot.players.isEmpty else {
      let area = Terminal.Size(columns: size.columns, rows: size.rows - headRows)
      return fitted([host.headline, host.dropLine], to: size) + EmptyScreen(area).lines(entrance)
    }
    let room = max(0, size.rows - 1)
    return fitted([host.headline] + body(of: snapshot, room: room, columns: size.columns), to: size)
  }

  /// The number of lines about the host above an ``EmptyScreen``.
  static let headRows = 2

  /// Returns the lines to show while no daemon listens at `path`, or only a daemon of another version.
  static func lines(
    withoutDaemonAt path: String, isOtherVersion: Bool = false, for size: Terminal.Size
  ) -> [String] {
    fitted(
      [
        " tiltpad  no daemon", "",
        isOtherVersion
          ? "   The daemon at \(path) is a different version; restart it."
          : "   The daemon at \(path) is gone.",
        "   Trying again every second; q ends.",
      ], to: size)
  }

  private static func body(of snapshot: Snapshot, room: Int, columns: Int) -> [String] {
    let players = snapshot.players
    let drops = snapshot.host.dropLine
    let isRoomy = columns >= PlayerBlock.narrowWidth && players.count * PlayerBlock.height <= room
    let lines =
      isRoomy
      ? [drops] + players.flatMap { PlayerBlock($0, columns: columns).lines }
      : players.map(\.line)
    guard lines.count > room, !isRoomy, room > 0 else { return lines }
    return lines.prefix(room - 1) + ["   and \(lines.count - room + 1) more"]
  }

  private static func fitted(_ lines: [String], to size: Terminal.Size) -> [String] {
    lines.prefix(size.rows).map { $0.clipped(to: size.columns) }
  }
}

extension HostStatus {
  /// The numbers of dropped packets by reason; empty if none was dropped.
  var dropLine: String {
    let inKernel = dropsInKernel == 0 ? "" : "in the kernel \(dropsInKernel)"
    let known = [drops.words, inKernel].filter { !$0.isEmpty }
    return known.isEmpty ? "" : " dropped  " + known.joined(separator: "  ")
  }

  /// The state of the host in one line.
  var headline: String {
    " tiltpad  up \(uptime.clock)  players \(players)/\(limit)  \(hasKernelPads ? "kernel" : "memory") pads"
      + "  reports \(reports)  drops \(drops.total)"
  }
}

extension PlayerStatus {
  /// The player in one line, most important facts first, since a narrow screen shows only the beginning.
  var line: String {
    let arrow = tilt.map { Arrow.character($0.roll) } ?? " "
    let name = "\(String(slot.number).trailing(2)) \(stageName.leading(12)) \(arrow)"
    return [
      name, "roll \(angle(\.roll))", buttons.leading(16), axes, "pitch \(angle(\.pitch))",
      "yaw \(angle(\.yaw))", counters,
    ].joined(separator: "  ")
  }

  private func angle(_ path: KeyPath<Tilt, Angle>) -> String {
    let raw = rawTilt.map { $0[keyPath: path].degrees } ?? "–"
    let smoothed = tilt.map { $0[keyPath: path].degrees } ?? "–"
    return "\(raw.trailing(7))→\(smoothed.leading(7))"
  }

  private var axes: String {
    let sticks = [report.leftStick.x, report.leftStick.y, report.rightStick.x, report.rightStick.y]
    let shares = sticks.map { $0.share.fixed(2, isSigned: true) }
    return "L \(shares[0]) \(shares[1])  R \(shares[2]) \(shares[3])"
      + "  LT \(report.leftTrigger.share.fixed(2))  RT \(report.rightTrigger.share.fixed(2))"
  }

  private var buttons: String {
    report.buttons.labels.isEmpty ? "–" : report.buttons.labels.joined(separator: "+")
  }

  private var counters: String {
    "jitter \(jitter.short)  received \(counts.received)  late \(counts.late)  lost \(counts.lost)"
      + "  recovered \(counts.recovered)  drops \(drops.total)\(clock.map { "  \($0.words)" } ?? "")"
  }
}
