package import Gamepad
package import Model
import Platform
import Session

/// The pads that are plugged in, by slot.
package struct PadTable: ~Copyable {
  /// Whether the pads are the kernel's.
  let isKernel: Bool
  /// How many reports pads have taken.
  package private(set) var reports: UInt64 = 0
  /// What the pads that are plugged in from now on look like; those that are there stay as they are.
  package var identities = IdentityChoice()
  /// Whether they show their controllers' motion, by slot.
  package var haveMotion = [Bool](repeating: true, count: PlayerSlot.limit)
  /// The pads of the first so many slots stand from the start, with or without a player.
  package var standing = 0

  private let path: String
  private let hidPath: String
  let host: UInt32
  private var batch = Batch()
  var places = [Place](repeating: Place(), count: PlayerSlot.limit)
  var store: PadStore
  var poller: Poller
  private var due = InlineArray<16, Instant>(repeating: .distantFuture)
  /// Why the pad that was made last is not what was asked for, until somebody asks.
  private var shortage: PadShortage?
  /// Nothing is due before this.
  private var earliest = Instant.distantFuture

  /// What there is of a slot.
  struct Place {
    /// The pad that is plugged in.
    var pad: (any PadDevice)?
    /// What it looks like.
    var look: Identity?
    /// Whether somebody plays on it.
    var isTaken = false
    /// Whether it shows its controller's motion.
    var showsMotion = true
    /// Whether the sensors beside it, which are made with the first motion, are stored.
    var keepsSensors = false
    /// Whether it stands in for what was asked for and could not be made.
    var isStandIn = false
  }

  /// An empty table, on the host whose number is `host`, whose pads `store` keeps; finds out whether pads can be made.
  ///
  /// - Throws: `PadShortage` when `kind` is `uinput`, neither device can be opened, and a former daemon has left no pads.
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

  /// Why the device at `path` cannot be opened; nil when it can.
  private static func refusal(of path: String) -> PadError? {
    do throws(PadError) {
      try UinputPad.probe(path: path)
      return nil
    } catch {
      return error
    }
  }

  /// The device that pads of `identity` are made through.
  private func device(for identity: Identity) -> String { identity.hid == nil ? path : hidPath }

  /// Whether `slot` has the pad already that its player is to have, whose controller asks for identity `wish`; one that
  /// stands in for another counts as long as the other's device cannot be opened.
  func isUpToDate(_ slot: PlayerSlot, wish: UInt8) -> Bool {
    let (place, wanted) = (places[slot.index], identities.identity(of: slot, wish: wish))
    guard place.look == wanted else { return false }
    return !place.isStandIn || PadTable.refusal(of: device(for: wanted)) != nil
  }

  /// Whether somebody plays on the pad of `slot`.
  func isTaken(_ slot: PlayerSlot) -> Bool { places[slot.index].isTaken }

  /// Gives the pad of `slot` to `owner`, whose controller asks for identity `wish`: the one that is there, or a new one in
  /// its place; returns what the kernel calls it.
  mutating func attach(
    _ slot: PlayerSlot, wish: UInt8, owner: Roster.Key? = nil
  ) throws(PadShortage) -> String? {
    if isUpToDate(slot, wish: wish) {
      store.assign(slot, to: owner, wish: wish)
      // Games may have begun to shake the pad before its player came.
      wake(slot, at: Instant(nanoseconds: .min))
    } else {
      unplug(slot)
      try make(slot, wish: wish, owner: owner)
    }
    places[slot.index].isTaken = true
    return device(of: slot)
  }

  /// What the kernel calls the pad of `slot`; nil when there is none or it has no device.
  func device(of slot: PlayerSlot) -> String? { places[slot.index].pad?.sysname }

  /// The sensors beside the pad of `slot`, which looks like `identity`; nil when that has its own, or is to have none.
  func sensors(beside identity: Identity, of slot: PlayerSlot) -> SensorNode? {
    guard haveMotion[slot.index], !identity.hasSensors else { return nil }
    return SensorNode(of: slot, path: path)
  }

  /// Plugs in a pad for `slot`: the first of the candidates that can be made.
  mutating func make(_ slot: PlayerSlot, wish: UInt8, owner: Roster.Key?) throws(PadShortage) {
    let wanted = identities.identity(of: slot, wish: wish)
    var missing = PadShortage(of: wanted)
    for identity in identities.candidates(of: slot, wish: wish) {
      do throws(PadError) {
        try make(identity, for: slot, wish: wish, owner: owner)
        places[slot.index].look = wanted
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
    _ identity: Identity, for slot: PlayerSlot, wish: UInt8, owner: Roster.Key?
  ) throws(PadError) {
    let device = try made(identity, for: slot)
    try padWork { () throws(SystemError) in try device.join(poller, token: UInt64(slot.index)) }
    if let record = PadRecord(identity, owner: owner, wish: wish), isKernel {
      store.keep(device, slot, record)
    }
    plug(device, into: slot)
  }

  private func made(_ identity: Identity, for slot: PlayerSlot) throws(PadError) -> any PadDevice {
    guard isKernel else { return RecordingPad(identity: identity) }
    if let hid = identity.hid {
      return try UhidPad(hid, identity: identity, slot: slot, host: host, path: hidPath)
    }
    let sensors = sensors(beside: identity, of: slot)
    return try UinputPad(identity: identity, slot: slot, path: path, sensors: sensors)
  }

  /// Gives `pad` to `slot`, to show motion if that is wanted now; the one that was there is no longer ours.
  package mutating func plug(_ pad: any PadDevice, into slot: PlayerSlot) {
    places[slot.index].pad = pad
    places[slot.index].look = nil
    places[slot.index].showsMotion = haveMotion[slot.index]
  }

  /// Why the pad that was made last is not what was asked for, since the last time that this was asked; nil when it is.
  mutating func takeShortage() -> PadShortage? { shortage.take() }

  /// Unplugs the pad of `slot`, and nothing keeps it; returns whether there was one.
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

  /// Brings the pad of `slot` to `report`, without the motion where it shows none.
  mutating func emit(_ report: PadReport, to slot: PlayerSlot) -> Emission {
    var report = report
    if !places[slot.index].showsMotion { report.motion = nil }
    guard let emission = places[slot.index].pad?.emit(report, in: &batch) else { return .unchanged }
    if case .sent = emission {
      reports += 1
      if report.motion != nil && !places[slot.index].keepsSensors { keepSensors(of: slot) }
    }
    return emission
  }

  /// Brings the pad of `slot` to rest; returns whether that could be.
  mutating func rest(_ slot: PlayerSlot) -> Bool {
    if case .failed = emit(.neutral, to: slot) { false } else { true }
  }

  /// Reports to `outer` as `token` that games ask something of the pads.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ outer: borrowing Poller, token: UInt64) throws(SystemError) {
    try outer.add(poller, token: token)
  }

  /// Takes what games ask of the pads; what it leads to is due at once.
  mutating func takeRequests(at now: Instant) {
    let count = poller.wait(atMost: .zero)
    for index in 0..<count {
      let slot = PlayerSlot(index: Int(poller[index].token))
      places[slot.index].pad?.takeRequests(at: now)
      wake(slot, at: now)
    }
  }

  /// Looks at `instant` at what games want of the pad of `slot`.
  mutating func wake(_ slot: PlayerSlot, at instant: Instant) {
    due[slot.index] = instant
    earliest = min(earliest, instant)
  }

  /// When ``takeDueFeedback(at:)`` may have something to give, or has to look.
  var nextFeedback: Instant { earliest }

  /// The next player whose games may want something else at `now`, and what they want.
  mutating func takeDueFeedback(at now: Instant) -> (PlayerSlot, PadFeedback)? {
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

/// Does `work`; what the kernel refuses is the reason why there is no pad.
private func padWork<Result: ~Copyable>(_ work: () throws(SystemError) -> Result) throws(PadError) -> Result {
  do throws(SystemError) {
    return try work()
  } catch {
    throw .refused(code: error.code)
  }
}
