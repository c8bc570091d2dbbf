import Layouts
import Model
import Notation

/// The lines and objects in which layouts at the gateway are printed.
enum LayoutLines {
  /// Returns the entries of the list as lines below a heading.
  static func table(_ layouts: [JSON]) -> String {
    aligned([["ID", "NAME", "BY", "OFFERED TO"]] + layouts.map(row)).map { $0 + "\n" }.joined()
  }

  /// Returns the lines about the layout of the list's `entry`, with its grid.
  static func lines(_ entry: JSON, _ text: String) -> String {
    let cells = row(entry)
    let head = "\(cells[0]): \(cells[1])\nby \(cells[2]); offered to \(cells[3])\n"
    guard case .array(let rows) = parsed(text)["grid"] else { return head }
    let grid = rows.map { ($0.string ?? "").split { " \t".contains($0) }.map { String($0).visible } }
    let widths = (grid.first ?? []).indices.map { column in grid.map { $0[column].count }.reduce(0, max) }
    return head
      + grid.map { zip($0, widths).map { $0.leading($1) }.joined(separator: " ") }.map {
        "  " + String($0.reversed().drop { $0 == " " }.reversed()) + "\n"
      }.joined()
  }

  /// Returns the list's `entry` with the layout as a JSON object.
  static func json(_ entry: JSON, _ text: String) -> String {
    guard case .object(let members) = entry else { return "" }
    return JSON.object(members + [("layout", parsed(text))]).text + "\n"
  }

  /// Returns who may use a layout, in words: −1 is its owner, 0 all players, otherwise the player with this
  /// number.
  static func offer(_ number: Int) -> String {
    switch number {
    case -1: "its owner"
    case 0: "all players"
    default: "player \(number)"
    }
  }

  private static func parsed(_ text: String) -> JSON {
    (try? JSON(
      parsing: Array(text.utf8).span, limit: LayoutFile.mostBytes, depthLimit: LayoutFile.mostLevels))
      ?? .null
  }

  /// Returns the columns of an entry: its id, name, owner and offer.
  private static func row(_ entry: JSON) -> [String] {
    let isShipped = entry["shipped"] != nil
    let name = entry["name"]?.string ?? entry["name"]?["en"]?.string ?? firstText(entry["name"])
    let by = entry["by"]?.string ?? ""
    let offered = isShipped ? "all players" : offer(entry["offered"]?.whole(in: -1...16) ?? -1)
    return [
      (entry["id"]?.string ?? "").visible, (name ?? "").visible,
      isShipped ? "the page" : by.isEmpty ? "the host" : by.visible, offered,
    ]
  }

  private static func firstText(_ name: JSON?) -> String? {
    if case .object(let members) = name { members.first?.1.string } else { nil }
  }
}
