import Model
import Testing
import Wire

@testable import Discovery

@Suite struct HostListTests {
  private func found(
    named name: String = "Living room (den)", _ endpoints: [Endpoint], _ record: HostRecord
  ) -> FoundHost {
    var record = record
    record.announcement.session &= 0xffff_ffff
    record.announcement.name = DeviceName(name)
    return FoundHost(name: name, endpoints: endpoints, record: record)
  }

  private func note(
    _ list: inout HostList, service name: String = "Living room (den)", interface: Int32 = 2,
    at endpoint: Endpoint = Hosts.endpoint(5), _ record: HostRecord
  ) -> [HostList.Change] {
    list.note(
      .service(Hosts.service(name, interface: interface)), name: name, at: endpoint, record, now: at(0))
  }

  private func answer(
    _ list: inout HostList, from endpoint: Endpoint = Hosts.endpoint(5), _ record: HostRecord,
    now: Int64 = 0
  ) -> [HostList.Change] {
    list.note(.answer(endpoint), name: "Living room", at: endpoint, record, now: at(now))
  }

  @Test func `A host appears, changes and vanishes`() {
    var list = HostList()
    let (open, full) = (Hosts.record(), Hosts.record(state: .full, players: 4))
    #expect(note(&list, open) == [.appeared(found([Hosts.endpoint(5)], open))])
    #expect(note(&list, open) == [])
    #expect(note(&list, full) == [.changed(found([Hosts.endpoint(5)], full))])
    #expect(!list.hosts[0].record.isAvailable)
    #expect(
      list.forget(Hosts.service("Living room (den)"), at: at(1)) == [
        .vanished(found([Hosts.endpoint(5)], full))
      ])
    #expect(list.hosts == [])
  }

  @Test func `What both ways of search find is one host, called as DNS-SD does`() {
    var list = HostList()
    let record = Hosts.record(key: Hosts.key)
    #expect(answer(&list, record) == [.appeared(found(named: "Living room", [Hosts.endpoint(5)], record))])
    #expect(note(&list, record) == [.changed(found([Hosts.endpoint(5)], record))])
    #expect(answer(&list, record) == [])
    #expect(
      note(&list, interface: 3, at: Hosts.endpoint(6), record) == [
        .changed(found([Hosts.endpoint(5), Hosts.endpoint(6)], record))
      ])
  }

  @Test func `The newest word counts, whichever way it came`() {
    var list = HostList()
    let (open, full) = (Hosts.record(), Hosts.record(state: .full, players: 4))
    _ = note(&list, open)
    _ = answer(&list, full)
    #expect(list.hosts.map(\.record.announcement.players) == [4])
    _ = note(&list, open)
    #expect(list.hosts.map(\.record.announcement.players) == [2])
  }

  @Test func `A sighting without a key joins the host of the same session`() {
    var list = HostList()
    _ = answer(&list, Hosts.record())
    _ = note(&list, Hosts.record(key: Hosts.key))
    #expect(list.hosts.count == 1)
    #expect(list.hosts[0].record.key == Hosts.key)
    _ = answer(&list, from: Hosts.endpoint(9), Hosts.record(session: 3))
    #expect(list.hosts.count == 2)
  }

  @Test func `A host that starts anew with the same key is the same host`() {
    var list = HostList()
    _ = answer(&list, Hosts.record(key: Hosts.key))
    let changes = answer(&list, Hosts.record(session: 3, key: Hosts.key))
    #expect(
      changes == [
        .changed(found(named: "Living room", [Hosts.endpoint(5)], Hosts.record(session: 3, key: Hosts.key)))
      ])
  }

  @Test func `An answer is good for a while`() {
    var list = HostList()
    _ = answer(&list, Hosts.record(), now: 0)
    _ = answer(&list, Hosts.record(), now: 5_000)
    #expect(list.nextDeadline == at(21_000))
    #expect(list.advance(to: at(20_999)) == [])
    #expect(
      list.advance(to: at(21_000)) == [
        .vanished(found(named: "Living room", [Hosts.endpoint(5)], Hosts.record()))
      ])
    #expect(list.nextDeadline == .distantFuture)
  }

  @Test func `When DNS-SD sees a host go, its answers are good for a moment only`() {
    var list = HostList()
    _ = answer(&list, Hosts.record())
    _ = note(&list, Hosts.record())
    _ = note(&list, interface: 3, Hosts.record())
    _ = list.forget(Hosts.service("Living room (den)"), at: at(1_000))
    #expect(list.nextDeadline == at(16_000))
    _ = list.forget(Hosts.service("Living room (den)", interface: 3), at: at(1_000))
    #expect(list.nextDeadline == at(7_000))
    #expect(list.advance(to: at(7_000)).count == 1)
  }

  @Test func `When nobody tells by DNS-SD any more, its hosts are gone and those of the search stay`() {
    var list = HostList()
    _ = note(&list, service: "Attic", Hosts.record(session: 3))
    _ = answer(&list, from: Hosts.endpoint(9), Hosts.record())
    #expect(list.forgetServices().count == 1)
    #expect(list.hosts.map(\.name) == ["Living room"])
  }

  @Test func `A flood of hosts is cut off`() {
    var list = HostList()
    for number in 0..<200 as Range<UInt32> {
      _ = answer(&list, from: Hosts.endpoint(number), Hosts.record(session: UInt64(number)))
    }
    #expect(list.hosts.count == HostList.limit)
  }
}
