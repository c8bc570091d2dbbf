import Bridge
import Model
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
    var room = Room(2, Self.badNetwork(), seed: seed)
    room.play()
    var (sent, told) = ([0, 0], [0, 0])
    let time = room.run(atMost: .seconds(100)) { room in
      room.heard.count == 2 * Self.count && room.seats.allSatisfy { $0.messages.count == Self.count }
    } acting: { room in
      for index in room.seats.indices {
        while sent[index] < Self.count,
          (try? room.seats[index].session.send(Self.bytes(sent[index]), on: 7, reliably: true)) != nil
        { sent[index] += 1 }
        let slots = PlayerSlots(PlayerSlot(index: index))
        while told[index] < Self.count,
          room.bridge.send(Self.bytes(told[index]), on: 9, to: slots, reliably: true, at: room.now).taken
            == slots
        { told[index] += 1 }
        room.seats[index].session.update(.init(sampleTime: 0, tilt: .zero), at: room.now)
      }
    }
    #expect(time < .seconds(100), "seed \(seed): \(room.heard.count)")
    for (index, seat) in room.seats.enumerated() {
      let slot = PlayerSlot(index: index)
      let heard = room.heard.filter { $0.slot == slot }
      #expect(heard.map(\.bytes) == (0..<Self.count).map(Self.bytes), "seed \(seed)")
      #expect(heard.allSatisfy { $0.channel == 7 && $0.isReliable })
      #expect(seat.messages.map(\.bytes) == (0..<Self.count).map(Self.bytes), "seed \(seed)")
      #expect(seat.messages.allSatisfy { $0.channel == 9 && $0.isReliable })
      let status = room.bridge.status(of: slot, at: room.now)
      #expect(status?.counts.messages == UInt64(Self.count) && status?.counts.unread == 0)
    }
  }

  @Test func `A message to all reaches every player, and nobody else is there`() {
    var room = Room(3)
    room.play()
    for isReliable in [true, false] {
      for number in 0..<10 {
        let delivery = room.bridge.send(Self.bytes(number), to: .all, reliably: isReliable, at: room.now)
        #expect(delivery.taken.rawValue == 7 && delivery.nobody.rawValue == 0xfff8)
      }
      room.run(.seconds(1))
    }
    for seat in room.seats {
      #expect(seat.messages.map(\.bytes) == (0..<20).map { Self.bytes($0 % 10) })
    }
  }

  @Test
  func `Unreliable messages come at once, both ways, beside reliable ones, in packets of 512 bytes at most`()
  {
    var room = Room()
    room.play()
    let long = [UInt8](repeating: 5, count: Message.longest)
    for number in 0..<3 as Range<UInt8> {
      #expect(room.bridge.send(long, on: number, to: first, reliably: true, at: room.now).taken == first)
      #expect(room.bridge.send(long, on: number, to: first, reliably: false, at: room.now).taken == first)
      try? room.seats[0].session.send(long, on: number, reliably: false)
    }
    room.run(.milliseconds(5))
    #expect(room.heard.map(\.channel) == [0, 1, 2] && room.heard.allSatisfy { !$0.isReliable })
    let unreliable = room.seats[0].messages.filter { !$0.isReliable }
    #expect(unreliable.map(\.channel) == [0, 1, 2] && unreliable.allSatisfy { $0.bytes == long })
    room.run(.milliseconds(100))
    #expect(room.seats[0].messages.filter(\.isReliable).map(\.channel) == [0, 1, 2])
    #expect(room.longest > 400 && room.longest <= 512)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `Unreliable messages come at most once and in order on a bad network`(seed: UInt64) {
    var faults = Self.badNetwork()
    faults.duplication = 0.5
    var room = Room(1, faults, seed: seed)
    room.play()
    for number in 0..<200 {
      try? room.seats[0].session.send(Self.bytes(number), reliably: false)
      _ = room.bridge.send(Self.bytes(number), to: first, reliably: false, at: room.now)
      room.run(.milliseconds(10))
    }
    room.run(.milliseconds(200))
    let heard = room.heard.map { Int($0.bytes[0]) << 8 | Int($0.bytes[1]) }
    #expect(heard == Array(Set(heard)).sorted() && heard.count > 100, "seed \(seed): \(heard)")
    let told = room.seats[0].messages.map { Int($0.bytes[0]) << 8 | Int($0.bytes[1]) }
    #expect(told.count == Set(told).count && told.count > 100, "seed \(seed): \(told)")
    let counts = room.bridge.status(of: PlayerSlot(index: 0), at: room.now)?.counts
    #expect(counts?.messages == UInt64(heard.count))
  }

  @Test func `When nobody takes messages, reliable ones wait at the player, and others have room`() {
    var room = Room(2)
    room.play()
    room.listens = false
    for number in 0..<40 { try? room.seats[0].session.send(Self.bytes(number), reliably: true) }
    room.run(.seconds(3))
    try? room.seats[1].session.send([9], reliably: true)
    room.seats[0].session.recentre()
    room.run(.seconds(1))
    let counts = room.bridge.status(of: PlayerSlot(index: 0), at: room.now)?.counts
    #expect(counts?.messages == 16 && counts?.unread == 0)
    room.listens = true
    room.run(.seconds(2))
    let heard = room.heard.filter { $0.slot.number == 1 }
    #expect(heard.map(\.bytes) == (0..<40).map(Self.bytes))
    #expect(room.heard.contains { $0.slot.number == 2 && $0.bytes == [9] })
    #expect(room.seats[0].session.isSettled)
  }

  @Test func `When nobody takes messages, unreliable ones are given up and counted`() {
    var room = Room()
    room.play()
    room.listens = false
    for number in 0..<40 { try? room.seats[0].session.send(Self.bytes(number), reliably: false) }
    room.run(.seconds(1))
    let counts = room.bridge.status(of: PlayerSlot(index: 0), at: room.now)?.counts
    #expect(counts?.messages == 16 && counts?.unread == 24)
    room.listens = true
    room.run(.milliseconds(100))
    #expect(room.heard.map(\.bytes) == (0..<16).map(Self.bytes))
  }

  @Test func `Who is away, not there, or has too many waiting is named, and what is too long goes to nobody`()
  {
    var room = Room(3)
    room.play()
    room.run(.milliseconds(100))
    room.seats[1].isMute = true
    room.seats[2].isDeaf = true
    let others = PlayerSlots.all.subtracting(PlayerSlots(rawValue: 7))
    for _ in 0..<16 {
      let delivery = room.bridge.send([1], to: PlayerSlots(rawValue: 4), reliably: true, at: room.now)
      #expect(delivery.taken == PlayerSlots(rawValue: 4))
    }
    room.run(.seconds(6))
    for _ in 0..<16 { _ = room.bridge.send([1], to: PlayerSlots(rawValue: 4), reliably: true, at: room.now) }
    let delivery = room.bridge.send([2], to: .all, reliably: true, at: room.now)
    #expect(delivery.taken == first && delivery.away == PlayerSlots(rawValue: 2))
    #expect(delivery.tooMany == PlayerSlots(rawValue: 4) && delivery.nobody == others)
    let long = room.bridge.send([UInt8](repeating: 0, count: 201), to: .all, reliably: true, at: room.now)
    #expect(long.tooLong == .all && long.taken.isEmpty && long.nobody.isEmpty)
  }

  @Test func `A player who changes address gets and sends what is under way, once`() {
    var room = Room(1, Self.badNetwork(), seed: 5)
    room.play()
    for number in 0..<30 {
      room.seats[0].endpoint = Endpoint(address: Address(v4: 0x0a00_0100 | UInt32(number)), port: 5_000)
      try? room.seats[0].session.send(Self.bytes(number), reliably: true)
      _ = room.bridge.send(Self.bytes(number), to: first, reliably: true, at: room.now)
      room.run(.milliseconds(100))
    }
    room.run(.seconds(5))
    #expect(room.heard.map(\.bytes) == (0..<30).map(Self.bytes))
    #expect(room.seats[0].messages.map(\.bytes) == (0..<30).map(Self.bytes))
  }

  @Test func `What waits for a player whose network is gone comes when it is back, in order`() {
    var room = Room()
    room.play()
    (room.seats[0].isMute, room.seats[0].isDeaf) = (true, true)
    for number in 0..<10 {
      let delivery = room.bridge.send(Self.bytes(number), to: first, reliably: true, at: room.now)
      #expect(delivery.taken == first)
    }
    room.run(.seconds(20))
    (room.seats[0].isMute, room.seats[0].isDeaf) = (false, false)
    room.run(.seconds(5))
    #expect(room.seats[0].messages.map(\.bytes) == (0..<10).map(Self.bytes))
    #expect(room.seats[0].slot?.number == 1)
  }
}
