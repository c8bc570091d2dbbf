import Model
import Notation
import Session
import Wire

/// A page that has come in: a controller of the gateway's.
struct Page: Sendable {
  /// How far it is.
  enum Stage: Hashable, Sendable {
    /// It has not said what it is called, or is away.
    case quiet
    /// The bridge is asked for a slot.
    case asking
    /// It plays.
    case playing
    /// It gets no slot for now, and is asked for again.
    case waiting(Refusal)
    /// It gets none.
    case denied
  }

  /// The controller's number at the bridge.
  let controller: UInt32
  /// What carries its packets now.
  var transport = GatewayHeader.Transport.webSocket
  /// The WebSocket or the stream by which it hears; nil while it is away.
  var connection: UInt32?
  /// What the stream that it may open next is called; nil when none may be opened.
  var streamID: Ticket?
  /// Until when it may.
  var streamEnds = Instant.distantFuture
  /// Whether it is on this machine itself.
  var isLocal = false
  var stage = Stage.quiet
  var slot: PlayerSlot?
  var name = ""
  /// The colour that it has chosen, as `#e69f00`; empty without one.
  var colour = ""
  /// The number of its newest packet.
  var counter: UInt32 = 0
  /// When the bridge is asked again.
  var retry = Instant.distantFuture
  /// Since when it waits.
  var since = Instant(nanoseconds: 0)
  var queue = PageQueue()
  /// How the quiz stands, as it was told last; nil when it is to be told in any case.
  var quiz: Quiz? = Quiz()
  /// Who plays, as it was told last; empty when it is to be told in any case.
  var players = ""
  /// What it may say: what others pay for is behind this.
  var allowance = PageAllowance()

  init(controller: UInt32) {
    self.controller = controller
  }

  /// Whether it plays or wants to.
  var isHopeful: Bool { connection != nil && stage != .quiet && stage != .denied }

  /// Takes a hello of the page.
  mutating func greet(_ hello: JSON) {
    name = DeviceName(hello["name"]?.string ?? "").text
    let colour = hello["colour"]?.string ?? ""
    let isColour =
      colour.utf8.count == 7 && colour.hasPrefix("#") && colour.dropFirst().allSatisfy(\.isHexDigit)
    self.colour = isColour ? colour : ""
    if case .integer(let number) = hello["counter"] { counter = UInt32(truncatingIfNeeded: number) }
  }
}

/// A packet of a page: its number, and where its frames start.
struct PagePacket: Sendable {
  /// Where the frames start.
  static let start = 4
  /// The largest packet.
  static let largest = start + PlainHeader.largestPacket

  /// The packet's number.
  let counter: UInt32

  /// Reads a packet; nil when it has a wrong size, or frames that no controller sends.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count > PagePacket.start, bytes.count <= PagePacket.largest,
      (try? ControllerFrames(parsing: bytes, from: PagePacket.start)) != nil
    else { return nil }
    counter = (0..<4).reduce(0) { $0 | UInt32(bytes[$1]) << UInt32(8 * $1) }
  }

  /// The places of the packets in a body of records `u16 length · packet`; nil when they do not fill it.
  static func records(in body: Span<UInt8>) -> [Range<Int>]? {
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
