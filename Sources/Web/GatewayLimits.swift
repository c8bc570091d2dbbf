import Platform

/// The limits of each page, which apply before anything that costs other pages or the disk.
extension Gateway {
  /// Returns whether a text or a new connection of `controller` is within the limits; otherwise the page is closed, and may come back.
  func hearsText(of controller: UInt32) -> Bool {
    let verdict = pages[controller]?.allowance.takeText(at: Clock.now())
    return hears(verdict, of: controller)
  }

  /// Returns whether a packet or a request of `controller` is within the limits; a page that exceeds them for three seconds is closed.
  func hearsPacket(of controller: UInt32) -> Bool {
    let verdict = pages[controller]?.allowance.takePacket(at: Clock.now())
    return hears(verdict, of: controller)
  }

  /// Returns whether a text of the dashboard at `connection` is within the limits; otherwise the dashboard is closed.
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
