import Bridge
package import Cryptography
package import Store
import Wire

/// The book of the host's keys and paired devices, kept in a file; without a file there are no encrypted sessions.
package struct DeviceBook: ~Copyable {
  /// The host's keys; nil without a file.
  package let keys: KeyPair?
  /// The devices that were paired when the file was opened.
  let devices: [Admission.Device]
  /// The file, which other ledgers share; nil without one.
  let file: HostFile?
  /// The devices that could not be written to the file yet.
  private var late: [PublicKey: Device] = [:]

  /// Creates a book without a file.
  package init() {
    (keys, devices, file) = (nil, [], nil)
  }

  /// Opens the file at `path`, and creates it if it is missing.
  ///
  /// - Throws: `StoreError`: the reason why the file cannot be used.
  package init(at path: String) throws(StoreError) {
    var random = SystemRandomNumberGenerator()
    let file = try HostFile(at: path)
    let keys = try file.database.hostKeys(from: &random)
    let paired = try file.database.devices()
    self.keys = keys
    devices = paired.map {
      Admission.Device(key: $0.key, name: $0.name, role: $0.role, preShared: $0.preShared)
    }
    self.file = file
  }

  /// Writes a device that was paired at `time`, in seconds since 1970, to the file.
  ///
  /// - Throws: `StoreError`.
  mutating func keep(_ device: Admission.Device, by mode: PairingMode, at time: Int64) throws(StoreError) {
    late[device.key] = Device(
      key: device.key, name: device.name, role: device.role, preShared: device.preShared, way: mode,
      paired: time)
    try keepLate()
  }

  /// Writes the devices that could not be written before to the file.
  ///
  /// - Throws: `StoreError`.
  mutating func keepLate() throws(StoreError) {
    for device in late.values {
      try file?.database.add(device)
      late[device.key] = nil
    }
  }

  /// Records that the device of `key` joined at `time`, in seconds since 1970.
  ///
  /// - Throws: `StoreError`.
  mutating func touch(_ key: PublicKey, at time: Int64) throws(StoreError) {
    try keepLate()
    try file?.database.touch(key, at: time)
  }

  /// Renames the device of `key`.
  ///
  /// - Throws: `StoreError`.
  mutating func rename(_ key: PublicKey, to name: DeviceName) throws(StoreError) {
    late[key]?.name = name
    try keepLate()
    try file?.database.rename(key, to: name)
  }

  /// Removes the device of `key`.
  ///
  /// - Throws: `StoreError`.
  mutating func revoke(_ key: PublicKey) throws(StoreError) {
    late[key] = nil
    try file?.database.revoke(key)
  }
}
