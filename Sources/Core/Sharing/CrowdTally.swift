package import Model

/// The votes of a crowd that plays one pad, and their result (docs/crowd.md).
///
/// The tally reads no clock, and allocates no memory after its creation. Votes are collected over windows
/// that follow each other while anybody votes; when a window closes, the pad shows its result. With the
/// presets `together` and `ballot`, the order in which the votes arrived does not matter.
package struct CrowdTally: Sendable {
  /// The time for which a vote counts, if windows are not longer than ``pulse``.
  package static let usualLife = Interval.milliseconds(1_500)
  /// The maximum time for which the pad shows the result of a window.
  ///
  /// If windows are longer, the pad returns to rest after this time. So a direction is one step and a button
  /// one press, as turn-based games need. Each vote then counts in one window only.
  package static let pulse = Interval.seconds(1)

  private struct Entry: Sendable {
    var vote = CrowdVote.rest
    /// The vote as a number that is equal for votes that agree.
    var choice = CrowdVote.rest.choice
    /// The time after which the vote no longer counts.
    var ends = Instant(nanoseconds: .min)
    /// The number of the vote among all that were cast; greater is later.
    var number: UInt64 = 0
    /// The number of votes that agreed with this one when the last window closed, including this vote.
    ///
    /// It is 0 if this vote did not count.
    var agreeing = 0
  }

  /// The way in which the votes are counted.
  package let preset: CrowdPreset
  /// The time over which votes are collected.
  package let window: Interval
  /// The state of the pad.
  package private(set) var shown = CrowdVote.rest
  /// The result of the last window.
  package private(set) var result = CrowdVote.rest
  /// The number of votes that counted when the last window closed.
  package private(set) var counted = 0
  /// The number of windows that have closed.
  package private(set) var rounds: UInt64 = 0
  /// The time at which the window closes; the distant future if none is open.
  package private(set) var closes = Instant.distantFuture
  private var entries: [Entry]
  private var cast: UInt64 = 0
  /// The time at which the pad comes to rest before the next window closes.
  private var rests = Instant.distantFuture

  /// Creates the tally of a crowd with seats 0 to `seats` − 1, none of which has voted.
  package init(_ terms: CrowdTerms, seats: Int) {
    (preset, window) = (terms.preset, .milliseconds(Int64(terms.window)))
    entries = Array(repeating: Entry(), count: seats)
  }

  /// The time at which ``advance(to:)`` has to be called; the distant future if nobody has voted lately.
  package var due: Instant { min(closes, rests) }

  /// The time for which a vote counts, unless its voter casts another.
  ///
  /// It is 1.5 s, or the length of the window if that is longer than ``pulse``.
  package var life: Interval { isLong ? window : CrowdTally.usualLife }

  /// True if the pad shows each result only for ``pulse``, and each vote counts once.
  private var isLong: Bool { window > CrowdTally.pulse }

  /// Returns the vote of `seat` that counts at `now`; nil if the seat has no valid vote.
  package func vote(of seat: Int, at now: Instant) -> CrowdVote? {
    entries[seat].ends >= now ? entries[seat].vote : nil
  }

  /// Returns the number of votes that agreed with the vote of `seat` when the last window closed, itself
  /// included.
  ///
  /// The result is 0 if the vote did not count.
  package func agreeing(with seat: Int) -> Int { entries[seat].agreeing }

  /// Replaces the vote of `seat`, and opens a window if none is open.
  package mutating func cast(_ vote: CrowdVote, by seat: Int, at now: Instant) {
    cast += 1
    (entries[seat].vote, entries[seat].choice) = (vote, vote.choice)
    (entries[seat].ends, entries[seat].number) = (now + life, cast)
    if closes == .distantFuture { closes = now + window }
  }

  /// Removes the vote of `seat`.
  ///
  /// The pad comes to rest at once, unless another seat has a vote that still counts or counted in the last
  /// window.
  package mutating func withdraw(_ seat: Int, at now: Instant) {
    entries[seat] = Entry()
    guard !entries.contains(where: { $0.ends >= now || $0.agreeing > 0 }) else { return }
    (shown, result, counted, closes, rests) = (.rest, .rest, 0, .distantFuture, .distantFuture)
  }

  /// Closes the window, or brings the pad to rest, if that is due by `now`; returns whether it has done so.
  ///
  /// A vote counts if it has not expired at the planned end of the window, even if this call comes later.
  package mutating func advance(to now: Instant) -> Bool {
    guard due <= now else { return false }
    guard closes <= now else {
      (shown, rests) = (.rest, .distantFuture)
      return true
    }
    count(at: closes)
    rounds += 1
    shown = result
    rests = isLong && shown != .rest ? now + CrowdTally.pulse : .distantFuture
    if isLong { for index in entries.indices { entries[index].ends = Instant(nanoseconds: .min) } }
    closes = counted > 0 ? max(closes + window, now) : .distantFuture
    return true
  }

  private mutating func count(at time: Instant) {
    let rule = preset == .ballot ? GroupRule.vote : .mean
    var (stick, left, right) = (StickMix(by: rule), TriggerMix(by: rule), TriggerMix(by: rule))
    var buttons = InlineArray<5, Int>(repeating: 0)
    var (latest, number) = (CrowdVote.rest, UInt64(0))
    counted = 0
    for index in entries.indices where entries[index].ends >= time {
      let vote = entries[index].vote
      stick.add(vote.stick)
      left.add(vote.leftTrigger)
      right.add(vote.rightTrigger)
      for bit in buttons.indices where vote.buttons.rawValue >> UInt32(bit) & 1 == 1 { buttons[bit] += 1 }
      if entries[index].number > number { (latest, number) = (vote, entries[index].number) }
      counted += 1
    }
    compare(at: time)
    guard preset != .latest, counted > 0 else {
      result = latest
      return
    }
    var pressed = Buttons()
    for bit in buttons.indices where Mixing.isMajority(buttons[bit], of: counted) {
      pressed.formUnion(Buttons(rawValue: 1 << UInt32(bit)))
    }
    result = CrowdVote(
      stick: stick.result, leftTrigger: left.result, rightTrigger: right.result, buttons: pressed)
  }

  /// Counts, for each vote, the votes that agree with it.
  private mutating func compare(at time: Instant) {
    for index in entries.indices {
      var agreeing = 0
      let isCounted = entries[index].ends >= time
      for other in entries.indices where isCounted && entries[other].choice == entries[index].choice {
        if entries[other].ends >= time { agreeing += 1 }
      }
      entries[index].agreeing = agreeing
    }
  }
}
