import Dialects
public import Model
import Settings
public import WebSocket
public import Wire

/// A decoded message of another controller: the controller at its address, and what the message changes.
struct Reading {
  /// The number of the controller among those at its address.
  var device: UInt8 = 0
  /// The layout of the controller, whose states follow; nil in most messages.
  var layout: YokeLayout?
  /// True if the message can only belong to its protocol: only such a message makes its sender known.
  var isDistinct = true
  /// The time of the message by the sender's clock, with any origin; nil if it has none.
  var stamp: Instant?
  /// The form that the sender waits for before it reports its state; nil in most messages.
  var form: FormPost?
  /// Applies the message to the controller's posture; throws if the message does not fit the previous ones.
  var change: (inout SourceState) throws(DialectDrop) -> Void
}

extension Dialect {
  /// The ways in which controllers speak over TCP.
  public enum Stream: Sendable {
    /// The controller connects to the port, and what it holds stays held as long as it is connected.
    case served
    /// The gateway connects to each server of the configuration, and requests the WebSocket at each of these paths in
    /// turn.
    case called(paths: [String])
    /// The controller fetches these files from the port, and plays over UDP.
    case fetched(FileShelf)
  }

  /// The announcement of the port as a service on the LAN (DNS-SD, RFC 6763).
  public struct Announcement: Sendable {
    /// The type of service.
    public let type: String
    /// The part of the service's name that follows the name of the machine.
    public let suffix: String
  }

  /// The port number that stands for messages over TCP.
  public static let streamPortIndex = UInt8.max
}

/// A protocol of the table of inputs: how to receive it, and how to read it.
public struct Dialect: Sendable {
  /// The protocol, as the status shows it.
  public let transport: GatewayHeader.Transport
  /// The name of the protocol for people.
  public var title: String { transport.title }
  /// The default first port to listen on.
  public let port: UInt16
  /// The number of UDP ports from that one onwards, one for each controller.
  public let ports: UInt16
  /// The number of controllers that a server of the configuration may have.
  var devices: UInt8 = 1
  /// The default silence after which everything is released.
  public let silence: Interval
  /// The protocol's use of TCP; nil if it has none.
  public var stream: Stream?
  /// The announcement by which controllers find the host; nil without one.
  var announcement: Announcement?
  /// The requests that each server of the configuration gets once a second; empty if the controllers connect by
  /// themselves.
  var calls: [[UInt8]] = []
  /// Returns the messages that show force feedback and light on the controller with that number at its address.
  var back: @Sendable (Feedback, UInt8) -> [[UInt8]] = { _, _ in [] }
  /// The UDP port to which the messages of ``back`` are sent; nil for the one that the controller sends from.
  var backPort: UInt16?
  /// Returns the protocol adapted to the settings that only it has; nil if it has none of its own.
  var adopt: @Sendable (InputSettings.Input) -> Dialect? = { _ in nil }
  /// Reads a message from the port with that number among ``ports``; returns nil for one that moves nothing.
  let read: @Sendable (Span<UInt8>, UInt8) throws(DialectDrop) -> Reading?

  /// All protocols.
  public static let all: [Dialect] = [
    dsu, droidPad, retroPad, openTrack, freePIE, osc, sensaGram, sensorServer, yoke, elrs,
  ]

  /// The silence after which senders that normally send without pause are considered gone.
  static let pause = Interval.seconds(2)
  /// The silence after which senders that send only changes have released everything or have gone: the two cannot be
  /// distinguished.
  static let stillness = Interval.seconds(30)

  /// True if controllers send only changes, so that what one message reports holds until another.
  var tellsChanges: Bool { silence == Dialect.stillness }
}
