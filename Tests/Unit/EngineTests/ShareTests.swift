import Bridge
import Engine
import Model
import Motion
import TestHost
import Testing
import Wire

/// Shared pads from packets to reports: what players send, and what their pads show.
@Suite struct ShareTests {
  private let main = PlayerSlot(index: 0)
  private let helper = PlayerSlot(index: 1)

  /// A host with two players, whose controllers send packets until the test stops them.
  struct Party {
    var host = HostHarness.plain()
    var states = [ControllerState](repeating: ControllerState(sampleTime: 0, nextEdge: nil), count: 2)
    var isSending = [true, true]
    private var sequence: UInt16 = 0

    init() {
      run(.milliseconds(20))
    }

    /// Lets time pass, while each controller that is not stopped sends its state every 10 ms.
    mutating func run(_ interval: Interval) {
      let end = host.now + interval
      while host.now < end {
        for index in states.indices where isSending[index] { send(index) }
        sequence += 1
        host.pass(.milliseconds(10))
      }
    }

    mutating func send(_ index: Int, _ frames: ControllerFrames? = nil) {
      var state = states[index]
      state.sampleTime = UInt32(sequence) * 10_000
      var full = frames ?? ControllerFrames()
      full.state = state
      var datagram = Datagram<512>()
      PlainHeader(sequence: sequence, token: UInt32(index) + 1).write(to: &datagram)
      full.write(to: &datagram)
      host.receive(datagram, from: HostHarness.origin(UInt16(5_000 + index)))
    }

    mutating func sayGoodbye(_ index: Int) {
      isSending[index] = false
      var frames = ControllerFrames()
      frames.control = ControlMessage(id: 1, code: ControlMessage.Code.bye.rawValue, argument: 0)
      send(index, frames)
    }

    /// Gives an order, and returns its result.
    mutating func order(_ action: ShareOrder.Action) -> LocalAnswer.Result? {
      let before = host.answers.count
      host.engine.apply(
        .share(ShareOrder(action)), in: Span(), from: 3, at: host.now, random: &host.random)
      host.drain()
      return host.answers.count > before ? host.answers.last?.result : nil
    }

    func pad(_ slot: PlayerSlot) -> PadReport { host.shown(Int(slot.number)) }

