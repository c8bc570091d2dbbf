public import Model

/// An order about the game that runs, from a gateway or a local program to the host (docs/protocol.md, "0xDF GAME").
///
/// The order is in effect until its sender gives another one or its connection ends.
public struct GameOrder: Hashable, Sendable {
  /// The profile and the identity that a game wants for the players' pads.
  public struct Request: Hashable, Sendable {
    /// The players that the request concerns.
    public var players: PlayerSlots
    /// The name of a profile of the configuration; empty for the usual profile.
    public var profile: DeviceName
    /// The number of the pads' identity; 0 for the usual identity.
    public var identity: UInt8

    /// Creates a request for all players, unless others are given.
    public init(players: PlayerSlots = .all, profile: DeviceName, identity: UInt8 = 0) {
      (self.players, self.profile, self.identity) = (players, profile, identity)
    }
  }

  private enum Verb: UInt8 {
    case begin = 1
    case end
  }

  /// The message's size in bytes.
  public static let size = 12 + DeviceName.size

  /// The request of the game that runs; nil when it has ended.
  public var request: Request?
  /// A number that the answer repeats.
  public var number: UInt32 = 0

  /// Creates the order for a running game with this `request`; nil means that the game has ended.
  public init(_ request: Request?) { self.request = request }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == GameOrder.size else { throw bytes.count < GameOrder.size ? .tooShort : .tooLong }
    let (players, profile) = (PlayerSlots(rawValue: bytes.u16(at: 8)), DeviceName(copying: bytes, at: 12))
    guard let verb = Verb(rawValue: bytes[1]), bytes[3] == 0, bytes.u16(at: 10) == 0 else {
      throw .reservedNotZero
    }
    let isBare = bytes[2] == 0 && profile == DeviceName("")
    guard verb == .begin ? !isBare && players != [] : isBare && players == [] else { throw .reservedNotZero }
    request = verb == .begin ? Request(players: players, profile: profile, identity: bytes[2]) : nil
    number = bytes.u32(at: 4)
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.game.rawValue)
    datagram.append((request == nil ? Verb.end : .begin).rawValue)
    datagram.append(request?.identity ?? 0)
    datagram.append(UInt8(0))
    datagram.append(number)
    datagram.append(request?.players.rawValue ?? 0)
    datagram.append(UInt16(0))
    datagram.append(contentsOf: (request?.profile ?? DeviceName("")).bytes.span)
  }
}
