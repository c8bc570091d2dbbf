import Dialects
import Model
import Testing
import Wire

@testable import Inputs

/// Controllers that send more than the gateway passes on to the daemon.
@Suite struct PaceTests {
  /// The presses and releases that the daemon has received, and its buttons.
  ///
  /// The daemon acknowledges what it receives.
  private struct Daemon {
    var edges: [Bool] = []
    var buttons: Buttons = []
    private var next: UInt16 = 0

    mutating func serve(_ desk: inout Desk) {
      for frames in desk.popFrames() {
        if let log = frames.edges {
          // The numbers of edges that the log has given up are skipped.
          if Int16(bitPattern: log.first &- next) > 0 { next = log.first }
          for index in 0..<log.count where log.first &+ UInt16(index) == next {
            edges.append(log[index].isPress)
            next &+= 1
          }
        }
        if let state = frames.state { buttons = state.buttons }
      }
      desk.acknowledge(next)
    }
  }

  @Test(arguments: [100, 500, 640, 2_000, 20_000])
  func `Of forty taps each is passed on, however many messages a second come, and nothing stays down`(
    _ rate: Int64
  ) throws {
    var desk = try Desk("confirm=no")
    var daemon = Daemon()
    let messages = 2 * rate
    for message in 0..<messages {
      // There are twenty taps a second. A button is down for half of the time of each tap.
      let phase = message * 40 % messages
      if phase < 40 { desk.hear(.button(.b, isDown: true)) }
      if phase >= messages / 2, phase < messages / 2 + 40 { desk.hear(.button(.b, isDown: false)) }
      desk.hear(.axis(.leftX, Int16(message % 32_767)))
      daemon.serve(&desk)
      desk.wait(.microseconds(1_000_000 / rate))
    }
    desk.hear(.button(.b, isDown: false))
    desk.wait(.milliseconds(100))
    daemon.serve(&desk)
    #expect(daemon.edges == (0..<80).map { $0 % 2 == 0 })
    #expect(daemon.buttons == [])
  }

  @Test
  func
    `The daemon gets 500 packets a second of a controller, and the newest reading within two milliseconds`()
    throws
  {
    var desk = try Desk("confirm=no")
    var packets = 0
    // After so many messages, the next one comes between two packets to the daemon, and has to wait.
    for message in 0..<20_003 {
      desk.hear(.axis(.leftX, Int16(message)))
      desk.wait(.microseconds(100))
      packets += desk.popFrames().count
    }
    #expect((1_250...1_260).contains(packets))
    desk.hear(.axis(.leftX, -7))
    desk.wait(.milliseconds(2))
    #expect(desk.popFrames().last?.state?.sticks?.left.x == -7)
  }

  @Test func `A flood of presses takes no memory, and the levels win in the end`() throws {
    var desk = try Desk("confirm=no")
    var daemon = Daemon()
    for message in 0..<20_000 {
      desk.hear(.button(message % 3 == 0 ? .b : .a, isDown: message % 2 == 0))
      desk.wait(.microseconds(50))
      daemon.serve(&desk)
    }
    desk.hear(.button(.b, isDown: true))
    desk.hear(.button(.a, isDown: false))
    desk.wait(.seconds(1))
    daemon.serve(&desk)
    desk.wait(.milliseconds(200))
    daemon.serve(&desk)
    #expect(daemon.buttons == Buttons(.a))
    desk.hear(.button(.b, isDown: false))
    desk.wait(.milliseconds(100))
    daemon.serve(&desk)
    #expect(daemon.buttons == [])
  }
}
