import Bridge
import Impairment
import Model
import TestHost
import Testing
import TiltpadClient
import Wire

@Suite struct ClockTests {
  private let first = PlayerSlot(index: 0)

  /// Returns a room with a player whose clock is ahead of the host's by `ahead`, and runs `drift` ppm too
  /// fast.
  ///
  /// The links have a delay of 2 ms or more.
  private func room(ahead: Interval, drift: Double = 0, loss: Double = 0, seed: UInt64 = 1) -> Gathering {
    var faults = ImpairedLink.Faults()
    (faults.delay, faults.jitter) = (.milliseconds(2), .milliseconds(1))
    (faults.loss, faults.burst) = (loss, .milliseconds(20))
    var room = Gathering(1, faults, seed: seed)
    (room.seats[0].ahead, room.seats[0].drift) = (ahead, drift)
    room.play()
    return room
  }

  /// Returns the true offset of the player's clock, in µs, in the same form as in packets.
  private func truth(_ room: Gathering) -> Int32 {
    Int32(truncatingIfNeeded: (room.seats[0].time(at: room.now) - room.now).microseconds)
  }

  private func clock(_ room: Gathering) -> ClockOffset? {
    room.bridge.players.status(of: first, at: room.now)?.clock
  }

  @Test(arguments: [-1_000_000_000_000, -3_000_000_000, 0, 77_000_000, 900_000_000_000_000], [-40.0, 40])
  func `The host knows how far a player's clock is ahead, and stays right`(ahead: Int64, drift: Double) throws
  {
    var room = room(ahead: Interval(nanoseconds: ahead), drift: drift, loss: 0.2)
    room.run(.milliseconds(400))
    for _ in 0..<40 {
      let clock = try #require(self.clock(room))
      #expect(clock.contains(truth(room)) && !clock.isSuspect, "\(clock) is not around \(truth(room))")
      #expect(clock.halfWidth < .milliseconds(6) && clock.halfWidth > .milliseconds(2))
      #expect(clock.roundTrip >= 4_000 && clock.roundTrip < 12_000)
      room.run(.milliseconds(500))
    }
  }

  @Test func `A player's clock that is set is suspect for five seconds, and right at once`() throws {
    var room = room(ahead: .seconds(5))
    room.run(.seconds(5))
    room.seats[0].ahead = .seconds(5) + .milliseconds(300)
    room.run(.seconds(1))
    var clock = try #require(self.clock(room))
    #expect(clock.isSuspect && clock.contains(truth(room)))
    room.run(.seconds(6))
    clock = try #require(self.clock(room))
    #expect(!clock.isSuspect && clock.contains(truth(room)))
  }

  @Test func `It is asked ten times in a fifth of a second, ten times a second for three, then twice`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    phone.pings = 0
    den.connect(&phone)
    var counts: [Int] = []
    for length in [200, 800, 1_000, 1_000, 1_000, 1_000, 1_000] as [Int64] {
      for _ in 0..<length / 10 {
        den.pass(.milliseconds(10))
        if den.now.nanoseconds / 10_000_000 % 5 == 0 { den.send(by: &phone) } else { den.collect(&phone) }
      }
      counts.append(phone.pings)
      phone.pings = 0
    }
    #expect((10...11).contains(counts[0]), "\(counts)")
    #expect(counts[1...3].allSatisfy { (7...11).contains($0) }, "\(counts)")
    #expect(counts[4...].allSatisfy { (2...3).contains($0) }, "\(counts)")
  }

  @Test func `Who never answers is asked for ten seconds, and after a new start again`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.pass(.milliseconds(9_600), with: &phone)
    phone.pings = 0
    den.pass(.milliseconds(700), with: &phone)
    #expect(phone.pings > 0)
    den.pass(.milliseconds(700), with: &phone)
    phone.pings = 0
    den.pass(.seconds(5), with: &phone)
    #expect(phone.pings == 0)
    phone.restart()
    den.connect(&phone)
    den.pass(.seconds(1), with: &phone)
    #expect(phone.pings >= 10)
  }

  @Test func `The delay of each state behind the quickest is in the player's status`() throws {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.pass(.seconds(1), with: &phone)
    let late = phone.state([], roll: 0, at: den.now)
    den.pass(.milliseconds(5))
    den.deliver(late, from: phone.endpoint)
    let delays = try #require(den.bridge.players.status(of: first, at: den.now)?.delays)
    #expect((0..<DelayCounts.count).map { delays[$0] } == [21, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  }

  /// Answers the clock question in `hostSent` for `phone`, as if the phone's clock were the host's.
  ///
  /// Returns the offset that the host then has for the phone.
  private func answer(_ hostSent: UInt32, _ phone: inout Phone, _ den: inout HostHarness) -> ClockOffset? {
    let time = UInt32(truncatingIfNeeded: den.now.nanoseconds / 1_000)
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 0, nextEdge: 0)
    frames.pong = Pong(hostSent: hostSent, received: time, sent: time)
    den.deliver(phone.seal(frames, at: den.now), from: phone.endpoint)
    return den.bridge.players.status(of: first, at: den.now)?.clock
  }

  @Test func `Answers to no question, to old ones, and second ones count for nothing`() throws {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    let asked = try #require(phone.lastPing)
    #expect(answer(asked &+ 1, &phone, &den) == nil)
    #expect(answer(0, &phone, &den) == nil)
    den.pass(.milliseconds(10))
    let known = try #require(answer(asked, &phone, &den))
    #expect(known.contains(0) && known.roundTrip == 10_000)
    den.pass(.milliseconds(3))
    let later = try #require(answer(asked, &phone, &den))
    #expect(later.halfWidth >= known.halfWidth && later.roundTrip == 10_000)
    den.collect(&phone)
    den.pass(.milliseconds(20))
    den.collect(&phone)
    let old = try #require(phone.lastPing)
    #expect(old != asked)
    den.pass(.milliseconds(2_100), with: &phone)
    let late = try #require(answer(old, &phone, &den))
    #expect(late.roundTrip == 10_000 && !late.isSuspect)
  }

  @Test func `A controller without encryption is not asked, one behind a gateway is`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0).datagram)
    evening.pass(.seconds(2))
    #expect(!evening.sent.isEmpty && pings(evening, from: PlainHeader.size) == 0)
    evening.sent = []
    var datagram = Datagram<512>()
    GatewayHeader(transport: .webSocket, controller: 9, counter: 1, received: evening.now).write(
      to: &datagram)
    Packet(0).frames.write(to: &datagram)
    evening.receive(datagram, from: .local(3))
    evening.pass(.milliseconds(200))
    #expect(pings(evening, from: GatewayHeader.size) >= 10)
    let before = evening.sent.count
    evening.bridge.disconnect(connection: 3, controller: nil, at: evening.now)
    evening.pass(.seconds(2))
    #expect(evening.sent.count == before)
  }

  /// Returns the number of sent packets with a question about the clock, after a header of `start` bytes.
  private func pings(_ evening: HostHarness, from start: Int) -> Int {
    evening.sent.count { sent in
      sent.datagram.withBytes { (try? HostFrames(parsing: $0, from: start))?.ping != nil }
    }
  }
}
