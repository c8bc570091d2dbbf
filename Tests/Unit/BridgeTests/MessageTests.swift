import Bridge
import Impairment
import Model
import Room
import Testing
import TiltpadClient
import Wire

@Suite struct MessageTests {
  private static let count = 120
  private let first = PlayerSlots(PlayerSlot(index: 0))

  /// Returns the faults of a bad network: packets are lost for a fifth of the time, in bursts of 30 ms on average.
  private static func badNetwork() -> ImpairedLink.Faults {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst) = (0.2, .milliseconds(30))
    (faults.delay, faults.jitter) = (.milliseconds(5), .milliseconds(5))
    (faults.duplication, faults.reordering) = (0.1, 0.05)
    return faults
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 255)] + (0..<number % 150).map { UInt8($0) }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `Reliable messages of two players and to each of them come once and in order on a bad network`(
    seed: UInt64
  ) {
    var party = Gathering(2, Self.badNetwork(), seed: seed)
    party.play()
    var (sent, told) = ([0, 0], [0, 0])
    let time = party.run(atMost: .seconds(100)) { party in
      party.heard.count == 2 * Self.count && party.seats.allSatisfy { $0.messages.count == Self.count }
    } acting: { party in
      for index in party.seats.indices {
        while sent[index] < Self.count,
          (try? party.seats[index].session.send(Self.bytes(sent[index]), on: 7, reliably: true)) != nil
        { sent[index] += 1 }
        let slots = PlayerSlots(PlayerSlot(index: index))
        while told[index] < Self.count,
          party.bridge.players.send(Self.bytes(told[index]), on: 9, to: slots, reliably: true, at: party.now)
            .taken
            == slots
        { told[index] += 1 }
        party.seats[index].session.update(.init(sampleTime: 0, tilt: .zero), at: party.now)
      }
    }
    #expect(time < .seconds(100), "seed \(seed): \(party.heard.count)")
    for (index, seat) in party.seats.enumerated() {
      let slot = PlayerSlot(index: index)
      let heard = party.heard.filter { $0.slot == slot }
      #expect(heard.map(\.bytes) == (0..<Self.count).map(Self.bytes), "seed \(seed)")
      #expect(heard.allSatisfy { $0.channel == 7 && $0.isReliable })
      #expect(seat.messages.map(\.bytes) == (0..<Self.count).map(Self.bytes), "seed \(seed)")
      #expect(seat.messages.allSatisfy { $0.channel == 9 && $0.isReliable })
      let status = party.bridge.players.status(of: slot, at: party.now)
      #expect(status?.counts.messages == UInt64(Self.count) && status?.counts.unread == 0)
    }
  }

  @Test func `A message to all reaches every player, and nobody else is there`() {
    var party = Gathering(3)
    party.play()
    for isReliable in [true, false] {
      for number in 0..<10 {
        let delivery = party.bridge.players.send(
          Self.bytes(number), to: .all, reliably: isReliable, at: party.now)
        #expect(delivery.taken.rawValue == 7 && delivery.nobody.rawValue == 0xfff8)
      }
      party.run(.seconds(1))
    }
    for seat in party.seats {
      #expect(seat.messages.map(\.bytes) == (0..<20).map { Self.bytes($0 % 10) })
    }
  }

  @Test
  func `Unreliable messages come at once, both ways, beside reliable ones, in packets of 512 bytes at most`()
  {
    var party = Gathering()
    party.play()
    let long = [UInt8](repeating: 5, count: Message.longest)
    for number in 0..<3 as Range<UInt8> {
      #expect(
        party.bridge.players.send(long, on: number, to: first, reliably: true, at: party.now).taken == first)
      #expect(
        party.bridge.players.send(long, on: number, to: first, reliably: false, at: party.now).taken == first)
      try? party.seats[0].session.send(long, on: number, reliably: false)
    }
    party.run(.milliseconds(5))
    #expect(party.heard.map(\.channel) == [0, 1, 2] && party.heard.allSatisfy { !$0.isReliable })
    let unreliable = party.seats[0].messages.filter { !$0.isReliable }
    #expect(unreliable.map(\.channel) == [0, 1, 2] && unreliable.allSatisfy { $0.bytes == long })
    party.run(.milliseconds(100))
    #expect(party.seats[0].messages.filter(\.isReliable).map(\.channel) == [0, 1, 2])
    #expect(party.longest > 400 && party.longest <= 512)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `Unreliable messages come at most once and in order on a bad network`(seed: UInt64) {
    var faults = Self.badNetwork()
    faults.duplication = 0.5
    var party = Gathering(1, faults, seed: seed)
    party.play()
    for number in 0..<200 {
      try? party.seats[0].session.send(Self.bytes(number), reliably: false)
      _ = party.bridge.players.send(Self.bytes(number), to: first, reliably: false, at: party.now)
      party.run(.milliseconds(10))
    }
    party.run(.milliseconds(200))
    let heard = party.heard.map { Int($0.bytes[0]) << 8 | Int($0.bytes[1]) }
    #expect(heard == Array(Set(heard)).sorted() && heard.count > 100, "seed \(seed): \(heard)")
    let told = party.seats[0].messages.map { Int($0.bytes[0]) << 8 | Int($0.bytes[1]) }
    #expect(told.count == Set(told).count && told.count > 100, "seed \(seed): \(told)")
    let counts = party.bridge.players.status(of: PlayerSlot(index: 0), at: party.now)?.counts
    #expect(counts?.messages == UInt64(heard.count))
  }

  @Test func `Who is away, not there, or has too many waiting is named, and what is too long goes to nobody`()
  {
    var party = Gathering(3)
    party.play()
    party.run(.milliseconds(100))
    party.seats[1].isMute = true
    party.seats[2].isDeaf = true
    let others = PlayerSlots.all.subtracting(PlayerSlots(rawValue: 7))
    for _ in 0..<16 {
      let delivery = party.bridge.players.send(
        [1], to: PlayerSlots(rawValue: 4), reliably: true, at: party.now)
      #expect(delivery.taken == PlayerSlots(rawValue: 4))
    }
    party.run(.seconds(6))
    for _ in 0..<16 {
      _ = party.bridge.players.send([1], to: PlayerSlots(rawValue: 4), reliably: true, at: party.now)
    }
    let delivery = party.bridge.players.send([2], to: .all, reliably: true, at: party.now)
    #expect(delivery.taken == first && delivery.away == PlayerSlots(rawValue: 2))
    #expect(delivery.tooMany == PlayerSlots(rawValue: 4) && delivery.nobody == others)
    let long = party.bridge.players.send(
      [UInt8](repeating: 0, count: 201), to: .all, reliably: true, at: party.now)
    #expect(long.tooLong == .all && long.taken.isEmpty && long.nobody.isEmpty)
  }

  @Test func `A player who changes address gets and sends what is under way, once`() {
    var party = Gathering(1, Self.badNetwork(), seed: 5)
    party.play()
    for number in 0..<30 {
      party.seats[0].endpoint = Endpoint(address: Address(v4: 0x0a00_0100 | UInt32(number)), port: 5_000)
      try? party.seats[0].session.send(Self.bytes(number), reliably: true)
      _ = party.bridge.players.send(Self.bytes(number), to: first, reliably: true, at: party.now)
      party.run(.milliseconds(100))
    }
    party.run(.seconds(5))
    #expect(party.heard.map(\.bytes) == (0..<30).map(Self.bytes))
    #expect(party.seats[0].messages.map(\.bytes) == (0..<30).map(Self.bytes))
  }

  @Test func `What waits for a player whose network is gone comes when it is back, in order`() {
    var party = Gathering()
    party.play()
    (party.seats[0].isMute, party.seats[0].isDeaf) = (true, true)
    for number in 0..<10 {
      let delivery = party.bridge.players.send(Self.bytes(number), to: first, reliably: true, at: party.now)
      #expect(delivery.taken == first)
    }
    party.run(.seconds(20))
    (party.seats[0].isMute, party.seats[0].isDeaf) = (false, false)
    party.run(.seconds(5))
    #expect(party.seats[0].messages.map(\.bytes) == (0..<10).map(Self.bytes))
    #expect(party.seats[0].slot?.number == 1)
  }
}
