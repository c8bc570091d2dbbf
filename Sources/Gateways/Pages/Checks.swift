import Wire

/// The rows of checked phones that the host keeps (docs/phones.md, "A phone's own check").
///
/// Each guest has one row, and a newer one replaces it. A change waits for the disk, and counts only once it
/// has been written. Each event leaves consequences, which the engine removes with ``next()``.
public struct Checks: Sendable {
  /// The page or the program that gets an answer.
  enum Asker: Hashable, Sendable {
    /// The page of the controller with the given number.
    case page(UInt32)
    /// The local program with the given number.
    case program(Int)
  }

  /// A consequence of an event.
  enum Consequence: Sendable {
    /// A job for the disk; the next one begins only after ``finish(isDone:)`` has reported its end.
    case job(ShelfJob)
    /// An answer.
    case reply(Reply, to: Asker)
  }

  /// The answers; their raw values are the words that pages receive.
  enum Reply: String, Sendable {
    /// The change is on the disk.
    case kept
    /// The host already keeps the maximum number of rows.
    case full
    /// The change could not be written, or too many changes wait for the disk.
    case disk
  }

  private struct Change: Sendable {
    let asker: Asker
    /// The row of the page; nil to remove all rows.
    let row: CheckRow?
  }

  private struct Kept: Sendable {
    let controller: UInt32
    let row: CheckRow
  }

  /// The maximum number of rows.
  public static let limit = 64
  /// The maximum number of changes that wait for the disk, at most one of each asker.
  static let queueLimit = 16
  /// The name of the file with the rows, in a folder of its own.
  public static let file = "rows"
  /// The maximum size of the file, in bytes.
  public static let room = 65_536
  private static let heading = "tiltpad checks 1"

  /// True if the file of an earlier run could not be read.
  ///
  /// Then nothing is written, because a new file would replace the rows of that file.
  private var isFrozen = false
  private var kept: [Kept] = []
  private var changes: [Change] = []
  private var written: (change: Change, kept: [Kept])?
  private var consequences: [Consequence] = []

  /// Creates an empty collection.
  public init() {}

  /// The rows, oldest first.
  var rows: [CheckRow] { kept.map(\.row) }

  /// True if there is a consequence that ``next()`` has not returned yet.
  var isUnsettled: Bool { !consequences.isEmpty || written == nil && !changes.isEmpty }

  /// Keeps the row of the page of `controller`.
  mutating func keep(_ row: CheckRow, of controller: UInt32) {
    submit(Change(asker: .page(controller), row: row))
  }

  /// Removes all rows, on behalf of the local program with the number `program`.
  mutating func forget(for program: Int) { submit(Change(asker: .program(program), row: nil)) }

  /// Removes and returns the oldest consequence; nil if there is none.
  mutating func next() -> Consequence? {
    while consequences.isEmpty, written == nil, !changes.isEmpty { begin(changes.removeFirst()) }
    return consequences.isEmpty ? nil : consequences.removeFirst()
  }

  /// Records the end of the job: the change counts if `isDone`.
  mutating func finish(isDone: Bool) {
    guard let (change, kept) = written.take() else { return }
    if isDone { self.kept = kept }
    reply(isDone ? .kept : .disk, change)
  }

  /// Adopts the `file` of an earlier run; returns false if it is damaged.
  public mutating func adopt(_ file: [UInt8]) -> Bool {
    guard file.count <= Checks.room, let text = String(validating: file, as: UTF8.self),
      let lines = Checks.lines(of: text)
    else { return false }
    kept = Array(lines.suffix(Checks.limit))
    return true
  }

  /// Refuses all changes from now on, because the file of an earlier run could not be read.
  public mutating func freeze() { isFrozen = true }

  private mutating func submit(_ change: Change) {
    // Over a data channel, a page sends each text three times.
    let waiting = ([written?.change].compactMap(\.self) + changes).contains { $0.asker == change.asker }
    guard !waiting else { return }
    guard !isFrozen, changes.count < Checks.queueLimit else { return reply(.disk, change) }
    changes.append(change)
  }

  /// Begins to write a change, unless it is refused or changes nothing.
  private mutating func begin(_ change: Change) {
    var future = kept
    if case .page(let controller) = change.asker, let row = change.row {
      if kept.contains(where: { $0.controller == controller && $0.row == row }) {
        return reply(.kept, change)
      }
      future.removeAll { $0.controller == controller }
      guard future.count < Checks.limit else { return reply(.full, change) }
      future.append(Kept(controller: controller, row: row))
    } else {
      future = []
    }
    written = (change, future)
    consequences.append(
      .job(ShelfJob(steps: [.write(Checks.file, Array(Checks.text(of: future).utf8))], undo: [])))
  }

  private mutating func reply(_ reply: Reply, _ change: Change) {
    consequences.append(.reply(reply, to: change.asker))
  }

  /// Returns the text of the file: a heading, and a line for each row that begins with its controller's
  /// number.
  private static func text(of kept: [Kept]) -> String {
    "\(heading)\n" + kept.map { "\($0.controller)|\(CheckRow.text(of: [$0.row]))" }.joined()
  }

  private static func lines(of text: String) -> [Kept]? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst() == heading, lines.popLast()?.isEmpty == true else { return nil }
    let kept = lines.compactMap { line -> Kept? in
      let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let controller = UInt32(parts[0]),
        let row = CheckRow.rows(in: "\(parts[1])\n")?.first
      else { return nil }
      return Kept(controller: controller, row: row)
    }
    return kept.count == lines.count ? kept : nil
  }
}
