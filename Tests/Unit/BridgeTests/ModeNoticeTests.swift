import Bridge
import Impairment
import Model
import Motion
import Room
import TestHost
import Testing
import TiltpadClient
import Wire

@Suite struct ModeNoticeTests {
  private let first = PlayerSlot(index: 0)

  /// Returns a host in `mode` with a phone that plays.
  private func playing(_ mode: Mode = .play) -> (HostHarness, Phone) {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.room.setMode(mode, at: den.now)
    den.connect(&phone)
    return (den, phone)
  }

  @Test func `Who is in play from the beginning hears of no mode`() {
    var (den, phone) = playing()
    den.pass(.milliseconds(500), with: &phone)
    #expect(phone.heard(.mode).isEmpty)
  }

  @Test func `A controller hears each mode once, and the one that it finds when it comes`() {
    var (den, phone) = playing(.lobby)
    den.pass(.milliseconds(200), with: &phone)
    #expect(phone.heard(.mode) == [Mode.lobby.rawValue])
    den.room.setMode(.play, at: den.now)
    den.pass(.milliseconds(200), with: &phone)
    den.room.setMode(.tank, for: first, at: den.now)
    den.room.setMode(.tank, for: first, at: den.now)
    den.pass(.milliseconds(200), with: &phone)
    #expect(phone.heard(.mode) == [Mode.tank, .play, .lobby].map(\.rawValue))
  }

  @Test func `A controller that comes back hears the mode again, and who was told another that it is play`() {
    var (den, phone) = playing(.buzzer)
    den.pass(.milliseconds(200), with: &phone)
    den.pass(.seconds(6))
    phone.restart()
    den.connect(&phone)
    den.pass(.milliseconds(200), with: &phone)
    #expect(phone.heard(.mode) == [Mode.buzzer, .buzzer].map(\.rawValue))
    den.pass(.seconds(6))
    den.room.setMode(.play, at: den.now)
    den.connect(&phone)
    den.pass(.milliseconds(200), with: &phone)
    #expect(phone.heard(.mode).first == Mode.play.rawValue)
  }

  @Test func `The newest mode gets through though the box is full and nobody listens for a minute`() {
    var (den, phone) = playing()
    den.pass(.milliseconds(200), with: &phone)
    for number in 0..<16 as Range<UInt8> {
      _ = den.bridge.players.send([number], to: PlayerSlots(first), reliably: true, at: den.now)
    }
    for mode in [Mode.lobby, .buzzer, .tank] { den.room.setMode(mode, at: den.now) }
    den.sent = []
    for _ in 0..<600 {
      den.pass(.milliseconds(100))
      den.deliver(phone.state([], roll: 0, at: den.now), from: phone.endpoint)
      den.sent = []
    }
    #expect(phone.heard(.mode).isEmpty)
    den.pass(.milliseconds(1_500), with: &phone)
    #expect(phone.heard(.mode) == [Mode.tank.rawValue])
  }

  @Test func `The mode goes before what waits, and what waits comes all the same`() {
    var (den, phone) = playing()
    den.pass(.milliseconds(200), with: &phone)
    phone.heard = []
    for number in 0..<16 as Range<UInt8> {
      _ = den.bridge.players.send([number], on: number, to: PlayerSlots(first), reliably: true, at: den.now)
    }
    for mode in [Mode.lobby, .buzzer] { den.room.setMode(mode, at: den.now) }
    den.pass(.seconds(3), with: &phone)
    #expect(phone.heard.map(\.code).firstIndex(of: ControlMessage.Code.mode.rawValue) == 1)
    #expect(phone.heard(.mode) == [Mode.buzzer.rawValue])
    #expect(phone.heard(.message) == (0..<16 as Range<UInt8>).reversed())
  }

