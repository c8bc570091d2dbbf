import Model
import Testing

@Suite struct EdgeLogTests {
  @Test func `A full log gives up its oldest edge`() {
    var log = EdgeLog(first: 65_530)
    for number in 0..<20 {
      log.append(Edge(number.isMultiple(of: 2) ? .a : .b, isPress: true))
    }
    #expect(log.count == EdgeLog.capacity)
    #expect(log.first == 65_534)
    #expect(log.next == 14)
    #expect(log[0].button == .a)
  }

  @Test func `Acknowledged edges leave from the front`() {
    var log = EdgeLog(first: 7)
    log.append(Edge(.a, isPress: true))
    log.append(Edge(.b, isPress: true))
    log.append(Edge(.x, isPress: true))
    log.removeFirst(2)
    #expect(log.first == 9)
    #expect(log.count == 1)
    #expect(log[0].button == .x)
  }

  @Test func `A button set has one bit for each button`() {
    var all: Buttons = []
    for button in Button.allCases {
      #expect(!all[button])
      all[button] = true
    }
    #expect(all.rawValue == .max)
  }
}