    /// Returns the ports of the controllers that were told to run their strong motor.
    func shaken() -> Set<UInt16> {
      var shaken: Set<UInt16> = []
      for sent in host.sent {
        guard case .network(let endpoint) = sent.peer else { continue }
        let frames = sent.datagram.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size) }
        if let strong = frames?.feedback?.strong, strong > 0 { shaken.insert(endpoint.port) }
      }
      return shaken
    }
  }

  private func order(_ party: inout Party, _ action: ShareOrder.Action) -> LocalAnswer.Result? {
    party.order(action)
  }

  private func begin(_ party: inout Party, _ terms: ShareTerms? = ShareTerms()) -> LocalAnswer.Result? {
    order(&party, .begin(main, helpers: PlayerSlots(helper), terms))
  }

  @Test func `A helper's pad goes away at rest, and its player moves the other pad until leaving`() {
    var party = Party()
    party.states[1].buttons = Buttons(.b)
    party.run(.milliseconds(100))
    #expect(party.pad(helper).buttons == Buttons(.b))
    #expect(begin(&party) == .done)
    #expect(party.pad(helper) == .neutral)
    #expect(party.host.detached == [helper])
    party.run(.milliseconds(100))
    #expect(party.pad(main).buttons == [], "what was held counts after its release")
    party.states[1].buttons = Buttons(.y)
    party.run(.milliseconds(50))
    #expect(party.pad(main).buttons == Buttons(.y))
    #expect(party.host.engine.stage.shares.map(\.steering) == [PlayerSlots(helper)])
    #expect(order(&party, .leave(helper)) == .done)
    party.run(.milliseconds(50))
    #expect(party.pad(main).buttons == [])
    #expect(party.host.attached == [main, helper, helper])
    #expect(party.host.engine.stage.shares == [])
    party.states[1].buttons = []
    party.run(.milliseconds(50))
    party.states[1].buttons = Buttons(.x)
    party.run(.milliseconds(50))
    #expect(party.pad(helper).buttons == Buttons(.x))
    #expect(party.pad(main).buttons == [])
  }

  @Test func `A helper who falls silent holds nothing after 300 ms, and the player steers again`() {
    var party = Party()
    #expect(begin(&party) == .done)
    party.states[0].buttons = Buttons(.a)
    party.run(.milliseconds(100))
    party.states[1].buttons = Buttons(.b)
    party.run(.milliseconds(100))
    #expect(party.pad(main).buttons == Buttons(.b))
    let last = party.host.now
    party.isSending[1] = false
    party.run(.milliseconds(350))
    #expect(party.pad(main).buttons == Buttons(.a))
    let back = party.host.reports.last { $0.slot == main && !$0.report.buttons.contains(Buttons(.b)) }
    #expect(back.map { $0.at - last < .milliseconds(340) } == true)
    party.isSending[1] = true
    party.run(.milliseconds(50))
    #expect(party.pad(main).buttons == Buttons(.b), "the helper is back, and still holds it")
  }

  @Test func `A goodbye ends a share, and the player's own state shows`() {
    var party = Party()
    #expect(begin(&party) == .done)
    (party.states[0].buttons, party.states[1].buttons) = (Buttons(.a), Buttons(.b))
    party.run(.milliseconds(100))
    party.sayGoodbye(1)
    #expect(party.pad(main).buttons == Buttons(.a))
    #expect(party.host.engine.stage.shares == [])
    #expect(party.host.attached == [main, helper])
  }

  @Test func `The pad's player leaves, and the helper has a pad again`() {
    var party = Party()
    #expect(begin(&party) == .done)
    party.sayGoodbye(0)
    #expect(party.host.attached == [main, helper, helper])
    #expect(party.host.detached == [helper, main])
    party.states[1].buttons = Buttons(.b)
    party.run(.milliseconds(50))
    #expect(party.pad(helper).buttons == Buttons(.b))
  }

  @Test func `A new mode releases everything on a shared pad`() {
    var party = Party()
    #expect(begin(&party, ShareTerms(.one)) == .done)
    (party.states[0].buttons, party.states[1].buttons) = (Buttons(.a), Buttons(.b))
    party.run(.milliseconds(100))
    #expect(party.pad(main).buttons == [Buttons(.a), Buttons(.b)])
    party.host.change(.mode(.lobby, nil))
    party.run(.milliseconds(60))
    #expect(party.pad(main).buttons == [])
    party.host.change(.mode(.play, nil))
    party.run(.milliseconds(60))
    #expect(party.pad(main).buttons == [])
  }

  @Test func `Orders that cannot be carried out change nothing`() {
    var party = Party()
    #expect(order(&party, .end(main)) == .nobody)
    #expect(order(&party, .leave(helper)) == .nobody)
    #expect(order(&party, .pass(main)) == .nobody)
    #expect(order(&party, .begin(main, helpers: [], nil)) == .notNow)
    #expect(order(&party, .begin(main, helpers: PlayerSlots(main), nil)) == .notNow)
    #expect(order(&party, .begin(main, helpers: PlayerSlots(PlayerSlot(index: 2)), nil)) == .nobody)
    #expect(begin(&party, nil) == .done)
    #expect(party.host.engine.stage.shares.map(\.terms) == [ShareTerms(.help)])
    #expect(order(&party, .pass(main)) == .notNow)
    #expect(order(&party, .begin(helper, helpers: PlayerSlots(main), nil)) == .notNow)
    #expect(order(&party, .begin(main, helpers: [], ShareTerms(.turns, turn: 5))) == .done)
    #expect(party.host.engine.stage.shares.map(\.steering) == [PlayerSlots(main)])
    #expect(order(&party, .pass(main)) == .done)
    #expect(party.host.engine.stage.shares.map(\.steering) == [PlayerSlots(helper)])
    #expect(order(&party, .end(helper)) == .nobody)
    #expect(order(&party, .end(main)) == .done)
    #expect(party.host.engine.stage.shares == [])
    #expect(party.host.detached == [helper])
  }

  @Test(arguments: ShareFeedback.allCases)
  func `Games shake the controllers that the terms name`(feedback: ShareFeedback) throws {
    var party = Party()
    party.states[0].nextEdge = 0
    party.states[1].nextEdge = 0
    #expect(begin(&party, ShareTerms(.one, feedback: feedback)) == .done)
    party.states[1].leftTrigger = 255
    party.states[1].sticks = .init(left: Stick(x: 32_767))
    party.run(.milliseconds(50))
    party.host.sent = []
    party.host.engine.apply(.feedback(main, PadFeedback(strong: 0xffff)), at: party.host.now)
    party.run(.milliseconds(100))
    let expected: Set<UInt16> =
      switch feedback {
      case .all: [5_000, 5_001]
      case .active: [5_001]
      case .main: [5_000]
      }
    #expect(party.shaken() == expected)
  }

  @Test func `A shared wheel pushes nobody, and a helper's former pad shakes nobody`() {
    var party = Party()
    #expect(begin(&party, ShareTerms(.one)) == .done)
    #expect(party.host.abilities.last == [], "the wheel knows no motor")
    party.host.sent = []
    for slot in [main, helper] {
      party.host.engine.apply(.force(slot, PadForce(torque: 20_000, isActing: true)), at: party.host.now)
    }
    party.host.engine.apply(.feedback(helper, PadFeedback(strong: 0xffff)), at: party.host.now)
    party.run(.milliseconds(100))
    let frames = party.host.sent.compactMap { sent in
      sent.datagram.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size) }
    }
    #expect(!frames.contains { $0.torque.map { $0.torque != 0 } ?? false })
    #expect(!frames.contains { $0.feedback.map { $0.strong != 0 } ?? false })
  }

  @Test func `A shared pad that is exchanged shows what its members hold`() {
    var party = Party()
    #expect(begin(&party, ShareTerms(.one)) == .done)
    (party.states[0].buttons, party.states[1].buttons) = (Buttons(.a), Buttons(.b))
    party.run(.milliseconds(100))
    party.host.reports = []
    party.host.engine.apply(.replug(main), at: party.host.now)
    party.run(.milliseconds(50))
    #expect(party.host.reports.contains { $0.slot == main })
    #expect(party.pad(main).buttons == [Buttons(.a), Buttons(.b)])
  }

  @Test func `A trigger that is let go while its shared pad is exchanged comes to rest`() {
    var party = Party()
    party.host = HostHarness.plain { $0.input.settling = .seconds(1) }
    party.run(.milliseconds(20))
    party.states[0].nextEdge = 0
    #expect(begin(&party, ShareTerms(.one)) == .done)
    party.states[0].leftTrigger = 255
    // A pad rests in its first second.
    party.run(.milliseconds(1_200))
    #expect(party.pad(main).leftTrigger == 255)
    // The new pad is at rest.
    party.host.reports = []
    party.host.engine.apply(.replug(main), at: party.host.now)
    party.run(.milliseconds(100))
    party.states[0].leftTrigger = 0
    party.run(.seconds(2))
    #expect(party.pad(main).leftTrigger == 0)
  }

  @Test func `Watchers see what a shared pad shows, and a helper's pad at rest`() {
    var party = Party()
    #expect(begin(&party, ShareTerms(.one)) == .done)
    party.states[1].buttons = Buttons(.b)
    party.run(.milliseconds(100))
    #expect(party.host.engine.status(of: main, at: party.host.now)?.report.buttons == Buttons(.b))
    #expect(party.host.engine.status(of: helper, at: party.host.now)?.report == .neutral)
    #expect(party.host.engine.padReport(of: helper, at: party.host.now) == nil)
  }

  @Test func `The next run of the host continues a share, with the helper's slot and without its pad`() throws
  {
    var party = Party()
    #expect(begin(&party, ShareTerms(.one)) == .done)
    let kept = party.host.engine.keptShares
    #expect(kept.map { $0.members.map(\.slot) } == [[main, helper]])
    var next = party
    next.host = HostHarness.plain()
    let owner = try #require(kept.first?.members.first?.owner)
    #expect(next.host.engine.resume(main, of: owner, request: 0, at: next.host.now) != nil)
    next.host.engine.resume(kept[0], at: next.host.now)
    next.states[1].buttons = Buttons(.b)
    next.run(.milliseconds(100))
    #expect(next.pad(main).buttons == Buttons(.b))
    #expect(!next.host.attached.contains(helper))
    var stranger = HostHarness.plain()
    stranger.engine.resume(kept[0], at: stranger.now)
    #expect(stranger.engine.keptShares == [], "the slot has no player")
  }
}

extension HostHarness {
  /// Carries out an order about modes.
  fileprivate mutating func change(_ order: StageOrder) {
    let message = LocalPacket.order(LocalOrder(order))
    engine.apply(message, in: Span(), from: 3, at: now, random: &random)
    drain()
  }
}
