import Cryptography
import Model

/// A stateless source of cookies: each is derived from a secret and the address, so none has to be stored.
///
/// The secret changes every 120 s. Cookies of the previous secret stay valid, so each cookie is valid for at least
/// 120 s.
struct CookieJar: Sendable {
  /// The time for which a secret makes new cookies.
  static let rotation = Interval.seconds(120)

  private var current = Secret.zero
  private var previous = Secret.zero
  private var next = Instant(nanoseconds: .min)

  /// Changes the secret if it is due; returns whether it has changed.
  @discardableResult
  mutating func rotate(at now: Instant, random: inout some RandomNumberGenerator) -> Bool {
    guard now >= next else { return false }
    let isLate = next.nanoseconds == .min || now >= next + CookieJar.rotation
    previous = isLate ? Secret(from: &random) : current
    current = Secret(from: &random)
    next = now + CookieJar.rotation
    return true
  }

  /// A secret number, which changes together with the secret.
  var seed: UInt64 {
    let source: InlineArray<1, UInt8> = [0]
    let code = current.withBytes { PacketCode.code(of: source.span, key: $0) }
    return code.span.word(at: 0)
  }

  /// Returns the cookie for `endpoint`.
  func cookie(for endpoint: Endpoint) -> PacketCode.Bytes {
    CookieJar.cookie(for: endpoint, of: current)
  }

  /// Returns the cookie of `endpoint` under which the code in `range` of `bytes` (mac2) is valid.
  ///
  /// The code covers the bytes before `range`. The result is nil if the code is valid under neither secret.
  func cookie(verifying bytes: Span<UInt8>, _ range: Range<Int>, from endpoint: Endpoint) -> PacketCode.Bytes?
  {
    for secret in [current, previous] {
      let cookie = CookieJar.cookie(for: endpoint, of: secret)
      let code = PacketCode.code(of: bytes.extracting(first: range.lowerBound), key: cookie.span)
      if areEqual(code.span, bytes.extracting(range)) { return cookie }
    }
    return nil
  }

  /// Returns the cookie: the code of address and port, most significant byte first, under `secret`.
  private static func cookie(for endpoint: Endpoint, of secret: Secret) -> PacketCode.Bytes {
    let source = InlineArray<18, UInt8> { index in
      switch index {
      case 0..<8: UInt8(truncatingIfNeeded: endpoint.address.high >> UInt64(56 - 8 * index))
      case 8..<16: UInt8(truncatingIfNeeded: endpoint.address.low >> UInt64(56 - 8 * (index - 8)))
      default: UInt8(truncatingIfNeeded: endpoint.port >> UInt16(8 * (17 - index)))
      }
    }
    return secret.withBytes { PacketCode.code(of: source.span, key: $0) }
  }
}
