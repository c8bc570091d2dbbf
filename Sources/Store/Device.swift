public import Cryptography
public import Wire

/// A controller that was paired with this host.
public struct Device: Sendable {
  /// Its public key, which tells it from all others.
  public var key: PublicKey
  /// What it is called; what cannot be shown is not kept.
  public var name: DeviceName
  /// What it may be.
  public var role: Introduction.Role
  /// What only it and the host know, new with each pairing.
  public var preShared: Secret
  /// How it was paired; never ``PairingMode/known``.
  public var way: PairingMode
  /// When it was paired, in seconds since 1970 (UTC).
  public var paired: Int64
  /// When it was here last, in seconds since 1970 (UTC); nil when it has not been since it was paired.
  public var used: Int64?

  /// A device; see the properties.
  public init(
    key: PublicKey, name: DeviceName, role: Introduction.Role, preShared: Secret, way: PairingMode,
    paired: Int64, used: Int64? = nil
  ) {
    (self.key, self.name, self.role, self.preShared) = (key, name, role, preShared)
    (self.way, self.paired, self.used) = (way, paired, used)
  }

  /// What people tell the device by: the SHA-256 of its key, 64 hexadecimal digits.
  public var fingerprint: String { key.fingerprint }
}

/// The devices that are paired with this host.
extension Database {
  /// The most devices that can be paired.
  public static let deviceLimit = 64

  private static let columns = "key, name, role, secret, way, paired, used"

  /// All devices, the first paired first.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func devices() throws(StoreError) -> [Device] {
    var devices: [Device] = []
    try run("SELECT \(Database.columns) FROM device ORDER BY paired, key") { row throws(StoreError) in
      devices.append(try Device(row))
    }
    return devices
  }

  /// The device whose `key` this is; nil when there is none.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func device(_ key: PublicKey) throws(StoreError) -> Device? {
    var device: Device?
    try run("SELECT \(Database.columns) FROM device WHERE key = ?", [.key(key)]) { row throws(StoreError) in
      device = try Device(row)
    }
    return device
  }

  /// Keeps `device`, in the place of the one with its key if there is one; on the disk when this returns.
  ///
  /// - Throws: `full` when there are 64 others; `busy`, `noSpace` or `failed`.
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

  /// Calls the device of `key` by `name` from now on.
  ///
  /// - Throws: `unknownDevice`, `busy`, `noSpace` or `failed`.
  public func rename(_ key: PublicKey, to name: DeviceName) throws(StoreError) {
    try change("UPDATE device SET name = ? WHERE key = ?", [.text(name.text), .key(key)])
  }

  /// Forgets the device of `key` and what it shares with the host; on the disk when this returns.
  ///
  /// - Throws: `unknownDevice`, `busy`, `noSpace` or `failed`.
  public func revoke(_ key: PublicKey) throws(StoreError) {
    try change("DELETE FROM device WHERE key = ?", [.key(key)])
    emptyLog()
  }

  /// Notes that the device of `key` is here at `time`, in seconds since 1970 (UTC), and never that it was earlier.
  ///
  /// It does not wait for the disk: players would feel that. When the machine's power fails, the note may be lost.
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

  /// Runs `sql`, which changes one device.
  private func change(_ sql: String, _ values: [Value]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try run(sql, values)
      try requireOne()
    }
  }

  /// Holds that the last statement has changed one device.
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
