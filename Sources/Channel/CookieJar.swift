import Cryptography
import Model

/// Makes cookies and knows them again without keeping them: they follow from a secret and the address.
///
/// The secret changes every 120 s; cookies of the one before are still good, so each is for 120 s at least.
struct CookieJar: Sendable {
  /// How long a secret makes cookies.
  static let rotation = Interval.seconds(120)

  private var current = Secret.zero
  private var previous = Secret.zero
  private var next = Instant(nanoseconds: .min)

  /// Changes the secret when its time is over.
  mutating func rotate(at now: Instant, random: inout some RandomNumberGenerator) {
    guard now >= next else { return }
    let isLate = next.nanoseconds == .min || now >= next + CookieJar.rotation
    previous = isLate ? Secret(from: &random) : current
    current = Secret(from: &random)
    next = now + CookieJar.rotation
  }

  /// The cookie for `endpoint`.
  func cookie(for endpoint: Endpoint) -> PacketCode.Bytes {
    CookieJar.cookie(for: endpoint, of: current)
  }

  /// The cookie that made the second code, `range` of `bytes` from `endpoint`; nil when none did.
  func cookie(verifying bytes: Span<UInt8>, _ range: Range<Int>, from endpoint: Endpoint) -> PacketCode.Bytes?
  {
    for secret in [current, previous] {
      let cookie = CookieJar.cookie(for: endpoint, of: secret)
      let code = PacketCode.code(of: bytes.extracting(first: range.lowerBound), key: cookie.span)
      if areEqual(code.span, bytes.extracting(range)) { return cookie }
    }
    return nil
  }

  /// Address and port, most significant byte first, under the secret.
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
