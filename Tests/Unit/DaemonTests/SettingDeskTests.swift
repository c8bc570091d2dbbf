import Bridge
import Buzzer
import Engine
import Foundation
import Model
import Platform
import Store
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The path of settings from dashboards and terminals to the players, to their file, and back.
@Suite struct SettingDeskTests {
  /// A store that writes only the file of dashboards' settings, immediately.
  private final class Files: JobStore, @unchecked Sendable {
    var error: StoreError?

    func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz { KeptQuiz() }

    func perform(_ job: StoreJob) throws(StoreError) {
      if let error { throw error }
      guard case .ownFile(let contents, let path) = job else { return }
      let former = try? FileContents.read(path)
      guard former.map(SettingText.isOwn) ?? true else { throw .foreign }
      do throws(SystemError) { try FileContents.write(contents, to: path) } catch {
        throw .failed(code: error.code)
      }
    }
  }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "tiltpad-\(UUID())")
  private let files = Files()
  private let writer: StoreWriter
  private var desk = SettingDesk()
  private var settings = DaemonSettings(socketPath: "")
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private let slot = PlayerSlot(index: 1)

  init() throws {
    writer = try StoreWriter(files, isThreaded: false)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    settings.dashboard.path = folder.appending(path: "dashboard.conf").path
    desk.follow(settings)
  }

  private func setting(_ key: String, _ text: String, of slot: PlayerSlot? = nil) throws -> Setting {
    let knob = try #require(Knob(key: key))
    return try #require(knob.value(of: text).flatMap { Setting(knob, of: slot, $0) })
  }

  /// Gives an order, and returns its result, after the file was written and read again.
  private mutating func obey(
    _ action: SettingOrder.Action, from index: Int = 3, isOfGateway: Bool = true, at now: Instant? = nil
  ) -> LocalAnswer.Result? {
    var order = SettingOrder(action)
    order.number = 7
    var answer = desk.obey(order, from: index, isOfGateway: isOfGateway, by: writer, at: now ?? start)
    for receipt in writer.drainReceipts() {
      #expect(receipt.origin == .settings)
      if let reply = desk.note(receipt.error) { answer = reply.answer }
    }
    if desk.isStale { answer = desk.conclude(isGood: true).reply?.answer }
    #expect(answer?.number == 7)
    return answer?.result
  }

  private var text: String? {
    settings.dashboard.path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  private var lines: [String] {
    (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  @Test mutating func `A trial lasts a minute from its last setting on`() throws {
    let first = obey(.attempt(try setting("full_lock", "60", of: slot)))
    #expect(first == .done && desk.deadline == start + .seconds(60))
    let second = obey(.attempt(try setting("curve", "0.5", of: slot)), at: start + .seconds(50))
    #expect(second == .done && desk.tried[2].count == 2)
    desk.advance(to: start + .seconds(109))
    #expect(desk.tried[2].count == 2)
    desk.advance(to: start + .seconds(110))
    #expect(desk.tried == Tuning.none && desk.deadline == .distantFuture && text == nil)
  }

  @Test mutating func `A trial ends when it is undone, and when whoever tries it is gone`() throws {
    _ = obey(.attempt(try setting("full_lock", "60", of: slot)))
    _ = obey(.attempt(try setting("full_lock", "70")))
    let undone = obey(.undo(slot))
    #expect(undone == .done && desk.tried[2] == [] && desk.tried[0].count == 1)
    let other = desk.hangUp(4)
    #expect(!other && desk.tried[0].count == 1)
    let own = desk.hangUp(3)
    #expect(own && desk.tried == Tuning.none)
  }

  @Test mutating func `What is kept is written by the daemon, and ends its trial`() throws {
    _ = obey(.attempt(try setting("full_lock", "60", of: slot)))
    _ = obey(.attempt(try setting("gyro", "stick", of: slot)))
    let result = obey(.keepTrial(slot))
    #expect(result == .done && desk.tried == Tuning.none)
    #expect(lines == ["[player 2]", "full_lock = 60", "gyro = stick"])
    #expect(SettingText.isOwn(Array(try #require(text).utf8)))
    settings.dashboard.kept = [
      try setting("full_lock", "60", of: slot), try setting("gyro", "stick", of: slot),
    ]
    desk.follow(settings)
    let more = obey(.keep(try setting("players", "6")))
    #expect(
      more == .done && lines == ["[host]", "players = 6", "[player 2]", "full_lock = 60", "gyro = stick"])
    let cleared = obey(.clear(try #require(Knob(key: "gyro")), slot))
    #expect(cleared == .done && lines == ["[player 2]", "full_lock = 60"])
  }

  @Test mutating func `With nothing tried there is nothing to keep`() {
    let result = obey(.keepTrial(slot))
    #expect(result == .nobody && text == nil)
  }

  @Test mutating func `A file that somebody has edited is left alone, also while the daemon runs`() throws {
    _ = obey(.keep(try setting("players", "6")))
    let path = try #require(settings.dashboard.path)
    let edited = try #require(text).replacing("6", with: "7")
    try edited.write(toFile: path, atomically: true, encoding: .utf8)
    let result = obey(.keep(try setting("players", "8")))
    #expect(result == .edited && text == edited)
    try "[input]\nfull_lock = 50\n".write(toFile: path, atomically: true, encoding: .utf8)
    let strange = obey(.keep(try setting("players", "8")))
    #expect(strange == .edited && lines == ["[input]", "full_lock = 50"])
    try FileManager.default.removeItem(atPath: path)
    let again = obey(.keep(try setting("players", "8")))
    #expect(again == .done && lines == ["[host]", "players = 8"])
  }

  @Test mutating func `What root has set is neither tried nor kept nor cleared`() throws {
    let lock = try #require(Knob(key: "full_lock"))
    settings.dashboard.locks = [.init(lock, slot, file: "/etc/tiltpad/tiltpad.conf", line: 3)]
    desk.follow(settings)
    let own = try setting("full_lock", "60", of: slot)
    let results = [obey(.attempt(own)), obey(.keep(own)), obey(.clear(lock, slot))]
    #expect(results == [.fixed, .fixed, .fixed] && desk.tried == Tuning.none && text == nil)
    let others = [obey(.attempt(try setting("full_lock", "60")))]
    #expect(others == [.done], "everybody's is another setting")
    settings.dashboard.locks[0].slot = nil
    desk.follow(settings)
    let each = [obey(.attempt(own)), obey(.attempt(try setting("full_lock", "60")))]
    #expect(each == [.fixed, .fixed])
    let state = desk.state(of: slot, Knob.all.map { _ in nil }, at: start)
    #expect(state.entries[Int(lock.number) - 1].origin == .fixed)
  }

  @Test mutating func `Dashboards may be forbidden to change settings, but not local programs`() throws {
    settings.dashboard.isAllowed = false
    desk.follow(settings)
    let own = try setting("players", "5")
    let refused = [obey(.keep(own)), obey(.attempt(try setting("curve", "1")))]
    #expect(refused == [.switchedOff, .switchedOff] && text == nil)
    let local = obey(.keep(own), isOfGateway: false)
    #expect(local == .done && desk.state(of: nil, Knob.all.map { _ in nil }, at: start).isOff)
  }

  @Test mutating func `Whoever orders without end fills neither the disk nor the journal`() throws {
    var kept = 0
    for _ in 0..<1_000 where obey(.keep(try setting("players", "5"))) == .done { kept += 1 }
    #expect(kept == 20)
    let later = obey(.keep(try setting("players", "5")), at: start + .seconds(1))
    #expect(later == .done)
    var tried = 0
    for _ in 0..<1_000 where obey(.attempt(try setting("curve", "1"))) == .done { tried += 1 }
    #expect(tried == 100 && desk.tried[0].count == 1)
  }

  @Test mutating func `A disk that fails keeps the trial, which goes on and ends by itself`() throws {
    _ = obey(.attempt(try setting("curve", "1")))
    files.error = .failed(code: 28)
    let failed = obey(.keepTrial(nil))
    #expect(failed == .failed && desk.tried[0].count == 1 && !desk.isStale)
    desk.advance(to: start + .seconds(60))
    #expect(desk.tried == Tuning.none)
  }

  @Test func `The largest file has room, and every byte of it is under the checksum`() {
    var all: [Setting] = []
    for knob in Knob.all {
      let value: Int32 = if case .number(let range, _, _, _) = knob.form { range.upperBound } else { 0 }
      let slots = [nil] + PlayerSlots.all.each.map { PlayerSlot?.some($0) }
      all += slots.compactMap { Setting(knob, of: $0, value) }
    }
    let bytes = SettingText(all).bytes
    #expect(bytes.count < SettingText.limit && SettingText.isOwn(bytes))
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var other = bytes
      other[index] ^= 1
      #expect(!SettingText.isOwn(other), "byte \(index)")
    }
    #expect(!SettingText.isOwn([]) && !SettingText.isOwn(Array(bytes.dropLast())))
  }

  @Test func `An order at a gateway's socket reaches the player's report and is told to who follows`() throws
  {
    var house = try House()
    let bystanders = try Bystanders(&house.executor.clients)
    defer { withExtendedLifetime(bystanders) {} }
    house.play()
    let gateway = LocalClients.gateways.lowerBound
    let first = PlayerSlot(index: 0)
    for action in [SettingOrder.Action.follow, .attempt(try setting("full_lock", "20", of: first))] {
      house.receive(LocalPacket.setting(SettingOrder(action)).datagram.array, from: gateway)
    }
    let index = Int(try #require(Knob(key: "full_lock")).number) - 1
    #expect(house.executor.engine.values(of: first)[index] == 200)
    house.executor.hangUp(gateway, at: house.now)
    #expect(house.executor.engine.values(of: first)[index] == 450)
  }
}
