public import Model

/// An order about shared pads, from a gateway or a local program to the host (docs/protocol.md, "0xF6 SHARE").
public struct ShareOrder: Sendable {
  /// The actions that an order requests.
  public enum Action: Hashable, Sendable {
    /// The helpers move the pad of the main player too.
    ///
    /// If the terms are nil, a pad that is shared already keeps its terms, and any other gets the defaults.
    case begin(PlayerSlot, helpers: PlayerSlots, ShareTerms?)
    /// The player in the slot no longer shares a pad.
    case leave(PlayerSlot)
    /// The next member of the main player's pad has its turn.
    case pass(PlayerSlot)
    /// The main player has the pad alone again.
    case end(PlayerSlot)
  }

  private enum Verb: UInt8 {
    case begin = 1
    case leave, pass, end
  }

  /// The message's size in bytes.
  public static let size = 12

  /// The action that the order requests.
  public var action: Action
  /// A number that the answer repeats.
  public var number: UInt32 = 0

  /// Creates an order.
  public init(_ action: Action) { self.action = action }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == ShareOrder.size else { throw bytes.count < ShareOrder.size ? .tooShort : .tooLong }
    guard let verb = Verb(rawValue: bytes[1]), let slot = PlayerSlot(number: Int(bytes[2])) else {
      throw .reservedNotZero
    }
    let (helpers, isBare) = (PlayerSlots(rawValue: bytes.u16(at: 8)), bytes[3] | bytes[10] | bytes[11] == 0)
    guard verb == .begin || isBare && helpers == [] else { throw .reservedNotZero }
    switch verb {
    case .begin:
      let terms = isBare ? nil : try ShareTerms(parsing: bytes, preset: 3, feedback: 10, turn: 11)
      action = .begin(slot, helpers: helpers, terms)
    case .leave: action = .leave(slot)
    case .pass: action = .pass(slot)
    case .end: action = .end(slot)
    }
    number = bytes.u32(at: 4)
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    let (verb, slot, helpers, terms): (Verb, PlayerSlot, PlayerSlots, ShareTerms?) =
      switch action {
      case .begin(let main, let helpers, let terms): (.begin, main, helpers, terms)
      case .leave(let slot): (.leave, slot, [], nil)
      case .pass(let main): (.pass, main, [], nil)
      case .end(let main): (.end, main, [], nil)
      }
    datagram.append(LocalMessageKind.share.rawValue)
    datagram.append(verb.rawValue)
    datagram.append(slot.number)
    datagram.append(terms?.preset.rawValue ?? 0)
    datagram.append(number)
    datagram.append(helpers.rawValue)
    datagram.append(terms?.feedback.rawValue ?? 0)
    datagram.append(terms?.turn ?? 0)
  }
}

/// A shared pad, as the status of the stage describes it.
public struct ShareStatus: Hashable, Sendable {
  /// The size of a shared pad, in bytes.
  static let size = 8

  /// The player whose pad it is.
  public var main: PlayerSlot
  /// The players who move the pad, including the main player.
  public var members: PlayerSlots
  /// The members who steer, or did in the last 250 ms; with the preset `turns`, the one whose turn it is.
  public var steering: PlayerSlots
  /// The way in which the members share the pad.
  public var terms: ShareTerms

  /// Creates the status of a shared pad.
  public init(of main: PlayerSlot, members: PlayerSlots, steering: PlayerSlots, _ terms: ShareTerms) {
    (self.main, self.members, self.steering, self.terms) = (main, members, steering, terms)
  }

  /// The members that have no pad of their own.
  public var helpers: PlayerSlots { members.subtracting(PlayerSlots(main)) }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard let main = PlayerSlot(number: Int(bytes[0])) else { throw .reservedNotZero }
    let terms = try ShareTerms(parsing: bytes, preset: 1, feedback: 6, turn: 7)
    self.init(
      of: main, members: PlayerSlots(rawValue: bytes.u16(at: 2)),
      steering: PlayerSlots(rawValue: bytes.u16(at: 4)), terms)
    guard members.isSuperset(of: PlayerSlots(main)), members.isSuperset(of: steering) else {
      throw .reservedNotZero
    }
  }

  /// Appends the shared pad to `datagram`.
  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(main.number)
    datagram.append(terms.preset.rawValue)
    datagram.append(members.rawValue)
    datagram.append(steering.rawValue)
    datagram.append(terms.feedback.rawValue)
    datagram.append(terms.turn)
  }
}

extension ShareTerms {
  /// Decodes the terms at these three offsets of `bytes`.
  fileprivate init(parsing bytes: Span<UInt8>, preset: Int, feedback: Int, turn: Int) throws(Drop) {
    guard let preset = SharePreset(rawValue: bytes[preset]),
      let feedback = ShareFeedback(rawValue: bytes[feedback]), ShareTerms.turns.contains(bytes[turn])
    else { throw .reservedNotZero }
    self.init(preset, feedback: feedback, turn: bytes[turn])
  }
}
