public import Model

/// An order about pairing and admission; a key is the public key of a device.
public enum AdmissionOrder: Sendable {
  /// The public key of a device.
  public typealias Key = InlineArray<32, UInt8>

  /// Admits the waiting controller with the key.
  case accept(Key)
  /// Refuses the waiting controller with the key.
  case deny(Key)
  /// Removes the player in the slot.
  case kick(PlayerSlot)
  /// Sets the policy of admission.
  case policy(AdmissionPolicy)
  /// Opens a pairing with a QR code.
  case offerCode
  /// Opens a pairing with a PIN.
  case offerPIN
  /// Withdraws the QR code and the PIN that the same program has opened.
  case closePairing
  /// Revokes the paired device with the key.
  case revoke(Key)
  /// Renames the device with the key.
  case rename(Key, DeviceName)
}

/// An order about modes, teams and rounds.
public enum StageOrder: Hashable, Sendable {
  /// Puts the player in the mode, or everyone if the slot is nil.
  case mode(Mode, PlayerSlot?)
  /// Requests a team, 0 to 8, on behalf of the player's page.
  ///
  /// The order takes effect only in the lobby, and not more often than a person would choose.
  case choose(UInt8, PlayerSlot)
  /// Controls the quiz.
  case quiz(QuizOrder)
}

/// An order from a gateway or a local program to the host (docs/protocol.md, "The local socket").
public struct LocalOrder: Sendable {
  /// The action that an order requests.
  public enum Action: Sendable {
    /// An order about pairing and admission.
    case admission(AdmissionOrder)
    /// An order about modes, teams and rounds.
    case stage(StageOrder)
  }

  /// The numbers of the actions on the wire.
  public enum Verb: UInt8, CaseIterable, Sendable {
    case accept = 1
    case deny, kick, policy, offerCode, offerPIN, closePairing, revoke, rename
    case mode, arm, right, wrong, shared, again, midpoint, clear, undo, automatic, reset, team, points
    case choose, forget

    /// True if the order concerns the stage, and not pairing or admission.
    public var isForStage: Bool { rawValue >= Verb.mode.rawValue }
  }

  /// The message's size in bytes.
  public static let size = 80

  /// The action that the order requests.
  public var action: Action
  /// A number that the answer repeats.
  public var number: UInt32 = 0

  /// Creates an order about pairing and admission.
  public init(_ order: AdmissionOrder) { action = .admission(order) }

  /// Creates an order about modes, teams and rounds.
  public init(_ order: StageOrder) { action = .stage(order) }

  /// Creates an order from the host of a quiz.
  public init(_ order: QuizOrder) { action = .stage(.quiz(order)) }

  /// The number of the action on the wire.
  public var verb: Verb { fields.verb }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == LocalOrder.size else { throw bytes.count < LocalOrder.size ? .tooShort : .tooLong }
    guard let fields = OrderFields(parsing: bytes), let action = fields.action else { throw .reservedNotZero }
    (self.action, number) = (action, bytes.u32(at: 4))
    // A field that the verb does not use is zero.
    var again = LocalDatagram()
    write(to: &again)
    for index in bytes.indices where again[index] != bytes[index] { throw .reservedNotZero }
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    let fields = fields
    datagram.append(LocalMessageKind.order.rawValue)
    datagram.append(fields.verb.rawValue)
    datagram.append(fields.argument)
    datagram.append(fields.player?.number ?? 0)
    datagram.append(number)
    datagram.append(contentsOf: fields.key.span)
    datagram.append(contentsOf: fields.name.bytes.span)
  }

  private var fields: OrderFields {
    switch action {
    case .admission(let order): OrderFields(order)
    case .stage(let order): OrderFields(order)
    }
  }
}
