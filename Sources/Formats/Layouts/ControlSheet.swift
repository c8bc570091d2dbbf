import Notation

/// The controls of a layout in the cells of its grid.
struct ControlSheet {
  private let grid: Grid
  private let controls: Members
  /// True for a layout of form 2.
  private let isNew: Bool

  /// Creates the sheet of a layout of form 2 if `isNew`, and of form 1 otherwise.
  init(_ grid: Grid, _ controls: Members, isNew: Bool) {
    (self.grid, self.controls, self.isNew) = (grid, controls, isNew)
  }

  /// The faults of all cells and controls.
  var faults: [LayoutFault] {
    var found: [LayoutFault] = []
    for cell in grid.names {
      if !ControlSheet.isCell(cell.text) { found.append(LayoutFault(cell: cell.text, fault: "name")) }
      if grid.isRectangle(cell) == false { found.append(LayoutFault(cell: cell.text, fault: "no rectangle")) }
      if controls[cell.text] == nil { found.append(LayoutFault(cell: cell.text, fault: "no control")) }
    }
    var holders: [String: [(cell: String, isShared: Bool)]] = [:]
    for cell in controls.names {
      if grid.isRectangle(cell) == nil {
        found.append(LayoutFault(cell: cell.text, fault: "not in the grid"))
      }
      switch Control.read(controls[cell.text], isNew: isNew) {
      case .success(let control):
        found += control.faults.map { LayoutFault(cell: cell.text, fault: $0) }
        for output in control.outputs { holders[output, default: []].append((cell.text, control.isShared)) }
      case .failure(let refusal): found.append(LayoutFault(cell: cell.text, fault: refusal.rawValue))
      }
    }
    return found + collisions(holders)
  }

  /// Returns a fault for each control that moves an output twice, or an output that another control moves.
  ///
  /// In form 2, controls may move the same output if all of them are shared.
  private func collisions(_ holders: [String: [(cell: String, isShared: Bool)]]) -> [LayoutFault] {
    holders.flatMap { output, all -> [LayoutFault] in
      let cells = Set(all.map { Name($0.cell) })
      let areSharing = isNew && cells.count == all.count && all.allSatisfy(\.isShared)
      guard all.count > 1, !areSharing else { return [] }
      return cells.map { LayoutFault(cell: $0.text, fault: "\(output) twice") }
    }
  }

  /// Returns whether `text` can be the name of a cell: at most 16 letters, digits, hyphens and low lines, a letter first.
  static func isCell(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, isLetter(first), scalars.count <= 16 else { return false }
    return scalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }
}
