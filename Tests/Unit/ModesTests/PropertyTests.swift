import Impairment
import Model
import Modes
import Testing

@Suite struct PropertyTests {
  /// Performs the same deeds on the tree and on the plain one.
  ///
  /// Returns the first difference between their records, or nil if there is none.
  private func run(seed: UInt64, deeds: Int) -> String? {
    var tree = Tree(0)
    let (record, plainRecord) = (Record(seed: seed), Record(seed: seed))
    let real = RealTree(record, root: tree.root)
    let plain = PlainTree(plainRecord)
    var dice = Random(seed: seed)
    var (released, seen) = (0, 0)
    for _ in 0..<deeds {
      let deed = Deed.random(&dice, count: record.count)
      real.perform(deed, on: &tree)
      plain.perform(deed)
      let (lines, wanted) = (record.lines[seen...], plainRecord.lines[seen...])
      seen = min(record.lines.count, plainRecord.lines.count)
      guard lines == wanted else { return "\(deed):\n\(Array(lines))\ninstead of\n\(Array(wanted))" }
      while let release = tree.nextRelease() {
        guard released < plain.releases.count, plain.releases[released] == (release.slot, release.buttons)
        else { return "\(deed): \(release) was not expected" }
        released += 1
      }
      if let fault = difference(tree, real, plain, released) { return "\(deed): \(fault)" }
    }
    return nil
  }

  /// Returns a fault that shows between messages, such as a button that was not released; nil if there is none.
  private func difference(
    _ tree: Tree<Int>, _ real: RealTree, _ plain: PlainTree, _ released: Int
  ) -> String? {
    if released != plain.releases.count { return "something was not released" }
    if real.hasHeardInTheDark { return "somebody heard something who was not on" }
    if plain.hasLeftovers { return "somebody who is off holds something" }
    if tree.nextDeadline != plain.nextDeadline { return "the next timer is another" }
    for index in 0..<3 {
      let slot = PlayerSlot(index: index)
      if tree.held(of: slot) != plain.held(of: slot) {
        return "something else is held of player \(index + 1)"
      }
    }
    return nil
  }

  @Test func `Random trees hear what plain ones hear, in the same order, and hold what they hold`() {
    for seed in 0..<UInt64(200) {
      let fault = run(seed: seed, deeds: 200)
      #expect(fault == nil, "seed \(seed)")
      if fault != nil { return }
    }
  }

  /// Performs random deeds on a tree; returns the record of received messages.
  private func heard(seed: UInt64) -> [String] {
    var tree = Tree(0)
    let record = Record(seed: seed)
    let real = RealTree(record, root: tree.root)
    var dice = Random(seed: seed)
    for _ in 0..<300 { real.perform(Deed.random(&dice, count: record.count), on: &tree) }
    return record.lines
  }

  @Test func `Nobody hears that a mode stops who has not heard that it started`() {
    var count = 0
    for seed in 1_000..<UInt64(1_200) {
      var started: Set<Substring> = []
      for words in heard(seed: seed).map({ $0.split(separator: " ") })
      where words.dropFirst().first == "hears" {
        if words[2] == "started" { started.insert(words[0]) }
        guard words[2] == "stopped" else { continue }
        count += 1
        #expect(started.remove(words[0]) != nil, "seed \(seed)")
      }
    }
    #expect(count > 100, "the random deeds hardly stop anything")
  }
}
