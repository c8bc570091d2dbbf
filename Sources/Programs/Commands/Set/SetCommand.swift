import Console
import Model
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad set`, which shows, tries and keeps the settings that dashboards can change too.
  static let set = Command(
    "set", "show or change settings while the host runs", operands: "[SETTING [VALUE]]",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option(
        "player", "p", value: "PLAYER", "the settings of this player, 1 to 16, instead of everybody's"),
      Option("try", "t", "try VALUE for a minute, or until Ctrl-C, and then return to the former value"),
      Option("default", "d", "forget the kept value of SETTING"),
      Option("json", "j", "print one JSON object per setting, each on one line"),
    ],
    details: """
      Without VALUE it shows the settings, or SETTING alone: the value, and whether it is kept,
      tried, or fixed by a file in /etc/tiltpad. With VALUE it is in effect at once, and kept.
      identity, motion, battery and players apply to pads and players from then on.
      """,
    run: setCommand)
}

private func setCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let operands = invocation.operands
  guard operands.count <= 2 else {
    throw .usage("unexpected argument \(operands[2])", of: invocation.command)
  }
  try invocation.allowOne(of: ["try", "default"])
  let slot = PlayerSlot(number: try invocation.number("player", in: 1...PlayerSlot.limit, or: 0))
  let knob = try operands.first.map { (key) throws(Failure) in try setting(key, slot, invocation) }
  guard let knob, operands.count == 2 || invocation.has("default") else {
    return try show(knob, slot, invocation)
  }
  guard !invocation.has("json") || invocation.has("try") else {
    throw .usage("--json shows settings", of: invocation.command)
  }
  return try change(knob, slot, to: operands.count == 2 ? operands[1] : nil, invocation)
}

/// Returns the setting that is called `key`.
///
/// - Throws: a usage failure if there is no such setting, or if it cannot differ for the player in `slot`.
private func setting(
  _ key: String, _ slot: PlayerSlot?, _ invocation: Invocation
) throws(Failure) -> Knob {
  guard let knob = Knob(key: key) else {
    throw .usage("\(key) is not a setting; tiltpad set lists them", of: invocation.command)
  }
  guard slot == nil || knob.scope != .host else {
    throw .usage("\(key) cannot differ for a player", of: invocation.command)
  }
  return knob
}

private func show(_ knob: Knob?, _ slot: PlayerSlot?, _ invocation: Invocation) throws(Failure) -> Int32 {
  for option in ["try", "default"] where invocation.has(option) {
    throw .usage("--\(option) needs SETTING" + (option == "try" ? " and VALUE" : ""), of: invocation.command)
  }
  let context = "asking for the settings"
  var connection = try DaemonClient(invocation, while: context)
  let sheet = SettingSheet(try connection.settings(while: context), of: slot)
  let knobs = knob.map { [$0] } ?? Knob.all.filter { slot == nil || $0.scope != .host }
  let lines = knobs.map { invocation.has("json") ? sheet.json(of: $0).text : sheet.line(of: $0) }
  return Stream.output.write(lines.map { $0 + "\n" }.joined()) ? 0 : Failure.Status.failed.rawValue
}

/// Tries or keeps a value, or forgets the kept one if `text` is nil.
private func change(
  _ knob: Knob, _ slot: PlayerSlot?, to text: String?, _ invocation: Invocation
) throws(Failure) -> Int32 {
  let context = "changing \(Knob.name(knob, of: slot))"
  var action = SettingOrder.Action.clear(knob, slot)
  if let text {
    guard let setting = knob.value(of: text).flatMap({ Setting(knob, of: slot, $0) }) else {
      throw .usage("\(knob.key) is not \(knob.words): \(text)", of: invocation.command)
    }
    action = invocation.has("try") ? .attempt(setting) : .keep(setting)
  } else if invocation.has("try") {
    throw .usage("--try needs VALUE", of: invocation.command)
  }
  if invocation.has("try"), knob.scope != .feel {
    throw .usage("\(knob.key) cannot be tried, because it changes pads or players", of: invocation.command)
  }
  var connection = try DaemonClient(invocation, while: context)
  let before = try connection.settings(while: context)
  let result = try connection.order(action, while: context)
  if let failure = Failure(result, SettingSheet(before, of: slot).place(of: knob), while: context) {
    throw failure
  }
  guard invocation.has("try") else {
    let state = text.map { "is now \($0)" } ?? "is as configured again"
    let isWritten = Stream.output.write("\(Knob.name(knob, of: slot)) \(state)\n")
    return isWritten ? 0 : Failure.Status.failed.rawValue
  }
  return try waitForEnd(of: knob, slot, &connection, invocation, while: context)
}

/// Waits until the trial has ended, or until a signal ends this command and so the trial.
private func waitForEnd(
  of knob: Knob, _ slot: PlayerSlot?, _ connection: inout DaemonClient, _ invocation: Invocation,
  while context: String
) throws(Failure) -> Int32 {
  var notices = connection.removeNotices()
  var isShown = false
  while true {
    for case .state(let state) in notices where state.slot == slot {
      let isTried = state.entries[Int(knob.number) - 1].origin == .tried
      if isTried, !isShown {
        let sheet = SettingSheet([.state(state)], of: slot)
        let line = invocation.has("json") ? sheet.json(of: knob).text : sheet.line(of: knob)
        guard Stream.output.write(line + "\n") else { return Failure.Status.failed.rawValue }
      } else if isShown, !isTried {
        return 0
      }
      isShown = isShown || isTried
    }
    guard let next = try connection.nextNotice(while: context) else { return 0 }
    notices = [next]
  }
}

extension DaemonClient {
  /// Returns the notices about all settings: their states, and the lines of files that fix some of them.
  ///
  /// The last notice is about the last player.
  ///
  /// - Throws: a failure if the daemon does not answer.
  fileprivate mutating func settings(while context: String) throws(Failure) -> [SettingNotice] {
    _ = try order(.follow, while: context)
    return removeNotices()
  }
}

extension Failure {
  /// Creates the failure of an order about settings; nil if it was carried out.
  fileprivate init?(_ result: LocalAnswer.Result, _ place: String?, while context: String) {
    let (what, remedy): (String, String)
    switch result {
    case .done: return nil
    case .fixed: (what, remedy) = ("a file of the host sets it", place ?? "man tiltpad.conf")
    case .edited:
      (what, remedy) = (
        "somebody has edited the file of the dashboard's settings, which is left alone",
        "move its settings to /etc/tiltpad/tiltpad.conf.d, and delete the file"
      )
    case .notNow:
      (what, remedy) = ("the daemon keeps no settings now, or too many at once", "try again in a second")
    default: (what, remedy) = ("the setting could not be saved", "journalctl -u tiltpad")
    }
    self.init(what, while: context, try: remedy)
  }
}
