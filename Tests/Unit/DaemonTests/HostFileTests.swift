import Bridge
import Cryptography
import Engine
import Glibc
import Model
import Platform
import Store
import TestHost
import Testing
import Wire

@testable import Daemon

/// The storing of the engine's changes in the host's file.
@Suite struct HostFileTests {
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

  @Test func `Devices are added, noted as used, renamed and revoked in the file`() throws {
    let place = Place()
    let (ada, bob) = (Admission.Device(called: "Ada"), Admission.Device(called: "Bob"))
    let start = WallClock.now()
    do {
      let found = try HostFile.open(place.file).writer
      let writer = try #require(found)
      let changes: [HostEngine.Keep] = [
        .device(ada, .code, age: .seconds(100)), .device(bob, .code, age: .zero), .touch(ada.key),
        .rename(ada.key, DeviceName("Ada's phone")), .revoke(bob.key), .revoke(bob.key),
      ]
      for (index, change) in changes.enumerated() {
        try writer.submit(StoreJob(change), of: .engine(UInt64(index), isOfQuiz: change.isOfQuiz))
      }
      #expect(writer.finish(within: .seconds(60)))
      let receipts = writer.drainReceipts()
      #expect(receipts.map(\.error) == [nil, nil, nil, nil, nil, .unknownDevice])
      #expect(receipts.map(\.origin) == (0..<6).map { .engine($0, isOfQuiz: false) })
    }
    let kept = try Database(at: place.file, ifMissing: .fails).devices()
    #expect(kept.map(\.name.text) == ["Ada's phone"])
    let device = try #require(kept.first)
    let (paired, used) = (device.paired, try #require(device.used))
    #expect(paired >= start - 100 && used >= start && used - paired >= 100)
  }
}
