import Bridge
import Gamepad
import Glibc
import Model
import Motion
import Platform
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The requests of games, and the choice among several.
@Suite struct GameDeskTests {
  private let slot = PlayerSlot(index: 0)
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private var desk = GameDesk()
  private var settings = DaemonSettings(socketPath: "")

  init() {
    settings.profileNames = ["wheel", "pad", "wide"]
    settings.bridge.tuning.profiles = [.wheel, .pad, .flight]
  }

  private mutating func obey(
    _ profile: String, _ players: PlayerSlots = .all, identity: UInt8 = 0, from index: Int = 1
  )
    -> LocalAnswer.Result?
  {
    let request = GameOrder.Request(players: players, profile: DeviceName(profile), identity: identity)
    return desk.adopt(GameOrder(request), from: index, settings, at: start).refusal
  }

  private func numbers() -> [Int32?] { desk.profiles(settings).prefix(2).map { $0?.number } }

  @Test mutating func `The newest game of each player wins, and the one before it returns`() {
    let first = obey("wide")
    let second = obey("pad", PlayerSlots(slot), from: 2)
    #expect(first == nil && second == nil && numbers() == [1, 2])
    let isGone = desk.hangUp(2)
    #expect(isGone && numbers() == [2, 2])
    _ = desk.adopt(GameOrder(nil), from: 1, settings, at: start)
    #expect(numbers() == [nil, nil])
    let isAgain = desk.hangUp(1)
    #expect(!isAgain)
  }

  @Test mutating func `A profile or an identity that does not exist changes nothing`() {
    _ = obey("wide")
    for (name, identity) in [("Wide", 0), ("", 200), ("nowhere", 1)] as [(String, UInt8)] {
      let result = obey(name, identity: identity, from: 2)
      #expect(result == .nobody && numbers() == [2, 2] && desk.identities.isEmpty)
    }
  }

  @Test mutating func `After a reload without the profile, everything is as usual`() {
    _ = obey("wide")
    settings.profileNames = ["wide", "wheel"]
    #expect(numbers() == [0, 0])
    settings.profileNames = ["wheel"]
    #expect(numbers() == [nil, nil])
  }

  @Test mutating func `An order is answered when the pads are there, or after two seconds`() {
    desk.wait(7, from: 1, at: start)
    let early = desk.nextDone(arePadsThere: false, at: start + .seconds(1))
    #expect(early == nil && desk.deadline == start + .seconds(2))
    let there = desk.nextDone(arePadsThere: true, at: start)
    #expect(there?.index == 1 && there?.answer.number == 7 && there?.answer.result == .done)
    desk.wait(8, from: 1, at: start)
    desk.wait(9, from: 2, at: start + .seconds(1))
    #expect(desk.deadline == start + .seconds(2))
    let late = desk.nextDone(arePadsThere: false, at: start + .seconds(2))
    #expect(late?.answer.number == 8 && desk.deadline == start + .seconds(3))
    _ = desk.nextDone(arePadsThere: true, at: start)
    #expect(desk.deadline == .distantFuture)
  }

  @Test
  mutating func
    `Too many orders to begin are refused, those of other connections are not, and an end never is`()
  {
    let results = (0..<30).map { _ in obey("wide") }
    #expect(results.prefix(20).allSatisfy { $0 == nil } && results.suffix(10).allSatisfy { $0 == .notNow })
    let other = obey("pad", PlayerSlots(slot), from: 2)
    #expect(other == nil && numbers() == [1, 2])
    let end = desk.adopt(GameOrder(nil), from: 1, settings, at: start)
    #expect(end.isChange && end.refusal == nil && numbers() == [1, nil])
    _ = desk.hangUp(1)
    #expect(obey("wide") == .notNow, "a new connection at its index refills nothing")
  }

