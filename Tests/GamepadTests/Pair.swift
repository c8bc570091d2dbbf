import Glibc
import Platform

/// Two connected, non-blocking sockets that keep writes apart.
struct Pair: ~Copyable {
  let near: Descriptor
  let far: Descriptor

  init() throws {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &numbers) == 0 else {
      throw SystemError(code: errno, call: .socket)
    }
    near = Descriptor(owning: numbers[0])
    far = Descriptor(owning: numbers[1])
  }
}
