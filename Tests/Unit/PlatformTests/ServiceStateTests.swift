import Glibc
import Model
import Platform
import Testing

@Suite struct ServiceStateTests {
  @Test func `Without a service manager nothing happens`() async {
    await #expect(processExitsWith: .success) {
      unsafe unsetenv("NOTIFY_SOCKET")
      unsafe unsetenv("WATCHDOG_USEC")
      ServiceState.ready(status: "one player")
      ServiceState.watchdog()
      #expect(ServiceState.watchdogInterval == nil)
      ServiceState.store(try Descriptor(opening: "/dev/null", .reading), as: "pad1")
      ServiceState.discard("pad1")
      var inherited = InheritedDescriptors.all()
      let hasPad = inherited.adopt("pad1") != nil
      #expect(inherited.names.isEmpty && !hasPad)
    }
  }

  @Test func `A process without a free descriptor is alive all the same, again and again`() async {
    await #expect(processExitsWith: .success) {
      let manager = try NotifySocket()
      unsafe setenv("NOTIFY_SOCKET", manager.path, 1)
      let listener = try LocalListener(at: manager.place.path("b"))
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      while dup(listener.descriptor.number) >= 0 {}
      for _ in 0..<3 {
        ServiceState.watchdog()
        #expect(manager.next() == "WATCHDOG=1")
      }
      _ = consume listener
    }
  }

  @Test func `The service manager hears each state, and its watchdog interval is known`() async {
    await #expect(processExitsWith: .success) {
      let manager = try NotifySocket()
      unsafe setenv("NOTIFY_SOCKET", manager.path, 1)
      unsafe setenv("WATCHDOG_USEC", "10000000", 1)
      ServiceState.ready(status: "one player\nREADY=0")
      #expect(manager.next() == "READY=1\nSTATUS=one player")
      ServiceState.reloading()
      #expect(manager.next()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
      ServiceState.status("two players")
      #expect(manager.next() == "STATUS=two players")
      ServiceState.watchdog()
      #expect(manager.next() == "WATCHDOG=1")
      ServiceState.stopping()
      #expect(manager.next() == "STOPPING=1")
      #expect(ServiceState.watchdogInterval == .seconds(10))
      ServiceState.store(try Descriptor(opening: "/dev/null", .reading), as: "pad1\nFDSTORE=0")
      #expect(manager.next() == "FDSTORE=1\nFDNAME=pad1")
      ServiceState.discard("pad1")
      #expect(manager.next() == "FDSTOREREMOVE=1\nFDNAME=pad1")
    }
  }
}

/// The socket of a service manager.
private struct NotifySocket: ~Copyable {
  let descriptor: Descriptor
  let place: Place
  var path: String { place.path("a") }

  init() throws {
    let place = try Place()
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let descriptor = Descriptor(owning: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let text = Array(place.path("a").utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: text) }
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw SystemError(code: errno, call: .bind) }
    self.place = place
    self.descriptor = descriptor
  }

  /// Returns the next notification, or nil if there is none.
  func next() -> String? {
    var buffer = InlineArray<256, UInt8>(repeating: 0)
    guard case .done(let length) = descriptor.read(into: &buffer) else { return nil }
    return String(decoding: array(buffer.span.extracting(first: length)), as: UTF8.self)
  }
}
