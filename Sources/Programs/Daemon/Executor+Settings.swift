import Engine
import Model
import Platform
import Wire

/// The settings that dashboards and terminals change.
extension Executor {
  /// Carries out an order about settings from the program or gateway at connection `index`.
  mutating func obey(_ order: SettingOrder, from index: Int, at now: Instant) {
    let isOfGateway = !LocalClients.programs.contains(index)
    let answer = settingDesk.obey(order, from: index, isOfGateway: isOfGateway, by: writer, at: now)
    if case .follow = order.action {
      showSettings(to: [index], at: now)
    } else {
      tryOut(at: now)
    }
    if let answer { clients.send(answer, to: index) }
    collectReceipts(at: now)
  }

  /// Passes the settings on trial to the engine, and sends the settings to all followers.
  mutating func tryOut(at now: Instant) {
    engine.apply(.attempt(settingDesk.tried), at: now)
    showSettings(to: settingDesk.followers, at: now)
  }

  /// Adopts new settings, and reports the lines of the dashboard's file that have no effect.
  mutating func followSettings(_ settings: DaemonSettings, at now: Instant) {
    settingDesk.follow(settings)
    for fault in settings.dashboard.faults { tell(.setting(.ignored(fault))) }
    showSettings(to: settingDesk.followers, at: now)
  }

  /// Sends `connections` the settings that root's files fix, and the values for everybody and for each
  /// player.
  mutating func showSettings(to connections: Set<Int>, at now: Instant) {
    guard !connections.isEmpty else { return }
    let locks = settingDesk.settings.dashboard.locks.map {
      SettingNotice.lock($0.knob, $0.slot, line: UInt32(clamping: $0.line), file: $0.file)
    }
    let slots = [nil] + PlayerSlots.all.each.map { PlayerSlot?.some($0) }
    let states = slots.map { SettingNotice.state(settingDesk.state(of: $0, engine.values(of: $0), at: now)) }
    for index in connections {
      for notice in locks + states { clients.send(notice, to: index) }
    }
  }
}
