import Model
import Notation

/// The rules for the file of a layout (docs/layouts.md).
///
/// The page has the same rules in `web/rules.js`. The cases in `Tests/Vectors/layouts.json` test both.
public enum LayoutFile {
  /// The limits on a file's size, in bytes, and on the levels of its values.
  public static let (mostBytes, mostLevels) = (8_192, 8)
  /// The newest form of layouts.
  static let newestForm = 2
  /// The maximum number of rows, of columns, and of controls.
  static let (mostCells, mostControls) = (24, 24)

  /// Returns the faults of the layout in the file `bytes`; none if it can be shown.
  ///
  /// `name` is the file's name without the ending. If it is not nil, an id other than `name` is a fault too,
  /// but is reported only without another fault.
  public static func faults(in bytes: Span<UInt8>, named name: String? = nil) -> [LayoutFault] {
    do throws(JSON.Refusal) {
      let layout = try JSON(parsing: bytes, limit: mostBytes, depthLimit: mostLevels)
      guard case .object = layout else { return [LayoutFault(fault: "no object")] }
      let members = Members(of: layout)
      let found = faults(of: members)
      guard let name, found.isEmpty, members["id"]?.string != name else { return found }
      return [LayoutFault(fault: "the file is not called \(members["id"]?.string ?? "").json")]
    } catch {
      return [LayoutFault(fault: error == .tooLong ? "size" : "json")]
    }
  }

  /// Returns whether `text` can be the name of a layout: at most 32 lower-case letters, digits and hyphens, a letter
  /// first.
  public static func isID(_ text: String) -> Bool {
    text.isPlainName(longest: 32)
  }

  private static func faults(of layout: Members) -> [LayoutFault] {
    let form = layout["form"].map(\.double) ?? 1
    if let form, form > Double(newestForm), form == form.rounded() { return [LayoutFault(fault: "newer")] }
    let isNew = form == Double(newestForm)
    var found = topFaults(of: layout, isNew: isNew)
    if form != 1, !isNew { found.append("form") }
    guard found.isEmpty, let rows = layout["grid"]?.elements?.compactMap(\.string),
      let controls = layout["controls"]
    else { return found.map { LayoutFault(fault: $0) } }
    let grid = Grid(rows)
    let table = Members(of: controls)
    if !grid.isEven { found.append("rows of different lengths") }
    if table.count > mostControls { found.append("too many controls") }
    let sheet = ControlSheet(grid, table, isNew: isNew)
    if !isMix(layout["mix"], of: table) { found.append("mix") }
    return found.map { LayoutFault(fault: $0) } + sheet.faults
  }

  /// Returns the names of the wrong members at the top of a layout.
  private static func topFaults(of layout: Members, isNew: Bool) -> [String] {
    let id = layout["id"]?.string
    let orientation = layout["orientation"]
    let tests: [(String, Bool)] = [
      ("id", id.map(isID) ?? false),
      ("orientation", orientation == nil || ["landscape", "portrait", "any"].contains(orientation?.string)),
      ("rate", layout["rate"].map { $0.isWithin(10...250) } ?? true),
      ("grid", isGrid(layout["grid"])),
      ("controls", layout["controls"]?.isObject ?? false),
      ("name", !isNew || layout["name"].map { $0.isText(most: 40) } ?? true),
      ("turned", !isNew || layout["turned"].map { $0.string != id && $0.string.map(isID) ?? false } ?? true),
    ]
    return tests.filter { !$0.1 }.map(\.0)
  }

  private static func isGrid(_ grid: JSON?) -> Bool {
    guard let rows = grid?.elements, (1...mostCells).contains(rows.count) else { return false }
    return rows.allSatisfy { !($0.string.map(Grid.split) ?? []).isEmpty }
  }

  /// Returns whether `mix` is absent, or names two levers.
  private static func isMix(_ mix: JSON?, of controls: Members) -> Bool {
    guard let mix else { return true }
    let parts = Members(of: mix)
    return ["throttle", "spin"].allSatisfy { part in
      guard let cell = parts[part]?.string, let control = controls[cell] else { return false }
      return Members(of: control)["type"]?.string == "lever"
    }
  }
}
