import Bridge
import Forces
import Gamepad
import Model
package import Platform

/// The store of pads that outlive the daemon.
///
/// The service manager stores their descriptors, and a file stores their identities and owners. A pad is recorded
/// before it is stored, and forgotten after it is discarded. After a crash, a descriptor without a record is therefore
/// discarded, and a record without a descriptor means nothing.
package struct PadStore: ~Copyable {
  private let path: String?
  private var records = PadRecords()
  /// The records left by a previous daemon.
  private var former = PadRecords()
  private var inherited: InheritedDescriptors
  /// The error of the last failed write, until ``nextRefusal()`` returns it.
  private var refusal: SystemError?

  /// Creates a store with its records at `path`; with nil, it stores nothing.
  ///
  /// `inherited` contains the descriptors stored by a previous daemon.
  package init(at path: String?, inherited: consuming InheritedDescriptors) {
    self.path = path
    hadInherited = !inherited.names.isEmpty
    self.inherited = inherited
    if let path, let bytes = try? FileContents.read(path, limit: PadRecords.limit) {
      former = PadRecords(parsing: bytes) ?? PadRecords()
    }
  }

  /// Creates a store that stores nothing.
  package init() {
    self.init(at: nil, inherited: InheritedDescriptors())
  }

  /// True if a previous daemon has left pads.
  let hadInherited: Bool

  /// Returns the record of a previous daemon's pad at `slot`; nil if there is no such pad or record.
  func formerRecord(of slot: PlayerSlot) -> PadRecord? {
    inherited.names.contains("pad\(slot.number)") ? former[slot] : nil
  }

  /// Returns a previous daemon's pad at `slot`, if its record has the identity and the fingerprint of `record`.
  ///
  /// `record` then becomes the pad's record. The result is nil if there is no such pad.
  mutating func adopt(
    _ slot: PlayerSlot, as identity: Identity, _ record: PadRecord, host: UInt32,
    sensors: SensorNode?, wheel: WheelSettings
  ) -> (any PadDevice)? {
    guard former[slot]?.looksLike(record) == true,
      let pad = inherited.adoptPad(of: slot, as: identity, host: host, sensors: sensors, wheel: wheel)
    else { return nil }
    records[slot] = record
    return pad
  }

  /// Discards the previous daemon's pads that were not adopted.
  mutating func discardRest() {
    for name in inherited.names { ServiceState.discard(name) }
    inherited = InheritedDescriptors()
    if records != former { write() }
    former = PadRecords()
  }

  /// Records and stores `pad`, described by `record`, for the player at `slot`.
  mutating func keep(_ pad: any PadDevice, _ slot: PlayerSlot, _ record: PadRecord) {
    records[slot] = record
    guard write() else { return }
    pad.showDescriptors(of: slot) { ServiceState.store($0, as: $1) }
  }

  /// Stores the separate sensor device of `pad` if there is one and the pad is recorded at `slot`.
  func keepSensors(beside pad: any PadDevice, _ slot: PlayerSlot) {
    guard records[slot] != nil else { return }
    pad.showSensors(of: slot) { ServiceState.store($0, as: $1) }
  }

  /// Discards the descriptors of `pad`; ``forget(_:)`` removes the record once the pad is unplugged.
  func discard(_ pad: any PadDevice, _ slot: PlayerSlot) {
    pad.showDescriptors(of: slot) { ServiceState.discard($1) }
  }

  /// Removes the record of the pad at `slot`.
  mutating func forget(_ slot: PlayerSlot) {
    guard records[slot] != nil else { return }
    records[slot] = nil
    write()
  }

  /// Records `owner` as the owner of the pad at `slot`; nil for no owner.
  ///
  /// The owner's controller requests identity number `request`.
  mutating func assign(_ slot: PlayerSlot, to owner: Roster.Key?, request: UInt8) {
    guard var record = records[slot] else { return }
    record.owner = owner
    record.request = request
    guard record != records[slot] else { return }
    records[slot] = record
    write()
  }

  /// Removes and returns the error of the last failed write; nil if there is none.
  mutating func nextRefusal() -> SystemError? { refusal.take() }

  @discardableResult
  private mutating func write() -> Bool {
    guard let path else { return false }
    do throws(SystemError) {
      try FileContents.write(records.bytes, to: path, mode: 0o600)
      return true
    } catch {
      refusal = error
      return false
    }
  }
}
