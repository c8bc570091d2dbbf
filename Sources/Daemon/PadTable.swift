package import Gamepad
package import Model
import Platform

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

  private let path: String
  private let hidPath: String
  private let host: UInt32
  private var batch = Batch()
  private var looks = [Identity?](repeating: nil, count: PlayerSlot.limit)
  private var pads = InlineArray<16, PadDevice?> { _ in nil }
  private var poller: Poller
  private var due = InlineArray<16, Instant>(repeating: .distantFuture)

  /// An empty table, on the host whose number is `host`; finds out whether pads can be made.
  ///
  /// - Throws: `PadError` when `kind` is `uinput` and the device cannot be opened.
  package init(
    _ kind: DaemonSettings.PadKind, path: String, hidPath: String = DaemonSettings.hidPath, host: UInt32 = 0
  ) throws(PadError) {
    let isKernel = try PadTable.isKernel(kind, path: path)
    let poller = try padWork { () throws(SystemError) in try Poller() }
    self.isKernel = isKernel
    self.path = path
    self.hidPath = hidPath
    self.host = host
    self.poller = poller
  }

  private static func isKernel(_ kind: DaemonSettings.PadKind, path: String) throws(PadError) -> Bool {
    switch kind {
    case .memory:
      return false
    case .uinput:
      try UinputPad.probe(path: path)
      return true
    case .auto:
      return (try? UinputPad.probe(path: path)) != nil
    }
  }

  /// Finds out whether the pads of ``identities`` can be made that are made of HID reports.
  ///
  /// - Throws: `PadError` when there are any and the device cannot be opened.
  func probeHID() throws(PadError) {
    if isKernel, identities.needsHID { try UhidPad.probe(path: hidPath) }
  }

  /// Whether `slot` has the pad already that its player is to have, whose controller asks for identity `wish`.
  func isUpToDate(_ slot: PlayerSlot, wish: UInt8) -> Bool {
    looks[slot.index] == identities.identity(of: slot, wish: wish)
  }

  /// Plugs in a pad for `slot`, whose controller asks for identity `wish`; returns what the kernel calls it.
  mutating func attach(_ slot: PlayerSlot, wish: UInt8) throws(PadError) -> String? {
    looks[slot.index] = identities.identity(of: slot, wish: wish)
    let device = try make(for: slot, wish: wish)
    try padWork { () throws(SystemError) in try device.join(poller, token: UInt64(slot.index)) }
    let name = device.sysname
    plug(device, into: slot)
    return name
  }

  /// The sensors beside the pad of `slot`, which looks like `identity`; nil when that has its own, or is to have none.
  private func sensors(beside identity: Identity, of slot: PlayerSlot) -> SensorNode? {
    guard haveMotion[slot.index], !identity.hasSensors else { return nil }
    return SensorNode(of: slot, path: path)
  }

  /// A wish that this host cannot fulfil is as none.
  private func make(for slot: PlayerSlot, wish: UInt8) throws(PadError) -> PadDevice {
    let wished = identities.identity(of: slot, wish: wish)
    let identity = identities.identity(of: slot, wish: 0)
    do throws(PadError) {
      return try make(wished, for: slot)
    } catch {
      guard wished != identity else { throw error }
      return try make(identity, for: slot)
    }
  }

  private func make(_ identity: Identity, for slot: PlayerSlot) throws(PadError) -> PadDevice {
    guard isKernel else { return .recording(RecordingPad(identity: identity)) }
    guard let hid = identity.hid else {
      let sensors = sensors(beside: identity, of: slot)
      return .uinput(try UinputPad(identity: identity, slot: slot, path: path, sensors: sensors))
    }
    return .uhid(try UhidPad(hid, identity: identity, slot: slot, host: host, path: hidPath))
  }

  /// Gives `pad` to `slot`; the one that was there is unplugged.
  package mutating func plug(_ pad: consuming PadDevice, into slot: PlayerSlot) {
    pads[slot.index] = consume pad
  }

  /// Unplugs the pad of `slot`; returns whether there was one.
  mutating func detach(_ slot: PlayerSlot) -> Bool {
    let hadPad = pads[slot.index] != nil
    pads[slot.index]?.leave(poller)
    pads[slot.index]?.destroy()
    pads[slot.index] = nil
    looks[slot.index] = nil
    due[slot.index] = .distantFuture
    return hadPad
  }

  /// Brings the pad of `slot` to `report`; the reason when that failed.
  mutating func emit(_ report: PadReport, to slot: PlayerSlot) -> Int32? {
    switch pads[slot.index]?.emit(report, in: &batch) {
    case .failed(let code):
      return code
    case .sent:
      reports += 1
      return nil
    case .unchanged, .wouldBlock, nil:
      return nil
    }
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
      let slot = Int(poller[index].token)
      pads[slot]?.takeRequests(at: now)
      due[slot] = now
    }
  }

  /// When ``takeDueFeedback(at:)`` has something to give.
  var nextFeedback: Instant {
    mutating get {
      var next = Instant.distantFuture
      for index in due.indices { next = min(next, due[index]) }
      return next
    }
  }

  /// The next player whose games may want something else at `now`, and what they want.
  mutating func takeDueFeedback(at now: Instant) -> (PlayerSlot, PadFeedback)? {
    for index in due.indices where due[index] <= now {
      pads[index]?.refresh(at: now)
      due[index] = pads[index]?.nextDue(after: now) ?? .distantFuture
      guard let feedback = pads[index]?.feedback(at: now) else { continue }
      return (PlayerSlot(index: index), feedback)
    }
    return nil
  }
}

extension PadDevice {
  /// When there is something to do for the pad without a request, after `now`.
  fileprivate func nextDue(after now: Instant) -> Instant {
    min(nextFeedback(after: now), nextRefresh)
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
