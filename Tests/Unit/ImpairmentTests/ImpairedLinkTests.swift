import Impairment
import Model
import Testing
import Wire

@Suite struct ImpairedLinkTests {
  @Test func `Each packet arrives or is counted as lost`() {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst) = (0.3, .milliseconds(20))
    var link = ImpairedLink(faults, seed: 1)
    var arrived = 0
    for step: Int64 in 0..<1_000 {
      let now = Instant(nanoseconds: 0) + .milliseconds(step)
      link.submit(Datagram(), at: now)
      while link.receive(at: now) != nil { arrived += 1 }
    }
    #expect(arrived > 0 && link.lost > 0 && arrived + link.lost == 1_000)
  }

  @Test(arguments: [(0.0, 100), (1, 200)])
  func `A packet arrives once, and a repeated one twice`(duplication: Double, arrivals: Int) {
    var faults = ImpairedLink.Faults()
    faults.duplication = duplication
    var link = ImpairedLink(faults, seed: 1)
    let now = Instant(nanoseconds: 0)
    for _ in 0..<100 { link.submit(Datagram(), at: now) }
    var arrived = 0
    while link.receive(at: now) != nil { arrived += 1 }
    #expect(arrived == arrivals)
  }
}
