import Cryptography
import Foundation
import Platform
import Wire

@testable import Store

/// An empty directory for a database, removed with its content when the object is released.
final class Place {
  let directory: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "tiltpad-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    directory = place.path
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// The path of the database.
  var path: String { "\(directory)/\(Database.name)" }

  /// Opens the database, which is created if it is missing.
  func open(ifMissing absence: Database.Absence = .makes) throws(StoreError) -> Database {
    try Database(at: path, ifMissing: absence)
  }

  /// Returns the error with which the database fails to open, or nil if it opens.
  func refusal(ifMissing absence: Database.Absence = .makes) -> StoreError? {
    do throws(StoreError) {
      _ = try open(ifMissing: absence)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the host's public key; two reads must return the same one.
  func hostKey() throws -> PublicKey {
    var dice = SystemRandomNumberGenerator()
    let database = try open()
    let key = try database.hostKeys(from: &dice).publicKey
    return try database.hostKeys(from: &dice).publicKey == key ? key : PublicKey(Bytes32(repeating: 0))
  }

  /// Returns the content of the file called `name`, or nil if there is none.
  func bytes(_ name: String = Database.name) -> [UInt8]? {
    try? FileContents.read("\(directory)/\(name)", limit: 1 << 24)
  }

  func write(_ bytes: [UInt8], _ name: String = Database.name) throws {
    try FileContents.write(bytes, to: "\(directory)/\(name)", mode: 0o600)
  }

  /// Returns a place with the files that a crash would leave now, with only the first `length` bytes of the log.
  func crashed(log length: Int = .max) throws -> Place {
    let copy = try Place()
    for name in [Database.name, "\(Database.name)-wal", "\(Database.name)-journal"] {
      guard let bytes = bytes(name) else { continue }
      try copy.write(name.hasSuffix("-wal") ? Array(bytes.prefix(length)) : bytes, name)
    }
    return copy
  }
}

extension Device {
  /// Returns phone number `number` of many.
  static func sample(_ number: UInt8, name: String = "Phone", paired: Int64 = 1_795_000_000) -> Device {
    Device(
      key: PublicKey(Bytes32 { $0 == 0 ? number : 7 }), name: DeviceName(name), role: .gamepad,
      preShared: Secret { $0[31] = number }, way: .code, paired: paired)
  }

  /// The device in a form that can be compared.
  var told: String {
    let secret = preShared.withBytes { bytes in bytes.indices.map { "\(bytes[$0])" }.joined(separator: ".") }
    return "\(fingerprint) \(name.text) \(role) \(way) \(paired) \(used.map { "\($0)" } ?? "never") \(secret)"
  }
}

/// Returns the error that `body` throws, or nil if it throws none.
func failure(_ body: () throws(StoreError) -> Void) -> StoreError? {
  do throws(StoreError) {
    try body()
    return nil
  } catch {
    return error
  }
}

extension Place {
  /// Returns whether the database or its log contains these bytes.
  func isFound(_ pattern: [UInt8]) -> Bool {
    [Database.name, "\(Database.name)-wal"].contains { name in
      guard let bytes = self.bytes(name), bytes.count >= pattern.count else { return false }
      return (0...bytes.count - pattern.count).contains { start in
        bytes[start] == pattern[0] && bytes[start..<start + pattern.count].elementsEqual(pattern)
      }
    }
  }
}

extension Database {
  /// Returns the device with `key`; nil if there is none.
  func device(_ key: PublicKey) throws(StoreError) -> Device? { try devices().first { $0.key == key } }
}
