public import Model

/// A buzzer press (BUZZ).
public struct Buzz: Hashable, Sendable {
  /// The round that the player saw when pressing.
  public var round: UInt16
  /// The number of the press among the edges (EDGES).
  public var edge: UInt16
  /// The time of the press, in µs of the controller's clock.
  public var pressTime: UInt32

  /// Creates a press in `round`.
  public init(round: UInt16, edge: UInt16, pressTime: UInt32) {
    self.round = round
    self.edge = edge
    self.pressTime = pressTime
  }
}

/// The answer to a ping (PONG), with three times in µs.
public struct Pong: Hashable, Sendable {
  /// The time at which the host sent the ping, in µs of the host's clock, copied from the ping (t1).
  public var hostSent: UInt32
  /// The arrival time of the ping, in µs of the controller's clock (t2).
  public var received: UInt32
  /// The departure time of this answer, in µs of the controller's clock (t3).
  public var sent: UInt32

  /// Creates an answer to the ping sent at `hostSent`.
  public init(hostSent: UInt32, received: UInt32, sent: UInt32) {
    self.hostSent = hostSent
    self.received = received
    self.sent = sent
  }
}

/// The touch points of one packet (TOUCH).
public struct Touches: Sendable {
  /// The maximum number of fingers in one packet.
  public static let capacity = 10

  /// The number of fingers.
  public private(set) var count = 0
  private var fingers = InlineArray<10, Touch>(repeating: Touch(id: 0, phase: .ended, x: 0, y: 0))

  /// Creates a set without fingers.
  public init() {}

  /// The finger at `index`.
  public subscript(index: Int) -> Touch { fingers[index] }

  /// Appends `touch`; does nothing if there are ten fingers already.
  public mutating func append(_ touch: Touch) {
    guard count < Touches.capacity else { return }
    fingers[count] = touch
    count += 1
  }
}

/// The acknowledgement of what the host has received so far (ACK).
public struct Acknowledgement: Hashable, Sendable {
  /// The newest packet number received; with PLAIN its low 16 bits are the sequence number.
  public var newest: UInt32
  /// A bit mask of earlier packets: bit n is set if packet `newest` − 1 − n was received too.
  public var received: UInt32
  /// The number of the next edge that the host expects; all edges before it have arrived or were given up.
  public var nextEdge: UInt16
  /// The time from the arrival of the newest packet to this acknowledgement, in units of 32 µs.
  ///
  /// 65535 means that time or longer.
  public var delay: UInt16
  /// The round of the last buzzer press (BUZZ) that has arrived; 0 before the first.
  public var lastBuzz: UInt16

  /// Creates an acknowledgement of the packets up to `newest`.
  public init(newest: UInt32, received: UInt32, nextEdge: UInt16, delay: UInt16, lastBuzz: UInt16 = 0) {
    self.newest = newest
    self.received = received
    self.nextEdge = nextEdge
    self.delay = delay
    self.lastBuzz = lastBuzz
  }
}

/// The force feedback and light that the controller is to show now (FEEDBACK).
public struct Feedback: Hashable, Sendable {
  /// The strength of the low-frequency motor, 0 to 65535.
  public var strong: UInt16
  /// The strength of the high-frequency motor, 0 to 65535.
  public var weak: UInt16
  /// The time for which the motors run without another FEEDBACK, in units of 10 ms.
  public var duration: UInt8
  /// The red, green and blue of the light, 0 to 255 each.
  public var red, green, blue: UInt8

