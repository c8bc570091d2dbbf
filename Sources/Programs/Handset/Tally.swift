package import Model

/// The outcome of a transmission, as far as the sender itself can tell.
package struct Tally: Sendable {
  /// The number of packets that were sent, including those that the simulated faults lost.
  package var packets = 0
  /// The number of packets that the simulated faults lost.
  package var lost = 0
  /// The number of presses and releases.
  package var edges = 0
  /// The number of presses and releases that the host has acknowledged; nil when the host is not asked for
  /// acknowledgements.
  package var acknowledged: Int?
  /// The time since the host's last answer; nil when none has arrived.
  package var silence: Interval?
  /// The number of changes of rumble or light; nil when they are not counted.
  package var feedback: Int?

  /// True if answers were due, but none has arrived.
  package var isUnanswered: Bool { acknowledged != nil && silence == nil }

  /// Creates a tally of zero, except for what is given.
  package init(
    edges: Int = 0, acknowledged: Int? = nil, silence: Interval? = nil, feedback: Int? = nil
  ) {
    (self.edges, self.acknowledged, self.silence, self.feedback) = (edges, acknowledged, silence, feedback)
  }
}
