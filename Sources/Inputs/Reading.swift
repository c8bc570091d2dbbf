import Dialects
public import Model
import Settings
public import WebSocket
public import Wire

/// A message of somebody else's controller, read: the controller at its address, and what the message changes.
struct Reading {
  /// The number of the controller among those at its address.
  var device: UInt8 = 0
  /// The layout of the controller, whose states follow; nil in most messages.
  var layout: YokeLayout?
  /// True if the message is one of its protocol and of no other: only such a one makes its sender known.
  var isDistinct = true
  /// The time of the message by the sender's clock, from whatever start; nil if it tells none.
  var stamp: Instant?
  /// The form that its sender awaits before it tells what it holds; nil in most messages.
  var form: Form?
  /// Applies the message to the controller's posture; throws where the message does not fit what has come before.
  var change: (inout Posture) throws(DialectDrop) -> Void
}

extension Dialect {
  /// The ways in which controllers speak over TCP.
  public enum Stream: Sendable {
    /// The controller connects to the port, and holds what it holds as long as it is connected.
    case served
    /// The gateway connects to each server of the configuration, and asks for the WebSocket at one of these paths, in turn.
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

  /// The number of the port for messages that come over TCP.
  public static let streamPlace = UInt8.max
}

/// A protocol of the table of inputs: how to hear it, and how to read it.
public struct Dialect: Sendable {
  /// The protocol, as the status shows it.
  public let transport: GatewayHeader.Transport
  /// The name of the protocol for people.
  public var title: String { transport.title }
  /// The first port that is listened at unless told otherwise.
  public let port: UInt16
  /// The number of UDP ports from there on, one for each controller.
  public let ports: UInt16
  /// The number of controllers that a server of the configuration may have.
  var devices: UInt8 = 1
  /// The silence after which everything is released, unless told otherwise.
  public let silence: Interval
  /// The way in which the protocol comes over TCP; nil if it does not.
  public var stream: Stream?
  /// The announcement by which controllers find the host; nil without one.
  var announcement: Announcement?
  /// The requests that each server of the configuration gets once a second; without any, the controllers come by themselves.
  var calls: [[UInt8]] = []
  /// Returns the messages that show force feedback and light at the controller of that number at its address.
  var back: @Sendable (Feedback, UInt8) -> [[UInt8]] = { _, _ in [] }
  /// The UDP port to which ``back`` goes; nil for the one that the controller sends from.
  var backPort: UInt16?
  /// Returns the protocol as the settings change it that no other protocol has; nil if there are none.
  var adopt: @Sendable (InputSettings.Input) -> Dialect? = { _ in nil }
  /// Reads a message that has come at the port with that number among ``ports``; returns nil for one that moves nothing.
  let read: @Sendable (Span<UInt8>, UInt8) throws(DialectDrop) -> Reading?

  /// All protocols.
  public static let all: [Dialect] = [
    dsu, droidPad, retroPad, openTrack, freePIE, osc, sensaGram, sensorServer, yoke, elrs,
  ]

  /// The silence after which senders are gone that send without a pause.
  static let pause = Interval.seconds(2)
  /// The silence after which senders that send changes only have let go, or have gone: nobody can tell.
  static let stillness = Interval.seconds(30)

  /// True if controllers send changes only, so that what one message has said stands until another.
  var tellsChanges: Bool { silence == Dialect.stillness }
}
