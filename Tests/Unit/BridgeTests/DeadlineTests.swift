import Engine
import Impairment
import Model
import TestHost
import Testing
import Wire

@testable import Bridge

/// The stored deadlines of players, compared with a simple model that checks each player in each millisecond.
@Suite struct DeadlineTests {
  /// A change of a player's buttons on the pad.
  private struct Change: Hashable {
    let at: Instant
    let slot: PlayerSlot
    let buttons: Buttons
  }

  /// The controllers of a random script; all their times are whole milliseconds.
  private struct Crowd {
    static let size = 8
    /// The numbers of edges in a packet: 0 in three of five packets, and 1 and 3 in one of five each.
    private static let edgeCounts = [0, 0, 0, 1, 3]
    private static let buttons: [Button] = [.a, .b, .x]

    var random: Random
    private var sequences = [UInt16](repeating: 0, count: Crowd.size)
    private var edges = [UInt16](repeating: 0, count: Crowd.size)
    private var levels = [Buttons](repeating: [], count: Crowd.size)
    /// The number of milliseconds until each controller's next packet.
    private var pauses = [Int](repeating: 1, count: Crowd.size)

    init(seed: UInt64) { random = Random(seed: seed) }

    /// Returns the packets of the next millisecond.
    mutating func next() -> [Datagram<512>] {
      var packets: [Datagram<512>] = []
      for index in 0..<Crowd.size {
        pauses[index] -= 1
        guard pauses[index] == 0 else { continue }
        pauses[index] = pause()
        packets.append(packet(of: index))
      }
      return packets
    }

    /// Returns the milliseconds until the next packet.
    ///
    /// The pause is mostly that of normal play, and sometimes a silence after which the buttons are released
    /// or everything is at rest.
    private mutating func pause() -> Int {
      switch random.next() % 100 {
      case 0: 1_500
      case 1...2: 950
      case 3...9: Int(random.next() % 120) + 1
      default: 4 << Int(random.next() % 3)
      }
    }

    private mutating func packet(of index: Int) -> Datagram<512> {
      sequences[index] &+= 1
      var frames = ControllerFrames()
      var log = EdgeLog(first: edges[index])
      for _ in 0..<Crowd.edgeCounts[Int(random.next() % 5)] {
        let button = Crowd.buttons[Int(random.next() % 3)]
        log.append(Edge(button, isPress: !levels[index][button]))
        levels[index][button].toggle()
        edges[index] &+= 1
      }
      if log.count > 0 { frames.edges = log }
      frames.state = ControllerState(
        sampleTime: UInt32(sequences[index]) * 4_000, buttons: levels[index], nextEdge: edges[index])
      return frames.datagram(after: PlainHeader(sequence: sequences[index], token: UInt32(index) + 1))
    }
  }

  /// Returns the changes that the pads show during `seconds` with `crowd`.
  ///
  /// With `asksAll`, the engine checks every player every millisecond. Without it, only the players whose
  /// deadline has come.
  private func changes(of crowd: Crowd, seconds: Int, asksAll: Bool) -> [PlayerSlot: [Change]] {
    var (crowd, evening) = (crowd, HostHarness.plain(limit: Crowd.size))
    for _ in 0..<1_000 * seconds {
      for packet in crowd.next() {
        evening.receive(packet)
        let next = evening.engine.nextDeadline
        #expect(next > evening.now, "nothing is left behind")
      }
      if asksAll {
        let settings = evening.bridge.settings
        evening.bridge.reload(settings)
      }
      evening.pass(.milliseconds(1))
    }
    let all = evening.reports.map { Change(at: $0.at, slot: $0.slot, buttons: $0.report.buttons) }
    return Dictionary(grouping: all, by: \.slot).mapValues { shown in
      shown.indices.filter { $0 == 0 || shown[$0].buttons != shown[$0 - 1].buttons }.map { shown[$0] }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Players asked only at their deadlines show the same as players asked at each millisecond`(
    seed: UInt64
  ) {
    let crowd = Crowd(seed: seed)
    let lazy = changes(of: crowd, seconds: 8, asksAll: false)
    let plain = changes(of: crowd, seconds: 8, asksAll: true)
    #expect(lazy.values.map(\.count).reduce(0, +) > 500, "seed \(seed)")
    #expect(lazy == plain, "seed \(seed)")
  }
}
