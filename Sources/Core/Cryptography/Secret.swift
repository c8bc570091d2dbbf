internal import Clibsodium

/// Thirty-two secret bytes, which are wiped when the last reference is released.
///
/// The bytes stay at one address on the heap, because a value type would leave copies wherever it is moved
/// (docs/decisions/0010).
@safe
public final class Secret: @unchecked Sendable {
  /// The size of a secret in bytes.
  public static let size = 32

  /// The address of the bytes, which only the initialisers write.
  let storage: UnsafeMutablePointer<UInt8>

  /// Creates a secret from 32 zero bytes that `fill` overwrites.
  public init(filling fill: (inout MutableSpan<UInt8>) -> Void) {
    Library.prepare()
    unsafe storage = .allocate(capacity: Secret.size)
    unsafe storage.initialize(repeating: 0, count: Secret.size)
    var bytes = unsafe MutableSpan(_unsafeStart: storage, count: Secret.size)
    fill(&bytes)
  }

  /// Creates a secret from 32 bytes of `generator`; real keys need the system's generator.
  public convenience init(from generator: inout some RandomNumberGenerator) {
    self.init { bytes in
      for start in stride(from: 0, to: Secret.size, by: 8) {
        let word = generator.next()
        for index in 0..<8 { bytes[start + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
      }
    }
  }

  /// Copies `bytes`.
  ///
  /// - Precondition: `bytes` has 32 elements.
  public convenience init(copying bytes: Span<UInt8>) {
    precondition(bytes.count == Secret.size)
    self.init { secret in
      for index in bytes.indices { secret[index] = bytes[index] }
    }
  }

  /// The secret of 32 zeros, which stands for the absence of a secret.
  public static let zero = Secret { _ in }

  deinit {
    unsafe sodium_memzero(storage, Secret.size)
    unsafe storage.deallocate()
  }

  /// Calls `body` with the bytes; the span is valid only during the call.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe Span(_unsafeStart: storage, count: Secret.size))
  }
}

/// The initialisation of libsodium.
enum Library {
  private static let isReady = sodium_init() >= 0

  /// Makes libsodium choose the fastest code for this machine, once (sodium_init).
  ///
  /// This is called where keys are created, not where they are used. If it fails, libsodium keeps its portable code.
  static func prepare() {
    _ = isReady
  }
}
