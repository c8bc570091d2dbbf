import Model
import Testing
import Wire

@testable import Pages

/// A gateway's engine with pages that play, dashboards, and a disk whose work the test controls.
struct ShelfHouse {
  static let shipped = ["pad", "wheel"]

  /// Returns the text of a layout with the given id, which is longer the longer `word` is.
  static func layout(_ id: String, word: String = "", name: String = "Mine") -> String {
    #"{"id":"\#(id)","name":"\#(name)","grid":["a"],"controls":{"a":{"type":"button","out":"A","word":"\#(word)"}}}"#
  }

  var engine: PageEngine
  var random = SystemRandomNumberGenerator()
  var now = Instant(nanoseconds: 1_000_000_000_000)
  /// The work for the disk that has not ended.
  private(set) var job: ShelfJob?
  /// The answers to local programs.
  private(set) var answers: [LayoutAnswer] = []
  /// The answers to local programs about checked phones.
  private(set) var checkAnswers: [CheckAnswer] = []
  /// The layouts of games that were reported as missing.
  private(set) var gameReports: [String] = []
  /// The requests of games that the gateway has sent to the bridge.
  private(set) var requests: [GameOrder.Request?] = []
  /// The bridge's answer to orders about games; nil if the orders are lost.
  var gameAnswer: LocalAnswer.Result? = .done
  /// The users for whom the journal reports that they may not report running games.
  private(set) var gameStrangers: [UInt32] = []
  /// The numbers of the programs that report running games and whose connections were closed.
  private(set) var closedGames: [Int] = []
  /// True if the work for the disk is about checked phones.
  private var isCheck = false
  /// The files on the disk.
  private(set) var files: [String: [UInt8]]

  init(_ makers: Shelf.Makers = .players, files: [String: [UInt8]] = [:], guests: Set<UInt32> = []) {
    let page = Dictionary(
      uniqueKeysWithValues: ShelfHouse.shipped.map { id in
        (
          "layouts/\(id).json",
          PageFiles.File(
            type: "", tag: "", body: Array(ShelfHouse.layout(id).utf8), compressed: nil)
        )
      })
    var shelf = Shelf(for: makers)
    _ = shelf.adopt(files, guests: guests)
    self.files = files
    engine = PageEngine(
      PageEngine.Facts(port: 1), name: "den", session: "1f",
      site: Site(rules: HostRules(machine: "den", addresses: [], port: 1), files: PageFiles(page)),
      book: TicketBook(), shelf: shelf)
    engine.findBridge(at: now)
  }

  /// Seats two players, the first of whom saves the layout `mine`, and opens a dashboard on connection 100.
  mutating func seatTwo() throws {
    for slot in 1...2 { _ = try seat(slot, slot == 1 ? "Aki" : "Mei") }
    save("mine", on: 1)
    try openDashboard()
    for connection in [1, 2, 100] { _ = texts(connection) }
  }

  /// Gives an order of the dashboard, and lets the disk do all of its work; returns the answers.
  mutating func order(_ text: String) -> [String] {
    say(text, on: 100)
    work()
    return texts(100, "answer")
  }

  /// The layouts that are kept.
  var kept: [String: KeptLayout] { engine.reception.seating.shelf.layouts }

  /// The layouts that dashboards try at the moment.
  var trials: [ShelfAsker: KeptLayout] { engine.reception.seating.shelf.trials }

  /// The number of uploads that are not complete.
  var uploading: Int { engine.reception.seating.shelf.uploading }

  /// Carries out all actions, except for the work on the disk.
  mutating func settle() {
    while let action = engine.next(at: now, using: &random) {
      switch action {
      case .keepShelf(let next): (job, isCheck) = (next, false)
      case .keepChecks(let next): (job, isCheck) = (next, true)
      case .answerChecks(let answer, _): checkAnswers.append(answer)
      case .answerLayouts(let answer, _): answers.append(answer)
      case .reportGameLayout(let layout): gameReports.append(layout)
      case .send(.game(let order)):
        requests.append(order.request)
        guard let gameAnswer else { continue }
        let answer = LocalAnswer(number: order.number, gameAnswer)
        var datagram = LocalDatagram()
        answer.write(to: &datagram)
        datagram.withBytes { engine.receive(fromBridge: $0, at: now) }
      case .reportGameUser(let user): gameStrangers.append(user)
      case .closeGame(let program): closedGames.append(program)
      default: break
      }
    }
  }

