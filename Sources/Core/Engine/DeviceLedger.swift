import Bridge
import Cryptography
import Model
import Wire

/// The ledger of the paired devices: it sends changes to the store, and retries devices that could not be written.
///
/// Without a store nothing is written, and a change has no number.
struct DeviceLedger: Sendable {
  /// A device that was paired, with the method and the time of the pairing.
  private struct Paired: Sendable {
    var device: Admission.Device
    let mode: PairingMode
    let time: Instant
  }

  private let hasStore: Bool
  /// The changes that the store has not confirmed yet, oldest first, and the devices that they add.
  private var entries: [(ticket: HostEngine.Ticket, paired: Paired?)] = []
  /// The devices that are neither in the store nor being written to it.
  private var late: [PublicKey: Paired] = [:]

  /// Creates a ledger without changes.
  init(hasStore: Bool) { self.hasStore = hasStore }

  /// True while the store has not answered a change yet.
  var isWriting: Bool { !entries.isEmpty }

  /// Stores a device that was paired at `now`; an earlier pairing of the device is not retried any more.
  mutating func keep(
    _ device: Admission.Device, by mode: PairingMode, at now: Instant, into outputs: inout OutputQueue
  ) {
    forget(device.key)
    late[device.key] = Paired(device: device, mode: mode, time: now)
    keepLate(at: now, into: &outputs)
  }

  /// Stores the devices that could not be written before.
  ///
  /// Returns the last change that adds a device and is not yet confirmed; nil if all are confirmed.
  @discardableResult
  mutating func keepLate(at now: Instant, into outputs: inout OutputQueue) -> HostEngine.Ticket? {
    for paired in late.values {
      let change = HostEngine.Keep.device(paired.device, paired.mode, age: now - paired.time)
      submit(change, adding: paired, into: &outputs)
    }
    late = [:]
    return entries.last { $0.paired != nil }?.ticket
  }

  /// Records that the device with `key` has joined.
  mutating func touch(_ key: PublicKey, at now: Instant, into outputs: inout OutputQueue) {
    keepLate(at: now, into: &outputs)
    submit(.touch(key), into: &outputs)
  }

  /// Renames the device with `key`.
  mutating func rename(
    _ key: PublicKey, to name: DeviceName, at now: Instant, into outputs: inout OutputQueue
  ) -> HostEngine.Ticket? {
    late[key]?.device.name = name
    for index in entries.indices where entries[index].paired?.device.key == key {
      entries[index].paired?.device.name = name
    }
    keepLate(at: now, into: &outputs)
    return submit(.rename(key, name), into: &outputs)
  }

  /// Removes the device with `key`.
  mutating func revoke(_ key: PublicKey, into outputs: inout OutputQueue) -> HostEngine.Ticket? {
    forget(key)
    return submit(.revoke(key), into: &outputs)
  }

  /// Forgets the pairings of the device with `key`: a change that fails from now on does not bring them back.
  private mutating func forget(_ key: PublicKey) {
    late[key] = nil
    for index in entries.indices where entries[index].paired?.device.key == key {
      entries[index].paired = nil
    }
  }

  /// Records the result of a change; ``keepLate(at:into:)`` retries a device that could not be added.
  mutating func note(_ ticket: HostEngine.Ticket, _ result: HostEngine.KeepResult) {
    guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else { return }
    let paired = entries.remove(at: index).paired
    if result != .done, let paired, late[paired.device.key] == nil { late[paired.device.key] = paired }
  }

  @discardableResult
  private mutating func submit(
    _ change: HostEngine.Keep, adding paired: Paired? = nil, into outputs: inout OutputQueue
  ) -> HostEngine.Ticket? {
    guard hasStore else { return nil }
    let ticket = outputs.keep(change)
    entries.append((ticket, paired))
    return ticket
  }
}
