import Model
import Notation
import Testing
import Wire

@testable import Pages

/// A house with a crowd, in which the test plays the roles of pages, programs and bridge.
extension EngineHouse {
  /// The number of the local program that leads the crowd.
  static var crowdProgram: Int { 21 }
  /// A vote for the right, with A.
  static var rightVote: String { #"{"vote":[32767,0,0,0,1]}"# }

  /// Begins a crowd, whose controller gets slot 2.
  mutating func beginCrowd(_ request: CrowdRequest = CrowdRequest(.begin)) throws {
    engine.findBridge(at: now)
    engine.receive(request, from: Self.crowdProgram, at: now, using: &random)
    settle()
    seat(try #require(engine.book.crowd).controller, in: 2)
    settle()
  }

  /// Asks for a WebSocket of the crowd; returns the status of a refusal, or nil.
  mutating func askToVote(
    _ device: UInt8, on connection: UInt32, from address: Address = .loopback, ticket: String? = nil
  ) -> String? {
    let secret = Self.secret(device)
    let code = ticket ?? engine.book.crowd?.ticket.text ?? secret
    let protocols = "tpp.crowd.v1, ticket.\(code), device.\(secret)"
    let refusal = ask(request("/crowd", .get, protocols, from: address), on: connection)
    if refusal == nil { engine.open(connection, at: now, using: &random) }
    return refusal
  }

  /// Returns the secret of device `number` as text.
  static func secret(_ number: UInt8) -> String {
    let bytes = InlineArray<16, UInt8>(repeating: number)
    return Base64URL.text(of: bytes.span)
  }

  mutating func openVoter(_ device: UInt8, from address: Address = .loopback) {
    #expect(askToVote(device, on: UInt32(device), from: address) == nil)
  }

  /// Lets `milliseconds` pass, with all work in between.
  ///
  /// Returns the packets of the crowd's controller.
  mutating func pass(_ milliseconds: Int64) -> [ControllerFrames] {
    let end = now + .milliseconds(milliseconds)
    var packets = packets()
    while now < end {
      now = min(end, max(now + .milliseconds(1), engine.crowdDue))
      engine.advance(to: now, using: &random)
      packets += self.packets()
    }
    return packets
  }

  mutating func packets() -> [ControllerFrames] {
    var packets: [ControllerFrames] = []
    while let action = engine.next(at: now, using: &random) {
      if case .sendFrames(_, let frames) = action { packets.append(frames) }
    }
    return packets
  }

  /// Returns the last text that waits for `connection`.
  mutating func said(_ connection: UInt32) throws -> JSON {
    let text = try #require(texts(connection).last)
    return try JSON(parsing: Array(text.utf8).span)
  }
}
