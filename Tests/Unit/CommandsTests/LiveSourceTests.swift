import Cryptography
import Handset
import Model
import Testing
import Wire

@testable import Commands

@Suite struct LiveSourceTests {
  private let scratch = ConfigurationTests.Scratch()
  private let start = Instant(nanoseconds: 1_000_000_000)

  /// Returns a source that compares digits with a host that sends nothing.
  private func source() throws -> LiveSource {
    var random = SystemRandomNumberGenerator()
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .computer, sampleRate: 125, name: DeviceName("Test"))
    let speech = SealedSpeech(
      of: KeyPair(from: &random).publicKey, as: introduction, by: .confirm,
      with: try ControllerFile(at: "\(scratch.path)/controller"), at: start)
    return LiveSource(
      Controller(
        hand: .script(Script(start: start)), speech: speech, period: .milliseconds(8), at: start))
  }

  @Test func `A goodbye of its own is no end that the host has brought about`() throws {
    var source = try source()
    source.end()
    let packets = source.farewells(at: start)
    let (isSettled, isFinished, isOver) = (source.isSettled, source.isFinished, source.isOver)
    #expect(packets.isEmpty && isSettled && isFinished)
    #expect(!isOver)
  }

  @Test func `A host that cannot be reached is the end, also for a source that says goodbye`() throws {
    var source = try source()
    for step in 0..<1_100 as Range<Int64> {
      while source.packet(at: start + .milliseconds(10 * step)) != nil {}
    }
    let (failure, isOver) = (source.failure, source.isOver)
    #expect(failure != nil && isOver)
    source.end()
    let isStillOver = source.isOver
    #expect(isStillOver)
  }
}
