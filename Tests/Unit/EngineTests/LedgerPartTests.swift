import Bridge
import Cryptography
import Model
import Testing
import Wire

@testable import Engine

/// The small parts of the ledgers and of the engine's outputs.
@Suite struct LedgerPartTests {
  @Test func `The newest sixty-four names of pages are known, each page's last`() {
    var names = PageNames()
    for number: UInt32 in 0..<65 { names.note(DeviceName("Page \(number)"), of: number) }
    #expect(names.name(of: 0) == nil && names.name(of: 1)?.text == "Page 1")
    names.note(DeviceName("Aki"), of: 1)
    #expect(names.name(of: 1)?.text == "Aki" && names.name(of: 2)?.text == "Page 2")
    names.note(DeviceName("Bea"), of: 65)
    #expect(names.name(of: 2) == nil && names.name(of: 1)?.text == "Aki", "it is among the newest again")
  }

  @Test func `Of a player's rounds the newest is told, once`() {
    var rounds = HeldRounds()
    #expect(rounds.next() == nil)
    let (one, two) = (PlayerSlot(index: 3), PlayerSlot(index: 1))
    let armed = Round(number: 1, phase: RoundPhase.armed.rawValue, winner: 0, margin: Round.noMargin)
    rounds.add(nil, for: one)
    rounds.add(armed, for: one)
    rounds.add(nil, for: two)
    var told: [(PlayerSlot, Round?)] = []
    while let (slot, round) = rounds.next() { told.append((slot, round)) }
    #expect(told.map(\.0) == [two, one] && told.map(\.1) == [nil, armed])
  }

  @Test func `Changes for the store are numbered from 1, and outputs come in their order`() {
    var outputs = OutputQueue()
    #expect(outputs.keep(.beginQuiz) == 1)
    outputs.append(.stage)
    #expect(outputs.keep(.forgetQuizzes) == 2)
    var words: [String] = []
    while let output = outputs.next() {
      switch output {
      case .keep(let change, let ticket): words.append("\(ticket) \(change.isOfQuiz)")
      case .stage: words.append("stage")
      default: words.append("other")
      }
    }
    #expect(words == ["1 true", "stage", "2 true"])
    #expect(!HostEngine.Keep.revoke(PublicKey(Bytes32(repeating: 1))).isOfQuiz)
  }

  @Test func `A reply waits for its change alone, and is dropped with its program`() {
    var replies = Replies()
    replies.add(Reply(1, .nobody), to: 16)
    replies.add(Reply(2, waitingFor: 7), to: 16)
    replies.add(Reply(3, waitingFor: 8), to: 17)
    #expect(replies.next().map { [$0.answer.number, $0.connection] } == [1, 16] && replies.next() == nil)
    replies.note(9, .done)
    #expect(replies.next() == nil)
    replies.note(8, .failed)
    replies.note(8, .done)
    let answer = replies.next()
    #expect(answer?.answer.number == 3 && answer?.answer.result == .failed && replies.next() == nil)
    replies.add(Reply(4, .done), to: 17)
    replies.remove(17)
    replies.remove(16)
    replies.note(7, .done)
    #expect(replies.next() == nil)
  }

  @Test func `The replies to one program stay when another is gone`() {
    var replies = Replies()
    for connection: UInt32 in 16...18 {
      replies.add(Reply(connection, .done), to: connection)
      replies.add(Reply(connection, waitingFor: 7), to: connection)
    }
    replies.remove(17)
    replies.note(7, .done)
    var answered: [[UInt32]] = []
    while let (answer, connection) = replies.next() { answered.append([answer.number, connection]) }
    #expect(answered == [[16, 16], [18, 18], [16, 16], [18, 18]])
  }

  @Test(arguments: [
    (HostEngine.KeepResult.done, LocalAnswer.Result.done), (.failed, .failed), (.refused, .failed),
    (.unknownDevice, .nobody),
  ])
  func `A reply that reports its change has its result, and another has its own`(
    _ result: HostEngine.KeepResult, _ answer: LocalAnswer.Result
  ) {
    #expect(Reply(1, waitingFor: 7).answer(after: result).result == answer)
    var own = Reply(1, .done)
    own.ticket = 7
    #expect(own.answer(after: result).result == .done)
  }

  @Test
  func `A device that is renamed while it is on its way arrives under its new name if it is sent again`() {
    let now = Instant(nanoseconds: 1_000_000_000_000)
    var (ledger, outputs) = (DeviceLedger(hasStore: true), OutputQueue())
    let device = Admission.Device(
      key: PublicKey(Bytes32(repeating: 1)), name: DeviceName("Ada"), role: .gamepad, preShared: .zero)
    ledger.keep(device, by: .code, at: now, into: &outputs)
    _ = ledger.rename(device.key, to: DeviceName("Bea"), at: now, into: &outputs)
    ledger.note(1, .failed)
    ledger.note(1, .failed)
    _ = ledger.rename(device.key, to: DeviceName("Cy"), at: now, into: &outputs)
    var words: [String] = []
    while case .keep(let change, _)? = outputs.next() {
      switch change {
      case .device(let device, _, _): words.append(device.name.text)
      case .rename(_, let name): words.append("to \(name.text)")
      default: words.append("other")
      }
    }
    #expect(words == ["Ada", "to Bea", "Cy", "to Cy"] && ledger.isWriting)
  }
}