  /// Lets the disk do all of its work, or fail at it unless `succeeding`.
  mutating func work(succeeding: Bool = true) {
    settle()
    while let done = job {
      job = nil
      if succeeding { done.steps.forEach { carryOut($0) } }
      if isCheck { engine.finishChecks(isDone: succeeding) } else { engine.finishShelf(isDone: succeeding) }
      settle()
    }
  }

  private mutating func carryOut(_ step: ShelfJob.Step) {
    switch step {
    case .write(let name, let bytes): files[name] = bytes
    case .remove(let name): files[name] = nil
    }
  }

  /// Admits a page that plays in `slot`, over the connection of the same number; returns its controller.
  mutating func seat(_ slot: Int, _ name: String = "Aki") throws -> UInt32 {
    let ticket = try #require(engine.book.issue(at: now, using: &random))
    let visitor = try #require(engine.book.admit(ticket, at: now, using: &random))
    engine.reception.admit(visitor, isLocal: false)
    engine.reception.open(UInt32(slot), for: visitor.controller, book: &engine.book, at: now)
    say(#"{"type":"hello","name":"\#(name)"}"#, on: slot)
    let notice = SeatNotice(
      controller: visitor.controller, slot: PlayerSlot(number: slot), refusal: .none, limit: 16)
    engine.reception.seating.apply(notice, book: &engine.book, at: now)
    settle()
    return visitor.controller
  }

  /// Opens a dashboard on `connection`: the host's or, with `role`, that of a guest with a ticket for it.
  mutating func openDashboard(on connection: UInt32 = 100, as role: TicketBook.Role? = nil) throws {
    var dashboard = Desk.Dashboard()
    if let role {
      let ticket = try #require(engine.book.issue(for: role, at: now, using: &random))
      dashboard.guest = engine.book.admit(ticket, as: role, at: now, using: &random)
    }
    engine.open(dashboard, on: connection, at: now, using: &random)
    settle()
  }

  /// Receives a text on `connection`.
  mutating func say(_ text: String, on connection: Int) {
    _ = engine.receive(
      Array(text.utf8).span, isText: true, on: UInt32(connection), isWatching: true, at: now, using: &random)
    settle()
  }

  /// Receives part number `part` of `of` of the layout `id` on `connection`.
  mutating func upload(
    _ id: String, _ text: String, part: Int = 0, of: Int = 1, on connection: Int, number: Int = 1
  ) {
    let quoted = text.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    say(
      #"{"type":"save","number":\#(number),"id":"\#(id)","part":\#(part),"of":\#(of),"text":"\#(quoted)"}"#,
      on: connection)
  }

  /// Saves a layout whole on `connection`, and lets the disk work.
  mutating func save(_ id: String, word: String = "", on connection: Int) {
    upload(id, ShelfHouse.layout(id, word: word), on: connection)
    work()
  }

  /// Removes and returns the texts that wait for `connection`.
  ///
  /// If `type` is given, only texts of that type are returned.
  mutating func texts(_ connection: Int, _ type: String = "") -> [String] {
    var texts: [String] = []
    while let message = engine.next(for: UInt32(connection)) {
      texts.append(String(decoding: message.bytes, as: UTF8.self))
    }
    return texts.filter { type.isEmpty || $0.hasPrefix(#"{"type":"\#(type)""#) }
  }

  /// Lets `seconds` pass.
  mutating func wait(_ seconds: Int64) {
    now = now + .seconds(seconds)
    engine.advance(to: now, using: &random)
    settle()
  }

  /// Returns the same host after a restart, with the files on its disk.
  func restarted(guests: Set<UInt32> = []) -> ShelfHouse { ShelfHouse(files: files, guests: guests) }
}
