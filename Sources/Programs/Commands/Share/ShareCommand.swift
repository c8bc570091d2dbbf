import Console
import Model
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad share`, which lets several players move one pad.
  static let share = Command(
    "share", "let several players move one pad, for example to help a child",
    operands: "[list | PRESET PLAYER [HELPER...] | next PLAYER | leave HELPER | end PLAYER]",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option(
        "feedback", "f", value: "WHO", "let the controllers of all, active or main shake as games request"),
      Option("turn", "t", value: "SECONDS", "the length of a turn, 5 to 240 (30)"),
      Option("watch", "w", "list again after each change"),
      Option("json", "j", "list one JSON object per shared pad, each on one line"),
    ],
    details: """
      PLAYER and HELPER are numbers of players, 1 to 16. A helper has no pad of their own until they
      leave. The presets are help (a helper takes over what they move), turns, halves (left and
      right), together (the average), one (everything counts), first (first come), vote and mean.
      """,
    run: shareCommand)
}

private func shareCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let operands = invocation.operands
  guard let verb = operands.first, verb != "list" else { return try list(invocation) }
  for option in ["watch", "json"] where invocation.has(option) {
    throw .usage("--\(option) lists shared pads and cannot change them", of: invocation.command)
  }
  let slots = try operands.dropFirst().map { (text) throws(Failure) in
    guard let slot = Int(text).flatMap(PlayerSlot.init(number:)) else {
      throw .usage("\(text) is not a player from 1 to 16", of: invocation.command)
    }
    return slot
  }
  guard let main = slots.first else { throw .usage("\(verb) needs a player", of: invocation.command) }
  let action = try action(verb, main, Array(slots.dropFirst()), invocation)
  let context = "sharing the pad of player \(main.number)"
  var connection = try DaemonClient(invocation, while: context)
  if let failure = Failure(try connection.order(action, while: context), of: action, while: context) {
    throw failure
  }
  return Stream.output.write("\(action.outcome)\n") ? 0 : Failure.Status.failed.rawValue
}

/// Returns the order that the operands request.
private func action(
  _ verb: String, _ main: PlayerSlot, _ helpers: [PlayerSlot], _ invocation: Invocation
) throws(Failure) -> ShareOrder.Action {
  if let preset = SharePreset(label: verb) {
    guard !helpers.contains(main) else {
      throw .usage("player \(main.number) cannot help themselves", of: invocation.command)
    }
    return .begin(
      main, helpers: helpers.reduce(into: []) { $0.formUnion(PlayerSlots($1)) },
      try terms(preset, invocation))
  }
  let actions: [String: ShareOrder.Action] = ["next": .pass(main), "leave": .leave(main), "end": .end(main)]
  guard let action = actions[verb] else {
    let names = SharePreset.allCases.map(\.label) + ["list", "next", "leave", "end"]
    throw .usage("\(verb) is none of \(names.joined(separator: ", "))", of: invocation.command)
  }
  guard helpers.isEmpty else { throw .usage("\(verb) needs one player", of: invocation.command) }
  for option in ["feedback", "turn"] where invocation.has(option) {
    throw .usage("--\(option) needs a preset", of: invocation.command)
  }
  return action
}

private func terms(_ preset: SharePreset, _ invocation: Invocation) throws(Failure) -> ShareTerms {
  var terms = ShareTerms(preset)
  let turns = Int(ShareTerms.turns.lowerBound)...Int(ShareTerms.turns.upperBound)
  terms.turn = UInt8(try invocation.number("turn", in: turns, or: Int(terms.turn)))
  guard let text = invocation.value("feedback") else { return terms }
  guard let feedback = ShareFeedback.allCases.first(where: { $0.label == text }) else {
    throw .usage("--feedback is not all, active or main: \(text)", of: invocation.command)
  }
  terms.feedback = feedback
  return terms
}

private func list(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard invocation.operands.count <= 1 else { throw .usage("list needs no player", of: invocation.command) }
  for option in ["feedback", "turn"] where invocation.has(option) {
    throw .usage("--\(option) needs a preset", of: invocation.command)
  }
  let context = "asking for the shared pads"
  var connection = try DaemonClient(invocation, while: context)
  var shares = try connection.stage(while: context).shares
  repeat {
    var lines = shares.map { invocation.has("json") ? $0.json.text : $0.line }
    if lines.isEmpty, !invocation.has("json") { lines = ["no pad is shared"] }
    guard Stream.output.write(lines.map { $0 + "\n" }.joined()) else { return Failure.Status.failed.rawValue }
    guard invocation.has("watch") else { return 0 }
    var next: [ShareStatus]?
    repeat { next = try connection.nextStage(while: context)?.shares } while next == shares
    guard let next else { return 0 }
    shares = next
  } while true
}
