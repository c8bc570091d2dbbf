import Cryptography
import Impairment
import Model
import Motion
import Testing
import TiltpadClient
import Wire

@testable import Bridge
@testable import Channel

/// Tests of each value type of the bridge alone.
@Suite struct BridgeValueTests {
  let now = Instant(nanoseconds: 1_000_000_000)
  let first = PlayerSlot(index: 0)

  /// A table with one player from a page, whose pad has shown its first report.
  func table() -> PlayerTable {
    var table = PlayerTable(settings: Bridge.Settings())
    let page = PeerID.gateway(connection: 0, controller: 7)
    let admittance = table.roster.admit(Roster.Key.gateway(1, controller: 7), from: page, at: now)
    #expect(admittance == .joined(first))
    table.begin(first, in: .play, for: .pad, at: now)
    while table[first].input.nextReport(at: now) != nil {}
    table.schedule(first)
    table.settle()
    return table
  }

  @Test func `An order about an empty slot changes nothing and is never due`() {
    var table = PlayerTable(settings: Bridge.Settings())
    table.recentre(first, at: now)
    table.replug(first, at: now)
    table.setFeedback(PadFeedback(strong: 1), of: first, at: now)
    table.enter(.lobby, for: [], first, at: now)
    table.post(nil, to: first, at: now)
    table.hurryClock(true, of: first, at: now)
    #expect(table.send([1], to: PlayerSlots(first), reliably: true, at: now).nobody == PlayerSlots(first))
    #expect(table.nextDeadline == .distantFuture && table.earliest == .distantFuture)
    #expect(table.count == 0 && table.owner(of: first) == nil && table.status(of: first, at: now) == nil)
  }

  @Test func `An order about a player is due at once`() {
    var table = table()
    #expect(table.nextDeadline > now && table.count == 1 && table.proven == PlayerSlots(first))
    table.setFeedback(PadFeedback(strong: 1), of: first, at: now)
    #expect(table.nextDeadline == now && table.earliest == now)
    table.schedule(first)
    table.settle()
    #expect(table.earliest == table.nextDeadline && table.earliest > now)
  }

  @Test func `A controller that is gone keeps its slot, and is sent no messages`() {
    var table = table()
    table.disconnect(first, at: now)
    #expect(table.count == 1 && table.connected.isEmpty && table.nextDeadline == now)
    #expect(table.send([1], to: PlayerSlots(first), reliably: true, at: now).away == PlayerSlots(first))
  }

