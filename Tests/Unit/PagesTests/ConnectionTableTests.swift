import Guards
import Model
import Pages
import Testing

@Suite struct ConnectionTableTests {
  var table = ConnectionTable(seed: 7)
  var now = Instant(nanoseconds: 1_000_000_000_000)
  let phone = Address(high: 0xfd00_0000_0000_0001, low: 0x77)

  func neighbour(_ number: Int) -> Address { Address(high: phone.high, low: 0x1000 + UInt64(number)) }
  func lan(_ number: Int) -> Address { Address(v4: 0xc0a8_0100 + UInt32(number)) }

  /// Admits a connection; returns its number.
  mutating func admit(_ address: Address) throws -> UInt32 {
    let admitted = table.admit(from: address, at: now)
    return try #require(admitted).number
  }

  /// Removes and returns all waiting actions.
  mutating func actions() -> [ConnectionTable.Action] {
    var actions: [ConnectionTable.Action] = []
    while let action = table.next(at: now) { actions.append(action) }
    return actions
  }

  @Test mutating func `A neighbour's silent connections do not end one that says something`() throws {
    let number = try admit(phone)
    let begins = table.hear(number, isPlain: false, at: now)
    #expect(begins)
    for count in 0..<5_000 {
      let former = table.admit(from: neighbour(count), at: now)?.former
      #expect(former != number)
    }
    #expect(table.count == ConnectionTable.limits.total - ConnectionTable.limits.reserve)
  }

  @Test mutating func `Each guest of a crowd has a connection`() throws {
    table = ConnectionTable(guestLimit: 1_000, seed: 1)
    for count in 0..<1_000 {
      let number = try admit(lan(count))
      table.advance(number, to: .open)
    }
    #expect(table.count == 1_000)
  }

  @Test
  mutating func `Voters of one address have the room that the host allows, and no player gives way to them`()
    throws
  {
    let player = try admit(lan(1))
    table.advance(player, to: .open)
    var former: [UInt32] = []
    func vote(_ count: Int) throws {
      for _ in 0..<count {
        let entry = table.admit(from: phone, at: now)
        let admitted = try #require(entry)
        table.advance(admitted.number, to: .shared)
        former += [admitted.former].compactMap(\.self)
      }
    }
    try vote(24)
    #expect(former.isEmpty)
    try vote(1)
    #expect(former.count == 1)
    table.allow(voters: 100)
    try vote(76)
    #expect(former.count == 1)
    for count in 0..<200 {
      let newcomer = table.admit(from: lan(count), at: now)
      #expect(newcomer != nil && newcomer?.former != player)
    }
    table.allow(voters: 0)
    let next = table.admit(from: phone, at: now)
    #expect(next?.former != nil)
  }

  @Test mutating func `A ticket that many have makes no address known, and gives way`() throws {
    let overlays = try (0..<16).map { _ in
      let number = try admit(phone)
      table.advance(number, to: .shared)
      return number
    }
    var begun = 0
    for _ in 0..<200 {
      guard let (number, _) = table.admit(from: phone, at: now) else { continue }
      if table.hear(number, isPlain: false, at: now) { begun += 1 }
      table.remove(number)
    }
    #expect(begun == ConnectionTable.ofAddress, "as many as any stranger")
    let former = (0..<200).compactMap { table.admit(from: lan($0), at: now)?.former }
    #expect(!Set(former).isDisjoint(with: overlays))
  }

  @Test mutating func `This machine always gets a connection`() {
    for count in 0..<500 { _ = table.admit(from: lan(count % 100), at: now) }
    let host = table.admit(from: .loopback, at: now)
    #expect(host != nil && host?.former == nil)
  }

  @Test mutating func `Handshakes of strangers have a budget, and the rest wait`() throws {
    var begun = 0
    for count in 0..<110 {
      let number = try admit(neighbour(count))
      let begins = table.hear(number, isPlain: false, at: now)
      if begins { begun += 1 }
    }
    #expect(begun == ConnectionTable.ofNetwork)
    #expect(actions().isEmpty && table.nextDeadline == now + .milliseconds(10))
    now = now + .milliseconds(10)
    // The newest and the oldest waiting connection take turns.
    #expect(actions() == [.begin(110)])
    now = now + .milliseconds(10)
    #expect(actions() == [.begin(101)])
    now = now + .milliseconds(10)
    #expect(actions() == [.begin(109)])
    let other = try admit(lan(1))
    let begins = table.hear(other, isPlain: false, at: now)
    #expect(begins)
  }

