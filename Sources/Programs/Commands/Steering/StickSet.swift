import Gamepad
import Model
import Platform

/// The real sticks of a player, which the host gets as one device.
///
/// The set outlives an unplugged stick: its part of the device rests until the stick is back.
struct StickSet {
  /// The maximum number of sticks in a set.
  static let limit = 16

  private var merge: StickMerge
  private var open: [(mark: String, stick: PhysicalStick, token: UInt64)] = []
  private var nextToken: UInt64

  /// Creates the set of `stick`, whose input joins `poller` with the first of the tokens from `token` on.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(
    _ stick: PhysicalStick, mark: String, joining poller: borrowing Poller, token: UInt64
  ) throws(SystemError) {
    try stick.join(poller, token: token)
    merge = StickMerge(stick.description, stick.report, mark: mark)
    open = [(mark, stick, token)]
    nextToken = token + 1
  }

  /// The description of the set as one device.
  var description: StickDescription { merge.description }
  /// The state of the set as one device.
  var report: StickReport { merge.report }

  /// Returns whether the stick with `mark` is plugged in; nil if it does not belong to the set.
  func isPresent(_ mark: String) -> Bool? { merge.isPresent(mark) }

  /// Adds a stick, or one that is plugged in again; returns whether ``description`` has changed.
  ///
  /// - Throws: `SystemError` of `.poll`.
  mutating func add(
    _ stick: PhysicalStick, mark: String, to poller: borrowing Poller
  ) throws(SystemError) -> Bool {
    guard open.count < StickSet.limit else { return false }
    try stick.join(poller, token: nextToken)
    open.removeAll { $0.mark == mark }
    open.append((mark, stick, nextToken))
    nextToken += 1
    return merge.add(stick.description, stick.report, mark: mark)
  }

  /// Reads what has arrived from the stick with `token`; calls `show` with each new state of the set.
  mutating func read(_ token: UInt64, _ show: (StickReport) -> Void) {
    guard let index = open.firstIndex(where: { $0.token == token }) else { return }
    let (mark, stick) = (open[index].mark, open[index].stick)
    while true {
      switch stick.next() {
      case .report(let report): merge.follow(report, of: mark)
      case .nothing: return
      case .gone:
        merge.remove(mark)
        open.remove(at: index)
        return show(merge.report)
      }
      show(merge.report)
    }
  }

  /// Runs the motors of all sticks at these strengths, 0 to 65535.
  func rumble(strong: UInt16, weak: UInt16) {
    for (_, stick, _) in open { stick.rumble(strong: strong, weak: weak) }
  }
}

extension InputNode {
  /// The mark that identifies a stick when it is plugged in again.
  var stickMark: String { "\(mark) \(name)" }
}

extension StickReading.Exception {
  /// The exception in words.
  var text: String {
    func hexadecimal(_ code: UInt16) -> String { "0x" + String(code, radix: 16) }
    return switch self {
    case .moved(let from, let to): "button \(hexadecimal(from)) is \(hexadecimal(to)) at the host"
    case .leftOut(let key): "the host gets no key \(hexadecimal(key))"
    case .scaled(let axis): "axis \(hexadecimal(axis)) has 65,536 steps at the host"
    }
  }
}
