import Bridge
import Buzzer
import Engine
import Model
import Motion
import Room
import TestHost
import Testing
import Wire

/// The orders of the daemon and of local programs about players, their pads and their messages.
@Suite struct EngineOrderTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)

  /// Returns a host whose first player has sent one packet.
  private func playing(roll: Double = 0) -> Programs {
    var programs = Programs(HostHarness.plain())
    programs.host.receive(Packet(0, roll: roll).datagram)
    _ = programs.popWords()
    return programs
  }

  /// Returns how far the first player's left stick is to the right, after a packet with the given roll.
  private func lean(_ programs: inout Programs, _ sequence: UInt16, roll: Double) -> Int16 {
    programs.host.receive(Packet(sequence, roll: roll).datagram)
    programs.host.pass(.milliseconds(10))
    return programs.host.shown().leftStick.x
  }

  @Test(arguments: [PlayerSlot(index: 0), nil])
  func `The present tilt becomes the centre of the player, or of everyone`(_ slot: PlayerSlot?) {
    var programs = playing()
    #expect(lean(&programs, 1, roll: 0.4) != 0)
    programs.say(.recentre(second))
    #expect(lean(&programs, 2, roll: 0.4) != 0, "another player's centre")
    programs.say(.recentre(slot))
    #expect(lean(&programs, 3, roll: 0.4) == 0)
  }

  @Test func `A program's rumble reaches both motors of the player's controller`() throws {
    var programs = playing()
    programs.say(.rumble(second, strong: 9, weak: 9))
    #expect(programs.host.told.isEmpty)
    programs.say(.rumble(first, strong: 255, weak: 1))
    let frame = try #require(programs.host.told.last).frame
    #expect(frame.strong == 65_535 && frame.weak == 257)
  }

  @Test func `A message goes to the players, and its outcome to the program`() throws {
    var programs = playing()
    var outcome: LocalDelivery?
    programs.host.observe = { if case .delivery(let delivery, 5) = $0 { outcome = delivery } }
    let slots = PlayerSlots(first).union(PlayerSlots(second))
    var datagram = LocalDatagram()
    LocalMessage(slots: slots, channel: 2, isReliable: true, number: 8).write(
      to: &datagram, payload: [1, 2, 3].span)
    programs.host.receive(datagram, from: .local(5))
    let delivery = try #require(outcome)
    #expect(delivery.number == 8 && delivery.taken.union(delivery.nobody) == slots)
    #expect(delivery.nobody.contains(PlayerSlots(second)) && delivery.away == [] && delivery.tooMany == [])
  }

  @Test func `New settings apply to the next players, and the new name and mode of entry to the host`() {
    var programs = playing()
    var settings = HostEngine.Settings(bridge: .raw(limit: 1))
    settings.bridge.roster.plainRanges = [AddressRange(base: HostHarness.home, length: 8)].compactMap { $0 }
    settings.bridge.admission.policy = .locked
    settings.room.quiz.points = 7
    programs.host.engine.apply(.settings(settings, name: DeviceName("Attic")), at: programs.host.now)
    programs.host.drain()
    #expect(programs.popWords() == ["stage"])
    #expect(programs.host.engine.announcement(at: programs.host.now).name.text == "Attic")
    #expect(programs.host.engine.policy == .locked && programs.host.engine.limit == 1)
    #expect(programs.host.room.quiz.settings.points == 7)
  }

  @Test func `The port of the page and a refused message are told by the host`() {
    var programs = playing()
    programs.host.engine.apply(.page(port: 28_443), at: programs.host.now)
    #expect(programs.host.engine.pagePort == 28_443)
    #expect(programs.host.engine.announcement(at: programs.host.now).webPort == 28_443)
    let before = programs.host.engine.drops[.tooLong]
    programs.host.engine.apply(.refuse(.tooLong, from: nil), at: programs.host.now)
    let stranger = Endpoint(address: Address(v4: 0x0a00_0001), port: 1)
    programs.host.engine.apply(.refuse(.tooLong, from: stranger), at: programs.host.now)
    #expect(programs.host.engine.drops[.tooLong] == before + 2)
  }

  @Test func `A player whose pad has failed is removed, and a new pad is at rest`() {
    var programs = playing()
    programs.host.receive(
      Packet(1, buttons: Buttons(.a), nextEdge: 1).edges(from: 0, Edge(.a, isPress: true)).datagram)
    #expect(programs.host.shown().buttons == Buttons(.a))
    let reports = programs.host.reports.count
    programs.host.engine.apply(.replug(first), at: programs.host.now)
    programs.host.drain()
    #expect(programs.host.reports.count > reports, "what is held is shown again on the new pad")
    programs.host.engine.apply(.remove(second), at: programs.host.now)
    #expect(programs.host.engine.players == PlayerSlots(first))
    programs.host.engine.apply(.remove(first), at: programs.host.now)
    programs.host.drain()
    #expect(programs.host.engine.players == [] && programs.host.detached == [first])
  }

  @Test func `Before a restart's players return their slots are theirs`() throws {
    var programs = Programs(HostHarness.plain(limit: 2))
    let owner = Roster.Key(origin: HostHarness.home, token: 1)
    #expect(programs.host.engine.resume(second, of: owner, request: 0, at: programs.host.now) == 0)
    let other = Roster.Key(origin: HostHarness.home, token: 2)
    #expect(programs.host.engine.resume(second, of: other, request: 0, at: programs.host.now) == nil)
    #expect(programs.host.engine.players == PlayerSlots(second) && programs.host.engine.connected == [])
    programs.host.receive(Packet(0).datagram)
    #expect(programs.host.engine.connected == PlayerSlots(second))
  }

  @Test func `A controller with a session is told that the host shuts down, and its slot remains`() {
    var programs = Programs(stored: .open)
    var phone = programs.host.knownPhone()
    programs.host.connect(&phone)
    programs.host.engine.apply(.shutDown, at: programs.host.now)
    programs.host.drain()
    programs.host.collect(&phone)
    #expect(phone.heard(.bye) == [Refusal.shutdown.rawValue])
    #expect(programs.host.engine.players == PlayerSlots(first) && programs.host.detached == [])
  }

  @Test func `A device that the store has not taken is offered to it again before the end`() {
    var programs = Programs(stored: .open)
    programs.order(.offerPIN)
    let pin = programs.log.answers.last?.pin ?? 0
    #expect(programs.host.enter(pin: pin, by: Phone()) == true)
    #expect(programs.popWords() == ["keep Phone by pin"] && programs.host.engine.isKeeping == (false, true))
    #expect(programs.keep(.failed) == [] && programs.host.engine.isKeeping == (false, false))
    programs.host.engine.apply(.keepRest, at: programs.host.now)
    programs.host.drain()
    #expect(programs.popWords() == ["keep Phone by pin"])
    programs.keep()
    programs.host.engine.apply(.keepRest, at: programs.host.now)
    programs.host.drain()
    #expect(programs.popWords() == [])
  }

  @Test func `A message about the connection alone changes nothing`() {
    var programs = playing()
    let watch = Watch(topics: .stage, period: 100)
    for packet in [LocalPacket.alive, .page(port: 5), .watch(watch), .setup(SetupOrder(nil))] {
      #expect(programs.say(packet) == [], "\(packet)")
    }
    #expect(programs.host.engine.pagePort == 0)
  }
}
