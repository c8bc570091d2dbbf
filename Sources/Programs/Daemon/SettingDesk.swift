import Bridge
import Guards
import Model
import Store
import Wire

/// The settings that dashboards and terminals change: the trials, the order being stored, and the followers.
///
/// A trial ends by itself. The stored settings are in one file, which the configuration reads. Root's files
/// take precedence: a setting in them can be neither tried nor stored.
struct SettingDesk: Sendable {
  /// The time after which a trial ends by itself.
  static let trialTime = Interval.seconds(60)

  /// The settings that are tried for one player, or for everybody.
  private struct Trial: Sendable {
    var settings: [Setting]
    var end: Instant
    /// The connection that gave the last order; the trial ends when this connection closes.
    var index: Int
  }

  /// An order whose file is being written.
  private struct Pending: Sendable {
    var number: UInt32
    /// The connection that gets the answer; nil if it has closed.
    var index: Int?
    var news: [SettingNews]
    /// True if the file has been written.
    var isKept = false
  }

  /// The settings of the configuration in force.
  private(set) var settings = DaemonSettings(socketPath: "")
  /// The connections that get each change.
  private(set) var followers: Set<Int> = []
  /// The time at which the next trial ends.
  private(set) var deadline = Instant.distantFuture
  private var trials = [Trial?](repeating: nil, count: PlayerSlot.limit + 1)
  private var pending: Pending?
  /// The limit on trials, which cost time.
  private var attempts = TokenBucket(rate: 50, burst: 100)
  /// The limit on changes of the file, which also cost space in the journal.
  private var keeps = TokenBucket(rate: 1, burst: 20)

  /// True if new settings have been written to their file, so that the configuration has to be read again.
  var isStale: Bool { pending?.isKept == true }

  /// The settings on trial.
  var tried: Tuning.Layers { trials.map { $0?.settings ?? [] } }

  /// Adopts new settings.
  mutating func follow(_ settings: DaemonSettings) { self.settings = settings }

  /// Carries out an order of the connection at `index`; returns the answer if it is already known.
  ///
  /// A setting that is to be stored is passed to `writer`.
  mutating func obey(
    _ order: SettingOrder, from index: Int, isOfGateway: Bool, by writer: StoreWriter?, at now: Instant
  ) -> LocalAnswer? {
    let changes: [Change]
    switch order.action {
    case .follow:
      followers.insert(index)
      return LocalAnswer(number: order.number, .done)
    case .attempt(let setting):
      let result = attempt(setting, from: index, isOfGateway: isOfGateway, at: now)
      return LocalAnswer(number: order.number, result)
    case .undo(let slot):
      end(layer(of: slot))
      return LocalAnswer(number: order.number, .done)
    case .keepTrial(let slot): changes = (trials[layer(of: slot)]?.settings ?? []).map { .set($0) }
    case .keep(let setting): changes = [.set(setting)]
    case .clear(let knob, let slot): changes = [.clear(knob, slot)]
    }
    let result = keep(changes, order, from: index, isOfGateway: isOfGateway, by: writer, at: now)
    return result.map { LocalAnswer(number: order.number, $0) }
  }

  /// Ends the trials whose time is over by `now`.
  mutating func advance(to now: Instant) {
    for layer in trials.indices where trials[layer].map({ $0.end <= now }) == true { trials[layer] = nil }
    schedule()
  }

  /// Records that the connection at `index` has closed, and ends its trials; returns whether it had any.
  mutating func hangUp(_ index: Int) -> Bool {
    followers.remove(index)
    if pending?.index == index { pending?.index = nil }
    let ended = trials.indices.filter { trials[$0]?.index == index }
    for layer in ended { trials[layer] = nil }
    schedule()
    return !ended.isEmpty
  }

  /// Records that the settings are in their file, or that this failed because of `error`.
  ///
  /// After a failure, returns the answer to the order, and the connection that gets it.
  mutating func note(_ error: StoreError?) -> (index: Int, answer: LocalAnswer)? {
    pending?.isKept = error == nil
    return error.flatMap { conclude($0 == .foreign ? .edited : .failed) }
  }

  /// Ends the pending order after the configuration was read again; `isGood` is false if that failed.
  ///
  /// Returns the news for the journal, and the answer with the index of its connection. The answer is nil if there was no
  /// order, or if its connection has closed.
  mutating func conclude(isGood: Bool) -> (news: [SettingNews], reply: (index: Int, answer: LocalAnswer)?) {
    let news = pending?.news ?? []
    for case .kept(let setting, _) in news { forget(setting) }
    schedule()
    return (news, conclude(isGood ? .done : .failed))
  }

