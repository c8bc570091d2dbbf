import Gamepad
import Model
package import Platform
import Session

/// What of the pads outlives the daemon: their descriptors, which the service manager keeps, and in a file what they
/// look like and whose they are.
///
/// A pad is recorded before it is stored and forgotten after it is discarded: of what a crash leaves behind, a
/// descriptor without a record is given up, and a record without a descriptor means nothing.
package struct PadStore: ~Copyable {
  private let path: String?
  private var records = PadRecords()
  /// What a former daemon has left.
  private var former = PadRecords()
  private var inherited: InheritedDescriptors
  /// Why the file could not be written last, until somebody asks.
  private var refusal: SystemError?

  /// The store that keeps its records at `path`, or nothing at all when that is nil, with the descriptors that a
  /// former daemon has stored.
  package init(at path: String?, inherited: consuming InheritedDescriptors) {
    self.path = path
    hadInherited = !inherited.names.isEmpty
    self.inherited = inherited
    if let path, let bytes = try? FileContents.read(path, limit: PadRecords.limit) {
      former = PadRecords(parsing: bytes) ?? PadRecords()
    }
  }

  /// A store that keeps nothing.
  package init() {
    self.init(at: nil, inherited: InheritedDescriptors())
  }

  /// Whether a former daemon has left pads.
  let hadInherited: Bool

  /// What a former daemon has noted of the pad that it has left in `slot`; nil when there is none.
  func formerRecord(of slot: PlayerSlot) -> PadRecord? {
    inherited.names.contains("pad\(slot.number)") ? former[slot] : nil
  }

  /// The pad of `slot` that a former daemon has left, if it looks like `identity`; `record` is true of it from now on.
  mutating func adopt(
    _ slot: PlayerSlot, as identity: Identity, _ record: PadRecord, host: UInt32,
    sensors: SensorNode?
  ) -> (any PadDevice)? {
    guard former[slot]?.looksLike(record) == true,
      let pad = inherited.takePad(of: slot, as: identity, host: host, sensors: sensors)
    else { return nil }
    records[slot] = record
    return pad
  }

  /// Gives up what a former daemon has left and nobody has adopted.
  mutating func discardRest() {
    for name in inherited.names { ServiceState.discard(name) }
    inherited = InheritedDescriptors()
    if records != former { write() }
    former = PadRecords()
  }

  /// Keeps `pad`, of which `record` is true, for the player of `slot`.
  mutating func keep(_ pad: any PadDevice, _ slot: PlayerSlot, _ record: PadRecord) {
    records[slot] = record
    guard write() else { return }
    pad.showDescriptors(of: slot) { ServiceState.store($0, as: $1) }
  }

  /// Keeps the sensors beside `pad`, which has been kept for the player of `slot`, if they are there.
  func keepSensors(beside pad: any PadDevice, _ slot: PlayerSlot) {
    guard records[slot] != nil else { return }
    pad.showSensors(of: slot) { ServiceState.store($0, as: $1) }
  }

  /// No longer keeps `pad`; the record goes when it has been unplugged, with ``forget(_:)``.
  func discard(_ pad: any PadDevice, _ slot: PlayerSlot) {
    pad.showDescriptors(of: slot) { ServiceState.discard($1) }
  }

  /// Forgets whose the pad of `slot` was and what it looked like.
  mutating func forget(_ slot: PlayerSlot) {
    guard records[slot] != nil else { return }
    records[slot] = nil
    write()
  }

  /// Notes that the pad of `slot` now is `owner`'s, whose controller asks for identity `wish`, or nobody's.
  mutating func assign(_ slot: PlayerSlot, to owner: Roster.Key?, wish: UInt8) {
    guard var record = records[slot] else { return }
    record.owner = owner
    record.wish = wish
    guard record != records[slot] else { return }
    records[slot] = record
    write()
  }

  /// Why the file could not be written since the last time that this was asked; nil when it could.
  mutating func takeRefusal() -> SystemError? { refusal.take() }

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
