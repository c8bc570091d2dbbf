import Dialects
public import Model
import Settings
public import WebSocket
public import Wire

/// A decoded message of a third-party controller: the number of its controller, and the changes that the
/// message makes.
struct Reading {
  /// The number of the controller among the controllers at its address.
  var device: UInt8 = 0
  /// The layout that applies to the following states; nil in most messages.
  var layout: YokeLayout?
  /// True if the message can belong to no other protocol; only such a message adds its sender as a
  /// controller.
  var isDistinct = true
  /// The time of the message on the sender's clock, which may start anywhere; nil if the message has no time.
  var stamp: Instant?
  /// The form that the sender waits for before it reports its state; nil in most messages.
  var form: FormPost?
  /// Applies the message to the controller's state; throws if the message does not fit the previous ones.
  var change: (inout SourceState) throws(DialectDrop) -> Void
}

extension Dialect {
  /// The ways in which controllers speak over TCP.
  public enum Stream: Sendable {
    /// The controller connects to the port; its buttons and axes keep their state while it is connected.
    case served
    /// The gateway connects to each configured server, and requests the WebSocket at each of these paths in turn.
    case called(paths: [String])
    /// The controller fetches these files from the port, but plays over UDP.
    case fetched(FileShelf)
  }

  /// The announcement of the port as a service on the LAN (DNS-SD, RFC 6763).
  public struct Announcement: Sendable {
    /// The type of service.
    public let type: String
    /// The part of the service's name after the machine's name.
    public let suffix: String
  }

  /// The value of `portIndex` for messages over TCP.
  public static let streamPortIndex = UInt8.max
}

/// A protocol in the table of inputs, with the rules for receiving and reading it.
public struct Dialect: Sendable {
  /// The protocol, as the status shows it.
  public let transport: GatewayHeader.Transport
  /// The display name of the protocol.
  public var title: String { transport.title }
  /// The default first port to listen on.
  public let port: UInt16
  /// The number of UDP ports, counted from ``port``; 0 if controllers play over TCP only.
  public let ports: UInt16
  /// The maximum number of controllers at a configured server.
  var devices: UInt8 = 1
  /// The default silence after which all of a controller's buttons and axes are released.
  public let silence: Interval
  /// The protocol's use of TCP; nil if it has none.
  public var stream: Stream?
  /// The announcement by which controllers find the host; nil if there is none.
  var announcement: Announcement?
  /// The datagrams sent to each configured server once a second; empty if the protocol has no such requests.
  var calls: [[UInt8]] = []
  /// Returns the messages with force feedback and light for the controller with this number at its server.
  var back: @Sendable (Feedback, UInt8) -> [[UInt8]] = { _, _ in [] }
  /// The UDP port to which the messages of ``back`` are sent; nil for the port that the controller sends from.
  var backPort: UInt16?
  /// Returns the protocol adapted to settings that no other protocol has; nil if the protocol has no such
  /// settings.
  var adopt: @Sendable (InputSettings.Input) -> Dialect? = { _ in nil }
  /// Reads a message from the port with the given number among ``ports``; returns nil if it changes nothing.
  let read: @Sendable (Span<UInt8>, UInt8) throws(DialectDrop) -> Reading?

  /// All protocols.
  public static let all: [Dialect] = [
    dsu, droidPad, retroPad, openTrack, freePIE, osc, sensaGram, sensorServer, yoke, elrs,
  ]

  /// The silence after which continuous senders are considered gone.
  static let pause = Interval.seconds(2)
  /// The silence after which a controller that sends only changes is considered gone.
  ///
  /// It may only have kept its buttons and axes unchanged; the gateway cannot tell the difference.
  static let stillness = Interval.seconds(30)

  /// True if controllers send only changes, so that each reported state lasts until the next message.
  var tellsChanges: Bool { silence == Dialect.stillness }
}
