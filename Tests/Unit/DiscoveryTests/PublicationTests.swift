import Model
import Testing

@testable import Discovery

@Suite struct PublicationTests {
  private let service = Publication.Service(
    name: ServiceName("Living room", on: "den"), port: 28_460, txt: [1, 65])

  /// A simulated Avahi daemon as a publication sees it, with the calls that it has received.
  private struct Daemon {
    var publication = Publication()
    var asked: [AvahiCall] = []
    var state: Int32 = 2
    var takenNames: Set<String> = []
    private var number: Int64 = 0
    private var groups = 0

    /// Answers calls until the publication has no more.
    mutating func settle(at now: Instant) {
      while let call = publication.next(at: now) {
        number += 1
        asked.append(call)
        publication.note(number, of: call, at: now)
        publication.apply(reply(to: call), at: now)
        if asked.count > 100 { return }
      }
    }

    private mutating func reply(to call: AvahiCall) -> AvahiEvent {
      switch call {
      case .askState: return .answer(call: number, AvahiAnswer(number: state))
      case .makeGroup:
        groups += 1
        return .answer(call: number, AvahiAnswer(path: "/group\(groups)"))
      case .add(_, let name, _, _) where takenNames.contains(name):
        return .refusal(call: number, nameIsTaken: true)
      default: return .answer(call: number, AvahiAnswer())
      }
    }

    /// Removes and returns the calls received since the last use of this method.
    mutating func popAsked() -> [AvahiCall] {
      defer { asked = [] }
      return asked
    }
  }

  private func published() -> Daemon {
    var daemon = Daemon()
    daemon.publication.want(service)
    daemon.publication.apply(.presence(true), at: at(0))
    daemon.settle(at: at(0))
    _ = daemon.popAsked()
    return daemon
  }

  private func adding(_ group: Int, _ name: String, _ txt: [UInt8] = [1, 65]) -> [AvahiCall] {
    let path = "/group\(group)"
    return [.makeGroup, .add(path: path, name: name, port: 28_460, txt: txt), .commit(path: path)]
  }

  @Test func `Nothing is asked for while there is no daemon or nothing to publish`() {
    var daemon = Daemon()
    daemon.publication.want(service)
    daemon.settle(at: at(0))
    #expect(daemon.asked == [])
    var other = Daemon()
    other.publication.apply(.presence(true), at: at(0))
    other.settle(at: at(0))
    #expect(other.asked == [])
    #expect(other.publication.nextDeadline == .distantFuture)
  }

  @Test func `A service is published as soon as there is a daemon that can`() {
    var daemon = Daemon()
    daemon.publication.want(service)
    daemon.publication.apply(.presence(true), at: at(0))
    daemon.settle(at: at(0))
    #expect(daemon.asked == [.askState] + adding(1, "Living room (den)"))
  }

  @Test func `A daemon that is not ready is waited for`() {
    var daemon = Daemon()
    daemon.state = 1
    daemon.publication.want(service)
    daemon.publication.apply(.presence(true), at: at(0))
    daemon.settle(at: at(0))
    #expect(daemon.popAsked() == [.askState])
    daemon.publication.apply(.server(isRunning: true), at: at(400))
    daemon.settle(at: at(400))
    #expect(daemon.asked == adding(1, "Living room (den)"))
  }

  @Test func `A daemon that starts anew is told anew`() {
    var daemon = published()
    daemon.publication.apply(.presence(false), at: at(5_000))
    daemon.settle(at: at(5_000))
    #expect(daemon.popAsked() == [])
    daemon.publication.apply(.presence(true), at: at(6_000))
    daemon.settle(at: at(6_000))
    #expect(daemon.asked == [.askState] + adding(2, "Living room (den)"))
  }

  @Test func `A daemon that looks for another name of its own has the service taken back meanwhile`() {
    var daemon = published()
    daemon.publication.apply(.server(isRunning: false), at: at(2_000))
    daemon.settle(at: at(2_000))
    #expect(daemon.popAsked() == [.freeGroup(path: "/group1")])
    daemon.publication.apply(.server(isRunning: true), at: at(3_000))
    daemon.settle(at: at(3_000))
    #expect(daemon.asked == adding(2, "Living room (den)"))
  }

