public import Model

/// Several sticks, such as a wheel, its pedals and a box of buttons, as one.
///
/// Codes stay where they are free, and move to the next free ones otherwise, so the first stick keeps all of its codes.
/// The ids and the name are those of the first stick. A stick that is absent rests, and its codes stay reserved.
public struct StickMerge: Sendable {
  /// A stick among the others.
  private struct Member: Sendable {
    /// The mark by which the stick is recognised when it is plugged in again.
    let mark: String
    let description: StickDescription
    var report: StickReport
    /// True if the stick is plugged in.
    var isPresent = true
    /// The numbers that its buttons and axes have in the merged description; nil for those without room.
    var buttons: [Int?] = []
    var axes: [Int?] = []
  }

  /// The description of all sticks as one.
  public private(set) var description: StickDescription
  private var members: [Member] = []

  /// Creates a set of the stick with `mark` alone, in the state `report`.
  public init(_ description: StickDescription, _ report: StickReport, mark: String) {
    self.description = description
    members = [Member(mark: mark, description: description, report: report)]
    assign()
  }

  /// The state of all sticks as one.
  public var report: StickReport {
    var merged = description.neutral
    for member in members where member.isPresent {
      for (number, place) in member.buttons.enumerated() {
        if let place, member.report.buttons[number] { merged.buttons[place] = true }
      }
      for (index, place) in member.axes.enumerated() where index < member.report.axes.count {
        if let place { merged.axes[place] = member.report.axes[index] }
      }
    }
    return merged
  }

  /// Returns whether the stick with `mark` is plugged in; nil if it does not belong to the set.
  public func isPresent(_ mark: String) -> Bool? { members.first { $0.mark == mark }?.isPresent }

  /// Adds a stick, or one that is plugged in again; returns whether ``description`` has changed.
  public mutating func add(_ description: StickDescription, _ report: StickReport, mark: String) -> Bool {
    if let index = members.firstIndex(where: { $0.mark == mark && $0.description == description }) {
      (members[index].report, members[index].isPresent) = (report, true)
      return false
    }
    members.removeAll { $0.mark == mark }
    members.append(Member(mark: mark, description: description, report: report))
    let former = self.description
    assign()
    return self.description != former
  }

  /// Adopts the state `report` of the stick with `mark`.
  public mutating func follow(_ report: StickReport, of mark: String) {
    guard let index = members.firstIndex(where: { $0.mark == mark }) else { return }
    members[index].report = report
  }

  /// Brings the stick with `mark`, which was unplugged, to rest.
  public mutating func remove(_ mark: String) {
    guard let index = members.firstIndex(where: { $0.mark == mark }) else { return }
    members[index].isPresent = false
  }

  /// Gives each button and axis of the members its code, and describes the whole.
  private mutating func assign() {
    guard let first = members.first?.description else { return }
    var keys = CodePool(StickCodes.keys, limit: StickDescription.mostButtons)
    var codes = CodePool(StickCodes.axes, limit: StickAxes.capacity)
    let places = members.map { member in
      (member.description.keys.map { keys.claim($0) }, member.description.axes.map { codes.claim($0.code) })
    }
    var merged = first
    merged.keys = keys.taken.sorted()
    let axes = codes.taken.sorted()
    var described: [UInt8: StickDescription.Axis] = [:]
    for index in members.indices {
      members[index].buttons = places[index].0.map { code in code.flatMap { merged.keys.firstIndex(of: $0) } }
      members[index].axes = places[index].1.map { code in code.flatMap { axes.firstIndex(of: $0) } }
      for (axis, code) in zip(members[index].description.axes, places[index].1) {
        guard let code else { continue }
        var moved = axis
        moved.code = code
        described[code] = moved
      }
      if index > 0 { merged.effects |= members[index].description.effects }
    }
    merged.axes = axes.compactMap { described[$0] }
    description = merged
  }
}

/// The codes that the sticks of a set have taken so far.
private struct CodePool<Code: Hashable & Comparable> {
  private(set) var taken: Set<Code> = []
  private let allowed: [Code]
  private let limit: Int

  init(_ allowed: [Code], limit: Int) { (self.allowed, self.limit) = (allowed, limit) }

  /// Claims `code` or, if it is taken, the next free one, or else the first free one; returns nil if none is left.
  mutating func claim(_ code: Code) -> Code? {
    guard taken.count < limit else { return nil }
    let free = allowed.filter { !taken.contains($0) }
    guard let found = free.first(where: { $0 >= code }) ?? free.first else { return nil }
    taken.insert(found)
    return found
  }
}
