package import Model

/// The result of a transmission, as far as the sender knows it.
package struct Tally: Sendable {
  /// The number of packets sent, including those lost through simulated faults.
  package var packets = 0
  /// The number of packets lost through simulated faults.
  package var lost = 0
  /// The number of presses and releases.
  package var edges = 0
  /// The number of presses and releases acknowledged by the host; nil if the host is not asked for acknowledgements.
  package var acknowledged: Int?
  /// The time since the host's last answer; nil if none has arrived.
  package var silence: Interval?
  /// The number of changes of rumble or light; nil if they are not counted.
  package var feedback: Int?

  /// True if answers were due, but none has arrived.
  package var isUnanswered: Bool { acknowledged != nil && silence == nil }

  /// Creates a tally of zeros, except for the given values.
  package init(
    edges: Int = 0, acknowledged: Int? = nil, silence: Interval? = nil, feedback: Int? = nil
  ) {
    (self.edges, self.acknowledged, self.silence, self.feedback) = (edges, acknowledged, silence, feedback)
  }
}
