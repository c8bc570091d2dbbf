import Model
import Pages
import Settings
import Wire

/// The status of the gateway, for local programs and for the service manager.
extension Gateway {
  /// Returns the number of refusals of the kind `refusal`.
  private func count(of refusal: GatewayStatus.Refusal) -> UInt64 {
    switch refusal {
    case .requests: engine.site.refusals
    case .messages: engine.refusals
    case .connections: server?.refusals ?? 0
    case .room: ports.refusals
    case .datagrams: channels?.refusals ?? 0
    }
  }

  /// The numbers of refusals by kind.
  var refusals: [UInt64] { GatewayStatus.Refusal.allCases.map(count) }

  /// The status for a local program that asks.
  var status: GatewayStatus {
    let pages = engine.pages
    let names = pages.playing.compactMap { page in page.slot.map { ($0, DeviceName(page.name)) } }
    return GatewayStatus(
      port: settings.port, plainPort: settings.plainPort ?? 0,
      pages: GatewayStatus.transports.map { UInt16(clamping: pages.connected(by: $0)) },
      waiting: UInt16(clamping: pages.asking), dashboards: UInt16(clamping: engine.desk.count),
      overlays: engine.overlayCount,
      refusals: refusals, names: Dictionary(names) { $1 })
  }
}
