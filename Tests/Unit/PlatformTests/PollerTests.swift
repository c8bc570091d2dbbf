import Glibc
import Model
import Platform
import Testing

@Suite struct PollerTests {
  @Test func `A timer fires once, not before it is due`() throws {
    var poller = try Poller()
    var timer = try Timer()
    try poller.add(timer.descriptor, token: 77)
    #expect(timer.acknowledge() == false)
    let due = Clock.now() + .milliseconds(2)
    timer.arm(at: due)
    #expect(poller.wait() == 1)
    #expect(Clock.now() >= due)
    #expect(poller[0] == Poller.Event(token: 77, isReadable: true))
    #expect(timer.acknowledge() == true)
    #expect(timer.acknowledge() == false)
  }

  @Test func `A wait ends at its deadline and not before, and a past deadline does not block`() throws {
    var poller = try Poller()
    for length in [0, 300_000, 2_000_000] as [Int64] {
      let now = Clock.now()
      let deadline = now + Interval(nanoseconds: length)
      #expect(poller.wait(until: deadline, from: now) == 0)
      #expect(Clock.now() >= deadline)
    }
    #expect(poller.wait(until: Instant(nanoseconds: .min), from: Clock.now()) == 0)
  }

  @Test func `A descriptor that is ready ends a wait, with a deadline and without`() throws {
    var poller = try Poller()
    var timer = try Timer()
    try poller.add(timer.descriptor, token: 5)
    timer.arm(at: Instant(nanoseconds: 1))
    let now = Clock.now()
    #expect(poller.wait(until: now + .seconds(60), from: now) == 1)
    #expect(poller.wait(until: .distantFuture, from: now) == 1)
  }

  @Test func `A timer that is due in the past fires at once, also twice for one instant`() throws {
    var timer = try Timer()
    for _ in 0..<2 {
      timer.arm(at: Instant(nanoseconds: 0))
      let isDue = eventually { timer.acknowledge() }
      #expect(isDue)
    }
  }

  @Test func `A disarmed timer and one for the distant future stay silent`() throws {
    var poller = try Poller()
    var timer = try Timer()
    try poller.add(timer.descriptor, token: 1)
    timer.arm(at: Clock.now() - .seconds(1))
    timer.disarm()
    #expect(poller.wait(atMost: .zero) == 0)
    timer.arm(at: Clock.now() - .seconds(1))
    timer.arm(at: .distantFuture)
    #expect(poller.wait(atMost: .zero) == 0)
  }

  @Test func `Sixty-four descriptors are reported at once, each by its token`() throws {
    var poller = try Poller()
    var timers = InlineArray<64, Timer?> { _ in nil }
    for index in 0..<64 {
      var timer = try Timer()
      timer.arm(at: Instant(nanoseconds: 1))
      try poller.add(timer.descriptor, token: UInt64(index) << 32)
      timers[index] = consume timer
    }
    let isComplete = eventually { poller.wait() == 64 }
    #expect(isComplete)
    #expect(Set((0..<64).map { poller[$0].token >> 32 }) == Set(0..<64))
    timers[0] = nil
    let isSmaller = eventually { poller.wait() == 63 }
    #expect(isSmaller)
  }

  @Test func `A connection is hung up when the other end is gone`() throws {
    let place = try Place()
    var poller = try Poller()
    let listener = try LocalListener(at: place.path("a"))
    let client = try LocalConnection(connectingTo: place.path("a"))
    try poller.add(client.descriptor, token: 3)
    #expect(poller.wait(atMost: .zero) == 0)
    _ = try listener.accept()
    let isHungUp = eventually { poller.wait() == 1 && poller[0].isHangUp }
    #expect(isHungUp)
    try poller.remove(client.descriptor)
    #expect(poller.wait(atMost: .zero) == 0)
  }

  @Test func `A descriptor is added once`() throws {
    let poller = try Poller()
    let timer = try Timer()
    try poller.add(timer.descriptor, token: 1)
    #expect(throws: SystemError(code: EEXIST, call: .poll)) {
      try poller.add(timer.descriptor, token: 1)
    }
  }

  @Test func `Signals are read in turn instead of ending the program`() async {
    // The test has its own process, since a test that starts a shell may make the whole process ignore SIGINT
    // at the same time.
    await #expect(processExitsWith: .success) {
      let signals = try Signals()
      #expect(signals.next() == nil)
      // Only this thread has the signals blocked, so they have to be sent to it.
      pthread_kill(pthread_self(), SIGHUP)
      #expect(signals.next() == .hangUp)
      pthread_kill(pthread_self(), SIGTERM)
      #expect(signals.next() == .terminate)
      pthread_kill(pthread_self(), SIGINT)
      #expect(signals.next() == .interrupt)
      #expect(signals.next() == nil)
    }
  }

  @Test func `The clock never goes back`() {
    let earlier = Clock.now()
    #expect(Clock.now() >= earlier)
  }
}
