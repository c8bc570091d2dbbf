import Notation
public import Wire

/// The rows of checked phones: those of pages, the requests of local programs, and the work on the disk.
extension PageEngine {
  /// Records the end of the work on the disk; `isDone` is true if it succeeded.
  public mutating func finishChecks(isDone: Bool) { reception.seating.checks.finish(isDone: isDone) }

  /// Serves the oldest consequence of the checks; returns false if none waits.
  mutating func serveChecks() -> Bool {
    guard let consequence = reception.seating.checks.next() else { return false }
    switch consequence {
    case .job(let job): actions.append(.keepChecks(job))
    case .reply(let reply, .page(let controller)):
      reception.seating.say(.checked(reply.rawValue), to: controller)
    case .reply(let reply, .program(let program)):
      let answer = CheckAnswer(reply == .kept ? .done : .disk)
      actions.append(.answerChecks(answer, program: program))
    }
    return true
  }

  /// Handles the request of local program number `program` about the rows.
  public mutating func receive(_ request: CheckRequest, from program: Int) {
    switch request.verb {
    case .list:
      let answer = CheckAnswer(.done, rows: reception.seating.checks.rows)
      actions.append(.answerChecks(answer, program: program))
    case .forget: reception.seating.checks.forget(for: program)
    }
  }
}

extension Seating {
  /// Handles the row of a page; returns false if it is invalid or the page does not play.
  mutating func keepCheck(_ said: JSON, of controller: UInt32) -> Bool {
    guard pages[controller]?.stage == .playing, case .array(let cells) = said["cells"],
      let row = CheckRow(cells.map { $0.string ?? "" })
    else { return false }
    checks.keep(row, of: controller)
    return true
  }
}
