import Buzzer
import Model
import Platform
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The order of everything that one packet and one wake-up cause.
@Suite struct OrderTests {
  private let page = PlayerSlot(index: 0)

  /// A house with a page in slot 1, behind a gateway, and a program that watches the stage and the status.
  private struct Stand: ~Copyable {
    var house: House
    let bystanders: Bystanders
    private var counter: UInt32 = 0
    private var presses: UInt16 = 0

    /// Creates the house, in which the page has a pad at rest.
    init(_ topics: Watch.Topics = .stage) throws {
      var house = try House()
      bystanders = try Bystanders(&house.executor.clients)
      house.executor.quiz = QuizLedger(store: NotedStore(bystanders), tell: { _ in })
      house.executor.quiz.resume(in: &house.executor.venue)
      self.house = house
      say(.watch(Watch(topics: topics, period: 60_000)))
      for _ in 0..<20 { play() }
      _ = bystanders.popEvents()
    }

    /// Delivers the page's next packet, with another press if `presses`, 100 ms after the last one.
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

    /// Delivers `packet` of the program.
    mutating func say(_ packet: LocalPacket) {
      receive(packet.datagram, from: LocalClients.programs.lowerBound)
    }

    /// Delivers `order` of the program, and returns what it causes.
    mutating func order(_ order: StageOrder) -> [String] {
      say(.order(LocalOrder(order)))
      return bystanders.popEvents()
    }

    /// Receives a message and ends the wake-up, as the daemon does.
    private mutating func receive<let capacity: Int>(_ datagram: Datagram<capacity>, from place: Int) {
      datagram.array.withCopy { bytes in
        house.executor.receive(&bytes, from: place, through: house.network, at: house.now)
      }
      wake()
    }

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
    stand.house.executor.pads.plug(NotedPad(stand.bystanders), into: page)
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
}
