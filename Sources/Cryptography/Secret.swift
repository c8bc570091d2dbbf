internal import Clibsodium

/// Thirty-two bytes that nobody else may know; they are wiped when the last user lets go of them.
///
/// They lie in one place on the heap: a value would leave copies behind wherever it is moved (docs/decisions/0010).
@safe
public final class Secret: @unchecked Sendable {
  /// How many bytes a secret has.
  public static let size = 32

  /// Written by the initialisers only.
  let storage: UnsafeMutablePointer<UInt8>

  /// The secret that `fill` writes over 32 zero bytes.
  public init(filling fill: (inout MutableSpan<UInt8>) -> Void) {
    Library.prepare()
    unsafe storage = .allocate(capacity: Secret.size)
    unsafe storage.initialize(repeating: 0, count: Secret.size)
    var bytes = unsafe MutableSpan(_unsafeStart: storage, count: Secret.size)
    fill(&bytes)
  }

  /// Thirty-two bytes of `generator`, which for real keys is the system's.
  public convenience init(from generator: inout some RandomNumberGenerator) {
    self.init { bytes in
      for start in stride(from: 0, to: Secret.size, by: 8) {
        let word = generator.next()
        for index in 0..<8 { bytes[start + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
      }
    }
  }

  /// A copy of `bytes`.
  ///
  /// - Precondition: there are 32.
  public convenience init(copying bytes: Span<UInt8>) {
    precondition(bytes.count == Secret.size)
    self.init { secret in
      for index in bytes.indices { secret[index] = bytes[index] }
    }
  }

  /// The secret of 32 zeros, which stands for having none.
  public static let zero = Secret { _ in }

  deinit {
    unsafe sodium_memzero(storage, Secret.size)
    unsafe storage.deallocate()
  }

  /// The bytes, for as long as `body` runs.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe Span(_unsafeStart: storage, count: Secret.size))
  }
}

/// The library as a whole.
enum Library {
  private static let isReady = sodium_init() >= 0

  /// Lets the library choose the fastest code for this machine, once (sodium_init).
  ///
  /// Called where keys are made and not where they are used; if it fails, the library goes on with its portable code.
  static func prepare() {
    _ = isReady
  }
}
