import Notation

/// A pad for the app DroidPad: its controls and its connection, as imported from a file or a QR code.
///
/// The QR code contains the text, compressed with zlib, in Base64. Pads and controls have no ids in the text,
/// since the app would overwrite its own pads and controls with the same ids; `controlPadId` is always 0.
/// Source: the app's class ExternalData and each control's properties, version 3.12.0.
public struct DroidPadLayout: Sendable {
  /// The name in the app's list.
  public var name: String
  /// True if the phone is held in landscape.
  public var isLandscape: Bool
  /// The size of the board that contains the controls, in pixels; never 0, since the app divides by it.
  public var width, height: Int
  /// The controls.
  public var controls: [DroidPadControl]
  /// The connection that the app opens.
  public var carrier: Carrier
  /// The address of this host, and the port on it.
  public var host: String, port: UInt16

  /// The protocols over which the app connects to a host.
  public enum Carrier: String, CaseIterable, Sendable {
    /// WebSocket, with one message for each change; the best choice.
    case webSocket = "WEBSOCKET"
    /// TCP, with nothing between messages.
    case tcp = "TCP"
    /// UDP, which does not repeat lost messages.
    case udp = "UDP"
  }

  /// Creates a pad.
  ///
  /// - Precondition: `width` and `height` are positive.
  public init(
    name: String, isLandscape: Bool, width: Int, height: Int, controls: [DroidPadControl], carrier: Carrier,
    host: String, port: UInt16
  ) {
    precondition(width > 0 && height > 0)
    (self.name, self.isLandscape, self.width, self.height) = (name, isLandscape, width, height)
    (self.controls, self.carrier, self.host, self.port) = (controls, carrier, host, port)
  }

  /// The pad as JSON on one line.
  public var text: String {
    JSON.object([
      (
        "controlPad",
        .object([
          ("name", .string(name)), ("orientation", .string(isLandscape ? "LANDSCAPE" : "PORTRAIT")),
          ("width", .signed(Int64(width))), ("height", .signed(Int64(height))),
        ])
      ),
      ("controlPadItems", .array(controls.map(\.json))),
      (
        "connectionConfig",
        .object([
          ("controlPadId", .integer(0)), ("connectionType", .string(carrier.rawValue)),
          ("configJson", .string(configuration)),
        ])
      ),
    ]).text
  }

  private var configuration: String {
    JSON.object([("host", .string(host)), ("port", .integer(UInt64(port)))]).text
  }
}

/// A control of a pad for DroidPad.
public struct DroidPadControl: Sendable {
  /// The name in the control's messages.
  public var name: ControlName
  /// The kind of the control, with its properties.
  public var kind: Kind
  /// The position of the top left corner, in pixels of the board.
  public var x, y: Double
  /// The size as a multiple of the app's default; scaling does not move the centre.
  public var scale: Double

  /// The kinds of controls.
  public enum Kind: Hashable, Sendable {
    /// A round or square button with a text.
    case button(String, isSquare: Bool)
    /// A stick.
    case joystick
    /// A d-pad.
    case dpad
    /// A slider from 0 to 10, the app's default range, since its messages do not contain the range.
    case slider
    /// A wheel that turns up to `range` degrees in each direction, and springs back to the centre.
    case wheel(range: Int)
    /// A switch.
    case `switch`
    /// A lamp.
    case led
    /// A gauge from 0 to 1.
    case gauge
    /// A text.
    case label(String)
  }

  /// Creates a control.
  public init(_ name: ControlName, _ kind: Kind, x: Double, y: Double, scale: Double = 1) {
    (self.name, self.kind, self.x, self.y, self.scale) = (name, kind, x, y, scale)
  }

  fileprivate var json: JSON {
    var members: [(String, JSON)] = [
      ("itemIdentifier", .string(name.text)), ("controlPadId", .integer(0)), ("offsetX", .number(x)),
      ("offsetY", .number(y)), ("scale", .number(scale)), ("itemType", .string(type)),
    ]
    if !properties.isEmpty { members.append(("properties", .string(JSON.object(properties).text))) }
    return .object(members)
  }

  private var type: String {
    switch kind {
    case .button: "BUTTON"
    case .joystick: "JOYSTICK"
    case .dpad: "DPAD"
    case .slider: "SLIDER"
    case .wheel: "STEERING_WHEEL"
    case .switch: "SWITCH"
    case .led: "LED"
    case .gauge: "GAUGE"
    case .label: "LABEL"
    }
  }

  private var properties: [(String, JSON)] {
    switch kind {
    case .button(let text, let isSquare):
      [("text", .string(text))] + (isSquare ? [("shape", .string("SQUARE"))] : [])
    case .wheel(let range): [("maxAngle", .signed(Int64(range)))]
    case .gauge: [("maxValue", .number(1)), ("unit", .string(""))]
    case .label(let text): [("text", .string(text))]
    case .joystick, .dpad, .slider, .switch, .led: []
    }
  }
}
