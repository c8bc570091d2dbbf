import Buzzer
import Gamepad
import Model
import Platform
import Store
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The order of all events that one packet or one wake-up causes.
@Suite struct OrderTests {
  private let page = PlayerSlot(index: 0)

  /// A daemon (``House``) with a page in slot 1, behind a gateway, and a program that watches the stage and
  /// the status.
  private struct Stand: ~Copyable {
    var house: House
    let bystanders: Bystanders
    private var counter: UInt32 = 0
    private var presses: UInt16 = 0

    /// Creates the house, in which the page has a pad at rest.
    ///
    /// Without `store`, the store is a ``NotedStore``. `tell` receives the events for the user.
    init(
      _ topics: Watch.Topics = .stage, store: (any JobStore)? = nil,
      tell: @escaping DaemonEvent.Tell = { _ in }
    ) throws {
      var house = try House(kept: KeptQuiz(), tell: tell)
      let bystanders = try Bystanders(&house.executor.clients)
      house.executor.writer = try StoreWriter(store ?? NotedStore(bystanders), isThreaded: store != nil)
      self.bystanders = bystanders
      self.house = house
      say(.watch(Watch(topics: topics, period: 60_000)))
      for _ in 0..<20 { play() }
      _ = bystanders.popEvents()
    }

    /// Delivers the page's next packet, 100 ms after the last one.
    ///
    /// If `presses` is true, it has an edge: presses and releases take turns.
    mutating func play(presses isPress: Bool = false) {
      house.now = house.now + .milliseconds(100)
      counter += 1
      var frames = ControllerFrames()
      if isPress {
        var log = EdgeLog(first: presses)
        log.append(Edge(.a, isPress: presses % 2 == 0))
        frames.edges = log
        presses += 1
      }
      frames.state = ControllerState(
        sampleTime: counter * 100_000, buttons: presses % 2 == 0 ? [] : Buttons(.a), nextEdge: presses)
      var datagram = LocalDatagram()
      GatewayHeader(transport: .webSocket, controller: 7, counter: counter, received: house.now)
        .write(to: &datagram)
      frames.write(to: &datagram)
      receive(datagram, from: LocalClients.gateways.lowerBound)
    }

    /// Delivers a packet from the program.
    mutating func say(_ packet: LocalPacket) {
      receive(packet.datagram, from: LocalClients.programs.lowerBound)
    }

    /// Delivers an order from the program, and returns the events that it causes.
    mutating func order(_ order: StageOrder) -> [String] {
      say(.order(LocalOrder(order)))
      return bystanders.popEvents()
    }

    /// Receives a message and ends the wake-up, like the daemon.
    private mutating func receive<let capacity: Int>(_ datagram: Datagram<capacity>, from place: Int) {
      house.receive(datagram.array, from: place)
      wake()
    }

    /// Waits until the writer has finished its jobs, and ends the wake-up that follows.
    mutating func hearWriter() {
      #expect(house.executor.writer?.wait(atMost: .seconds(60)) == true)
      house.executor.collectReceipts(at: house.now)
      wake()
    }

    deinit { _ = house.executor.writer?.finish(within: .zero) }

    mutating func wake() { house.executor.advance(to: house.now, through: house.network) }
  }

  @Test func `Rounds and points are kept before anybody is told and an order is answered`() throws {
    var stand = try Stand()
    _ = stand.order(.mode(.buzzer, nil))
    _ = stand.order(.quiz(.automatic(false)))
    stand.play()
    _ = stand.bystanders.popEvents()
    #expect(stand.order(.quiz(.arm)) == ["page: armed", "program: armed", "answer: done"])
    stand.play(presses: true)
    #expect(stand.bystanders.popEvents() == ["kept: round 1, certain", "page: locked", "program: locked"])
    let right = ["kept: round 1, right", "page: result", "program: result", "answer: done"]
    #expect(stand.order(.quiz(.right)) == right)
    let points = ["kept: points [4], teams [0]", "program: result", "answer: done"]
    #expect(stand.order(.quiz(.points(page, 3))) == points)
    let team = ["program: result", "kept: points [4], teams [5]", "answer: done"]
    #expect(stand.order(.quiz(.team(page, 5))) == team)
  }

  @Test func `A pad has its report before the reply to the packet leaves`() throws {
    var stand = try Stand()
    let bystanders = stand.bystanders
    let pad = StubPad {
      bystanders.note("pad")
      return .sent(events: 1)
    }
    stand.house.executor.pads.plug(pad, into: page)
    stand.play(presses: true)
    #expect(stand.bystanders.popEvents() == ["pad", "page"])
  }

  @Test func `A wake-up keeps the teams that are due, and then sends the status`() throws {
    var stand = try Stand([.stage, .status])
    _ = stand.order(.mode(.lobby, nil))
    #expect(stand.order(.choose(3, page)) == ["program: idle", "answer: done"])
    stand.house.now = stand.house.now + .seconds(60)
    stand.wake()
    let events = stand.bystanders.popEvents().filter { !$0.hasPrefix("page") }
    #expect(events == ["kept: points [0], teams [3]", "status", "status of a player", "program: idle"])
  }

  /// Returns a stand whose file hangs, with an armed round.
  private func armedStand(
    _ store: HangingStore, tell: @escaping DaemonEvent.Tell = { _ in }
  ) throws -> Stand {
    var stand = try Stand(store: store, tell: tell)
    _ = stand.order(.mode(.buzzer, nil))
    _ = stand.order(.quiz(.automatic(false)))
    stand.play()
    _ = stand.bystanders.popEvents()
    #expect(stand.order(.quiz(.arm)) == ["page: armed", "program: armed", "answer: done"])
    return stand
  }

