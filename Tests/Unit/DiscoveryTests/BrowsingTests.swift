import Model
import Testing
import Wire

@testable import Discovery

@Suite struct BrowsingTests {
  private let service = Hosts.service("Living room (den)")

  private func resolution(_ address: String = "192.168.1.5") -> AvahiResolution {
    AvahiResolution(address: address, port: 28_460, txt: Hosts.record().txt)
  }

  private func browsing() -> Browsing {
    var browsing = Browsing()
    _ = browsing.apply(.presence(true), at: at(0))
    #expect(browsing.next(at: at(0)) == .browse)
    browsing.note(1, of: .browse, at: at(0))
    _ = browsing.apply(.answer(call: 1, AvahiAnswer(path: "/browser")), at: at(0))
    #expect(browsing.next(at: at(0)) == nil)
    return browsing
  }

  @Test func `Whoever appears is looked up once, and found as it says`() {
    var browsing = browsing()
    #expect(browsing.apply(.appeared(service), at: at(0)) == nil)
    #expect(browsing.apply(.appeared(service), at: at(0)) == nil)
    #expect(browsing.next(at: at(0)) == .resolve(service))
    browsing.note(2, of: .resolve(service), at: at(0))
    #expect(browsing.next(at: at(0)) == nil)
    var record = Hosts.record()
    record.announcement.session &= 0xffff_ffff
    record.announcement.name = DeviceName("Living room (den)")
    #expect(
      browsing.apply(.resolved(service, resolution()), at: at(0))
        == .found(service, record, Hosts.endpoint(5)))
  }

  @Test func `Whoever goes is no longer looked up`() {
    var browsing = browsing()
    _ = browsing.apply(.appeared(service), at: at(0))
    browsing.note(2, of: browsing.next(at: at(0)) ?? .browse, at: at(0))
    _ = browsing.apply(.answer(call: 2, AvahiAnswer(path: "/resolver")), at: at(0))
    #expect(browsing.apply(.disappeared(service), at: at(0)) == .lost(service))
    #expect(browsing.next(at: at(0)) == .freeResolver(path: "/resolver"))
    #expect(browsing.apply(.resolved(service, resolution()), at: at(0)) == nil)
    #expect(browsing.apply(.disappeared(service), at: at(0)) == nil)
  }

  @Test func `A lookup that comes too late is given up`() {
    var browsing = browsing()
    _ = browsing.apply(.appeared(service), at: at(0))
    browsing.note(2, of: browsing.next(at: at(0)) ?? .browse, at: at(0))
    _ = browsing.apply(.disappeared(service), at: at(0))
    _ = browsing.apply(.answer(call: 2, AvahiAnswer(path: "/resolver")), at: at(0))
    #expect(browsing.next(at: at(0)) == .freeResolver(path: "/resolver"))
  }

  @Test func `What is no record or no address of ours is nobody`() {
    var browsing = browsing()
    _ = browsing.apply(.appeared(service), at: at(0))
    var wrong = resolution()
    wrong.txt = [3, 65]
    #expect(browsing.apply(.resolved(service, wrong), at: at(0)) == .lost(service))
    #expect(browsing.apply(.resolved(service, resolution("den")), at: at(0)) == .lost(service))
  }

  @Test func `A link-local address is one of its interface`() {
    var browsing = browsing()
    _ = browsing.apply(.appeared(service), at: at(0))
    guard
      case .found(_, _, let endpoint) = browsing.apply(.resolved(service, resolution("fe80::5")), at: at(0))
    else { return #expect(Bool(false)) }
    #expect(endpoint.scope == 2)
  }

  @Test func `More services than a network has are not looked up`() {
    var browsing = browsing()
    for number in 0..<500 { _ = browsing.apply(.appeared(Hosts.service("\(number)")), at: at(0)) }
    var count = 0
    while browsing.next(at: at(0)) != nil { count += 1 }
    #expect(count == Browsing.limit)
  }

  @Test func `A daemon that goes takes all hosts along, and is asked anew when it comes`() {
    var browsing = browsing()
    _ = browsing.apply(.appeared(service), at: at(0))
    #expect(browsing.apply(.presence(false), at: at(1)) == .lostAll)
    #expect(browsing.next(at: at(1)) == nil)
    #expect(browsing.nextDeadline == .distantFuture)
    #expect(browsing.apply(.presence(true), at: at(2)) == .lostAll)
    #expect(browsing.next(at: at(2)) == .browse)
  }

  @Test func `A browser that fails is made anew after a rest`() {
    var browsing = browsing()
    #expect(browsing.apply(.browserFailed, at: at(0)) == .lostAll)
    #expect(browsing.next(at: at(0)) == nil)
    #expect(browsing.nextDeadline == at(5_000))
    #expect(browsing.next(at: at(5_000)) == .browse)
    browsing.note(-1, of: .browse, at: at(5_000))
    #expect(browsing.next(at: at(5_000)) == nil)
    #expect(browsing.nextDeadline == at(10_000))
  }
}
