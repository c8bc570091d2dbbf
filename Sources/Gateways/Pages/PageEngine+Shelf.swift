import Model
import Notation
public import Wire

/// The kept layouts: orders of dashboards and local programs, and the work on the disk.
extension PageEngine {
  /// Records the end of the work on the disk; `isDone` is true if every step succeeded.
  public mutating func finishShelf(isDone: Bool) { reception.seating.shelf.finish(isDone: isDone) }

  /// Serves the oldest outcome of the shelf; returns false if no outcome waits.
  mutating func serveShelf() -> Bool {
    guard let outcome = reception.seating.shelf.next() else { return false }
    switch outcome {
    case .job(let job): actions.append(.keepShelf(job))
    case .changed(let id, let isWithdrawn):
      if isWithdrawn { withdraw(id) }
      showShelf()
    case .reply(let reply, .page(let controller), _): reception.seating.pass(reply, to: controller)
    case .reply(let reply, .dashboard(let connection), let number): pass(reply, to: connection, number)
    case .reply(let reply, .program(let program), _):
      actions.append(.answerLayouts(LayoutAnswer(reply), program: program))
    }
    return true
  }

  /// Sends the list of kept layouts to pages and dashboards.
  mutating func showShelf() {
    reception.seating.showShelf()
    if let list = reception.seating.shelf.list { desk.tell(.shelf(list)) }
  }

  /// Ends the trial of the dashboard on `connection`, so that pages show their former layouts again.
  ///
  /// Returns false if the dashboard does not try the layout `id`; with nil, if it tries no layout at all.
  mutating func endTrial(of id: String? = nil, on connection: UInt32) -> Bool {
    let asker = ShelfAsker.dashboard(connection)
    guard let trial = reception.seating.shelf.trials[asker], id == nil || id == trial.id else { return false }
    _ = reception.seating.shelf.endTrial(of: asker)
    reception.seating.endTrial(trial.id)
    return true
  }

  /// Stops showing the layout `id` on the pages on which the host has set it.
  private mutating func withdraw(_ id: String) {
    reception.seating.withdraw(id)
    guard reception.seating.layout == id else { return }
    reception.seating.layOut("")
    desk.tell(.layout(""))
  }

  /// Carries out a dashboard's order about layouts.
  mutating func obey(
    _ request: DashboardRequest, _ number: UInt64, on connection: UInt32, at now: Instant
  ) {
    let asker = ShelfAsker.dashboard(connection)
    switch request {
    case .save(let part): reception.seating.shelf.add(part, from: asker, called: "", at: now)
    case .offer(let id, let offer):
      reception.seating.shelf.offer(id, to: offer, from: asker, number: number)
    case .remove(let id) where endTrial(of: id, on: connection):
      desk.tell(.answer(number: number, .done), on: connection)
    case .remove(let id): reception.seating.shelf.remove(id, from: asker, number: number)
    case .read(let id):
      let text = text(of: id)
      desk.tell(.controls(id, text), on: connection)
      desk.tell(.answer(number: number, text == nil ? .nobody : .done), on: connection)
    case .layout(let layout, let slot?):
      let isKnown = layout.isEmpty || reception.seating.knownLayouts.contains(layout)
      let isShown = isKnown && reception.seating.layOut(layout, on: slot)
      desk.tell(.answer(number: number, isShown ? .done : .nobody), on: connection)
    default: break
    }
  }

  /// Passes `reply` on to a dashboard, as the answer to its upload or to its order `number`.
  private mutating func pass(_ reply: ShelfReply, to connection: UInt32, _ number: UInt64?) {
    switch reply {
    case .kept(let id, let part, let isWhole):
      desk.tell(.kept(id, part: part, isWhole: isWhole), on: connection)
    case .refused(let id, let refusal):
      guard let number else { return desk.tell(.refused(id, refusal), on: connection) }
      desk.tell(.answer(number: number, refusal == .unknown ? .nobody : .failed), on: connection)
    case .removed, .offered: if let number { desk.tell(.answer(number: number, .done), on: connection) }
    }
  }

  /// Returns the text of the layout `id`, which belongs to the page or is kept; nil if there is no such
  /// layout.
  private func text(of id: String) -> String? {
    reception.seating.host.layouts[id] ?? reception.seating.shelf.layouts[id]?.text
  }

  /// Handles the request of local program number `program` about layouts.
  public mutating func receive(_ request: LayoutRequest, from program: Int) {
    let asker = ShelfAsker.program(program)
    switch request.verb {
    case .list:
      let list = JSON.array(reception.seating.shelf.entries(beside: reception.seating.host.layouts))
      actions.append(.answerLayouts(LayoutAnswer(.done, text: list.text), program: program))
    case .read:
      let text = text(of: request.id)
      let answer = LayoutAnswer(text == nil ? .unknown : .done, text: text ?? "")
      actions.append(.answerLayouts(answer, program: program))
    case .keep:
      reception.seating.shelf.keep(request.text, as: request.id, from: asker, called: "")
    case .offer:
      guard let offer = KeptLayout.Offer(Int(request.offer)) else { return }
      reception.seating.shelf.offer(request.id, to: offer, from: asker)
    case .remove: reception.seating.shelf.remove(request.id, from: asker)
    }
  }
}

extension LayoutAnswer {
  /// Creates the answer of the shelf.
  fileprivate init(_ reply: ShelfReply) {
    guard case .refused(_, let refusal) = reply else {
      self.init(.done)
      return
    }
    var text = ""
    if case .faults(let faults) = refusal { text = faults.joined(separator: "\n") }
    self.init(Result(refusal), text: text)
  }
}

extension LayoutAnswer.Result {
  fileprivate init(_ refusal: ShelfRefusal) {
    switch refusal {
    case .no: self = .forbidden
    case .faults: self = .faults
    case .taken: self = .taken
    case .full: self = .full
    case .disk: self = .disk
    case .size: self = .size
    case .unknown: self = .unknown
    }
  }
}
