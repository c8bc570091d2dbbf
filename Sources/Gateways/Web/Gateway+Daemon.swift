import Local
import Model
import Pages
import Platform
import Settings
import Wire

/// The two connections to the daemon: one for all pages' packets, and the watch for statuses and orders.
extension Gateway {
  /// Connects to the bridge if it is running, and asks for slots for the waiting pages.
  func connect(at now: Instant) {
    guard (try? bridge.open(in: poller, token: Token.bridge)) != nil else { return }
    bridge.send(.page(port: settings.port))
    bridge.send(.alive)
    tell(.bridgeFound)
    engine.findBridge(at: now)
    settle(at: now)
  }

  /// Reads and handles all messages that have arrived from the bridge.
  func drainBridge() {
    var buffer = LocalBuffer(repeating: 0)
    while let count = bridge.receive(into: &buffer) {
      let now = Clock.now()
      if count > 0 {
        engine.receive(fromBridge: buffer.span.extracting(first: count), at: now)
      } else {
        tell(.bridgeLost)
        engine.loseBridge(at: now)
      }
      settle(at: now)
    }
  }

  /// Opens the watch if a page, a dashboard or an overlay needs it, and closes it otherwise.
  func keepWatch() {
    if !engine.needsWatch { watch.close() } else if !watch.isOpen { watchBridge() }
  }

  /// Subscribes to the statuses that are needed now; tells the dashboards if the bridge cannot be watched.
  func renewWatch() {
    if engine.needsWatch, watch.isOpen { askForStatus() } else { keepWatch() }
    if !watch.isOpen { engine.noteWatch(isOpen: false) }
  }

  /// Connects to the bridge for the watch, if the bridge is running.
  private func watchBridge() {
    guard (try? watch.open(in: poller, token: Token.watch)) != nil else { return }
    engine.noteWatch(isOpen: true)
    askForStatus()
  }

  /// Subscribes to the statuses that pages, dashboards and overlays need.
  private func askForStatus() { watch.send(.watch(engine.subscription)) }

  /// Reads and handles all messages on the watch that have arrived.
  func drainWatch() {
    var buffer = LocalBuffer(repeating: 0)
    while let count = watch.receive(into: &buffer) {
      let now = Clock.now()
      if count > 0 {
        engine.receive(onWatch: buffer.span.extracting(first: count))
      } else {
        engine.loseWatch(at: now)
      }
      settle(at: now)
    }
  }
}
