import Deflate
import Dialects
public import Model
import Wire

/// The text of the QR code that sets up a gamepad in the app DroidPad, with its connection to this host.
public enum DroidPadCode {
  /// The size of the largest compressed gamepad, in bytes; in base64 it fills the largest code.
  private static let limit = 2_200

  /// Returns the code of a gamepad called `name` that connects to `port` at `address`; nil if it is too long.
  public static func text(name: String, at address: Address, port: UInt16) -> String? {
    let pad = DroidPadLayout.gamepad(
      name: name, carrier: .webSocket, host: address.inURL, port: port)
    return Deflate.compress(Array(pad.text.utf8), .zlib, limit: limit).map { Base64.text(of: $0) }
  }
}
