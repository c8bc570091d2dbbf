import Layouts
import Model

/// The layouts that players and the host have made, and that the host keeps (docs/layouts.md, "Layouts of players").
///
/// A change waits for the disk, and counts only once it has been written. Each event leaves outcomes, which
/// the engine removes with ``next()``.
public struct Shelf: Sendable {
  /// Those who may keep layouts on the host.
  public enum Makers: Sendable {
    /// Players and the host.
    case players
    /// The host.
    case host
    /// Nobody; layouts that are already kept are not shown.
    case nobody
  }

  /// A consequence of an event.
  enum Outcome: Sendable {
    /// A job for the disk; the next one begins only after ``finish(isDone:)`` has reported its end.
    case job(ShelfJob)
    /// An answer; `number` is the number that a dashboard has given to its order.
    case reply(ShelfReply, to: ShelfAsker, number: UInt64?)
    /// The layout with the given id has changed; if `isWithdrawn`, it is no longer shown where the host has
    /// set it.
    case changed(String, isWithdrawn: Bool)
  }

  /// The maximum number of layouts.
  public static let limit = 64
  /// The maximum number of layouts of a guest.
  static let perOwner = 8
  /// The maximum size of all layouts together, in bytes.
  public static let room = 524_288
  /// The maximum number of changes that wait for the disk, at most one of each asker.
  static let queueLimit = 32

  /// Those who may keep layouts.
  let makers: Makers
  /// The ids of the page's own layouts, which no other layout can have.
  var shipped: Set<String> = []
  /// The layouts by their ids.
  public internal(set) var layouts: [String: KeptLayout] = [:]
  /// The lines of the index for layouts whose files could not be read at the start.
  ///
  /// No other layout can have their ids.
  var unread: [String: Line] = [:]
  /// True if the index could not be read at the start.
  ///
  /// Then nothing is written, because a new index would lose the owners.
  var isFrozen = false
  /// The layouts that dashboards try.
  private(set) var trials: [ShelfAsker: KeptLayout] = [:]
  private var uploads = Uploads()
  private var writes = ShelfWrites()
  /// The latest time that was passed to the shelf.
  private var now = Instant(nanoseconds: 0)
  /// The last parts of the newest uploads, with their senders; `isKept` is true once the layout is written.
  private var lastParts: [(asker: ShelfAsker, part: UploadPart, isKept: Bool)] = []
  private var changes: [ShelfChange] = []
  /// The change that is being written, and the layouts after the change.
  private var written: (change: ShelfChange, layouts: [String: KeptLayout])?
  private var outcomes: [Outcome] = []

  /// Creates an empty shelf.
  public init(for makers: Makers = .players) { self.makers = makers }

  /// True if there is an outcome that ``next()`` has not returned yet.
  var isUnsettled: Bool { !outcomes.isEmpty || written == nil && changes.contains(where: isDue) }

  /// The number of uploads that are not complete.
  var uploading: Int { uploads.count }

  /// Returns whether `asker` may keep layouts.
  func admits(_ asker: ShelfAsker) -> Bool {
    switch makers {
    case .players: true
    case .host: asker.isHost
    case .nobody: false
    }
  }

  /// Adds a part of a layout that `asker`, whose name is `name`, uploads.
  ///
  /// The part is ignored while an earlier change of `asker` waits for the disk.
  mutating func add(_ part: UploadPart, from asker: ShelfAsker, called name: String, at now: Instant) {
    self.now = now
    guard !isWaiting(for: asker) else { return }
    if !uploads.has(asker),
      lastParts.contains(where: { ($0.asker, $0.part, $0.isKept) == (asker, part, true) })
    {
      return reply(.kept(part.id, part: part.part, isWhole: true), asker)
    }
    guard admits(asker), mayKeep(part.id, asker) else {
      uploads.forget(asker)
      return refuse(part.id, admits(asker) ? .taken : .no, asker)
    }
    switch uploads.add(part, from: asker, at: now) {
    case .more: reply(.kept(part.id, part: part.part, isWhole: false), asker)
    case .tooLong: refuse(part.id, .size, asker)
    case .whole(let bytes):
      let isTrial = part.isTrial && asker.isHost
      // A trial is not noted, so a dashboard may upload the same layout for another trial.
      if !isTrial { note(part, from: asker) }
      keep(bytes, as: part.id, lastPart: part.part, from: asker, called: name, isTrial: isTrial)
    }
  }

