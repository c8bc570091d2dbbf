extension DroidPadLayout {
  /// Creates the layout of a gamepad that connects to `host` over `carrier`.
  ///
  /// It has both sticks, a d-pad, the four face buttons, shoulder buttons and triggers, three buttons in the middle,
  /// and a gauge for rumble. The board is that of a phone with 2200 × 1000 pixels, held in landscape; 100 of the app's
  /// dp are 275 pixels on it.
  public static func gamepad(name: String, carrier: Carrier, host: String, port: UInt16) -> DroidPadLayout {
    let controls = places.compactMap { place in
      ControlName(place.name).map {
        DroidPadControl($0, place.kind, x: place.x, y: place.y, scale: place.scale)
      }
    }
    return DroidPadLayout(
      name: name, isLandscape: true, width: 2_200, height: 1_000, controls: controls, carrier: carrier,
      host: host,
      port: port)
  }

  private typealias Place = (name: String, kind: DroidPadControl.Kind, x: Double, y: Double, scale: Double)

  /// The controls of the gamepad, under the names that the host recognises.
  private static let places: [Place] = [
    ("l", .joystick, 90, 340, 1), ("d", .dpad, 470, 560, 0.8), ("r", .joystick, 1_230, 560, 0.8),
    button("A", 1_765, 690), button("B", 1_960, 495), button("X", 1_570, 495), button("Y", 1_765, 300),
    shoulder("LB", 90), shoulder("LT", 330), shoulder("RT", 1_600), shoulder("RB", 1_840),
    shoulder("BACK", 720), shoulder("GUIDE", 960), shoulder("START", 1_200),
    ("rumble", .gauge, 880, 300, 0.6),
  ]

  private static func button(_ name: String, _ x: Double, _ y: Double) -> Place {
    (name, .button(name, isSquare: false), x, y, 0.7)
  }

  private static func shoulder(_ name: String, _ x: Double) -> Place {
    (name, .button(name, isSquare: true), x, 20, 0.7)
  }
}