  @Test func `A sender of bare TILT gets no answer, whatever the mode`() {
    var evening = HostHarness.plain(mode: .lobby)
    for sequence in 0..<20 as Range<UInt16> {
      evening.receive(Packet(sequence, nextEdge: nil).datagram)
      evening.pass(.milliseconds(20))
    }
    #expect(evening.sent.isEmpty)
    evening.receive(Packet(20, nextEdge: 0).datagram)
    evening.pass(.milliseconds(20))
    let modes = evening.sent.map(\.datagram).compactMap { datagram in
      datagram.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size).control?.argument }
    }
    #expect(modes.first == Mode.lobby.rawValue, "who numbers edges takes answers")
  }

  @Test func `Presses are acknowledged and counted while the pad rests`() {
    var (den, phone) = playing(.buzzer)
    den.pass(.milliseconds(100), with: &phone, buttons: Buttons(.a))
    den.pass(.milliseconds(100), with: &phone)
    #expect(phone.acknowledgement?.nextEdge == 2)
    #expect(den.bridge.players.status(of: first, at: den.now)?.counts.edges == 2)
    #expect(den.shown() == .neutral)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `An app hears of its modes in order and once, and of the last one, on a bad network`(seed: UInt64) {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst, faults.delay, faults.jitter) = (
      0.2, .milliseconds(100), .milliseconds(5), .milliseconds(5)
    )
    var party = Gathering(2, faults, seed: seed)
    party.play()
    for mode in [Mode.lobby, .buzzer, .lobby, .tank] {
      party.room.setMode(mode, at: party.now)
      party.run(.milliseconds(Int64(seed) * 60))
    }
    party.room.setMode(.play, for: first, at: party.now)
    party.run(.seconds(10))
    for (seat, last) in zip(party.seats, [Mode.play, .tank]) {
      #expect(seat.session.mode == last && seat.modes.last == last, "seed \(seed)")
      #expect(zip(seat.modes, seat.modes.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
    }
  }

  @Test func `An app that was given up finds the mode of the place that it gets then`() {
    var party = Gathering()
    party.play()
    party.room.setMode(.lobby, at: party.now)
    party.run(.seconds(1))
    #expect(party.seats[0].session.mode == .lobby)
    (party.seats[0].isMute, party.seats[0].isDeaf) = (true, true)
    party.run(.seconds(70))
    #expect(party.bridge.players.count == 0)
    party.room.setMode(.play, at: party.now)
    (party.seats[0].isMute, party.seats[0].isDeaf) = (false, false)
    _ = party.run(atMost: .seconds(30)) { $0.bridge.players.count == 1 && $0.seats[0].slot != nil }
    party.run(.seconds(1))
    #expect(party.seats[0].session.mode == .play)
  }

  @Test func `The button for it puts the room in the next mode, once for each press`() {
    var (den, phone) = playing()
    let guide = Buttons(.guide)
    den = reserving(guide, &phone)
    for mode in [Mode.buzzer, .tank, .play] {
      den.pass(.milliseconds(100), with: &phone, buttons: guide)
      #expect(den.room.mode == mode)
      den.pass(.milliseconds(100), with: &phone)
    }
    #expect(!den.reports.contains { $0.report.buttons[.guide] })
    den.room.setMode(.lobby, at: den.now)
    den.pass(.milliseconds(100), with: &phone, buttons: guide)
    #expect(den.room.mode == .play, "from the lobby it begins to play")
  }

  /// Returns a host whose mode button is `button`, and makes `phone` its player.
  private func reserving(_ button: Buttons, _ phone: inout Phone) -> HostHarness {
    var den = HostHarness(.open)
    var settings = den.bridge.settings
    settings.input.reserved = button
    den.bridge.reload(settings)
    phone = den.knownPhone()
    den.connect(&phone)
    return den
  }

  @Test
  func `Who plays without encryption cannot change the mode by a button, which is not the pad's either`() {
    var evening = HostHarness.plain { $0.input.reserved = Buttons(.guide) }
    for sequence in 0..<4 as Range<UInt16> {
      evening.receive(Packet(sequence, buttons: sequence % 2 == 1 ? Buttons(.guide) : []).datagram)
      evening.pass(.milliseconds(30))
    }
    #expect(evening.room.mode == .play && evening.shown().buttons == [])
  }
}