  /// Returns the settings of the player in `slot`, or of everybody; `values` are the engine's values.
  func state(of slot: PlayerSlot?, _ values: [Int32?], at now: Instant) -> SettingState {
    let trial = trials[layer(of: slot)]
    let entries = zip(Knob.all, values).map { knob, value in
      let value = knob.scope == .feel ? value : settings.value(of: knob, slot)
      return SettingState.Entry(value, origin(of: knob, slot, trial))
    }
    var state = SettingState(of: slot, entries)
    (state.isEdited, state.isOff) = (settings.dashboard.isEdited, !settings.dashboard.isAllowed)
    state.seconds = trial.map { UInt16(clamping: ($0.end - now).nanoseconds / 1_000_000_000) } ?? 0
    return state
  }

  private func origin(of knob: Knob, _ slot: PlayerSlot?, _ trial: Trial?) -> SettingState.Origin {
    if trial?.settings.contains(where: { $0.knob == knob }) == true { return .tried }
    if settings.dashboard.lock(of: knob, slot) != nil { return .fixed }
    return settings.dashboard.kept.contains { $0.knob == knob && $0.slot == slot } ? .kept : .common
  }

  private mutating func attempt(
    _ setting: Setting, from index: Int, isOfGateway: Bool, at now: Instant
  ) -> LocalAnswer.Result {
    if let refusal = refusal(of: setting.knob, setting.slot, isOfGateway: isOfGateway) { return refusal }
    guard attempts.consume(at: now) else { return .notNow }
    let (layer, end) = (layer(of: setting.slot), now + SettingDesk.trialTime)
    var trial = trials[layer] ?? Trial(settings: [], end: end, index: index)
    trial.settings.removeAll { setting.replaces($0) }
    trial.settings.append(setting)
    (trial.end, trial.index) = (end, index)
    trials[layer] = trial
    schedule()
    return .done
  }

  /// Passes the file with `changes` to `writer`; returns the result if it is already known.
  private mutating func keep(
    _ changes: [Change], _ order: SettingOrder, from index: Int, isOfGateway: Bool, by writer: StoreWriter?,
    at now: Instant
  ) -> LocalAnswer.Result? {
    guard !changes.isEmpty else { return .nobody }
    for change in changes {
      let refusal = refusal(of: change.knob, change.slot, isOfGateway: isOfGateway)
      if let refusal { return refusal }
    }
    guard pending == nil, let path = settings.dashboard.path, let writer, keeps.consume(at: now) else {
      return .notNow
    }
    let text = SettingText(changes.reduce(settings.dashboard.kept) { $1.applied(to: $0) })
    do throws(StoreError) {
      try writer.submit(.ownFile(text.bytes, path: path), of: .settings)
      pending = Pending(
        number: order.number, index: index, news: changes.map { $0.news(isOfGateway: isOfGateway) })
      return nil
    } catch {
      return .failed
    }
  }

  private func refusal(of knob: Knob, _ slot: PlayerSlot?, isOfGateway: Bool) -> LocalAnswer.Result? {
    if isOfGateway, !settings.dashboard.isAllowed { return .switchedOff }
    return settings.dashboard.lock(of: knob, slot) == nil ? nil : .fixed
  }

  private mutating func conclude(_ result: LocalAnswer.Result) -> (index: Int, answer: LocalAnswer)? {
    guard let done = pending.take(), let index = done.index else { return nil }
    return (index, LocalAnswer(number: done.number, result))
  }

  /// Ends the trial of a value that is now stored; the trial of a newer value continues.
  private mutating func forget(_ setting: Setting) {
    let layer = layer(of: setting.slot)
    trials[layer]?.settings.removeAll { $0 == setting }
    if trials[layer]?.settings.isEmpty == true { trials[layer] = nil }
  }

  private mutating func end(_ layer: Int) {
    trials[layer] = nil
    schedule()
  }

  private mutating func schedule() { deadline = trials.compactMap { $0?.end }.min() ?? .distantFuture }

  private func layer(of slot: PlayerSlot?) -> Int { Int(slot?.number ?? 0) }
}

/// A change of the kept settings.
private enum Change {
  case set(Setting)
  case clear(Knob, PlayerSlot?)

  var knob: Knob {
    switch self {
    case .set(let setting): setting.knob
    case .clear(let knob, _): knob
    }
  }

  var slot: PlayerSlot? {
    switch self {
    case .set(let setting): setting.slot
    case .clear(_, let slot): slot
    }
  }

  /// Returns `kept` with the change.
  func applied(to kept: [Setting]) -> [Setting] {
    let others = kept.filter { $0.knob != knob || $0.slot != slot }
    if case .set(let setting) = self { return others + [setting] }
    return others
  }

  func news(isOfGateway: Bool) -> SettingNews {
    switch self {
    case .set(let setting): .kept(setting, isOfGateway: isOfGateway)
    case .clear(let knob, let slot): .cleared(knob, slot, isOfGateway: isOfGateway)
    }
  }
}
