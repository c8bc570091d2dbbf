import Model
import Testing

@testable import Forces

@Suite struct PlaybackTests {
  private static let start = Instant(nanoseconds: 6_000_000_000)

  private static func at(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  @Test(
    arguments: [
      (-100, -110, 2, 10), (0, -10, 2, 10), (9, -1, 2, 10), (10, 0, 2, 40), (39, 29, 2, 40), (40, -10, 1, 50),
      (50, 0, 1, 80), (79, 29, 1, 80),
    ] as [(Int64, Int64, Int, Int64)])
  func `A playback has its place in the present repetition, also before its beginning`(
    time: Int64, elapsed: Int64, left: Int, change: Int64
  ) throws {
    let playback = Playback(
      length: .milliseconds(30), delay: .milliseconds(10), count: 2, at: Self.start)
    let position = try #require(playback.position(at: Self.at(time)))
    #expect(position.elapsed == .milliseconds(elapsed) && position.left == left)
    #expect(position.begin == Self.at(time - elapsed))
    #expect(playback.nextChange(after: Self.at(time)) == Self.at(change))
  }

  @Test(arguments: [(0, 0), (1, 40), (2, 80), (2, 1_000)] as [(Int, Int64)])
  func `A playback is over after its last repetition`(count: Int, time: Int64) {
    let playback = Playback(
      length: .milliseconds(30), delay: .milliseconds(10), count: count, at: Self.start)
    #expect(playback.position(at: Self.at(time)) == nil)
    #expect(playback.nextChange(after: Self.at(time)) == nil)
  }

  @Test func `A playback without a length changes only when its delay ends`() throws {
    let playback = Playback(length: nil, delay: .milliseconds(10), count: 3, at: Self.start)
    let position = try #require(playback.position(at: Self.at(1_000)))
    #expect(position.elapsed == .milliseconds(990) && position.left == 3 && position.begin == Self.at(10))
    #expect(playback.nextChange(after: Self.at(9)) == Self.at(10))
    #expect(playback.nextChange(after: Self.at(10)) == nil)
  }
}