  /// Creates a feedback state.
  public init(strong: UInt16, weak: UInt16, duration: UInt8, red: UInt8, green: UInt8, blue: UInt8) {
    self.strong = strong
    self.weak = weak
    self.duration = duration
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// A reliable message, which is repeated until its receipt arrives (CTRL).
public struct ControlMessage: Hashable, Sendable {
  /// The maximum number of bytes of text: the length of a frame is one byte.
  public static let longestText = 251

  /// The message's id, which the receipt repeats.
  public var id: UInt16
  /// The meaning of the message; see ``Code``.
  public var code: UInt8
  /// A small argument, whose meaning depends on the code.
  public var argument: UInt8
  /// The range of the text in the packet's bytes.
  public var text: Range<Int>

  /// The codes that either side understands (docs/protocol.md, "Reliable messages").
  public enum Code: UInt8, Sendable {
    /// The argument is the controller's player number.
    ///
    /// The value 0 means that the controller waits until it is admitted at the host.
    case welcome = 64
    /// The controller may not join; the argument is the number of the reason (``Refusal``).
    case deny = 65
    /// The sender leaves; if it is the host, the argument is the number of the reason (``Refusal``).
    case bye = 66
    /// The controller's commitment for the short code, 32 bytes (`ShortCode` in `Channel`).
    case shortCodeCommitment = 67
    /// The host's nonce for the short code, 16 bytes.
    case shortCodeNonce = 68
    /// The controller's nonce for the short code, 16 bytes.
    case shortCodeReveal = 69
    /// The present tilt becomes the centre.
    case recentre = 71
    /// The sender requests a pad; the argument is the number of the pad's identity (docs/protocol.md, "Identities").
    case identity = 73
    /// The argument is the number of the mode of the controller's player (``Mode``).
    case mode = 74
    /// The argument has the controller's abilities for the forces of a wheel (``ForceAbilities``).
    case force = 75
    /// The text is for a program at the other end, and the argument is its channel; see ``Message``.
    case message = 80
    /// The text is a part of the description of the sender's stick (``StickDraft``).
    case describe = 81
    /// The argument is the number of the ``StickVerdict`` on the description whose revision is the text.
    case stickVerdict = 82
  }

  /// Creates a message whose text is at `text`.
  public init(id: UInt16, code: UInt8, argument: UInt8 = 0, text: Range<Int> = 0..<0) {
    self.id = id
    self.code = code
    self.argument = argument
    self.text = text
  }
}

extension Round {
  /// The value of ``winner`` when the presses are too close to call.
  public static let tooClose: UInt8 = 255
  /// The value of ``margin`` before the decision, and if this player, or every other player, has not pressed.
  public static let noMargin = UInt32.max

  /// True if the round is armed: the first press wins.
  public var isArmed: Bool { phase & 3 == 1 }

  /// True if this player's presses do not count for now, after a false start or a wrong answer.
  public var isLockedOut: Bool { phase & 0x80 != 0 }
}

/// An opaque message for a program at the other end (MESSAGE, or CTRL with code ``ControlMessage/Code/message``).
public struct Message: Hashable, Sendable {
  /// The maximum number of bytes of one message.
  public static let longest = 200

  /// The channel of the message, whose meaning the programs at both ends agree on.
  public var channel: UInt8
  /// The range of the message in the packet's bytes.
  public var payload: Range<Int>

  /// Creates a message whose bytes are at `payload`.
  public init(channel: UInt8, payload: Range<Int> = 0..<0) {
    self.channel = channel
    self.payload = payload
  }
}

/// The state of the buzzer round (ROUND).
public struct Round: Hashable, Sendable {
  /// The round's number; never 0 for a round that has begun.
  public var number: UInt16
  /// The phase in bits 0 and 1 (`RoundPhase`: 0 idle, 1 armed, 2 locked, 3 result).
  ///
  /// Bit 7 is set while this player is locked out.
  public var phase: UInt8
  /// The number of the winning player: 0 for none, ``tooClose`` when the presses are too close to call.
  public var winner: UInt8
  /// The first player's lead over the next, or this player's delay behind the first, in µs, or ``noMargin``.
  public var margin: UInt32

  /// Creates the state of round `number`.
  public init(number: UInt16, phase: UInt8, winner: UInt8, margin: UInt32) {
    self.number = number
    self.phase = phase
    self.winner = winner
    self.margin = margin
  }
}