  /// Returns a stand whose file hangs, with an armed round in which the page has pressed.
  private func hangingStand(
    _ store: HangingStore, tell: @escaping DaemonEvent.Tell = { _ in }
  ) throws -> Stand {
    var stand = try armedStand(store, tell: tell)
    stand.play(presses: true)
    #expect(
      stand.bystanders.popEvents() == ["page: armed"], "the press is acknowledged, the round is not told")
    return stand
  }

  @Test func `While the file hangs for 5 s packets are answered, and a round is told when it is kept`() throws
  {
    let store = try HangingStore()
    var stand = try hangingStand(store)
    for _ in 0..<50 { stand.play() }
    let events = stand.bystanders.popEvents()
    #expect(Set(events) == ["page: armed"], "each packet has its acknowledgement")
    stand.say(.watch(Watch(topics: .stage, period: 60_000)))
    #expect(stand.bystanders.popEvents() == ["program: armed"], "a new watcher hears what the others know")
    store.release()
    stand.hearWriter()
    #expect(stand.bystanders.popEvents() == ["page: locked", "program: locked"])
    #expect(store.rounds == 1)
  }

  @Test func `While the file hangs an order takes effect, and is answered when its result is kept`() throws {
    let store = try HangingStore()
    var stand = try hangingStand(store)
    #expect(stand.order(.quiz(.right)).filter { !$0.hasPrefix("page") } == [])
    store.release()
    stand.hearWriter()
    #expect(stand.bystanders.popEvents() == ["page: result", "program: result", "answer: done"])
    #expect(store.rounds == 2)
  }

  @Test func `A file that hangs for longer than 10 s ends no quiz, and is reported`() throws {
    let store = try HangingStore()
    let journal = House.Journal()
    var stand = try hangingStand(store, tell: journal.noteLoss)
    for _ in 0..<99 { stand.play() }
    #expect(journal.events.isEmpty)
    _ = stand.bystanders.popEvents()
    for _ in 0..<2 { stand.play() }
    #expect(journal.events == ["quizNotKept(Store.StoreError.slow)"])
    #expect(stand.bystanders.popEvents().contains("program: locked"))
    store.release()
    stand.hearWriter()
    #expect(store.rounds == 1, "the round is kept all the same")
  }

  @Test func `A round that cannot be kept is reported and told`() throws {
    let store = try HangingStore(failing: .noSpace)
    let journal = House.Journal()
    var stand = try hangingStand(store, tell: journal.noteLoss)
    store.release()
    stand.hearWriter()
    #expect(journal.events == ["quizNotKept(Store.StoreError.noSpace)"])
    #expect(stand.bystanders.popEvents() == ["page: locked", "program: locked"])
  }

  @Test func `Nothing of the running quiz follows an order to forget it into the file`() throws {
    let store = try HangingStore()
    var stand = try armedStand(store)
    #expect(stand.order(.quiz(.forget)).filter { !$0.hasPrefix("page") } == [])
    stand.play(presses: true)
    _ = stand.order(.quiz(.reset))
    for _ in 0..<20 { stand.play() }
    let (next, now) = (stand.house.executor.nextDeadline, stand.house.now)
    #expect(next > now, "nothing is due in vain")
    _ = stand.bystanders.popEvents()
    store.release()
    stand.hearWriter()
    let answers = ["answer: done", "answer: notNow"]
    #expect(stand.bystanders.popEvents() == ["page: idle", "program: idle"] + answers)
    let isLast = if case .forgetQuizzes? = store.done.last { true } else { false }
    #expect(isLast)
    #expect(store.rounds == 0)
  }

  @Test func `If the quizzes cannot be forgotten, the rounds decided meanwhile are kept`() throws {
    let store = try HangingStore(failing: .noSpace)
    let journal = House.Journal()
    var stand = try armedStand(store, tell: journal.noteLoss)
    _ = stand.order(.quiz(.forget))
    stand.play(presses: true)
    _ = stand.bystanders.popEvents()
    store.release()
    stand.hearWriter()
    stand.hearWriter()
    #expect(Set(journal.events) == ["quizNotKept(Store.StoreError.noSpace)"] && journal.events.count == 2)
    // The writer may finish both jobs before the daemon receives the end of the first one.
    #expect(stand.bystanders.popEvents().sorted() == ["answer: failed", "page: locked", "program: locked"])
  }

  @Test func `Points that found no place in the queue are kept when the daemon ends`() throws {
    let store = try HangingStore()
    let journal = House.Journal()
    var stand = try armedStand(store, tell: journal.noteLoss)
    let found = stand.house.executor.writer
    let writer = try #require(found)
    try writer.submit(.beginQuiz(at: 0), of: .upkeep)
    store.awaitJob()
    while (try? writer.submit(.beginQuiz(at: 0), of: .upkeep)) != nil { continue }
    _ = stand.order(.quiz(.points(page, 3)))
    #expect(journal.events.first == "quizNotKept(Store.StoreError.slow)")
    store.release()
    stand.house.executor.sayGoodbye(
      through: stand.house.network, at: stand.house.now, patience: (.seconds(60), .seconds(60)))
    let points = store.done.compactMap { job -> [Int32]? in
      if case .scores(let players) = job { players.map(\.points) } else { nil }
    }
    #expect(points == [[3]])
  }
}
