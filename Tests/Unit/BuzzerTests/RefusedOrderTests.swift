import Buzzer
import Model
import Testing

/// The orders that apply in each phase of a round.
@Suite struct RefusedOrderTests {
  private static let orders: [QuizOrder] = [.arm, .right, .wrong, .shared, .again, .midpoint, .clear, .undo]

  /// Returns a room with three players in the phase that `name` describes.
  private func room(_ name: String) -> HostedQuiz {
    let room = HostedQuiz(3)
    guard name != "idle" else { return room }
    room.obey(.arm, at: 0)
    guard name != "armed" else { return room }
    room.press(2, at: 100)
    if name == "tied" { room.press(1, at: 100.4) }
    for player in 1...3 where player == 3 || player == 1 && name != "tied" { room.hear(player, at: 130) }
    if name == "result" { room.obey(.right, at: 200) }
    return room
  }

  @Test(
    arguments: [
      ("idle", [.arm]), ("armed", [.clear]), ("answering", [.right, .wrong, .clear]),
      ("tied", [.shared, .again, .midpoint, .clear]), ("result", [.arm, .clear, .undo]),
    ] as [(String, [QuizOrder])])
  func `An order that does not apply changes nothing`(_ phase: String, _ valid: [QuizOrder]) {
    for order in Self.orders {
      let room = room(phase)
      let before = (room.quiz.revision, room.quiz.phase, room.quiz.number)
      let isDone = room.obey(order, at: 1_000)
      #expect(isDone == valid.contains(order), "\(phase): \(order)")
      let after = (room.quiz.revision, room.quiz.phase, room.quiz.number)
      #expect(isDone ? before.0 < after.0 : before == after, "\(phase): \(order)")
    }
  }

  @Test(
    arguments: [
      ("armed", .clear, .cleared), ("armed", .reset, nil), ("answering", .right, .right),
      ("answering", .wrong, .wrong), ("answering", .clear, .cleared), ("answering", .reset, .certain),
      ("tied", .shared, .shared), ("tied", .again, .again), ("tied", .midpoint, .midpoint),
      ("tied", .clear, .cleared), ("tied", .reset, .tooClose), ("result", .clear, .right),
      ("result", .arm, .right), ("result", .reset, .right),
    ] as [(String, QuizOrder, RoundRecord.Settlement?)])
  func `A round is recorded once, with the settlement that an order has left it`(
    _ phase: String, _ order: QuizOrder, _ settlement: RoundRecord.Settlement?
  ) {
    let room = room(phase)
    #expect(room.obey(order, at: 1_000))
    let (record, number) = (room.nextRecord(), settlement.map { _ in UInt16(1) })
    #expect(record?.settlement == settlement && record?.number == number)
    #expect((record?.outcome == nil) == (phase == "armed") && record?.presses.isEmpty != (phase != "armed"))
    #expect(room.nextRecord() == nil)
  }

  @Test func `Without players no round begins`() {
    let room = HostedQuiz(1)
    room.quiz.seat([], at: room.instant(0))
    #expect(!room.obey(.arm, at: 1))
    room.seat(1, at: 2)
    #expect(room.obey(.arm, at: 3))
  }

  @Test func `Who comes after the beginning of a round takes no part in it`() {
    let room = HostedQuiz(2)
    room.obey(.arm, at: 0)
    room.seat(3, at: 10)
    room.press(3, at: 100)
    #expect(room.quiz.order.isEmpty && room.quiz.phase == .armed)
  }
}
