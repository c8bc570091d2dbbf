import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct StageOrderTests {
  func order(_ text: String) throws -> LocalOrder? {
    guard case .order(let order) = DashboardRequest(try JSON(parsing: Array(text.utf8).span)) else {
      return nil
    }
    return order
  }

  /// Returns the verb, the argument and the player of an order as they are encoded.
  func bytes(_ text: String) throws -> [UInt8]? {
    try order(text)?.bytes
  }

  @Test(
    arguments: [
      (#"{"type":"mode","mode":"attract","slot":0}"#, [10, 0, 0]),
      (#"{"type":"mode","mode":"lobby","slot":0}"#, [10, 1, 0]),
      (#"{"type":"mode","mode":"play","slot":0}"#, [10, 2, 0]),
      (#"{"type":"mode","mode":"buzzer","slot":16}"#, [10, 3, 16]),
      (#"{"type":"mode","mode":"tank","slot":2}"#, [10, 4, 2]),
      (#"{"type":"mode","mode":"mode130","slot":0}"#, [10, 130, 0]),
      (#"{"type":"buzzer","do":"arm"}"#, [11, 0, 0]), (#"{"type":"buzzer","do":"right"}"#, [12, 0, 0]),
      (#"{"type":"buzzer","do":"wrong"}"#, [13, 0, 0]), (#"{"type":"buzzer","do":"shared"}"#, [14, 0, 0]),
      (#"{"type":"buzzer","do":"again"}"#, [15, 0, 0]), (#"{"type":"buzzer","do":"midpoint"}"#, [16, 0, 0]),
      (#"{"type":"buzzer","do":"clear"}"#, [17, 0, 0]), (#"{"type":"buzzer","do":"undo"}"#, [18, 0, 0]),
      (#"{"type":"buzzer","do":"automatic"}"#, [19, 1, 0]),
      (#"{"type":"buzzer","do":"manual"}"#, [19, 0, 0]),
      (#"{"type":"buzzer","do":"reset"}"#, [20, 0, 0]),
      (#"{"type":"team","slot":3,"team":0}"#, [21, 0, 3]),
      (#"{"type":"team","slot":16,"team":8}"#, [21, 8, 16]),
      (#"{"type":"points","slot":1,"by":1}"#, [22, 1, 1]),
      (#"{"type":"points","slot":1,"by":-1}"#, [22, 255, 1]),
      (#"{"type":"points","slot":5,"by":127}"#, [22, 127, 5]),
      (#"{"type":"points","slot":5,"by":-128}"#, [22, 128, 5]),
    ] as [(String, [UInt8])])
  func `Each order about the stage is one of the bridge's`(_ text: String, _ wanted: [UInt8]) throws {
    #expect(try bytes(text) == wanted)
  }

  @Test(arguments: [
    #"{"type":"mode","mode":"buzzer"}"#, #"{"type":"mode","mode":"Play","slot":0}"#,
    #"{"type":"mode","mode":3,"slot":0}"#, #"{"type":"mode","mode":"play","slot":17}"#,
    #"{"type":"mode","mode":"play","slot":-1}"#, #"{"type":"mode","slot":0}"#,
    #"{"type":"buzzer"}"#, #"{"type":"buzzer","do":"armed"}"#, #"{"type":"buzzer","do":11}"#,
    #"{"type":"team","team":1}"#, #"{"type":"team","slot":0,"team":1}"#,
    #"{"type":"team","slot":1,"team":9}"#,
    #"{"type":"team","slot":1,"team":-1}"#, #"{"type":"team","slot":1}"#,
    #"{"type":"team","slot":1,"team":"1"}"#,
    #"{"type":"points","slot":1}"#, #"{"type":"points","slot":1,"by":0}"#,
    #"{"type":"points","slot":1,"by":128}"#,
    #"{"type":"points","slot":1,"by":-129}"#, #"{"type":"points","slot":1,"by":1.5}"#,
    #"{"type":"points","slot":0,"by":1}"#, #"{"type":"points","slot":1,"by":18446744073709551615}"#,
  ])
  func `An order about the stage that makes no sense is none`(_ text: String) throws {
    #expect(try order(text) == nil)
  }

  @Test func `A page chooses a team for its own player, and only while that gathers`() throws {
    var stage = StageStatus(mode: .lobby)
    let slot = PlayerSlot(index: 4)
    let said = try JSON(parsing: Array(#"{"type":"team","team":7,"slot":1,"player":1}"#.utf8).span)
    for mode in Mode.allCases.map(Optional.some) + [nil] {
      stage.players[4].mode = mode
      let order = LocalOrder(teamFor: slot, on: stage, said)
      #expect(order?.bytes == (mode == .lobby ? [23, 7, 5] : nil))
    }
    #expect(LocalOrder(teamFor: slot, on: nil, said) == nil)
    stage.players[4].mode = .lobby
    for wrong in [#"{"team":9}"#, #"{"team":-1}"#, #"{"team":"1"}"#, "{}"] {
      #expect(
        LocalOrder(teamFor: slot, on: stage, try JSON(parsing: Array(wrong.utf8).span)) == nil, "\(wrong)")
    }
  }
}

extension LocalOrder {
  /// The verb, the argument and the player as they are encoded.
  var bytes: [UInt8] { LocalPacket.order(self).datagram.withBytes { bytes in (1...3).map { bytes[$0] } } }
}
