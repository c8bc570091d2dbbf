import Model
import Notation
package import Sharing

/// A text for a page of the crowd: the pad's state, that of the page's own vote, and numbers about others.
struct CrowdText: Sendable {
  /// The reasons for closing a page.
  enum Farewell: String, CaseIterable, Sendable {
    /// The crowd has ended.
    case ended
    /// The maximum number of pages votes already.
    case full
    /// The maximum number of pages at the page's address votes already.
    case address
    /// Another page of the same browser votes now.
    case elsewhere
    /// The page has sent too much.
    case flood

    /// The text that the page gets.
    var text: String {
      JSON.object([("type", .string("end")), ("why", .string(rawValue))]).text
    }
  }

  private struct Facts: Hashable, Sendable {
    let terms: CrowdTerms
    let slot: UInt8
    let voters: Int
    let counted: Int
    let agreeing: Int
    let result: CrowdVote
    let shown: CrowdVote
    let isOpen: Bool
    /// The number of windows that have closed; always 0 if windows last a second or less, too short for people to follow.
    let rounds: UInt64
  }

  private let facts: Facts
  private let left: Interval

  /// Creates the text as of `now` for the page in `seat` of `crowd`.
  init(of crowd: Crowd, seat: Int, at now: Instant) {
    let tally = crowd.tally
    let isOpen = tally.closes != .distantFuture
    facts = Facts(
      terms: crowd.grant.terms, slot: crowd.pad.slot?.number ?? 0, voters: crowd.count,
      counted: tally.counted,
      agreeing: tally.agreeing(with: seat), result: tally.result, shown: tally.shown, isOpen: isOpen,
      rounds: tally.window > CrowdTally.pulse ? tally.rounds : 0)
    left = isOpen ? max(.zero, tally.closes - now) : .zero
  }

  /// Returns whether this text says the same as `other`, apart from the time left in the window.
  func isSame(as other: CrowdText) -> Bool { facts == other.facts }

  /// The text in JSON; `window` is the length of a window, and `left` what is left of the current one, in ms.
  ///
  /// `result` and `shown` have the form of a vote.
  var text: String {
    JSON.object([
      ("type", .string("crowd")), ("preset", .string(facts.terms.preset.label)),
      ("window", .integer(UInt64(facts.terms.window))),
      ("left", .integer(UInt64(left.nanoseconds / 1_000_000))), ("open", .bool(facts.isOpen)),
      ("round", .integer(facts.rounds)), ("slot", .integer(UInt64(facts.slot))),
      ("voters", .integer(UInt64(facts.voters))), ("of", .integer(UInt64(facts.counted))),
      ("agree", .integer(UInt64(facts.agreeing))), ("result", facts.result.json),
      ("shown", facts.shown.json),
    ]).text
  }
}

extension CrowdVote {
  /// The numbers of a vote: the stick's x and y, −32767 to 32767 with right and down positive; the left and the right
  /// trigger, 0 to 255; and the buttons.
  fileprivate var json: JSON {
    .array(
      [Int64(stick.x), Int64(stick.y), Int64(leftTrigger), Int64(rightTrigger), Int64(buttons.rawValue)]
        .map { .signed($0) })
  }

  /// Reads a text of a page: `{"vote":[x,y,left,right,buttons]}`; nil if it is anything else.
  package init?(_ text: Span<UInt8>) {
    guard let said = try? JSON(parsing: text, limit: 64), case .array(let numbers) = said["vote"],
      numbers.count == 5, let x = numbers[0].whole(in: -32_767...32_767),
      let y = numbers[1].whole(in: -32_767...32_767), let left = numbers[2].whole(in: 0...255),
      let right = numbers[3].whole(in: 0...255),
      let buttons = numbers[4].whole(in: 0...Int(CrowdVote.buttons.rawValue))
    else { return nil }
    let pressed = Buttons(rawValue: UInt32(buttons))
    guard CrowdVote.buttons.isSuperset(of: pressed) else { return nil }
    self.init(
      stick: Stick(x: Int16(x), y: Int16(y)), leftTrigger: UInt8(left), rightTrigger: UInt8(right),
      buttons: pressed)
  }
}
