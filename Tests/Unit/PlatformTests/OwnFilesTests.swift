import Foundation
import Glibc
import Testing

@testable import Platform

/// Files that programs create, including files that root creates in other users' directories.
@Suite struct OwnFilesTests {
  @Test func `A file is for its owner alone unless others are named`() throws {
    let place = try Place()
    try FileContents.write([1], to: place.path("whole"), mode: 0o600)
    _ = try Descriptor(opening: place.path("trace"), .rewriting)
    try FileContents.makePrivate(place.path("empty"))
    try FileContents.write([1], to: place.path("public"), mode: 0o644)
    for (name, mode) in [("whole", 0o600), ("trace", 0o600), ("empty", 0o600), ("public", 0o644)]
      as [(String, UInt32)]
    {
      #expect(FileStatus(place.path(name))?.mode == S_IFREG | mode, "\(name)")
    }
  }

  @Test func `The permissions of a file behind a link are not root's to change`() throws {
    let place = try Place()
    try FileContents.write([1], to: place.path("other"), mode: 0o644)
    #expect(unsafe symlink(place.path("other"), place.path("link")) == 0)
    _ = try? FileContents.keepPrivate(place.path("link"))
    #expect(FileStatus(place.path("other"))?.mode == S_IFREG | (geteuid() == 0 ? 0o644 : 0o600))
    try FileContents.keepPrivate(place.path("other"))
    #expect(FileStatus(place.path("other"))?.mode == S_IFREG | 0o600)
  }

  @Test func `Root follows no link in a directory of a service`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../systemd")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".in")
    }
    #expect(names.count >= 4)
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("=-+") || line.contains("=+") {
        let isOfFiles = line.contains("/run/") || line.contains("/var/") || line.contains("/ch")
        let isSafe = line.contains("/chgrp -h ") || line.contains("/chrt ")
        #expect(!isOfFiles || isSafe, "\(name): \(line)")
      }
    }
  }
}
