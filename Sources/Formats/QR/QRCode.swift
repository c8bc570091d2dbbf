internal import Clibqrencode

/// A QR code (ISO/IEC 18004).
///
/// No other code depends on libqrencode.
public struct QRCode: Sendable {
  /// The width of the light border that a code needs, in modules.
  public static let quietZone = 4

  /// The number of modules in each row and column, without the quiet zone: 21 to 177.
  public let size: Int
  private let isDark: [Bool]

  /// The share of a code that may be unreadable: 7 % or 15 %.
  public enum Correction: Sendable {
    case low, medium
  }

  /// Encodes `text`; returns nil if it is empty or longer than 2331 bytes.
  ///
  /// With low correction the limit is 2953 bytes (QRcode_encodeString8bit).
  public init?(_ text: String, correction: Correction = .medium) {
    let level = correction == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M
    guard !text.isEmpty, let code = unsafe QRcode_encodeString8bit(text, 0, level) else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = unsafe Int(code.pointee.width)
    guard let modules = unsafe code.pointee.data else { return nil }
    size = width
    isDark = (0..<width * width).map { unsafe modules[$0] & 1 == 1 }
  }

  /// True if the module at `row` and `column` is dark; modules outside the code are light.
  public subscript(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return isDark[row * size + column]
  }
}
