import Model

/// A JSON value (RFC 8259).
public indirect enum JSON: Sendable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number that is whole and not negative.
  case integer(UInt64)
  /// A number that is whole and may be below zero; what is read as one always is.
  case signed(Int64)
  /// A number; what is not finite has no JSON form and is printed as null.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in their order.
  case array([JSON])
  /// An object, its members in their order.
  case object([(String, JSON)])

  /// The value on one line.
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

  /// `text` in quotation marks, with everything escaped that a line or a terminal would take amiss.
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