  @Test mutating func `What changes nothing is no change`() {
    let request = GameOrder(GameOrder.Request(profile: DeviceName("wide")))
    let changes = (0..<30).map { _ in desk.adopt(request, from: 1, settings, at: start).isChange }
    #expect(changes == [true] + [Bool](repeating: false, count: 29))
    let ends = (0..<2).map { _ in desk.adopt(GameOrder(nil), from: 1, settings, at: start).isChange }
    #expect(ends == [true, false])
  }

  @Test func `A game's identity wins over all others except a described stick`() {
    var choice = IdentityChoice(common: .generic, own: [slot: .xboxSeries])
    choice.games[slot] = .dualSense
    #expect(
      choice.identity(of: slot, request: 0) == .dualSense
        && choice.identity(of: slot, request: 5) == .dualSense)
    choice.own = [:]
    choice.described[slot] = .wheel
    #expect(choice.identity(of: slot, request: IdentityRequest.described) == .wheel)
    #expect(choice.identity(of: slot, request: 0) == .dualSense)
    #expect(choice.identity(of: PlayerSlot(index: 1), request: 0) == .generic)
  }

  @Test func `The pad is exchanged for the game, and again when its connection ends`() throws {
    var house = try House()
    house.play()
    let before = house.hasShare()
    let order = GameOrder(GameOrder.Request(profile: DeviceName(""), identity: 3))
    house.receive(LocalPacket.game(order).datagram.array, from: LocalClients.gateways.lowerBound)
    #expect(house.journal.events == ["attached 1"], "a gateway may not ask for it")
    house.receive(LocalPacket.game(order).datagram.array, from: LocalClients.programs.lowerBound)
    #expect(house.journal.events == ["attached 1", "exchanged 1"])
    house.play()
    let during = house.hasShare()
    house.executor.hangUp(LocalClients.programs.lowerBound, at: house.now)
    house.executor.perform(through: house.network, at: house.now)
    #expect(!before && during && house.journal.events == ["attached 1", "exchanged 1", "exchanged 1"])
    house.play()
    let after = house.hasShare()
    #expect(!after)
  }

  /// Returns the number of messages that wait for `program`.
  private func count(_ program: borrowing LocalConnection) -> Int {
    var (buffer, count) = (LocalBuffer(repeating: 0), 0)
    while case .done(let size) = program.receive(into: &buffer), size > 0 { count += 1 }
    return count
  }

  @Test func `An order that changes nothing, or is refused, tells nobody of settings`() throws {
    var house = try House()
    let path = "/tmp/tiltpad-games-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
    let listener = try LocalListener(at: path)
    let program = try LocalConnection(connectingTo: path)
    if let connection = try listener.accept() { house.executor.clients.add(connection, at: 1) }
    house.receive(LocalPacket.setting(SettingOrder(.follow)).datagram.array, from: 1)
    let first = count(program)
    #expect(first > 16)
    var told: [Int] = []
    for turn in 0..<30 {
      let request = GameOrder.Request(profile: DeviceName(""), identity: UInt8(2 + turn % 2))
      house.receive(LocalPacket.game(GameOrder(request)).datagram.array, from: 0)
      told.append(count(program))
    }
    #expect(told.prefix(20).allSatisfy { $0 > 16 } && told.suffix(10).allSatisfy { $0 == 0 })
    house.receive(LocalPacket.game(GameOrder(nil)).datagram.array, from: 0)
    #expect(count(program) > 16, "an end is never refused")
    house.receive(LocalPacket.game(GameOrder(nil)).datagram.array, from: 0)
    #expect(count(program) == 0)
  }

  @Test func `Nobody waits for a pad that has failed before udev has finished it`() throws {
    var table = try PadTable(.memory, path: "")
    var arrivals = PadArrivals(hasPads: true)
    arrivals.expect(slot, from: start)
    let before = arrivals.isExpecting(in: table)
    table.plug(StubPad { .unchanged }, into: slot)
    let during = arrivals.isExpecting(in: table)
    table.unplug(slot)
    let after = arrivals.isExpecting(in: table)
    #expect(!before && during && !after)
  }
}