  /// Keeps the layout `id` in the file `bytes`, unless it has faults.
  mutating func keep(
    _ bytes: [UInt8], as id: String, lastPart: Int = 0, from asker: ShelfAsker, called name: String,
    isTrial: Bool = false
  ) {
    guard admits(asker) else { return refuse(id, .no, asker) }
    let faults = LayoutFile.faults(in: bytes.span)
    guard faults.isEmpty else { return refuse(id, ShelfRefusal(faults), asker) }
    guard let layout = CompactLayout(bytes.span), PageText.isShort(layout) else {
      return refuse(id, .size, asker)
    }
    guard layout.id == id else { return refuse(id, .faults(["id"]), asker) }
    var (owner, by) = (KeptLayout.Owner.host, "")
    if case .page(let controller) = asker { (owner, by) = (.guest(controller), name) }
    let made = KeptLayout(layout, owner: owner, by: by)
    guard !isTrial else {
      trials[asker] = made
      return reply(.kept(id, part: lastPart, isWhole: true), asker)
    }
    submit(ShelfChange(id: id, kind: .keep(made, part: lastPart), asker: asker))
  }

  /// Ends the trial of `asker`; returns the id of the layout, or nil without a trial.
  mutating func endTrial(of asker: ShelfAsker) -> String? { trials.removeValue(forKey: asker)?.id }

  /// Removes the layout `id`.
  mutating func remove(_ id: String, from asker: ShelfAsker, number: UInt64? = nil) {
    submit(ShelfChange(id: id, kind: .remove, asker: asker, number: number))
  }

  /// Sets the players to whom the layout `id` is offered.
  mutating func offer(
    _ id: String, to offer: KeptLayout.Offer, from asker: ShelfAsker, number: UInt64? = nil
  ) {
    submit(ShelfChange(id: id, kind: .offer(offer), asker: asker, number: number))
  }

  /// Forgets the uploads that have stopped, and lets delayed changes begin.
  mutating func expire(at now: Instant) {
    self.now = now
    uploads.expire(at: now)
    writes.expire(at: now)
  }

  /// Removes and returns the oldest outcome; nil if there is none.
  mutating func next() -> Outcome? {
    while outcomes.isEmpty, written == nil, let index = changes.firstIndex(where: isDue) {
      begin(changes.remove(at: index))
    }
    return outcomes.isEmpty ? nil : outcomes.removeFirst()
  }

  /// Records the end of the job: the change counts if `isDone`.
  mutating func finish(isDone: Bool) {
    guard let (change, layouts) = written else { return }
    written = nil
    guard isDone else { return refuse(change.id, .disk, change.asker, change.number) }
    let isWithdrawn = self.layouts[change.id].map { former in
      layouts[change.id].map { $0.offer == .owner && !$0.text.utf8.elementsEqual(former.text.utf8) } ?? true
    }
    self.layouts = layouts
    reply(change.reply, change.asker, change.number)
    let isOfHost = if case .keep = change.kind { change.asker.isHost } else { false }
    outcomes.append(.changed(change.id, isWithdrawn: isWithdrawn ?? false && !isOfHost))
  }
}

extension Shelf {
  private func isWaiting(for asker: ShelfAsker) -> Bool {
    written?.change.asker == asker || changes.contains { $0.asker == asker }
  }

  private mutating func submit(_ change: ShelfChange) {
    let isWaiting = isWaiting(for: change.asker)
    // A page gets no answer here, because it repeats whatever has no answer.
    if isWaiting, case .page = change.asker { return }
    guard changes.count < Shelf.queueLimit, !isWaiting else {
      return refuse(change.id, .disk, change.asker, change.number)
    }
    changes.append(change)
  }

  /// Returns whether a change may be carried out now.
  ///
  /// A guest's change waits until the guest may write again, unless the change writes nothing.
  private func isDue(_ change: ShelfChange) -> Bool {
    guard case .page(let controller) = change.asker, !writes.admits(controller, at: now) else { return true }
    return refusal(of: change) != nil || layouts(after: change) == nil
  }

  /// Begins to write a change, unless it is refused or changes nothing.
  private mutating func begin(_ change: ShelfChange) {
    if let refusal = refusal(of: change) { return refuse(change.id, refusal, change.asker, change.number) }
    guard let future = layouts(after: change) else { return reply(change.reply, change.asker, change.number) }
    if case .page(let controller) = change.asker { writes.note(controller, at: now) }
    written = (change, future)
    outcomes.append(.job(job(for: change.id, from: layouts[change.id], to: future)))
  }

