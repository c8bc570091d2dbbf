import Layouts
import Model
import Notation
import Platform

/// Checks the files at `paths`, and prints what is wrong with each; returns whether all are good, or nil if nothing more
/// can be printed.
func checkLayouts(_ paths: ArraySlice<String>, asJSON: Bool) -> Bool? {
  var isGood = true
  for path in paths {
    let faults = check(path)
    isGood = isGood && faults.isEmpty
    guard Stream.output.write(asJSON ? json(path, faults) : lines(path, faults)) else { return nil }
  }
  return isGood
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
