import Console
import Layouts
import Model
import Notation
import Platform

extension Command {
  /// The command `tiltpad layout`, which checks the files of layouts.
  static let layout = Command(
    "layout", "check the files of layouts of the page", operands: "check FILE...",
    options: [Option("json", "j", "print one JSON object per file, each on one line")],
    details: """
      Prints a line for each fault, with the control's cell, or that the file is good. The rules are
      in layouts.md. A layout with a fault is not offered to phones. The exit status is 1 if a file
      has a fault.
      """,
    run: layoutCommand)
}

private func layoutCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let words = invocation.operands
  guard words.first == "check", words.count > 1 else {
    throw .usage("check and one or more FILEs are needed", of: invocation.command)
  }
  var isGood = true
  for path in words.dropFirst() {
    let faults = check(path)
    isGood = isGood && faults.isEmpty
    guard Stream.output.write(invocation.has("json") ? json(path, faults) : lines(path, faults)) else {
      return 1
    }
  }
  return isGood ? 0 : Failure.Status.failed.rawValue
}

/// Returns the faults of the layout in the file at `path`; for an unreadable file, only the reason why it cannot be
/// read.
private func check(_ path: String) -> [LayoutFault] {
  do throws(SystemError) {
    let name = path.split(separator: "/").last.flatMap {
      $0.hasSuffix(".json") ? String($0.dropLast(5)) : nil
    }
    let bytes = try FileContents.read(path)
    return LayoutFile.faults(in: bytes.span, named: name)
  } catch {
    return [LayoutFault(fault: error.reason)]
  }
}

/// Returns the lines about the file at `path`, whose name may have characters that disturb a terminal.
private func lines(_ path: String, _ faults: [LayoutFault]) -> String {
  let shown = path.unicodeScalars.allSatisfy(\.isShown) ? path : JSON.string(path).text
  return faults.isEmpty ? "\(shown): good\n" : faults.map { "\(shown): \($0.text)\n" }.sorted().joined()
}

private func json(_ path: String, _ faults: [LayoutFault]) -> String {
  let list = faults.sorted { $0.text < $1.text }.map { fault -> JSON in
    .object([("cell", fault.cell.map { .string($0) } ?? .null), ("fault", .string(fault.fault))])
  }
  return JSON.object([("file", .string(path)), ("faults", .array(list))]).text + "\n"
}