  /// Returns the layouts after a change; nil if it changes nothing.
  private func layouts(after change: ShelfChange) -> [String: KeptLayout]? {
    let former = layouts[change.id]
    var future = layouts
    switch change.kind {
    case .keep(var layout, _):
      // An offer applies only to the text that the host has seen.
      let isSame = former.map { $0.text.utf8.elementsEqual(layout.text.utf8) } ?? false
      if let former, isSame || change.asker.isHost { layout.offer = former.offer }
      if isSame, former?.by == layout.by, former?.owner == layout.owner { return nil }
      future[change.id] = layout
    case .remove:
      if former == nil { return nil }
      future[change.id] = nil
    case .offer(let offer):
      if former?.offer == offer { return nil }
      future[change.id]?.offer = offer
    }
    return future
  }

  private func refusal(of change: ShelfChange) -> ShelfRefusal? {
    let former = layouts[change.id]
    guard !isFrozen, unread[change.id] == nil else { return .disk }
    switch change.kind {
    case .keep(let layout, _):
      guard mayKeep(change.id, change.asker) else { return .taken }
      let others = layouts.values.filter { $0.id != change.id }
      let size = others.reduce(layout.text.utf8.count) { $0 + $1.text.utf8.count }
      let own = layout.owner == .host ? 0 : others.count { $0.owner == layout.owner }
      let hasRoom = others.count + unread.count < Shelf.limit && size <= Shelf.room && own < Shelf.perOwner
      return hasRoom ? nil : .full
    case .remove:
      guard former == nil else { return mayChange(former, change.asker) ? nil : .taken }
      return change.asker.isHost ? .unknown : nil
    case .offer: return former == nil ? .unknown : nil
    }
  }

  /// Returns whether `asker` may keep a layout with the id `id`.
  private func mayKeep(_ id: String, _ asker: ShelfAsker) -> Bool {
    guard !shipped.contains(id), let former = layouts[id] else { return !shipped.contains(id) }
    if asker.isHost, case .guest = former.owner { return false }
    return mayChange(former, asker)
  }

  private func mayChange(_ layout: KeptLayout?, _ asker: ShelfAsker) -> Bool {
    if case .page(let controller) = asker { layout?.owner == .guest(controller) } else { true }
  }

  private func job(
    for id: String, from former: KeptLayout?, to future: [String: KeptLayout]
  ) -> ShelfJob {
    let name = ShelfJob.file(of: id)
    let (before, after) = (index(of: layouts), index(of: future))
    let index = before == after ? [] : [ShelfJob.Step.write(ShelfJob.index, Array(after.utf8))]
    let undo = before == after ? [] : [ShelfJob.Step.write(ShelfJob.index, Array(before.utf8))]
    guard let layout = future[id] else { return ShelfJob(steps: index + [.remove(name)], undo: undo) }
    if let former, former.text.utf8.elementsEqual(layout.text.utf8) {
      return ShelfJob(steps: index, undo: undo)
    }
    let file = ShelfJob.Step.write(name, Array(layout.text.utf8))
    return former == nil
      ? ShelfJob(steps: [file] + index, undo: [.remove(name)]) : ShelfJob(steps: index + [file], undo: undo)
  }

  /// Records the last part of an upload, because copies of the part may arrive later.
  private mutating func note(_ part: UploadPart, from asker: ShelfAsker) {
    lastParts.removeAll { $0.asker == asker }
    lastParts.append((asker, part, isKept: false))
    if lastParts.count > Uploads.limit { lastParts.removeFirst() }
  }

  private mutating func reply(_ reply: ShelfReply, _ asker: ShelfAsker, _ number: UInt64? = nil) {
    if case .kept(_, _, isWhole: true) = reply, let index = lastParts.firstIndex(where: { $0.asker == asker })
    {
      lastParts[index].isKept = true
    }
    outcomes.append(.reply(reply, to: asker, number: number))
  }

  private mutating func refuse(
    _ id: String, _ refusal: ShelfRefusal, _ asker: ShelfAsker, _ number: UInt64? = nil
  ) {
    reply(.refused(id, refusal), asker, number)
  }
}
