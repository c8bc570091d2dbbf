public import Model
public import Notation
import Wire

/// An admitted page, which is a controller of the gateway.
public struct Page: Sendable {
  /// The phases of a page on its way to a slot.
  enum Phase: Hashable, Sendable {
    /// The page has not sent its name, or is away.
    case quiet
    /// The bridge has been asked for a slot.
    case asking
    /// The page plays.
    case playing
    /// The page plays, but has just reconnected and not yet sent its hello on the new connection.
    case moving
    /// The page gets no slot for now; the gateway will ask again.
    case waiting(Refusal)
    /// The page gets no slot.
    case denied
  }

  /// The number that identifies the controller to the bridge.
  public let controller: UInt32
  /// The transport that currently carries the page's packets.
  var transport = GatewayHeader.Transport.webSocket
  /// The WebSocket or stream on which the page listens; nil while the page is away.
  var connection: UInt32?
  /// The secret name of the stream that the page may open next; nil if it may open none.
  var streamID: Ticket?
  /// The deadline for opening the stream ``streamID``.
  var streamEnds = Instant.distantFuture
  /// True if the page runs on this machine itself.
  var isLocal = false
  var stage = Phase.quiet
  /// The slot of the player; nil without one.
  public internal(set) var slot: PlayerSlot?
  /// The number of slots, as the bridge last reported it.
  var limit: UInt8 = 0
  /// The name that the player has chosen.
  public var name = ""
  /// The colour that the player has chosen, such as `#e69f00`; empty without one.
  public var colour = ""
  /// The number of the page's newest packet.
  var counter: UInt32 = 0
  /// The time at which the bridge is asked again.
  var retry = Instant.distantFuture
  /// The time since which the page has been waiting.
  var since = Instant(nanoseconds: 0)
  /// The page's last reported position in the queue for a free slot; nil if it waits for something else.
  var place: Int?
  var queue = PageQueue()
  /// The last quiz state sent to the page; nil to send it in any case.
  var quiz: QuizView? = QuizView()
  /// The last list of players sent to the page; empty to send it in any case.
  var players = ""
  /// The last text to the page about its shared pad; empty to send one in any case, if its pad is shared.
  var share = ""
  /// The last list of kept layouts that was sent to the page.
  var shelf = ""
  /// The layout that the host shows on this page alone; empty if there is none.
  var pushed = ""
  /// The layout that was last set for the page; empty for the page's former layout, or for none.
  ///
  /// A page that does not play yet receives the layout with its welcome.
  var wanted = ""
  /// The layout that was last sent to the page, which may have missed it; empty if none was sent since the
  /// page was loaded.
  var told = ""
  /// The layout in ``wanted`` if a game wants it; otherwise empty.
  var gameLayout = ""
  /// The page's rate limits, checked before a message causes work for others.
  var allowance = PageAllowance()

  /// Creates the page of `controller`, initially away.
  public init(controller: UInt32) {
    self.controller = controller
  }

  /// True if the page plays or wants to play.
  var isHopeful: Bool { connection != nil && stage != .quiet && stage != .denied }

  /// True if the page has a slot on this connection, or on the connection that it has just left.
  var isSeated: Bool { connection != nil && (stage == .playing || stage == .moving) }

  /// True if the page gets no slot for now.
  var isWaiting: Bool { if case .waiting = stage { true } else { false } }

  /// Makes `connection` the one on which the page listens, so that everything is sent again.
  ///
  /// A page that plays on another connection keeps its slot, since it may only have changed its transport.
  mutating func attach(_ connection: UInt32, _ transport: GatewayHeader.Transport) {
    if isSeated { stage = .moving } else { (stage, slot, counter) = (.quiet, nil, 0) }
    (self.connection, self.transport) = (connection, transport)
    (queue, quiz, players) = (PageQueue(), QuizView(), "")
  }

  /// Marks the page as away.
  mutating func leave() {
    (connection, stage, slot) = (nil, .quiet, nil)
  }

  /// Returns whether the bridge is to be asked again at `now`.
  func isDue(at now: Instant) -> Bool {
    connection != nil && retry <= now && (isWaiting || stage == .asking)
  }

  /// Adopts the name, the colour and the packet number in the page's hello.
  public mutating func greet(_ hello: JSON) {
    name = DeviceName(hello["name"]?.string ?? "").text
    let colour = hello["colour"]?.string ?? ""
    let isColour =
      colour.utf8.count == 7 && colour.hasPrefix("#") && colour.dropFirst().allSatisfy(\.isHexDigit)
    self.colour = isColour ? colour : ""
    if case .integer(let number) = hello["counter"] { counter = UInt32(truncatingIfNeeded: number) }
  }
}

/// The header of a page's packet: only the packet's number.
public struct PagePacket: Sendable {
  /// The offset of the frames in the packet.
  public static let start = 4
  /// The size of the largest packet, in bytes.
  public static let largest = start + PlainHeader.largestPacket

  /// The packet's number.
  public let counter: UInt32

  /// Decodes a packet; nil if its size is wrong, or if it contains frames that no controller sends.
  public init?(_ bytes: Span<UInt8>) {
    guard bytes.count > PagePacket.start, bytes.count <= PagePacket.largest,
      (try? ControllerFrames(parsing: bytes, from: PagePacket.start)) != nil
    else { return nil }
    counter = (0..<4).reduce(0) { $0 | UInt32(bytes[$1]) << UInt32(8 * $1) }
  }

  /// Returns the ranges of the packets in a body of records `u16 length · packet`.
  ///
  /// Returns nil if the records do not fill the body exactly.
  public static func records(in body: Span<UInt8>) -> [Range<Int>]? {
    var records: [Range<Int>] = []
    var next = 0
    while next < body.count {
      guard next + 2 <= body.count else { return nil }
      let start = next + 2
      let length = Int(body[next]) | Int(body[next + 1]) << 8
      guard length > 0, start + length <= body.count else { return nil }
      records.append(start..<start + length)
      next = start + length
    }
    return records
  }
}
