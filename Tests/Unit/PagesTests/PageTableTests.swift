import Model
import Testing
import Wire

@testable import Pages

/// Pages and the table of them.
@Suite struct PageTableTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private var table = PageTable()

  /// Adds a page in the given stage.
  ///
  /// It listens on the connection with the number of its controller, and has waited since `since`.
  private mutating func add(_ controller: UInt32, _ stage: Page.Phase, since: Int64 = 0) {
    let isNew = table.add(controller)
    let former = table.attach(controller, .webSocket, to: controller)
    #expect(isNew && former == nil)
    table[controller]?.stage = stage
    table[controller]?.since = Instant(nanoseconds: since)
  }

  @Test(
    arguments: [
      (.quiet, false, false, false), (.asking, true, false, true), (.waiting(.full), true, false, true),
      (.playing, true, true, false), (.moving, true, true, false), (.denied, false, false, false),
    ] as [(Page.Phase, Bool, Bool, Bool)])
  func `Hope and a seat are those of a page that is there, and who has no slot asks again in time`(
    _ stage: Page.Phase, _ isHopeful: Bool, _ isSeated: Bool, _ asks: Bool
  ) {
    var page = Page(controller: 7)
    (page.stage, page.retry) = (stage, start)
    #expect(!page.isHopeful && !page.isSeated && !page.isDue(at: start), "it is away")
    page.connection = 5
    #expect((page.isHopeful, page.isSeated) == (isHopeful, isSeated))
    #expect(page.isDue(at: start) == asks)
    #expect(!page.isDue(at: start - Interval(nanoseconds: 1)))
  }

  @Test func `A page that plays keeps its slot on another connection, and any other begins anew`() {
    for (stage, isKept) in [(.playing, true), (.moving, true), (.waiting(.full), false), (.asking, false)]
      as [(Page.Phase, Bool)]
    {
      var page = Page(controller: 7)
      (page.connection, page.stage, page.slot, page.counter) = (5, stage, PlayerSlot(index: 3), 9)
      (page.players, page.quiz) = ("told", nil)
      page.queue.add(binary: [1])
      page.attach(6, .http)
      #expect(page.stage == (isKept ? .moving : .quiet) && page.slot == (isKept ? PlayerSlot(index: 3) : nil))
      #expect(page.counter == (isKept ? 9 : 0) && page.connection == 6 && page.transport == .http)
      #expect(page.players == "" && page.quiz == QuizView() && page.queue.isEmpty)
      page.leave()
      #expect(page.connection == nil && page.stage == .quiet && page.slot == nil)
    }
  }

  @Test func `A packet's number has four bytes, the lowest first, and a record's length two`() {
    let state: [UInt8] = [1, 28] + [UInt8](repeating: 0, count: 28)
    let packet = [1, 2, 3, 4] + state
    #expect(PagePacket(packet.span)?.counter == 0x0403_0201)
    let body = [2, 1] + [UInt8](repeating: 7, count: 258) + [1, 0, 9]
    #expect(PagePacket.records(in: body.span) == [2..<260, 262..<263])
    let short = Array(body.dropLast())
    #expect(PagePacket.records(in: short.span) == nil)
  }

  @Test mutating func `A place in the queue counts those who wait longer for a free slot, and nobody else`() {
    add(1, .waiting(.full), since: 30)
    add(2, .waiting(.full), since: 10)
    add(3, .waiting(.locked), since: 5)
    add(4, .waiting(.full), since: 20)
    add(5, .asking, since: 1)
    add(6, .playing, since: 2)
    #expect([2, 4, 1].map { table.place(of: $0) } == [1, 2, 3])
    #expect(table.place(of: 99) == 1, "there is no such page")
    #expect(table.waiting.map(\.controller) == [3, 2, 4, 1])
    #expect(table.hopeful == [5, 6, 3, 2, 4, 1])
    #expect((table.asking, table.isAnyAsking, table.connected) == (5, true, 6))
    #expect(table.connected(by: .webSocket) == 6 && table.connected(by: .http) == 0)
    #expect(table.unanswered(at: .distantFuture).map(\.controller) == [5])
    #expect(table.unanswered(at: start).isEmpty, "it is not due")
    for controller in [1, 2, 3, 4, 5] as [UInt32] { table[controller]?.leave() }
    #expect((table.asking, table.isAnyAsking, table.connected) == (0, false, 1))
  }

  @Test mutating func `Only the newest connection of a page is its own, and an ended one is nobody's`() {
    add(7, .playing)
    let isNew = table.add(7)
    #expect(!isNew)
    let former = table.attach(8, .http, to: 7)
    #expect(former == 7 && table.controller(on: 7) == nil && table.controller(on: 8) == 7)
    let ends = [7, 8, 8].map { table.detach($0) }
    #expect(ends == [nil, 7, nil])
    #expect(table.remove(7)?.controller == 7 && table.remove(7) == nil)
  }

  @Test mutating func `Only a page that plays sends packets, and its number never decreases`() {
    add(1, .playing)
    add(2, .moving)
    let taken = [(1, 5), (1, 3), (2, 6), (9, 7)].map { table.note(packet: $0.1, of: $0.0) }
    #expect(taken == [true, true, false, false])
    #expect(table[1]?.counter == 5 && table[2]?.counter == 0)
  }

  @Test mutating func `A message leaves in the form of its transport, and says whether another waits`() {
    add(1, .playing)
    #expect(table.add(frames: [], to: 9) == nil)
    for number: UInt8 in [5, 6] { #expect(table.add(frames: [number], to: 1) != nil) }
    let first = table.next(for: 1)
    #expect(first?.bytes == [5] && first?.isText == false && first?.isMore == true)
    table[1]?.transport = .http
    let second = table.next(for: 1)
    #expect(second?.bytes == Array("event: binary\ndata: Bg==\n\n".utf8))
    #expect(second?.isText == true && second?.isMore == false)
    #expect(table.next(for: 1) == nil && table.next(for: 2) == nil)
    table[1]?.leave()
    #expect(table.add(frames: [7], to: 1) == nil && table[1]?.queue.isEmpty == true)
  }

  @Test func `A queue is empty without texts, states and packets, and they leave in this order`() {
    var queue = PageQueue(textLimit: 1, binaryLimit: 1)
    #expect(queue.isEmpty)
    queue.add(binary: [1])
    #expect(!queue.isEmpty)
    queue.add(.quiz, text: "q")
    queue.add(.share, text: "s")
    queue.add(.quiz, text: "r")
    let taken = ["a", "b"].map { queue.add(text: $0) }
    #expect(taken == [true, false])
    queue.add(binary: [2])
    #expect(queue.dropped == 1)
    var left: [PageQueue.Message] = []
    while let message = queue.next() {
      left.append(message)
      #expect(queue.isEmpty == (left.count == 4))
    }
    #expect(left == [.text("a"), .text("s"), .text("r"), .binary([2])])
  }
}
