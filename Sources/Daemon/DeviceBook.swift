import Bridge
package import Cryptography
import Platform
package import Store
import Wire

/// The book of the host's keys and paired devices, kept in a file; without a file there are no encrypted sessions.
///
/// A change of the file returns the number of its job for the file's writer, or nil without a file.
package struct DeviceBook: ~Copyable {
  /// The host's keys; nil without a file.
  package let keys: KeyPair?
  /// The devices that were paired when the file was opened.
  let devices: [Admission.Device]
  /// The writer of the file, which other ledgers share; nil without one.
  let writer: StoreWriter?
  /// The jobs under way, oldest first, and the devices that they add.
  private var jobs: [(ticket: StoreWriter.Ticket, device: Device?)] = []
  /// The devices that could not be written to the file yet.
  private var late: [PublicKey: Device] = [:]

  /// Creates a book without a file.
  package init() {
    (keys, devices, writer) = (nil, [], nil)
  }

  /// Opens the file at `path`, and creates it if it is missing.
  ///
  /// - Throws: `StoreError`: the reason why the file cannot be used.
  package init(at path: String) throws(StoreError) {
    var random = SystemRandomNumberGenerator()
    let file = try HostFile(at: path)
    let keys = try file.database.hostKeys(from: &random)
    let paired = try file.database.devices()
    let writer = try DeviceBook.writer(of: file)
    self.keys = keys
    devices = paired.map {
      Admission.Device(key: $0.key, name: $0.name, role: $0.role, preShared: $0.preShared)
    }
    self.writer = writer
  }

  private static func writer(of file: HostFile) throws(StoreError) -> StoreWriter {
    do throws(SystemError) { return try StoreWriter(file) } catch { throw .failed(code: error.code) }
  }

  /// True if jobs are under way.
  var isWriting: Bool { !jobs.isEmpty }

  /// Writes a device that was paired at `time`, in seconds since 1970, to the file.
  ///
  /// - Throws: `StoreError`.
  mutating func keep(_ device: Admission.Device, by mode: PairingMode, at time: Int64) throws(StoreError) {
    late[device.key] = Device(
      key: device.key, name: device.name, role: device.role, preShared: device.preShared, way: mode,
      paired: time)
    try keepLate()
  }

  /// Writes the devices that could not be written before to the file; returns the last job that adds a device, nil without one.
  ///
  /// - Throws: `StoreError`.
  @discardableResult
  mutating func keepLate() throws(StoreError) -> StoreWriter.Ticket? {
    for device in late.values {
      try submit(.add(device), adding: device)
      late[device.key] = nil
    }
    return jobs.last { $0.device != nil }?.ticket
  }

  /// Records that the device of `key` joined at `time`, in seconds since 1970.
  ///
  /// - Throws: `StoreError`.
  mutating func touch(_ key: PublicKey, at time: Int64) throws(StoreError) {
    try keepLate()
    try submit(.touch(key, at: time))
  }

  /// Renames the device of `key`.
  ///
  /// - Throws: `StoreError`.
  mutating func rename(_ key: PublicKey, to name: DeviceName) throws(StoreError) -> StoreWriter.Ticket? {
    late[key]?.name = name
    for place in jobs.indices where jobs[place].device?.key == key { jobs[place].device?.name = name }
    try keepLate()
    return try submit(.rename(key, name))
  }

  /// Removes the device of `key`.
  ///
  /// - Throws: `StoreError`.
  mutating func revoke(_ key: PublicKey) throws(StoreError) -> StoreWriter.Ticket? {
    late[key] = nil
    // A job that fails from now on must not bring the device back.
    for place in jobs.indices where jobs[place].device?.key == key { jobs[place].device = nil }
    return try submit(.revoke(key))
  }

  /// Notes the result of a job; a device that could not be added is tried again with the next change.
  ///
  /// Returns the reason why the job has failed; nil if it has not, or is not a job of this book.
  mutating func note(_ receipt: StoreWriter.Receipt) -> StoreError? {
    guard let place = jobs.firstIndex(where: { $0.ticket == receipt.ticket }) else { return nil }
    let device = jobs.remove(at: place).device
    if receipt.error != nil, let device, late[device.key] == nil { late[device.key] = device }
    return receipt.error
  }

  @discardableResult
  private mutating func submit(
    _ job: StoreJob, adding device: Device? = nil
  ) throws(StoreError) -> StoreWriter.Ticket? {
    guard let ticket = try writer?.submit(job) else { return nil }
    jobs.append((ticket, device))
    return ticket
  }
}
