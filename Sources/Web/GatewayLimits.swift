import Platform

/// What pages may say: each has its own limits, in front of everything that others or the disk pay for.
extension Gateway {
  /// Whether a text of `controller` is heard, or a new connection of it; a page that exceeds is closed, and may come back.
  func hearsText(of controller: UInt32) -> Bool {
    let verdict = pages[controller]?.allowance.takeText(at: Clock.now())
    return hears(verdict, of: controller)
  }

  /// Whether a packet or a request of `controller` is heard; a page that exceeds for three seconds is closed.
  func hearsPacket(of controller: UInt32) -> Bool {
    let verdict = pages[controller]?.allowance.takePacket(at: Clock.now())
    return hears(verdict, of: controller)
  }

  /// Whether a text of the dashboard at `connection` is heard; one that exceeds is closed.
  func hearsWish(on connection: UInt32) -> Bool {
    let verdict = desk.dashboards[connection]?.allowance.takeText(at: Clock.now())
    if verdict == .heard { return true }
    refusals += 1
    server?.close(connection)
    return false
  }

  private func hears(_ verdict: PageAllowance.Verdict?, of controller: UInt32) -> Bool {
    if verdict == .heard { return true }
    refusals += 1
    if verdict == .tooMuch, let connection = pages[controller]?.connection { server?.close(connection) }
    return false
  }
}
