public import Model

/// The fields of a journal entry, by which readers select events (docs/watching.md).
public struct JournalFields: Hashable, Sendable {
  /// The event in a word, such as `joined`; empty if there is none.
  public var event: String
  /// The slot of the player; nil without one.
  public var slot: PlayerSlot?
  /// The reason in words; nil without one.
  public var reason: String?
  /// True if someone has to act on the event.
  public var isWarning: Bool

  /// Creates the fields of `event`.
  public init(_ event: String, slot: PlayerSlot? = nil, reason: String? = nil, isWarning: Bool = false) {
    (self.event, self.slot, self.reason, self.isWarning) = (event, slot, reason, isWarning)
  }

  /// The IDs of events for which other programs may wait, drawn at random; they never change (sd_journal_send(3)).
  public static let messageIDs = [
    "started": "db8194ad1ce6420d8dfb8adc97606aa1",
    "stopping": "7dab1b8da4d8448395e7fd0debb11ee5",
    "joined": "cc53e4d87d68438f944b2e41b92a71fe",
    "left": "af6431d031bb41b3815f1477f4bbdca4",
    "waits": "dcc46a4e31cc483d82e85e4b35d00c2f",
    "denied": "faaf162ebaaa4b3face6c6d4221d1c65",
    "paired": "30f2df4d323948d1b833207ebc300a2b",
    "pad-refused": "9aa7a859f24148e79e3d20052b898a23",
    "pad-failed": "f2f75e0e1bdd4e1c968b357457883cd1",
    "port-refused": "7827a114fd94433a915f26f07c069c66",
    "not-kept": "4985d10da2cf41f3aee5684a277d1ac9",
    "gateway-hangs": "64a86c507c9d4e5192fbecc1d39b9db6",
    "gateway-ended": "fddd50933d46413d9068731a9ad62855",
    "page-started": "f4b27021ede14483945c87610e4f96e2",
    "page-stopping": "1aaf9e9fc24d4b38938b23ddc71f94fd",
  ]

  /// Returns the entry with the text `message`, for systemd's journal (systemd.journal-fields(7)).
  func entry(of message: String) -> [(name: String, value: String)] {
    let own: [(name: String, value: String?)] = [
      ("MESSAGE_ID", JournalFields.messageIDs[event]), ("TILTPAD_EVENT", event.isEmpty ? nil : event),
      ("TILTPAD_SLOT", slot.map { "\($0.number)" }), ("TILTPAD_REASON", reason),
    ]
    return [("MESSAGE", message), ("PRIORITY", isWarning ? "4" : "6"), ("SYSLOG_IDENTIFIER", "tiltpad")]
      + own.compactMap { name, value in value.map { (name, $0) } }
  }
}
