import Layouts
public import Model
public import Notation
public import Wire

/// A complete status of host, players and stage in the bridge's encoding: records `u16 length · packet`.
///
/// A status of another version is passed on unchanged, because the pages report it to the user.
struct StatusBatch: Sendable {
  /// The record of the stage, which follows each status; empty until the bridge has sent it.
  var stage: [UInt8] = []
  private var bytes: [UInt8] = []
  private var missing = -1

  /// Adds a packet of the bridge; returns all records once the status is complete, otherwise nil.
  mutating func add(_ packet: Span<UInt8>, _ read: StatusPacket) -> [UInt8]? {
    switch read {
    case .host(let host): (bytes, missing) = ([], Int(host.players))
    case .player where missing > 0: missing -= 1
    case .stage:
      stage = StatusBatch.record(packet)
      return nil
    case .otherVersion: return StatusBatch.record(packet)
    default: return nil
    }
    bytes += StatusBatch.record(packet)
    return missing == 0 ? bytes + stage : nil
  }

  private static func record(_ packet: Span<UInt8>) -> [UInt8] {
    [UInt8(truncatingIfNeeded: packet.count), UInt8(truncatingIfNeeded: packet.count >> 8)]
      + packet.indices.map { packet[$0] }
  }
}

/// A request of a dashboard.
public enum DashboardRequest: Sendable {
  /// An order for the bridge.
  case order(LocalOrder)
  /// Makes the current tilt the centre, for one player or, with nil, for all.
  case recentre(PlayerSlot?)
  /// Sets the layout of all players or, if a slot is named, of one; empty if each player chooses.
  case layout(String, PlayerSlot?)
  /// A part of a layout that the host uploads.
  case save(UploadPart)
  /// Sets who may use the kept layout with this id besides its owner: nobody, one player, or all.
  case offer(String, KeptLayout.Offer)
  /// Removes a kept layout.
  case remove(String)
  /// Requests the text of a layout.
  case read(String)
  /// Requests another QR code.
  case ticket
  /// Requests the QR code that sets up a gamepad in the app DroidPad.
  case droidPad
  /// The answers to the questions of the first visit; nil to stop asking.
  case setup(SetupAnswers?)
  /// An order about settings.
  case setting(SettingOrder.Action)
  /// An order about shared pads.
  case share(ShareOrder.Action)
  /// Requests a QR code for a helper of the player.
  case helper(PlayerSlot)

  /// Decodes the request in `said`; returns nil if it is invalid.
  public init?(_ said: JSON) {
    switch said["type"]?.string {
    case "accept": self.init(AdmissionOrder.accept, said)
    case "deny": self.init(AdmissionOrder.deny, said)
    case "kick":
      guard let slot = said["slot"]?.slot else { return nil }
      self = .order(LocalOrder(.kick(slot)))
    case "policy":
      guard let policy = said["policy"]?.string.flatMap(AdmissionPolicy.init(text:)) else { return nil }
      self = .order(LocalOrder(.policy(policy)))
    case "recentre":
      guard let number = said["slot"]?.whole(in: 0...PlayerSlot.limit) else { return nil }
      self = .recentre(PlayerSlot(number: number))
    case "layout":
      let number = said["slot"].map { $0.whole(in: 0...PlayerSlot.limit) } ?? 0
      guard let number else { return nil }
      self = .layout(said["layout"]?.string ?? "", PlayerSlot(number: number))
    case "save", "offer", "remove", "read": self.init(shelf: said)
    case "pin": self = .order(LocalOrder(.offerPIN))
    case "ticket": self = .ticket
    case "droidpad": self = .droidPad
    case "setup": self.init(setup: said)
    case "noSetup": self = .setup(nil)
    case "setting":
      guard let action = SettingOrder.Action(said) else { return nil }
      self = .setting(action)
    case "share":
      guard let action = ShareOrder.Action(said) else { return nil }
      self = .share(action)
    case "helper":
      guard let slot = said["slot"]?.slot else { return nil }
      self = .helper(slot)
    default:
      guard let order = LocalOrder(forStage: said) else { return nil }
      self = .order(order)
    }
  }

  /// True if the answer contains a PIN to show.
  var isForPIN: Bool {
    if case .order(let order) = self { order.verb == .offerPIN } else { false }
  }

  /// Returns the message to the bridge, with a number for its answer; nil if the gateway carries out the request.
  func packet(numbered number: UInt32) -> LocalPacket? {
    switch self {
    case .order(var order):
      order.number = number
      return .order(order)
    case .setup(let answers):
      var order = SetupOrder(answers)
      order.number = number
      return .setup(order)
    case .setting(let action):
      var order = SettingOrder(action)
      order.number = number
      return .setting(order)
    case .share(let action):
      var order = ShareOrder(action)
      order.number = number
      return .share(order)
    case .recentre, .layout, .ticket, .droidPad, .save, .offer, .remove, .read, .helper: return nil
    }
  }

  private init?(shelf said: JSON) {
    guard let id = said["id"]?.string, LayoutFile.isID(id) else { return nil }
    switch said["type"]?.string {
    case "save":
      guard let part = UploadPart(said) else { return nil }
      self = .save(part)
    case "offer":
      let to = said["to"] ?? .signed(-1)
      guard let offer = to.whole(in: -1...PlayerSlot.limit).flatMap(KeptLayout.Offer.init) else { return nil }
      self = .offer(id, offer)
    case "remove": self = .remove(id)
    default: self = .read(id)
    }
  }

  private init?(setup said: JSON) {
    var answers = SetupAnswers()
    for question in SetupAnswers.Question.allCases {
      guard let value = said[question.rawValue]?.string, answers.set(question, to: value) else { return nil }
    }
    self = .setup(answers)
  }

  private init?(_ order: (AdmissionOrder.Key) -> AdmissionOrder, _ said: JSON) {
    // The key must be written exactly as it was sent to the dashboard.
    guard let text = said["key"]?.string, let key = InlineArray<32, UInt8>(hexadecimal: text),
      key.span.hexadecimal == text
    else { return nil }
    self = .order(LocalOrder(order(key)))
  }
}

extension JSON {
  fileprivate var slot: PlayerSlot? {
    guard case .integer(let number) = self, number <= UInt64(PlayerSlot.limit) else { return nil }
    return PlayerSlot(number: Int(number))
  }
}
