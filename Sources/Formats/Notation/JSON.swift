import Model

/// A JSON value (RFC 8259).
public indirect enum JSON: Sendable {
  /// The value null.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number that is not negative.
  case integer(UInt64)
  /// A whole number of either sign; the parser uses this case for negative numbers only.
  case signed(Int64)
  /// A floating-point number; NaN and infinities have no form in JSON and are written as null.
  case number(Double)
  /// A text.
  case string(String)
  /// An array of values.
  case array([JSON])
  /// An object, with its members in order.
  case object([(String, JSON)])

  /// The value in JSON on one line.
  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .signed(let value): "\(value)"
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .string(let value): JSON.quoted(value)
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(JSON.quoted($0.0)):\($0.1.text)" }.joined(separator: ","))}"
    }
  }

  /// Returns `text` in quotation marks; escapes all characters that could disturb a line or a terminal.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.isShown: quoted.unicodeScalars.append(scalar)
      default: quoted += String(scalar).utf16.map(escape).joined()
      }
    }
    return quoted + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
