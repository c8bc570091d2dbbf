import Bridge
package import Forces
package import Gamepad
package import Model
import Platform

/// The table of plugged-in pads by slot.
package struct PadTable: ~Copyable {
  /// True if the pads are devices of the kernel.
  let isKernel: Bool
  /// The number of reports accepted by pads.
  package private(set) var reports: UInt64 = 0
  /// The identities for pads plugged in from now on; existing pads stay unchanged.
  package var identities = IdentityChoice()
  /// The motion setting of each slot's next pad: true if the pad shows its controller's motion.
  package var haveMotion = [Bool](repeating: true, count: PlayerSlot.limit)
  /// True if pads show the charge of their controllers' batteries.
  package var showsBattery = true
  /// The settings of wheels plugged in from now on; existing wheels stay unchanged.
  package var wheel = WheelSettings()
  /// The abilities that each slot's controller has reported for the forces of a wheel.
  var abilities = [ForceAbilities](repeating: [], count: PlayerSlot.limit)
  /// The number of slots with pads from the start, with or without players, counted from the first slot.
  package var standing = 0

  private let path: String
  private let hidPath: String
  let host: UInt32
  private var batch = Batch()
  var places = [Place](repeating: Place(), count: PlayerSlot.limit)
  var store: PadStore
  var poller: Poller
  private(set) var due = InlineArray<16, Instant>(repeating: .distantFuture)
  /// The shortage of the last pad made, until ``nextShortage()`` returns it; nil if that pad was as requested.
  private var shortage: PadShortage?
  /// A lower bound of the slots' feedback deadlines.
  private var earliest = Instant.distantFuture

  /// The state of a slot.
  struct Place {
    /// The plugged-in pad.
    var pad: (any PadDevice)?
    /// The identity that was requested for the pad.
    var look: Identity?
    /// True if a player has the pad.
    var isTaken = false
    /// True if the pad shows its controller's motion.
    var showsMotion = true
    /// True if the pad's separate sensor device, which is created with the first motion, is stored.
    var keepsSensors = false
    /// The number of the pad's identity; 0 if it has none.
    var number: UInt8 = 0
    /// True if the pad stands in for a requested one that could not be made.
    var isStandIn = false
    /// True if games can push the pad, so that a report may begin a motion that needs more wake-ups.
    var hasForces = false
  }

  /// Creates an empty table on host number `host`, and checks whether pads can be created.
  ///
  /// `store` keeps the pads when the daemon ends.
  ///
  /// - Throws: `PadShortage` if `kind` is `uinput`, no device can be opened, and no previous daemon has left
  ///   pads; or if the kernel refuses a poller.
  package init(
    _ kind: DaemonSettings.PadKind, path: String, hidPath: String = DaemonSettings.hidPath, host: UInt32 = 0,
    store: consuming PadStore = PadStore()
  ) throws(PadShortage) {
    let device = PadTable.refusal(of: path)
    if kind == .uinput, !store.hadInherited, let device, let hid = PadTable.refusal(of: hidPath) {
      throw PadShortage([(path, device), (hidPath, hid)])
    }
    poller = try PadTable.poller(for: path)
    isKernel = kind == .uinput || kind == .auto && (store.hadInherited || device == nil)
    self.path = path
    self.hidPath = hidPath
    self.host = host
    self.store = store
  }

  private static func poller(for path: String) throws(PadShortage) -> Poller {
    do throws(SystemError) {
      return try Poller()
    } catch {
      throw PadShortage([(path, .refused(code: error.code))])
    }
  }

  /// Returns the error of opening the device at `path`; nil if it can be opened.
  private static func refusal(of path: String) -> PadError? {
    do throws(PadError) {
      try UinputPad.probe(path: path)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the path of the device that makes pads with `identity`.
  private func device(for identity: Identity) -> String { identity.hid == nil ? path : hidPath }

  /// Returns whether `slot` has the right pad for a player whose controller requests identity number `request`.
  ///
  /// A stand-in counts as right while the requested pad's device cannot be opened.
  func isUpToDate(_ slot: PlayerSlot, request: UInt8) -> Bool {
    let (entry, wanted) = (places[slot.index], identities.identity(of: slot, request: request))
    guard entry.look == wanted else { return false }
    return !entry.isStandIn || PadTable.refusal(of: device(for: wanted)) != nil
  }

  /// Returns whether a player has the pad at `slot`.
  func isTaken(_ slot: PlayerSlot) -> Bool { places[slot.index].isTaken }

  /// Gives the pad at `slot` to `owner`: the existing pad, or a new one in its place.
  ///
  /// The owner's controller requests identity number `request`. Returns the kernel's name of the pad's device, nil if
  /// it has none.
  mutating func attach(
    _ slot: PlayerSlot, request: UInt8, owner: Roster.Key? = nil
  ) throws(PadShortage) -> String? {
    if isUpToDate(slot, request: request) {
      store.assign(slot, to: owner, request: request)
      // Games may have begun to shake the pad before its player arrived.
      wake(slot, at: Instant(nanoseconds: .min))
    } else {
      unplug(slot)
      try make(slot, request: request, owner: owner)
    }
    places[slot.index].isTaken = true
    return device(of: slot)
  }

  /// Returns the kernel's name for the pad at `slot`; nil if there is no pad or no device.
  func device(of slot: PlayerSlot) -> String? { places[slot.index].pad?.sysname }

  /// Returns the number of the identity of the pad at `slot`; 0 if there is no pad or no number.
  func identityNumber(of slot: PlayerSlot) -> UInt8 { places[slot.index].number }

  /// Returns the separate sensor device for the pad with `identity` at `slot`.
  ///
  /// Returns nil if the pad has its own sensors or should show no motion.
  func sensors(beside identity: Identity, of slot: PlayerSlot) -> SensorNode? {
    guard haveMotion[slot.index], !identity.hasSensors else { return nil }
    return SensorNode(of: slot, path: path)
  }

  /// Plugs in a pad at `slot`, with the first candidate identity that can be made.
  mutating func make(_ slot: PlayerSlot, request: UInt8, owner: Roster.Key?) throws(PadShortage) {
    let wanted = identities.identity(of: slot, request: request)
    var missing = PadShortage(of: wanted)
    for identity in identities.candidates(of: slot, request: request) {
      do throws(PadError) {
        try make(identity, for: slot, request: request, owner: owner)
        places[slot.index].look = wanted
        places[slot.index].number = identity.number
        places[slot.index].isStandIn = identity != wanted
        missing.given = identity
        if identity != wanted { shortage = missing }
        return
      } catch {
        missing.add(error, of: device(for: identity))
      }
    }
    throw missing
  }

  private mutating func make(
    _ identity: Identity, for slot: PlayerSlot, request: UInt8, owner: Roster.Key?
  ) throws(PadError) {
    let device = try made(identity, for: slot)
    try padWork { () throws(SystemError) in try device.join(poller, token: UInt64(slot.index)) }
    if let record = PadRecord(identity, owner: owner, request: request), isKernel {
      store.keep(device, slot, record)
    }
    plug(device, into: slot)
  }

  private func made(_ identity: Identity, for slot: PlayerSlot) throws(PadError) -> any PadDevice {
    guard isKernel else { return RecordingPad(identity: identity) }
    if let stick = identity.stick {
      let pad = try UinputPad(identity: identity, slot: slot, path: path)
      return StickPad(pad, stick, wheel, showing: stick.neutral)
    }
    if let hid = identity.hid {
      return try UhidPad(hid, identity: identity, slot: slot, host: host, path: hidPath)
    }
    let sensors = sensors(beside: identity, of: slot)
    let pad = try UinputPad(identity: identity, slot: slot, path: path, sensors: sensors)
    return identity.hasForces ? ForcePad(pad, wheel) : pad
  }

  /// Plugs `pad` into `slot` with the current motion setting, replacing the previous pad.
  package mutating func plug(_ pad: any PadDevice, into slot: PlayerSlot) {
    places[slot.index].pad = pad
    places[slot.index].look = nil
    places[slot.index].showsMotion = haveMotion[slot.index]
    places[slot.index].hasForces = pad.pushed != nil
    pad.pushed?.follow(abilities[slot.index])
  }

  /// Removes and returns the shortage of the last pad made; nil if that pad was as requested.
  mutating func nextShortage() -> PadShortage? { shortage.take() }

  /// Unplugs the pad at `slot` and removes it from the store; returns whether there was one.
  @discardableResult
  mutating func unplug(_ slot: PlayerSlot) -> Bool {
    wake(slot, at: .distantFuture)
    let pad = places[slot.index].pad
    places[slot.index] = Place()
    guard let pad else { return false }
    pad.leave(poller)
    store.discard(pad, slot)
    pad.destroy()
    store.forget(slot)
    return true
  }

  /// Shows `report` on the pad at `slot`, without motion or battery if the pad shows none.
  mutating func emit(_ report: PadReport, to slot: PlayerSlot) -> Emission {
    var report = report
    if !places[slot.index].showsMotion { report.motion = nil }
    if !showsBattery { report.battery = nil }
    guard let emission = places[slot.index].pad?.emit(report, in: &batch) else { return .unchanged }
    if places[slot.index].hasForces { wakeWheel(slot) }
    if case .sent = emission {
      reports += 1
      if report.motion != nil && !places[slot.index].keepsSensors { keepSensors(of: slot) }
    }
    return emission
  }

  /// Shows `report` on the stick at `slot`; a pad that stands in for the stick stays unchanged.
  mutating func emit(_ report: StickReport, to slot: PlayerSlot) -> Emission {
    guard let stick = places[slot.index].pad as? StickPad else { return .unchanged }
    let emission = stick.emit(report)
    if places[slot.index].hasForces { wakeWheel(slot) }
    if case .sent = emission { reports += 1 }
    return emission
  }

  /// Returns whether the pad at `slot` is the stick that its controller has described.
  func isStick(_ slot: PlayerSlot) -> Bool {
    places[slot.index].look?.stick != nil && !places[slot.index].isStandIn
  }

  /// Brings the pad at `slot` to rest; returns false if the pad cannot be written to.
  mutating func rest(_ slot: PlayerSlot) -> Bool {
    if case .failed = emit(.neutral, to: slot) { false } else { true }
  }

  /// Adds the pads' poller to `outer`, which then reports `token` when a game has a request to a pad.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ outer: borrowing Poller, token: UInt64) throws(SystemError) {
    try outer.add(poller, token: token)
  }

  /// Receives games' requests to the pads; the resulting feedback is due immediately.
  mutating func receiveRequests(at now: Instant) {
    let count = poller.wait(atMost: .zero)
    for index in 0..<count {
      let slot = PlayerSlot(index: Int(poller[index].token))
      places[slot.index].pad?.receiveRequests(at: now)
      wake(slot, at: now)
    }
  }

  /// Sets the feedback deadline of `slot` to `instant`.
  mutating func wake(_ slot: PlayerSlot, at instant: Instant) {
    due[slot.index] = instant
    earliest = min(earliest, instant)
  }

  /// The time at which ``nextDueFeedback(at:)`` is due.
  var nextFeedback: Instant { earliest }

  /// Returns the next slot whose feedback may have changed by `now`, and that feedback; nil if none is left.
  mutating func nextDueFeedback(at now: Instant) -> (PlayerSlot, PadFeedback)? {
    guard earliest <= now else { return nil }
    for index in due.indices where due[index] <= now {
      places[index].pad?.refresh(at: now)
      due[index] = places[index].pad?.nextFeedback(after: now) ?? .distantFuture
      guard let feedback = places[index].pad?.feedback(at: now) else { continue }
      return (PlayerSlot(index: index), feedback)
    }
    earliest = .distantFuture
    for index in due.indices { earliest = min(earliest, due[index]) }
    return nil
  }
}

/// Runs `work`, and converts the kernel's error to a pad's.
private func padWork<Result: ~Copyable>(_ work: () throws(SystemError) -> Result) throws(PadError) -> Result {
  do throws(SystemError) {
    return try work()
  } catch {
    throw .refused(code: error.code)
  }
}