  @Test(arguments: [true, false])
  func `A message to a player is due at once`(isReliable: Bool) {
    var table = table()
    table[first].feedback.listen(at: now)
    table.schedule(first)
    table.settle()
    #expect(table.nextDeadline > now)
    #expect(
      table.send([1], to: PlayerSlots(first), reliably: isReliable, at: now).taken == PlayerSlots(first))
    #expect(table.nextDeadline == now && table.earliest == now)
  }

  @Test func `Frames of a session that is no guest's let nobody in`() {
    var bridge = Bridge(settings: Bridge.Settings())
    var (frames, random) = (ControllerFrames(), Random(seed: 1))
    let nothing: [UInt8] = []
    for code in [nil, ControlMessage.Code.bye, .shortCodeReveal] {
      frames.control = code.map { ControlMessage(id: 1, code: $0.rawValue) }
      let isIn = bridge.admission.hear(
        HostChannel.SessionID(index: 9), frames, in: nothing.span, at: now, random: &random)
      #expect(!isIn)
    }
  }

  @Test func `The fourth takeover within ten seconds shuts a key out for thirty, and is told once`() {
    var random = Random(seed: 1)
    let key = KeyPair(from: &random).publicKey
    var takeovers = TakeoverLimit()
    let told = (0..<6).map { takeovers.note(key, at: now + .seconds($0)) }
    #expect(told == [false, false, false, true, false, false])
    let shutOut = now + .seconds(3)
    #expect(takeovers.isShutOut(key, at: shutOut) && takeovers.isShutOut(key, at: shutOut + .seconds(2)))
    #expect(!takeovers.isShutOut(key, at: shutOut + .seconds(30)))
    #expect(!takeovers.isShutOut(KeyPair(from: &random).publicKey, at: shutOut))
  }

  @Test func `A session is a player's only while it plays, under its last identifier`() {
    var sessions = SessionTable()
    let key = Roster.Key.device(1, 2)
    let (old, new) = (HostChannel.SessionID(index: 0x0105), HostChannel.SessionID(index: 0x0206))
    sessions.add(old, of: key)
    #expect(sessions.player(of: old) == nil)
    sessions.setPlaying(true, old)
    #expect(sessions.player(of: old) == key)
    sessions.rename(old, to: new)
    #expect(sessions.player(of: old) == nil && sessions.player(of: new) == key)
    #expect(sessions.player(of: HostChannel.SessionID(index: 0x0306)) == nil, "another in the same place")
    sessions.remove(old)
    #expect(sessions.player(of: new) == key)
    sessions.remove(new)
    #expect(sessions.player(of: new) == nil)
  }

  @Test func `A closed admission offers no pairing, though it is asked to, and no session`() {
    var bridge = Bridge(settings: Bridge.Settings(admission: .init(allowsConfirmation: true)))
    bridge.admission.offerCode(.zero, at: now)
    bridge.admission.offerPIN(5, at: now)
    #expect(bridge.admission.isClosed && !bridge.admission.hasRoom)
    let announcement = bridge.announcement(at: now)
    #expect(announcement.pairing.isEmpty && announcement.state == .locked)
    #expect(bridge.nextDeadline == .distantFuture && bridge.peers().isEmpty)
    let nobody = PublicKey(Bytes32(repeating: 0))
    let (isIn, isOut) = (bridge.admission.accept(nobody, at: now), bridge.admission.deny(nobody, at: now))
    #expect(!isIn && !isOut && bridge.next(at: now) == nil)
  }

  @Test func `New keys of a session that is gone change no other session`() {
    var table = SessionTable()
    let gone = HostChannel.SessionID(index: 257)
    let (old, new) = (HostChannel.SessionID(index: 1), HostChannel.SessionID(index: 2))
    let key = Roster.Key.gateway(1, controller: 7)
    table.add(old, of: key)
    table.setPlaying(true, old)
    table.rename(gone, to: new)
    #expect(table.player(of: old) == key && table.player(of: new) == nil)
    table.rename(old, to: new)
    #expect(table.player(of: old) == nil && table.player(of: new) == key)
  }

  @Test func `Keys that differ in one of their first twelve bytes belong to different players`() {
    let players = (0..<12).map { place in
      var bytes = Bytes32(repeating: 0)
      bytes[place] = 1
      return Roster.Key(PublicKey(bytes))
    }
    #expect(Set(players + [Roster.Key(PublicKey(Bytes32(repeating: 0)))]).count == 13)
  }

  @Test func `A key comes back from the address and the number that files keep`() {
    let keys: [Roster.Key] = [
      .plain(Address(v4: 0x7f00_0001), token: 7), .plain(Address(high: .max, low: .max), token: 7),
      .gateway(0, controller: 7), .gateway(255, controller: .max), .device(.max, 7),
    ]
    for key in keys { #expect(Roster.Key(origin: key.origin, token: key.token) == key) }
    #expect(Roster.Key.gateway(3, controller: 7).origin == Address(high: .max, low: 3))
    #expect(Roster.Key.device(9, 7).origin == Address(high: .max - 1, low: 9))
  }

  @Test func `A controller that has restarted hears its mode, though it was told the same one before`() {
    var (state, outbox) = (ModeState(), Outbox())
    state.enter(.lobby, [])
    state.tell(by: &outbox, at: now)
    state.enter(.play, .pad)
    state.forget()
    state.enter(.lobby, [])
    outbox = Outbox()
    state.tell(by: &outbox, at: now)
    #expect(outbox.next(at: now)?.argument == Mode.lobby.rawValue)
  }
}
