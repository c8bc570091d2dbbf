public import Model

/// A buzzer press (BUZZ).
public struct Buzz: Hashable, Sendable {
  /// The round that it answers.
  public var round: UInt16
  /// The number of the press in the edge log.
  public var edge: UInt16
  /// When it happened, in µs of the controller's clock.
  public var pressTime: UInt32

  /// A press in `round`.
  public init(round: UInt16, edge: UInt16, pressTime: UInt32) {
    self.round = round
    self.edge = edge
    self.pressTime = pressTime
  }
}

/// The answer to a ping (PONG): t1 is the host's clock, t2 and t3 the controller's, all in µs.
public struct Pong: Hashable, Sendable {
  /// The ping's own time, sent back.
  public var hostSent: UInt32
  /// When the ping arrived.
  public var received: UInt32
  /// When this answer left.
  public var sent: UInt32

  /// An answer to the ping sent at `hostSent`.
  public init(hostSent: UInt32, received: UInt32, sent: UInt32) {
    self.hostSent = hostSent
    self.received = received
    self.sent = sent
  }
}

/// The fingers of one packet (TOUCH).
public struct Touches: Sendable {
  /// The most fingers that one packet carries.
  public static let capacity = 10

  /// How many there are.
  public private(set) var count = 0
  private var fingers = InlineArray<10, Touch>(repeating: Touch(id: 0, phase: .ended, x: 0, y: 0))

  /// No fingers.
  public init() {}

  /// The finger at `index`.
  public subscript(index: Int) -> Touch { fingers[index] }

  /// Adds `touch`; ignored when there are ten already.
  public mutating func append(_ touch: Touch) {
    guard count < Touches.capacity else { return }
    fingers[count] = touch
    count += 1
  }
}

/// What the host has received so far (ACK).
public struct Acknowledgement: Hashable, Sendable {
  /// The newest packet counter received; with PLAIN its low 16 bits are the sequence number.
  public var newest: UInt32
  /// Bit n: packet `newest` − 1 − n was received too.
  public var received: UInt32
  /// The number of the next edge that the host waits for: all before it are safe.
  public var nextEdge: UInt16
  /// How long the newest packet waited for this acknowledgement, in units of 32 µs.
  public var delay: UInt16
  /// The last buzzer round whose press was received.
  public var lastBuzz: UInt16

  /// A receipt up to `newest`.
  public init(newest: UInt32, received: UInt32, nextEdge: UInt16, delay: UInt16, lastBuzz: UInt16 = 0) {
    self.newest = newest
    self.received = received
    self.nextEdge = nextEdge
    self.delay = delay
    self.lastBuzz = lastBuzz
  }
}

/// Rumble and light for the controller (FEEDBACK).
public struct Feedback: Hashable, Sendable {
  /// The low-frequency motor, 0 to 65535.
  public var strong: UInt16
  /// The high-frequency motor, 0 to 65535.
  public var weak: UInt16
  /// How long, in units of 10 ms.
  public var duration: UInt8
  /// The light's red, green and blue.
  public var red, green, blue: UInt8

  /// A feedback state.
  public init(strong: UInt16, weak: UInt16, duration: UInt8, red: UInt8, green: UInt8, blue: UInt8) {
    self.strong = strong
    self.weak = weak
    self.duration = duration
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// A message that is repeated until its receipt arrives (CTRL).
public struct ControlMessage: Hashable, Sendable {
  /// The most bytes of text: a frame's length is one byte.
  public static let longestText = 251

  /// The message's number, by which the receipt names it.
  public var id: UInt16
  /// What it means; see ``Code``.
  public var code: UInt8
  /// A small argument, by code.
  public var argument: UInt8
  /// Where the text lies in the packet's bytes.
  public var text: Range<Int>

  /// The codes that either side acts on (docs/protocol.md, "Reliable messages").
  public enum Code: UInt8, Sendable {
    /// The controller is player number argument; 0: it has to wait until a person lets it in.
    case welcome = 64
    /// The controller may not come in, for the reason whose number is the argument.
    case deny = 65
    /// The sender leaves, or the host ends the session for the reason whose number is the argument.
    case bye = 66
    /// The controller's commitment, 32 bytes (``ShortCode``).
    case shortCodeCommitment = 67
    /// The host's nonce, 16 bytes.
    case shortCodeNonce = 68
    /// The controller's nonce, 16 bytes.
    case shortCodeReveal = 69
    /// The present tilt becomes the centre.
    case recentre = 71
    /// The sender asks for a pad of the identity whose number is the argument.
    case identity = 73
    /// The controller's player is in the mode whose number is the argument (``Mode``).
    case mode = 74
    /// The text is for a program at the other end, the argument says what it is for; see ``Message``.
    case message = 80
  }

  /// A message without text.
  public init(id: UInt16, code: UInt8, argument: UInt8 = 0, text: Range<Int> = 0..<0) {
    self.id = id
    self.code = code
    self.argument = argument
    self.text = text
  }
}

extension Round {
  /// The winner that nobody can name.
  public static let tooClose: UInt8 = 255
  /// The margin where nobody else has pressed, or this player has not.
  public static let noMargin = UInt32.max

  /// Whether the first press wins now.
  public var isArmed: Bool { phase & 3 == 1 }

  /// Whether this player's presses count for nothing for now: it has pressed too soon, or answered wrongly.
  public var isLockedOut: Bool { phase & 0x80 != 0 }
}

/// Bytes for a program at the other end (MESSAGE, or CTRL with code ``ControlMessage/Code/message``).
public struct Message: Hashable, Sendable {
  /// The most bytes that one message has.
  public static let longest = 200

  /// What they are for, by agreement of the programs.
  public var channel: UInt8
  /// Where they lie in the packet's bytes.
  public var payload: Range<Int>

  /// A message whose bytes are at `payload`.
  public init(channel: UInt8, payload: Range<Int> = 0..<0) {
    self.channel = channel
    self.payload = payload
  }
}

/// The state of the buzzer round (ROUND).
public struct Round: Hashable, Sendable {
  /// The round's number.
  public var number: UInt16
  /// In bits 0 and 1: 0 idle, 1 armed, 2 locked, 3 result (`RoundPhase`); bit 7: this player is locked out.
  public var phase: UInt8
  /// The winning player; 0 for none, ``tooClose`` when it was too close to call.
  public var winner: UInt8
  /// By how much the winner was ahead of the next, or this player later than the winner, in µs; ``noMargin`` for none.
  public var margin: UInt32

  /// The state of round `number`.
  public init(number: UInt16, phase: UInt8, winner: UInt8, margin: UInt32) {
    self.number = number
    self.phase = phase
    self.winner = winner
    self.margin = margin
  }
}
