package import Gamepad
package import Model

/// The pads that are plugged in, by slot.
package struct PadTable: ~Copyable {
  /// Whether the pads are the kernel's.
  let isKernel: Bool
  /// How many reports pads have taken.
  package private(set) var reports: UInt64 = 0
  /// What the pads that are plugged in from now on look like, by slot; those that are there stay as they are.
  package var identities = [Identity](repeating: .xbox360, count: PlayerSlot.limit)

  private let path: String
  private var batch = Batch()
  private var pads = InlineArray<16, PadDevice?> { _ in nil }

  /// An empty table; finds out whether pads can be made.
  ///
  /// - Throws: `PadError` when `kind` is `uinput` and the device cannot be opened.
  package init(_ kind: DaemonSettings.PadKind, path: String) throws(PadError) {
    self.path = path
    switch kind {
    case .memory:
      isKernel = false
    case .uinput:
      try UinputPad.probe(path: path)
      isKernel = true
    case .auto:
      isKernel = (try? UinputPad.probe(path: path)) != nil
    }
  }

  /// Plugs in a pad for `slot`; returns what the kernel calls it.
  mutating func attach(_ slot: PlayerSlot) throws(PadError) -> String? {
    let identity = identities[slot.index]
    guard isKernel else {
      plug(.recording(RecordingPad(identity: identity)), into: slot)
      return nil
    }
    let pad = try UinputPad(identity: identity, slot: slot, path: path)
    let name = pad.sysname
    plug(.uinput(pad), into: slot)
    return name
  }

  /// Gives `pad` to `slot`; the one that was there is unplugged.
  package mutating func plug(_ pad: consuming PadDevice, into slot: PlayerSlot) {
    pads[slot.index] = consume pad
  }

  /// Unplugs the pad of `slot`; returns whether there was one.
  mutating func detach(_ slot: PlayerSlot) -> Bool {
    let hadPad = pads[slot.index] != nil
    pads[slot.index] = nil
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
}
