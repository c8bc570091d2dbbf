import Bridge
package import Cryptography
package import Store
import Wire

/// The host's keys and the devices that are paired with it, in their file; without one there are no encrypted sessions.
package struct DeviceBook: ~Copyable {
  /// The host's keys; nil without a file.
  package let keys: KeyPair?
  /// The devices that were paired when the file was opened.
  let devices: [Lobby.Device]
  let database: Database?
  /// The devices that could not be written down yet.
  private var late: [PublicKey: Device] = [:]

  /// No file.
  package init() {
    (keys, devices) = (nil, [])
    database = nil
  }

  /// The file at `path`, made if it is missing.
  ///
  /// - Throws: `StoreError`: why it is of no use.
  package init(at path: String) throws(StoreError) {
    var random = SystemRandomNumberGenerator()
    let opened = try Database(at: path, ifMissing: .makes)
    let keys = try opened.hostKeys(from: &random)
    let paired = try opened.devices()
    self.keys = keys
    devices = paired.map { Lobby.Device(key: $0.key, name: $0.name, role: $0.role, preShared: $0.preShared) }
    database = consume opened
  }

  /// Keeps a device that was paired at `time`, in seconds since 1970.
  ///
  /// - Throws: `StoreError`.
  mutating func keep(_ device: Lobby.Device, by mode: PairingMode, at time: Int64) throws(StoreError) {
    late[device.key] = Device(
      key: device.key, name: device.name, role: device.role, preShared: device.preShared, way: mode,
      paired: time)
    try keepLate()
  }

  /// Keeps the devices that could not be written down before.
  ///
  /// - Throws: `StoreError`.
  mutating func keepLate() throws(StoreError) {
    for device in late.values {
      try database?.add(device)
      late[device.key] = nil
    }
  }

  /// Notes that the device of `key` is here at `time`, in seconds since 1970.
  ///
  /// - Throws: `StoreError`.
  mutating func touch(_ key: PublicKey, at time: Int64) throws(StoreError) {
    try keepLate()
    try database?.touch(key, at: time)
  }

  /// Gives the device of `key` another name.
  ///
  /// - Throws: `StoreError`.
  mutating func rename(_ key: PublicKey, to name: DeviceName) throws(StoreError) {
    late[key]?.name = name
    try keepLate()
    try database?.rename(key, to: name)
  }

  /// Forgets the device of `key`.
  ///
  /// - Throws: `StoreError`.
  mutating func revoke(_ key: PublicKey) throws(StoreError) {
    late[key] = nil
    try database?.revoke(key)
  }
}
