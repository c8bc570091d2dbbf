import Bridge
import Engine
import Model
import Testing

@testable import Daemon

/// The file of the shared pads, which a later daemon reads.
@Suite struct ShareFileTests {
  private func member(_ number: Int, _ owner: Roster.Key, request: UInt8 = 0) throws
    -> HostEngine.KeptShare.Member
  {
    HostEngine.KeptShare.Member(
      slot: try #require(PlayerSlot(number: number)), owner: owner, request: request)
  }

  private func shares() throws -> [HostEngine.KeptShare] {
    [
      HostEngine.KeptShare(
        [
          try member(1, .device(.max, 7)), try member(3, .gateway(2, controller: .max), request: 4),
          try member(16, .plain(Address(v4: 0x7f00_0001), token: 9)),
        ], ShareTerms(.turns, feedback: .active, turn: 240)),
      HostEngine.KeptShare(
        [try member(5, .device(1, 2)), try member(2, .device(3, 4))], ShareTerms(.mean, turn: 5)),
    ]
  }

  @Test func `Shared pads survive the way through the file`() throws {
    #expect(ShareFile.shares(in: ShareFile.bytes(of: try shares())) == (try shares()))
    #expect(ShareFile.shares(in: ShareFile.bytes(of: [])) == [])
  }

  @Test func `A damaged file is none`() throws {
    let text = String(decoding: ShareFile.bytes(of: try shares()), as: UTF8.self)
    for (part, other) in [
      ("tiltpad shares 1", "tiltpad shares 2"), ("3 1 2", "3 5 2"), ("3 1 2", "17 1 2"), ("3 1 2", "1 1 2"),
      ("3 1 2", "3 1 9"), (" 240 ", " 241 "), ("\n3", "\n3 "), ("3 1 2", "3 4 2"),
    ] {
      let damaged = text.replacing(part, with: other)
      #expect(damaged != text && ShareFile.shares(in: Array(damaged.utf8)) == nil, "\(part) → \(other)")
    }
    for length in 0..<text.utf8.count - 1 {
      let cut = Array(text.utf8.prefix(length))
      let isWhole = cut.last == UInt8(ascii: "\n") && length > 0
      #expect(isWhole || ShareFile.shares(in: cut) == nil, "\(length) bytes")
    }
  }
}
