public import Cryptography
public import Wire

/// A controller that is paired with this host.
public struct Device: Sendable {
  /// The device's public key, which identifies it.
  public var key: PublicKey
  /// The device's name; only its displayable characters are stored.
  public var name: DeviceName
  /// The role that the device may have.
  public var role: Introduction.Role
  /// The pre-shared key of the device and the host, new with each pairing.
  public var preShared: Secret
  /// The method of pairing; never ``PairingMode/known``.
  public var way: PairingMode
  /// The time of pairing, in seconds since 1970 (UTC).
  public var paired: Int64
  /// The time of the last session, in seconds since 1970 (UTC); nil if there was none since pairing.
  public var used: Int64?

  /// Creates a device; see the properties.
  public init(
    key: PublicKey, name: DeviceName, role: Introduction.Role, preShared: Secret, way: PairingMode,
    paired: Int64, used: Int64? = nil
  ) {
    (self.key, self.name, self.role, self.preShared) = (key, name, role, preShared)
    (self.way, self.paired, self.used) = (way, paired, used)
  }

  /// The fingerprint by which people identify the device: the SHA-256 of its key in 64 hexadecimal digits.
  public var fingerprint: String { key.fingerprint }
}

/// The paired devices of this host.
extension Database {
  /// The maximum number of devices that can be paired.
  public static let deviceLimit = 64

  private static let columns = "key, name, role, secret, way, paired, used"

  /// Returns all devices in the order of their pairing.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func devices() throws(StoreError) -> [Device] {
    var devices: [Device] = []
    try run("SELECT \(Database.columns) FROM device ORDER BY paired, key") { row throws(StoreError) in
      devices.append(try Device(row))
    }
    return devices
  }

  /// Stores `device`, replacing one with the same key; the data is on disk on return.
  ///
  /// - Throws: `full` if there are 64 others; `busy`, `noSpace` or `failed`.
  public func add(_ device: Device) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let others = try number("SELECT count(*) FROM device WHERE key <> ?", [.key(device.key)])
      guard others < Database.deviceLimit else { throw .full }
      try run(
        "INSERT OR REPLACE INTO device (\(Database.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          .key(device.key), .text(device.name.text), .integer(Int64(device.role.rawValue)),
          .secret(device.preShared), .integer(Int64(device.way.rawValue)), .integer(device.paired),
          device.used.map(Value.integer) ?? .nothing,
        ])
    }
    emptyLog()
  }

  /// Changes the name of the device with `key` to `name`.
  ///
  /// - Throws: `unknownDevice`, `busy`, `noSpace` or `failed`.
  public func rename(_ key: PublicKey, to name: DeviceName) throws(StoreError) {
    try change("UPDATE device SET name = ? WHERE key = ?", [.text(name.text), .key(key)])
  }

  /// Deletes the device with `key` and its pre-shared key; the change is on disk on return.
  ///
  /// - Throws: `unknownDevice`, `busy`, `noSpace` or `failed`.
  public func revoke(_ key: PublicKey) throws(StoreError) {
    try change("DELETE FROM device WHERE key = ?", [.key(key)])
    emptyLog()
  }

  /// Records that the device with `key` has a session at `time`, in seconds since 1970 (UTC).
  ///
  /// A time earlier than the stored one is ignored. The call does not wait for the disk, because players would notice
  /// the delay. After a power failure the record may be lost.
  ///
  /// - Throws: `unknownDevice`, `busy`, `noSpace` or `failed`.
  public func touch(_ key: PublicKey, at time: Int64) throws(StoreError) {
    try quickly { () throws(StoreError) in
      try run(
        "UPDATE device SET used = max(coalesce(used, ?), ?) WHERE key = ?",
        [.integer(time), .integer(time), .key(key)])
      try requireOne()
    }
  }

  /// Runs `sql`, which has to change exactly one device.
  ///
  /// - Throws: `unknownDevice` if it changes none, or the error of the statement.
  private func change(_ sql: String, _ values: [Value]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try run(sql, values)
      try requireOne()
    }
  }

  /// Checks that the last statement has changed one device.
  ///
  /// - Throws: `unknownDevice` otherwise.
  private func requireOne() throws(StoreError) {
    guard try number("SELECT changes()") == 1 else { throw .unknownDevice }
  }
}

extension Device {
  fileprivate init(_ row: Row) throws(StoreError) {
    guard let role = UInt8(exactly: row.integer(2)).flatMap(Introduction.Role.init),
      let way = UInt8(exactly: row.integer(4)).flatMap(PairingMode.init), way != .known
    else { throw .damaged }
    self.init(
      key: try row.key(0), name: DeviceName(row.text(1)), role: role, preShared: try row.secret(3), way: way,
      paired: row.integer(5), used: row.has(6) ? row.integer(6) : nil)
  }
}
