import Settings
import Wire

extension InputSettings.Input {
  /// The first UDP port of each transport that opens one, and whether the transport also has the TCP port of that number.
  ///
  /// `swift run tables --write` writes the table.
  static let usualPorts: [GatewayHeader.Transport: (number: UInt16, isStream: Bool)] = [
    .droidPad: (8080, true),
    .retroPad: (55400, false),
    .openTrack: (4242, false),
    .freePIE: (5555, false),
    .osc: (9000, false),
    .sensaGram: (8080, false),
    .yoke: (11500, true),
    .elrs: (11000, false),
  ]
}
