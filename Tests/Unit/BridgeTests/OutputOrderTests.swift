import Bridge
import Buzzer
import Cryptography
import Engine
import Model
import Modes
import Room
import TestHost
import TestSupport
import Testing
import Wire

/// The order in which outputs leave the engine.
@Suite struct OutputOrderTests {
  /// The outputs of a host, in words.
  private final class Story {
    var words: [String] = []

    func follow(_ output: HostEngine.Output) {
      switch output {
      case .news(.joined): words.append("joined")
      case .message: words.append("message")
      case .attach: words.append("attach")
      case .detach: words.append("detach")
      case .keep: words.append("keep")
      case .stage: words.append("stage")
      case .answer(let answer, let connection): words.append("answer \(answer.result) to \(connection)")
      default: break
      }
    }
  }

  /// An app that answers each message with a timer that ends immediately.
  private struct Hasty: App {
    let mode = Mode.tank
    let recipients: Recipients = .pad

    mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
      stage.setTimer(1, at: stage.now)
      return .pass
    }
  }

  @Test func `A message in the packet that gives its player a slot comes after the news of the player`() {
    var host = HostHarness(.open)
    var phone = host.knownPhone()
    phone.begin(with: host.keys.publicKey, by: .known, at: host.now)
    host.deliver(phone.due(at: host.now), from: phone.endpoint)
    host.collect(&phone)
    let story = Story()
    host.observe = story.follow
    host.deliver(phone.control(.message, 3, Array("hi".utf8), at: host.now), from: phone.endpoint)
    #expect(story.words.filter { $0 != "stage" } == ["joined", "message", "attach"])
  }

  @Test func `An order is answered after everything that it has caused`() {
    var host = HostHarness(.open)
    var phone = host.knownPhone()
    host.connect(&phone)
    let story = Story()
    host.observe = story.follow
    let kick = LocalPacket.order(LocalOrder(.kick(PlayerSlot(index: 0))))
    host.receive(kick.datagram, from: .local(3))
    #expect(story.words.last == "answer done to 3" && Set(story.words.dropLast()) == ["detach", "stage"])
  }

  @Test func `Who is gone gets no answer, and nor does another at the same connection`() {
    var host = HostHarness(settings: .raw(limit: 4), isClosed: true, kept: .init())
    host.keepsAtOnce = false
    let story = Story()
    host.observe = story.follow
    host.receive(LocalPacket.order(LocalOrder(.quiz(.forget))).datagram, from: .local(3))
    #expect(story.words == ["keep"])
    host.engine.kept(host.unkept[0], at: host.now)
    host.engine.apply(.hangUp(connection: 3), at: host.now)
    host.drain()
    #expect(!story.words.contains { $0.hasPrefix("answer") }, "\(story.words)")
  }

  @Test func `An app whose timer is always due does not keep the host from its packets`() {
    var host = HostHarness.plain(mode: .tank, apps: [PadApp(.play), Hasty()])
    host.receive(Packet(0, buttons: Buttons(.a)).datagram)
    host.drain()
    #expect(host.engine.nextDeadline <= host.now && host.shown().buttons == Buttons(.a))
  }

  @Test func `A packet that comes before anybody has asked what follows loses nothing of the one before`() {
    var bridge = Bridge(settings: HostHarness.plain().bridge.settings)
    let now = Instant(nanoseconds: 1_000_000_000_000)
    for packet in [Packet(0), Packet(1, buttons: Buttons(.a))] {
      var random = SystemRandomNumberGenerator()
      packet.datagram.array.withCopy {
        bridge.receive(
          &$0, from: .network(Endpoint(address: HostHarness.home, port: 9)), at: now, random: &random)
      }
    }
    var words: [String] = []
    while let output = bridge.next(at: now) {
      switch output {
      case .joined: words.append("joined")
      case .attach: words.append("attach")
      case .report(_, let report, let ofPacket): words.append("report \(report.buttons.rawValue) \(ofPacket)")
      default: break
      }
    }
    #expect(words == ["joined", "attach", "report \(Buttons(.a).rawValue) true"])
  }
}
