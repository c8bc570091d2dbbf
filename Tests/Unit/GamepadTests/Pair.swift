import Glibc
import Platform
import Testing

/// Two connected, non-blocking sockets that preserve the boundaries of writes.
struct Pair: ~Copyable {
  let near: Descriptor
  let far: Descriptor

  init() throws {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &numbers) == 0 else {
      throw SystemError(code: errno, call: .socket)
    }
    near = Descriptor(owning: numbers[0])
    far = Descriptor(owning: numbers[1])
  }
}

/// Waits until the other end of the socket `number` is closed, for at most 60 s.
///
/// A process that another test starts has a copy of each descriptor until it runs its own program, and the kernel closes
/// the socket with the last copy.
func awaitEnd(of number: Int32) {
  var socket = pollfd(fd: number, events: 0, revents: 0)
  #expect(unsafe poll(&socket, 1, 60_000) == 1)
}
