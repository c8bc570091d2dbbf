import Model
import Notation
import Wire

/// What the host's own pages have in common (docs/web.md, "The dashboard").
struct Desk: Sendable {
  /// A page of the host's.
  struct Dashboard: Sendable {
    /// Whose the ticket is that it came with; nil on this machine, where none is needed.
    var guest: TicketBook.Guest?
    /// Whether its orders are obeyed: a television has none.
    var givesOrders: Bool { guest?.role != .television }
    var queue = PageQueue(textLimit: 256, binaryLimit: 1)
    var allowance = PageAllowance()
  }

  /// An order whose answer somebody waits for.
  struct Order: Sendable {
    var connection: UInt32
    /// The number that the dashboard has given it.
    var number: UInt64
    /// Whether a PIN is to be shown.
    var isForPIN: Bool
  }

  /// The most orders whose answers are waited for.
  private static let orderLimit = 64

  /// The pages by their connections.
  var dashboards: [UInt32: Dashboard] = [:]
  /// The ticket in the QR code that they show.
  var offer: Ticket?
  /// The pages that play, as dashboards were told last.
  var names = ""
  /// The layout that all players are to have; empty: each chooses.
  var layout = ""
  /// The state of the host and its players, as the bridge tells it, until it is whole.
  var batch = StatusBatch()
  /// What is on stage; nil as long as the bridge has not said it.
  var stage: StageStatus? { didSet { if stage == nil { batch.stage = [] } } }
  /// What devices are called that are no pages.
  var deviceNames: [PlayerSlot: String] = [:]
  private var orders: [UInt32: Order] = [:]
  private var lastOrder: UInt32 = 0

  /// A number for an order to the bridge, by which the answer is found; nil when too many are under way.
  mutating func note(_ order: Order) -> UInt32? {
    guard orders.count < Desk.orderLimit else { return nil }
    lastOrder &+= 1
    orders[lastOrder] = order
    return lastOrder
  }

  /// The order that the bridge answers.
  mutating func order(answeredAs number: UInt32) -> Order? { orders.removeValue(forKey: number) }

  /// No answer will come any more; the orders that had none.
  mutating func forgetOrders() -> [Order] {
    defer { orders = [:] }
    return Array(orders.values)
  }
}

/// A state of the host, its players and what is on stage, in the bridge's own words: records `u16 length · packet`.
struct StatusBatch: Sendable {
  /// The record of what is on stage, behind each state; empty as long as nobody has said it.
  var stage: [UInt8] = []
  private var bytes: [UInt8] = []
  private var missing = -1

  /// Adds a packet of the bridge's; returns everything once it is whole.
  mutating func add(_ packet: Span<UInt8>, _ read: StatusPacket) -> [UInt8]? {
    switch read {
    case .host(let host): (bytes, missing) = ([], Int(host.players))
    case .player where missing > 0: missing -= 1
    case .stage:
      stage = StatusBatch.record(packet)
      return nil
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

/// What a dashboard wants.
enum DashboardWish: Sendable {
  /// Something that the bridge does.
  case order(LocalOrder)
  /// The present tilt becomes the centre.
  case recentre(PlayerSlot?)
  /// All players are to have this layout.
  case layout(String)
  /// Another QR code.
  case ticket

  private static let policies = ["open", "ask", "locked"]

  /// The wish in `said`; nil when it makes no sense.
  init?(_ said: JSON) {
    switch said["type"]?.string {
    case "accept": self.init(.accept, said)
    case "deny": self.init(.deny, said)
    case "kick":
      guard let slot = said["slot"]?.slot else { return nil }
      self = .order(LocalOrder(.kick, argument: slot.number))
    case "policy":
      guard let policy = DashboardWish.policies.firstIndex(of: said["policy"]?.string ?? "") else {
        return nil
      }
      self = .order(LocalOrder(.policy, argument: UInt8(policy)))
    case "recentre": self = .recentre(said["slot"]?.slot)
    case "layout": self = .layout(said["layout"]?.string ?? "")
    case "pin": self = .order(LocalOrder(.offerPIN))
    case "ticket": self = .ticket
    default:
      guard let order = LocalOrder(forStage: said) else { return nil }
      self = .order(order)
    }
  }

  private init?(_ verb: LocalOrder.Verb, _ said: JSON) {
    // As peers are told of, and no other way.
    guard let text = said["key"]?.string, let key = InlineArray<32, UInt8>(hexadecimal: text),
      key.span.hexadecimal == text
    else { return nil }
    self = .order(LocalOrder(verb, key: key))
  }
}

extension JSON {
  fileprivate var slot: PlayerSlot? {
    guard case .integer(let number) = self, number <= UInt64(PlayerSlot.limit) else { return nil }
    return PlayerSlot(number: Int(number))
  }
}
