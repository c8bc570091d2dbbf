public import Model

/// Several sticks, such as a wheel, its pedals and a box of buttons, merged into one.
///
/// A button or an axis keeps its code if no earlier stick has it, and otherwise gets the next free one, so
/// the first stick keeps all of its codes. The ids and the name are those of the first stick. A stick that is
/// absent rests, and its codes stay reserved. Games push the first stick with a motor, along its own axis;
/// they can make the other sticks shake.
public struct StickMerge: Sendable {
  /// One of the merged sticks.
  private struct Member: Sendable {
    /// The text by which the caller recognises the stick when it is plugged in again.
    let mark: String
    let description: StickDescription
    var report: StickReport
    /// True if the stick is plugged in.
    var isPresent = true
    /// The index of each of the stick's buttons in the merged description; nil if no code was left for it.
    var buttons: [Int?] = []
    /// The index of each of the stick's axes in the merged description; nil if no code was left for it.
    var axes: [Int?] = []

    /// The merged index of the axis that games push; nil if no code was left for it.
    var pushedPlace: Int? {
      let index = description.pushedAxis
      return axes.indices.contains(index) ? axes[index] : nil
    }
  }

  /// The description of all sticks as one.
  public private(set) var description: StickDescription
  /// The mark of the stick that games push; nil if there is none.
  public private(set) var pushed: String?
  private var members: [Member] = []

  /// Creates a set that contains only one stick, in the state `report`.
  ///
  /// `mark` is a text of the caller's by which the stick is recognised when it is plugged in again.
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

  /// Adds a stick, or reconnects one that was unplugged; returns whether ``description`` has changed.
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

  /// Assigns a code to each button and axis of the members, and describes all members as one stick.
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
    }
    merged.axes = axes.compactMap { described[$0] }
    assignForces(to: &merged)
    description = merged
  }

  /// Chooses the stick and the axis that games push, and collects the effects that games can use.
  private mutating func assignForces(to merged: inout StickDescription) {
    let motor = members.firstIndex { $0.description.hasForces && $0.pushedPlace != nil }
    pushed = motor.map { members[$0].mark }
    // If no axis of a description has `isPushed`, games push its first axis.
    if let place = motor.flatMap({ members[$0].pushedPlace }), place > 0 {
      merged.axes[place].isPushed = true
    }
    merged.effects = []
    for (index, member) in members.enumerated() {
      let own = member.description.effects
      merged.effects.formUnion(
        index == motor ? own : own.intersection(motor == nil ? .motors : .rumble))
    }
  }
}

/// The codes that the sticks of a set have taken so far.
private struct CodePool<Code: Hashable & Comparable> {
  private(set) var taken: Set<Code> = []
  private let allowed: [Code]
  private let limit: Int

  init(_ allowed: [Code], limit: Int) { (self.allowed, self.limit) = (allowed, limit) }

  /// Takes and returns the first free code that is not below `code`, or else the lowest free one.
  ///
  /// Returns nil if no code is free.
  mutating func claim(_ code: Code) -> Code? {
    guard taken.count < limit else { return nil }
    let free = allowed.filter { !taken.contains($0) }
    guard let found = free.first(where: { $0 >= code }) ?? free.first else { return nil }
    taken.insert(found)
    return found
  }
}
