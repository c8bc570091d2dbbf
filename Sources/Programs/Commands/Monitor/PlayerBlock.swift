import Model
import Wire

/// The block for one player in the live view: the arrows, the angles, the pad and the counters.
struct PlayerBlock {
  private let player: PlayerStatus
  private let showsRaw: Bool

  /// The minimum number of columns for a block with two arrows, for the raw and the smoothed tilt.
  static let fullWidth = 79
  /// The minimum number of columns for a block with one arrow.
  static let narrowWidth = 68
  /// The maximum number of lines in a block, including the blank line below it.
  static let height = 11

  /// Creates the block of `player` for a screen of `columns` columns.
  init(_ player: PlayerStatus, columns: Int) {
    self.player = player
    showsRaw = columns >= PlayerBlock.fullWidth
  }

  /// The block's lines, the last one blank.
  var lines: [String] {
    var lines = [heading]
    for row in 0..<Arrow.rows {
      let arrows = showsRaw ? "\(raw[row])  \(smoothed[row])" : smoothed[row]
      lines.append("   \(arrows)   \(angles[row].leading(26)) \(pad[row])")
    }
    lines += ["   buttons  \(buttons)", "   packets  \(packets)", "   edges    \(edges)"]
    if player.drops.total > 0 { lines.append("   dropped  \(player.drops.words)") }
    return lines + [""]
  }

  private var heading: String {
    let number = String(player.slot.number).trailing(2)
    let battery = player.battery.map { "  battery \($0) %" } ?? ""
    return "\(number) \(player.stageName.leading(12))  \(player.transportName) \(player.peerText)"
      + "  token \(player.token)\(battery)\(player.clock.map { "  \($0.words)" } ?? "")"
  }

  private var raw: [String] {
    player.rawTilt.map { Arrow($0.roll).outline } ?? PlayerBlock.noArrow
  }

  private var smoothed: [String] {
    player.tilt.map { Arrow($0.roll).lines } ?? PlayerBlock.noArrow
  }

  private static let noArrow = ["", "", "no tilt", "", ""].map { $0.leading(Arrow.columns) }

  private var angles: [String] {
    [
      angle("roll", \.roll), angle("pitch", \.pitch), angle("yaw", \.yaw),
      "jitter \(player.jitter.short.trailing(9))", "silence\(player.silence.short.trailing(9))",
    ]
  }

  private func angle(_ name: String, _ path: KeyPath<Tilt, Angle>) -> String {
    guard let raw = player.rawTilt, let tilt = player.tilt else { return "\(name.leading(5))       –" }
    let degrees = (raw[keyPath: path].degrees, tilt[keyPath: path].degrees)
    return "\(name.leading(5)) \(degrees.0.trailing(8)) → \(degrees.1.trailing(7))"
  }

  private var pad: [String] {
    let report = player.report
    return [
      axis("left  x", report.leftStick.x), axis("      y", report.leftStick.y),
      axis("right x", report.rightStick.x), axis("      y", report.rightStick.y),
      "LT \(trigger(report.leftTrigger))  RT \(trigger(report.rightTrigger))",
    ]
  }

  private func axis(_ name: String, _ value: Int16) -> String {
    "\(name) \(Gauge.axis(value.share, width: 11)) \(value.share.fixed(2).trailing(5))"
  }

  private func trigger(_ value: UInt8) -> String { Gauge.trigger(value.share, width: 9) }

  private var buttons: String {
    let labels = player.report.buttons.labels
    return labels.isEmpty ? "–" : labels.joined(separator: " ")
  }

  private var packets: String {
    "received \(player.counts.received)  late \(player.counts.late)  duplicate \(player.drops[.duplicate])"
      + "  lost \(player.counts.lost)"
      + (player.clock.map { "  round trip \(Interval.microseconds(Int64($0.roundTrip)).short)" } ?? "")
  }

  private var edges: String {
    let counts = player.counts
    return "taken \(counts.edges)  recovered \(counts.recovered)  skipped \(counts.skipped)"
      + "  hurried \(counts.hurried)\(delay.map { "  99 % in \($0)" } ?? "")"
  }

  /// The delays of the network and of this machine, not exceeded by 99 % of the packets; nil while either is unknown.
  private var delay: String? {
    player.delayText(of: 99)
  }
}

extension ClockOffset {
  /// The uncertainty of the controller's clock in words, or a warning that the clock is suspect.
  var words: String { isSuspect ? "clock suspect" : "clock ±\(halfWidth.short)" }
}

extension PlayerStatus {
  /// The controller's numeric address or, behind a gateway, the numbers of the connection and the controller.
  var peerText: String {
    switch peer {
    case .network(let endpoint): "\(endpoint)"
    case .gateway(let connection, let controller): "\(connection)/\(controller)"
    }
  }
}
