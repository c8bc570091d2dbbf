internal import Clibqrencode

/// A QR code (ISO/IEC 18004) with error correction M; the only place that knows libqrencode.
public struct QRCode: Sendable {
  /// How many light modules there have to be around it.
  public static let quietZone = 4

  /// How many modules are in a row and in a column, without the quiet zone: 21 to 177.
  public let size: Int
  private let isDark: [Bool]

  /// The code of `text`; nil when it is empty or longer than 2331 bytes (QRcode_encodeString8bit).
  public init?(_ text: String) {
    guard !text.isEmpty, let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = unsafe Int(code.pointee.width)
    guard let modules = unsafe code.pointee.data else { return nil }
    size = width
    isDark = (0..<width * width).map { unsafe modules[$0] & 1 == 1 }
  }

  /// Whether the module of `row` and `column` is dark; those around the code are light.
  public subscript(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return isDark[row * size + column]
  }
}
