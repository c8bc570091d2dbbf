import Model
import Platform
import Wire

/// The screen of `tiltpad status`.
extension Overview {
  /// The lines of the screen, without the line about problems.
  var lines: [String] {
    heading + playerLines + waiting.map { "waits     \($0.line)" } + ["drops     \(dropText)"] + gatewayLines
      + ["database  \(snapshot.host.databaseText)"]
  }

  private var heading: [String] {
    let host = snapshot.host
    let since = WallClock.text(WallClock.now() - host.uptime.nanoseconds / 1_000_000_000)
    let ports = [
      host.port == 0 ? "no UDP port" : "UDP \(host.port)",
      host.pagePort == 0
        ? "no page" : "page \(pageAddress(NetworkInterface.likelyAddress(ofServerAt: host.pagePort)))",
    ]
    return [
      "tiltpad   \(Tiltpad.version) on \(Host.name), runs since \(since) (\(host.uptime.clock))",
      "mode      \(snapshot.stage.map { $0.name(of: $0.mode) } ?? "?"), admission \(host.policy.label),"
        + " \(host.hasKernelPads ? "pads of the kernel" : "pads in memory")",
      "ports     \(ports.joined(separator: ", "))",
      "players   \(host.players) of \(host.limit)",
    ]
  }

  /// Returns the URL of the page on this machine at `address`; empty without a page.
  func pageAddress(_ address: Address) -> String {
    snapshot.host.pagePort == 0 ? "" : "https://\(address.inURL):\(snapshot.host.pagePort)/"
  }

  private var playerLines: [String] {
    let rows = snapshot.players.map(row)
    guard !rows.isEmpty else { return [] }
    return ([Overview.titles] + rows).map { row in
      let cells = zip(row, Overview.widths).map { cell, width in
        width < 0 ? cell.clipped(to: -width).leading(-width) : cell.trailing(width)
      }
      return "  " + cells.joined(separator: "  ")
    }
  }

  private static let titles = ["slot", "name", "identity", "transport", "99 % within", "lost", "packets/s"]
  /// The widths of the columns; negative for left-aligned text.
  private static let widths = [4, -20, -13, -9, 14, 7, 9]

  private func row(of player: PlayerStatus) -> [String] {
    [
      "\(player.slot.number)", name(of: player.slot), player.identityName,
      player.isConnected ? player.transportName : "away", player.delayText(of: 99) ?? "–",
      player.loss.map { "\(($0 * 100).fixed(2)) %" } ?? "–",
      rates[player.slot]?.fixed(1) ?? "–",
    ]
  }

  private var dropText: String {
    let host = snapshot.host
    let inKernel = host.dropsInKernel == 0 ? "" : "in the kernel \(host.dropsInKernel)"
    let known = [host.drops.words, inKernel].filter { !$0.isEmpty }
    return known.isEmpty ? "none" : known.joined(separator: "  ")
  }

  private var gatewayLines: [String] {
    guard let gateway else { return ["gateway   does not answer"] }
    let pages = zip(GatewayStatus.transports, gateway.pages).filter { $1 > 0 }.map { "\($0.name) \($1)" }
    let total = gateway.pages.reduce(0) { $0 + Int($1) }
    let refused = gateway.refused.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" }
      .joined(separator: "  ")
    return [
      "gateway   \(total) pages\(pages.isEmpty ? "" : " (\(pages.joined(separator: ", ")))"),"
        + " \(gateway.waiting) waiting, \(gateway.dashboards) dashboards, \(gateway.overlays) overlays"
    ]
      + (refused.isEmpty ? [] : ["refused   \(refused)"])
  }
}

extension HostStatus {
  /// The size of the database in words.
  fileprivate var databaseText: String {
    databaseBytes == 0 ? "none" : "\((Double(databaseBytes) / 1_024).fixed(0)) KiB"
  }
}
