import Model
import Notation
import Wire

/// The shared state of the host's own pages (docs/web.md, "The dashboard").
struct Desk: Sendable {
  /// A connected page of the host.
  struct Dashboard: Sendable {
    /// The guest by whose ticket the page came in; nil on this machine, where no ticket is needed.
    var guest: TicketBook.Visitor?
    /// Whether the gateway obeys the page's orders; those of a television are ignored.
    var givesOrders: Bool { guest?.role != .television }
    var queue = PageQueue(textLimit: 256, binaryLimit: 1)
    var allowance = PageAllowance()
  }

  /// An order that waits for the bridge's answer.
  struct Order: Sendable {
    var connection: UInt32
    /// The number that the dashboard has given to the order.
    var number: UInt64
    /// Whether the answer has a PIN to show.
    var isForPIN: Bool
  }

  /// The most orders that may wait for answers.
  private static let orderLimit = 64

  /// The host's pages by the numbers of their connections.
  var dashboards: [UInt32: Dashboard] = [:]
  /// The ticket in the QR code that the dashboards show.
  var offer: Ticket?
  /// The names of the playing pages in JSON, as the dashboards were last told.
  var names = ""
  /// The layout that the host has set for all players; empty if each player chooses.
  var layout = ""
  /// The statuses of the host and its players, collected from the bridge until they are complete.
  var batch = StatusBatch()
  /// The status of the stage; nil until the bridge has sent it.
  var stage: StageStatus? { didSet { if stage == nil { batch.stage = [] } } }
  /// The names of the players whose controllers are not pages.
  var deviceNames: [PlayerSlot: String] = [:]
  private var orders: [UInt32: Order] = [:]
  private var lastOrder: UInt32 = 0

  /// Notes `order` and returns the number for it at the bridge; returns nil when too many orders wait for answers.
  mutating func note(_ order: Order) -> UInt32? {
    guard orders.count < Desk.orderLimit else { return nil }
    lastOrder &+= 1
    orders[lastOrder] = order
    return lastOrder
  }

  /// Returns and forgets the order that the bridge has answered under `number`; nil if there is none.
  mutating func order(answeredAs number: UInt32) -> Order? { orders.removeValue(forKey: number) }

  /// Forgets and returns the orders that have no answer yet, as none will come any more.
  mutating func forgetOrders() -> [Order] {
    defer { orders = [:] }
    return Array(orders.values)
  }
}

/// A complete status of host, players and stage in the bridge's own encoding: records `u16 length · packet`.
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
enum DashboardWish: Sendable {
  /// An order that the bridge carries out.
  case order(LocalOrder)
  /// The request that the present tilt becomes the centre, for one player or, with nil, for all.
  case recentre(PlayerSlot?)
  /// The layout that all players are to have; empty if each player chooses.
  case layout(String)
  /// The request for another QR code.
  case ticket

  private static let policies = ["open", "ask", "locked"]

  /// Decodes the request in `said`; returns nil if it is invalid.
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
    // The key has to be written exactly as the dashboard was told it.
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
