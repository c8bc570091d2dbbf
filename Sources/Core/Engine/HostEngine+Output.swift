public import Bridge
public import Buzzer
public import Cryptography
public import Model
public import Room
public import Wire

extension HostEngine {
  /// The settings of a host.
  public struct Settings: Sendable {
    /// The settings for admission and for the conversion of input to reports.
    public var bridge: Bridge.Settings
    /// The settings of the room.
    public var room: Room.Settings

    /// Creates settings; each has a default.
    public init(bridge: Bridge.Settings = .init(), room: Room.Settings = .init()) {
      (self.bridge, self.room) = (bridge, room)
    }
  }

  /// An output that the caller has to carry out.
  public enum Output: Sendable {
    /// A player's packet was accepted: watching programs get its frames, at this range of the received bytes.
    case trace(PlayerSlot, frames: Range<Int>)
    /// The player's pad has to show this report; `ofPacket` is true if the packet received last caused it.
    case report(PlayerSlot, PadReport, ofPacket: Bool)
    /// The player's stick has to show ``HostEngine/stickReport(of:)``; `ofPacket` is true if the packet received last caused it.
    case stick(PlayerSlot, ofPacket: Bool)
    /// A player needs a pad for the controller `owner`, which requests identity `request` (0: the host's choice).
    case attach(PlayerSlot, owner: Roster.Key, request: UInt8)
    /// The player's pad has to use these abilities of the controller for a wheel; none while it is shared.
    case force(PlayerSlot, ForceAbilities)
    /// The player is gone for good, or has begun to move another player's pad, and needs no pad.
    case detach(PlayerSlot)
    /// The bytes of ``HostEngine/withOutgoing(_:)`` have to be sent to this peer.
    case send(PeerID)
    /// The store has to write this change; ``HostEngine/kept(_:_:at:)`` receives the result.
    indirect case keep(Keep, ticket: Ticket)
    /// The store is so late that, until it answers, rounds are announced to players before they are stored.
    case storeIsLate
    /// ``HostEngine/stage`` has changed: watching programs get it.
    case stage
    /// The keyboard key for this player, who has won a round, is pressed or released.
    case key(PlayerSlot, isPress: Bool)
    /// A player's program has sent a message; watching programs get it.
    case message(PlayerMessage)
    /// The gateway at the connection gets this notice.
    case seat(SeatNotice, connection: UInt32)
    /// The gateway at the connection gets this decision about a waiting controller.
    case verdict(Verdict, connection: UInt32)
    /// Watching programs get the new status of a controller.
    indirect case peer(PeerStatus)
    /// The host's user has to receive this news.
    indirect case news(Admission.News)
    /// The program at the connection gets this answer to its order.
    indirect case answer(LocalAnswer, connection: UInt32)
    /// The program at the connection gets the outcome of its message.
    case delivery(LocalDelivery, connection: UInt32)
  }

  /// The number of a change to the store; later changes have higher numbers.
  public typealias Ticket = UInt64

  /// A change to the host's store, which outlives the host.
  public enum Keep: Sendable {
    /// A round that began `age` ago, and the scores of players.
    ///
    /// It replaces an earlier record of the round.
    case round(RoundRecord, players: [QuizPlayer], age: Interval)
    /// The scores of players.
    case scores([QuizPlayer])
    /// A new quiz begins.
    case beginQuiz
    /// All quizzes are deleted, and a new one begins.
    case forgetQuizzes
    /// A device that was paired `age` ago.
    case device(Admission.Device, PairingMode, age: Interval)
    /// A paired device has just joined or returned.
    case touch(PublicKey)
    /// A paired device has a new name.
    case rename(PublicKey, DeviceName)
    /// A paired device is revoked.
    case revoke(PublicKey)
  }

  /// The result of a change to the store.
  public enum KeepResult: Hashable, Sendable {
    /// The change is stored.
    case done
    /// The store could not write the change, so nothing has changed.
    case failed
    /// The change has not reached the store, which is overloaded.
    case refused
    /// Nothing has changed, because the store does not contain the device.
    case unknownDevice
  }
}

extension HostEngine.Keep {
  /// True if the change concerns the quiz rather than a paired device.
  public var isOfQuiz: Bool {
    switch self {
    case .round, .scores, .beginQuiz, .forgetQuizzes: true
    case .device, .touch, .rename, .revoke: false
    }
  }
}