  @Test func `A name that is taken on this machine gives way to another`() {
    var daemon = Daemon()
    daemon.takenNames = ["Living room (den)", "Living room (den) #2"]
    daemon.publication.want(service)
    daemon.publication.apply(.presence(true), at: at(0))
    daemon.settle(at: at(0))
    #expect(daemon.asked.suffix(3) == adding(3, "Living room (den) #3")[...])
    #expect(daemon.asked.contains(.freeGroup(path: "/group1")))
  }

  @Test func `A name that another machine has gives way to another, and an update keeps that`() {
    var daemon = published()
    daemon.publication.apply(.group(path: "/group9", .collision), at: at(300))
    daemon.settle(at: at(300))
    #expect(daemon.popAsked() == [])
    daemon.publication.apply(.group(path: "/group1", .collision), at: at(300))
    daemon.settle(at: at(300))
    #expect(
      daemon.popAsked() == [.freeGroup(path: "/group1")] + adding(2, "Living room (den) #2"))
    var other = service
    other.txt = [1, 66]
    daemon.publication.want(other)
    daemon.settle(at: at(2_000))
    #expect(daemon.asked == [.update(path: "/group2", name: "Living room (den) #2", txt: [1, 66])])
  }

  @Test func `Changes are told a second apart at least, and the newest one counts`() {
    var daemon = published()
    var changed = service
    for (time, byte) in [(300, 66), (600, 67), (900, 68)] {
      changed.txt = [1, UInt8(byte)]
      daemon.publication.want(changed)
      daemon.settle(at: at(Int64(time)))
    }
    #expect(daemon.popAsked() == [])
    #expect(daemon.publication.nextDeadline == at(1_000))
    daemon.settle(at: at(1_000))
    #expect(
      daemon.popAsked() == [.update(path: "/group1", name: "Living room (den)", txt: [1, 68])])
    #expect(daemon.publication.nextDeadline == .distantFuture)
    daemon.publication.want(service)
    daemon.settle(at: at(1_500))
    daemon.publication.want(changed)
    daemon.settle(at: at(2_500))
    #expect(daemon.asked == [])
  }

  @Test func `Another name or port is another service`() {
    var daemon = published()
    daemon.publication.want(
      Publication.Service(name: ServiceName("Attic", on: "den"), port: 28_460, txt: [1, 65]))
    daemon.settle(at: at(100))
    #expect(daemon.popAsked() == [.freeGroup(path: "/group1")] + adding(2, "Attic (den)"))
    daemon.publication.want(nil)
    daemon.settle(at: at(200))
    #expect(daemon.asked == [.freeGroup(path: "/group2")])
  }

  @Test func `A failure is followed by a rest and another try`() {
    var daemon = published()
    daemon.publication.apply(.group(path: "/group1", .failure), at: at(1_000))
    daemon.settle(at: at(1_000))
    #expect(daemon.popAsked() == [.freeGroup(path: "/group1")])
    #expect(daemon.publication.nextDeadline == at(6_000))
    daemon.settle(at: at(5_999))
    #expect(daemon.popAsked() == [])
    daemon.settle(at: at(6_000))
    #expect(daemon.asked == [.askState] + adding(2, "Living room (den)"))
  }

  @Test func `A call that cannot be sent is tried again later, without a busy loop`() {
    var publication = Publication()
    publication.want(service)
    publication.apply(.presence(true), at: at(0))
    publication.note(-1, of: .askState, at: at(0))
    #expect(publication.next(at: at(1)) == nil)
    #expect(publication.nextDeadline == at(5_000))
  }

  @Test func `A group that comes when nobody wants it any more is taken back`() {
    var publication = Publication()
    publication.want(service)
    publication.apply(.presence(true), at: at(0))
    publication.apply(.server(isRunning: true), at: at(0))
    #expect(publication.next(at: at(0)) == .makeGroup)
    publication.note(7, of: .makeGroup, at: at(0))
    publication.want(nil)
    publication.apply(.answer(call: 7, AvahiAnswer(path: "/late")), at: at(1))
    #expect(publication.next(at: at(1)) == .freeGroup(path: "/late"))
    #expect(publication.next(at: at(1)) == nil)
  }
}
