import Bridge
import Cryptography
import Glibc
import Model
import Platform
import Store
import Testing
import Wire

@testable import Daemon

/// The paired devices on their way to the file.
@Suite struct DeviceBookTests {
  /// A directory for a file, which is removed with its contents.
  private struct Place: ~Copyable {
    let path: String

    init() {
      path = "/tmp/tiltpad-book-\(getpid())-\(UInt32.random(in: .min ... .max))"
    }

    var file: String { "\(path)/tiltpad.db" }

    deinit {
      for ending in ["", "-wal", "-shm", "-journal"] { unsafe unlink("\(path)/tiltpad.db\(ending)") }
      unsafe rmdir(path)
    }
  }

  private func device(_ name: String) -> Admission.Device {
    var random = SystemRandomNumberGenerator()
    let keys = KeyPair(from: &random)
    return Admission.Device(
      key: keys.publicKey, name: DeviceName(name), role: .gamepad, preShared: Secret { $0[0] = 7 })
  }

  @Test func `Devices are added, noted as used, renamed and revoked in their order`() throws {
    let place = Place()
    let (ada, bob) = (device("Ada"), device("Bob"))
    do {
      var book = try DeviceBook(at: place.file)
      let found = book.writer
      let writer = try #require(found)
      try book.keep(ada, by: .code, at: 1_795_000_000)
      try book.keep(bob, by: .code, at: 1_795_000_001)
      try book.touch(ada.key, at: 1_795_000_002)
      _ = try book.rename(ada.key, to: DeviceName("Ada's phone"))
      _ = try book.revoke(bob.key)
      let unknown = try book.revoke(bob.key)
      #expect(book.isWriting == true)
      #expect(writer.finish(within: .seconds(60)))
      for receipt in writer.popReceipts() {
        #expect(book.note(receipt) == (receipt.ticket == unknown ? .unknownDevice : nil))
      }
      #expect(book.isWriting == false)
    }
    let kept = try Database(at: place.file, ifMissing: .fails).devices()
    #expect(kept.map(\.name.text) == ["Ada's phone"] && kept.map(\.used) == [1_795_000_002])
  }

  @Test func `A device that could not be added is tried again, unless it was revoked`() throws {
    let place = Place()
    let (ada, bob) = (device("Ada"), device("Bob"))
    var book = try DeviceBook(at: place.file)
    let found = book.writer
    let writer = try #require(found)
    try book.keep(ada, by: .code, at: 1)
    try book.keep(bob, by: .code, at: 2)
    _ = try book.revoke(bob.key)
    #expect(writer.finish(within: .seconds(60)))
    // The file's results are replaced by failures.
    for receipt in writer.popReceipts() {
      let failed = StoreWriter.Receipt(ticket: receipt.ticket, error: .noSpace)
      #expect(book.note(failed) == .noSpace)
    }
    #expect(book.isWriting == false)
    #expect(try book.keepLate() != nil)
    #expect(book.isWriting == true, "Ada's phone is under way again")
  }
}
