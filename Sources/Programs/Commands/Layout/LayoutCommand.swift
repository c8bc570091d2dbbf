import Console
import Layouts
import Model
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad layout`, which checks the files of layouts, and looks after those that the host keeps.
  static let layout = Command(
    "layout", "check the files of layouts of the page, or look after those that players made",
    operands: "check|list|show|import|export|offer|remove [FILE... | ID [FILE | TO]]",
    options: [
      Option("json", "j", "with check, list or show: print one JSON object per layout, each on one line"),
      Option("socket", "s", value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      tiltpad layout check FILE...     say what is wrong with the files, or that they are good
      tiltpad layout list              list the layouts of the page, and those that the host keeps
      tiltpad layout show ID           show a layout and its grid
      tiltpad layout import FILE       keep the layout in FILE, or in the standard input for -
      tiltpad layout export ID [FILE]  write a layout to FILE (ID.tiltpad.json), or - to print it
      tiltpad layout offer ID [TO]     offer a kept layout to all players, to one such as 2, or
                                       only to its owner: all (the usual), PLAYER or owner
      tiltpad layout remove ID         remove a kept layout
      The rules are in layouts.md. A layout with a fault is not offered to phones. The exit status
      of check is 1 if a file has a fault. All but check ask the web gateway.
      """,
    run: layoutCommand)
}

private func layoutCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let words = invocation.operands
  let isJSON = invocation.has("json")
  guard !isJSON || ["check", "list", "show"].contains(words.first) else {
    throw .usage("--json works with check, list and show only", of: invocation.command)
  }
  if words.first == "check" {
    guard words.count > 1 else { throw .usage("check needs one or more FILEs", of: invocation.command) }
    return checkLayouts(words.dropFirst(), asJSON: isJSON) == true ? 0 : Failure.Status.failed.rawValue
  }
  let order = try LayoutOrder(words, of: invocation.command)
  let gateway = LayoutGateway(
    path: invocation.value("socket") ?? WebPaths.socketForConnecting, while: order.context)
  let text = try order.carryOut(at: gateway, asJSON: isJSON)
  return Stream.output.write(text) ? 0 : Failure.Status.failed.rawValue
}

/// A user's order about the layouts at the web gateway.
enum LayoutOrder: Hashable {
  case list
  case show(String)
  /// Keeps the layout in the file, or in the standard input for `-`.
  case keep(file: String)
  /// Writes the layout to the file, or prints it for `-`.
  case export(String, file: String)
  /// Offers the layout to its owner alone (−1), to all players (0), or to the player with this number.
  case offer(String, Int8)
  case remove(String)

  /// Parses the `operands` of `command`.
  ///
  /// - Throws: a usage failure that explains what is wrong.
  init(_ operands: [String], of command: String) throws(Failure) {
    switch (operands.first ?? "", operands.count) {
    case ("list", 1): self = .list
    case ("import", 2): self = .keep(file: operands[1])
    case ("show", 2): self = .show(try LayoutOrder.id(operands, command))
    case ("remove", 2): self = .remove(try LayoutOrder.id(operands, command))
    case ("export", 2...3):
      let id = try LayoutOrder.id(operands, command)
      self = .export(id, file: operands.count == 3 ? operands[2] : "\(id).tiltpad.json")
    case ("offer", 2...3):
      let to = operands.count == 3 ? operands[2] : "all"
      let numbers: [String: Int8] = ["all": 0, "owner": -1]
      guard let number = numbers[to] ?? Int8(to).flatMap({ PlayerSlot(number: Int($0)) == nil ? nil : $0 })
      else {
        throw .usage("\(to) is not all, owner or a player from 1 to \(PlayerSlot.limit)", of: command)
      }
      self = .offer(try LayoutOrder.id(operands, command), number)
    case (let verb, _):
      guard let needs = LayoutOrder.needs[verb] else {
        throw .usage("one of check, list, show, import, export, offer, remove is needed", of: command)
      }
      throw .usage("\(verb) needs \(needs)", of: command)
    }
  }

  private static let needs = [
    "list": "nothing else", "show": "an ID", "import": "a FILE", "export": "an ID, and perhaps a FILE",
    "offer": "an ID, and perhaps all, owner or a player", "remove": "an ID",
  ]

  private static func id(_ operands: [String], _ command: String) throws(Failure) -> String {
    guard LayoutFile.isID(operands[1]) else {
      throw .usage("\(operands[1]) is not the id of a layout, as in tiltpad layout list", of: command)
    }
    return operands[1]
  }

  /// The program's current task, for a failure message.
  var context: String {
    switch self {
    case .list: "listing the layouts"
    case .show: "showing a layout"
    case .keep: "importing a layout"
    case .export: "exporting a layout"
    case .offer: "offering a layout"
    case .remove: "removing a layout"
    }
  }
}
