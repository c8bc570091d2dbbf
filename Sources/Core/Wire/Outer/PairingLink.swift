public import Model

/// The link in a QR code with which a controller pairs (docs/protocol.md, "Pairing with a QR code").
///
/// The secret is not wiped from memory: the whole room can see it, and it is valid for two minutes and one
/// use.
public struct PairingLink: Hashable, Sendable {
  /// The size of the longest text that is parsed, in bytes.
  public static let limit = 512

  /// The host's IP address.
  public var address: Address
  /// The host's UDP port.
  public var port: UInt16
  /// The host's public key.
  public var key: InlineArray<32, UInt8>
  /// The secret, known only to people who see the code.
  public var secret: InlineArray<16, UInt8>
  /// The time at which the link expires, in seconds since 1970 (UTC).
  public var expiry: UInt64
  /// The host's name.
  public let name: DeviceName

  /// Creates a link; characters of `name` that cannot be displayed are removed.
  public init(
    address: Address, port: UInt16, key: InlineArray<32, UInt8>, secret: InlineArray<16, UInt8>,
    expiry: UInt64, name: DeviceName
  ) {
    (self.address, self.port, self.key) = (address, port, key)
    (self.secret, self.expiry, self.name) = (secret, expiry, DeviceName(name.text))
  }

  /// The link as text, at most 300 bytes of ASCII.
  public var text: String {
    let place = "\(PairingLink.scheme)\(address.inURL):\(port)\(PairingLink.path)"
    let fields = [
      (Field.key, Base64URL.text(of: key.span)), (.secret, Base64URL.text(of: secret.span)),
      (.expiry, "\(expiry)"), (.name, PercentEncoding.text(of: name.text)),
    ]
    return place + fields.map { "\($0.0.rawValue)=\($0.1)" }.joined(separator: "&")
  }

  /// Parses the link in `text`.
  ///
  /// Unknown keys are ignored; each known key may occur once.
  ///
  /// - Throws: The first error that is found in the text.
  public init(parsing text: String) throws(PairingLinkMalformed) {
    guard text.utf8.count <= PairingLink.limit else { throw .length }
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
    else { throw .character }
    guard text.hasPrefix(PairingLink.scheme) else { throw .scheme }
    let rest = text.dropFirst(PairingLink.scheme.count)
    guard let path = rest.firstRange(of: PairingLink.path) else { throw .path }
    (address, port) = try PairingLink.place(rest[..<path.lowerBound])
    let fields = try PairingLink.fields(rest[path.upperBound...])
    guard let key: InlineArray<32, UInt8> = Base64URL.bytes(of: try fields.value(.key).utf8)
    else { throw .key }
    guard let secret: InlineArray<16, UInt8> = Base64URL.bytes(of: try fields.value(.secret).utf8)
    else { throw .secret }
    guard let expiry = decimal(try fields.value(.expiry), UInt64.self) else { throw .expiry }
    guard let name = PercentEncoding.name(fields[.name] ?? "") else { throw .name }
    (self.key, self.secret, self.expiry, self.name) = (key, secret, expiry, name)
  }

  /// Returns whether two links have the same address, port, key, secret, expiry and name.
  public static func == (one: PairingLink, two: PairingLink) -> Bool {
    one.address == two.address && one.port == two.port && one.expiry == two.expiry && one.name == two.name
      && one.key.indices.allSatisfy { one.key[$0] == two.key[$0] }
      && one.secret.indices.allSatisfy { one.secret[$0] == two.secret[$0] }
  }

  /// Hashes the key and the expiry, which are not secret.
  public func hash(into hasher: inout Hasher) {
    for index in key.indices { hasher.combine(key[index]) }
    hasher.combine(expiry)
  }

  private static let scheme = "tpp://"
  private static let path = "/?"

  private enum Field: String {
    case key = "k"
    case secret = "s"
    case expiry = "e"
    case name = "n"
  }

  private static func place(_ text: Substring) throws(PairingLinkMalformed) -> (Address, UInt16) {
    guard let colon = text.lastIndex(of: ":"), let address = Address(inURL: text[..<colon])
    else { throw .address }
    guard let port = decimal(text[text.index(after: colon)...], UInt16.self), port > 0 else { throw .port }
    return (address, port)
  }

  private static func fields(_ query: Substring) throws(PairingLinkMalformed) -> [Field: Substring] {
    var fields: [Field: Substring] = [:]
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: "="), sign > part.startIndex else { throw .field }
      guard let field = Field(rawValue: String(part[..<sign])) else { continue }
      guard fields.updateValue(part[part.index(after: sign)...], forKey: field) == nil
      else { throw .repeated }
    }
    return fields
  }
}

/// The reasons why a text is not a valid pairing link.
public enum PairingLinkMalformed: Error, Hashable, Sendable, CaseIterable {
  /// The text is longer than ``PairingLink/limit``.
  case length
  /// The text has a blank, a control character, a character beyond ASCII, or `#`.
  case character
  /// The text does not begin with `tpp://`.
  case scheme
  /// The port is not followed by `/?`.
  case path
  /// The address is neither a numeric IPv4 address nor an IPv6 address in brackets.
  case address
  /// The port is not a number from 1 to 65535.
  case port
  /// A part of the query is not `key=value`.
  case field
  /// A known key occurs twice.
  case repeated
  /// The key, the secret or the expiry is missing.
  case missing
  /// The host's key is not 43 characters of base64url.
  case key
  /// The secret is not 22 characters of base64url.
  case secret
  /// The expiry is not a number of seconds.
  case expiry
  /// The name has a wrong encoding, is too long, or has characters that cannot be displayed.
  case name
}

extension Dictionary where Value == Substring {
  /// Returns the value of `field`.
  ///
  /// - Throws: `missing` if the link has no such field.
  fileprivate func value(_ field: Key) throws(PairingLinkMalformed) -> Substring {
    guard let value = self[field] else { throw .missing }
    return value
  }
}

/// The encoding of a name in a link (RFC 3986 §2.1).
///
/// Letters, digits and `-._~` stand for themselves. Every other byte becomes `%` and two hexadecimal digits.
private enum PercentEncoding {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  static func text(of name: String) -> String {
    // A displayable name has no byte below 0x20, so each byte has two digits.
    name.utf8.map { byte in
      plain.contains(byte) ? String(UnicodeScalar(byte)) : "%\(String(byte, radix: 16, uppercase: true))"
    }.joined()
  }

  /// Decodes the name in `text`.
  ///
  /// Returns nil if the text is invalid, or if the name is too long or cannot be displayed unchanged.
  static func name(_ text: Substring) -> DeviceName? {
    guard let bytes = bytes(text), let whole = String(validating: bytes, as: UTF8.self) else { return nil }
    let name = DeviceName(whole)
    return name.text.utf8.elementsEqual(bytes) ? name : nil
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "%") else {
        guard plain.contains(first) else { return nil }
        bytes.append(first)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(isHexDigit),
        let byte = UInt8(Substring(digits), radix: 16)
      else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

/// Parses `text` as a decimal number without a sign or leading zeros; returns nil if it is anything else.
private func decimal<Number: FixedWidthInteger>(_ text: Substring, _: Number.Type) -> Number? {
  guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.count == 1 || text.first != "0"
  else { return nil }
  return Number(text)
}

/// Returns whether `byte` is a hexadecimal digit in ASCII.
private func isHexDigit(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
}