  @Test mutating func `Guests with a socket, this machine and connections without TLS wait for no stranger`()
    throws
  {
    let guest = try admit(lan(1))
    _ = table.hear(guest, isPlain: false, at: now)
    table.advance(guest, to: .open)
    for count in 0..<400 {
      let number = try admit(lan(2 + count % 200))
      _ = table.hear(number, isPlain: false, at: now)
    }
    for (address, isPlain) in [(lan(1), false), (.loopback, false), (lan(250), true), (lan(251), false)] {
      let number = try admit(address)
      let begins = table.hear(number, isPlain: isPlain, at: now)
      #expect(begins == (address != lan(251)))
    }
  }

  @Test mutating func `A known address has a hundred handshakes before it waits with strangers`() throws {
    let guest = try admit(lan(1))
    _ = table.hear(guest, isPlain: false, at: now)
    table.advance(guest, to: .open)
    var begun = 0
    for _ in 0..<1_000 {
      guard let (number, _) = table.admit(from: lan(1), at: now) else { continue }
      if table.hear(number, isPlain: false, at: now) { begun += 1 }
      table.remove(number)
    }
    // The first handshake from this address counted in the budget of strangers, as the address was not known
    // yet.
    #expect(begun == 100 + ConnectionTable.ofAddress - 1)
  }

  @Test mutating func `A connection that stays silent ends after ten seconds`() throws {
    let number = try admit(lan(1))
    let heard = try admit(lan(2))
    _ = table.hear(heard, isPlain: false, at: now)
    now = now + .seconds(10)
    #expect(table.nextDeadline == now && actions() == [.end(number)] && table.count == 1)
    #expect(table.refusals == 1 && table.nextDeadline == .distantFuture)
  }

  @Test mutating func `Known addresses have two hundred handshakes in all before they wait with strangers`()
    throws
  {
    var begun = [0, 0, 0]
    for count in begun.indices {
      let guest = try admit(lan(count))
      _ = table.hear(guest, isPlain: false, at: now)
      table.advance(guest, to: .open)
    }
    for count in begun.indices {
      for _ in 0..<200 {
        let number = try admit(lan(count))
        if table.hear(number, isPlain: false, at: now) { begun[count] += 1 }
        table.remove(number)
      }
    }
    #expect(begun == [123, 123, 23], "each has used one of the 24 of a stranger to become known")
  }

  @Test mutating func `Strangers have two hundred handshakes in all, and 24 of one address`() throws {
    var begun = 0
    for count in 0..<230 {
      let number = try admit(lan(count))
      if table.hear(number, isPlain: false, at: now) { begun += 1 }
      table.remove(number)
    }
    #expect(begun == 200)
    #expect(ConnectionTable.ofAddress == 24 && ConnectionTable.ofNetwork == 100)
    let limits = ConnectionTable.limits
    #expect([limits.total, limits.perAddress, limits.fairShare, limits.reserve] == [128, 24, 8, 8])
  }

  @Test mutating func `Those that wait for the budget are looked at no more than each ten milliseconds`()
    throws
  {
    for count in 0..<110 { _ = table.hear(try admit(neighbour(count)), isPlain: false, at: now) }
    let start = now
    for (time, expected) in [
      (5_000_000, []), (10_000_000, []), (14_999_999, []), (15_000_000, [.begin(110)]),
    ] as [(Int64, [ConnectionTable.Action])] {
      now = start + Interval(nanoseconds: time)
      #expect(actions() == expected, "\(time) ns")
    }
    #expect(table.nextDeadline == start + .milliseconds(25))
  }

  @Test mutating func `A connection that stays silent ends no sooner than after ten seconds`() throws {
    let number = try admit(lan(1))
    now = now + Interval(nanoseconds: 9_999_999_999)
    #expect(actions() == [] && table.count == 1 && table.refusals == 0)
    now = now + Interval(nanoseconds: 1)
    #expect(actions() == [.end(number)] && table.count == 0)
  }
}
