extension GatewayHeader {
  /// The transports by which a controller reaches the host; for third-party controllers, these are their protocols.
  public enum Transport: UInt8, CaseIterable, Sendable {
    /// UDP, directly to the bridge.
    case direct
    /// WebSocket, with or without TLS.
    case webSocket
    /// HTTP requests, with or without TLS.
    case http
    /// A WebRTC data channel.
    case webRTC
    /// Another protocol.
    case other
    /// The motion protocol of emulators, also called cemuhook.
    case dsu = 5
    /// The app DroidPad.
    case droidPad
    /// opentrack's head tracking over UDP.
    case openTrack
    /// The app FreePIE IMU.
    case freePIE
    /// Open Sound Control.
    case osc
    /// The app SensaGram.
    case sensaGram
    /// RetroArch's Remote RetroPad.
    case retroPad
    /// The app Yoke.
    case yoke
    /// A transmitter for model aircraft with ExpressLRS.
    case elrs
    /// The app SensorServer.
    case sensorServer

    /// The number of the gateway for this transport.
    ///
    /// It is 0 for none, 1 for the web gateway with all its transports, and 4 for the inputs gateway or another one.
    public var gateway: UInt8 {
      switch self {
      case .direct: 0
      case .webSocket, .http, .webRTC: 1
      default: 4
      }
    }

    /// The transport's name in status and configuration.
    public var name: String { self == .direct ? "udp" : "\(self)".lowercased() }

    /// The transport's display name.
    public var title: String {
      switch self {
      case .direct: "UDP"
      case .webSocket: "WebSocket"
      case .http: "HTTP"
      case .webRTC: "WebRTC"
      case .other: "—"
      case .dsu: "DSU"
      case .droidPad: "DroidPad"
      case .openTrack: "opentrack"
      case .freePIE: "FreePIE IMU"
      case .osc: "OSC"
      case .sensaGram: "SensaGram"
      case .retroPad: "RetroArch"
      case .yoke: "Yoke"
      case .elrs: "ExpressLRS"
      case .sensorServer: "SensorServer"
      }
    }

    /// The transports of third-party controllers, which the inputs gateway accepts.
    public static let inputs = allCases.filter { $0.gateway == Transport.other.gateway && $0 != .other }
  }
}
