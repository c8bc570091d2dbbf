import Model
import Platform
import Testing
import Wire

@testable import Commands

@Suite struct ViewTests {
  @Test func `Two players on a usual screen`() {
    let lines = LiveView.lines(
      of: Players.host([Players.steering(), Players.silent()]), for: Terminal.Size(columns: 80, rows: 24))
    #expect(
      lines == [
        " tiltpad  up 1:02:05  players 2/16  kernel pads  reports 9876  drops 7",
        " dropped  not-allowed 2  duplicate 5",
        " 1 live          udp 192.168.1.20:40000  token 7  battery 80 %",
        "   ⠀⠀⠀⠀⠀⢀⡀⠀⠀  ⠀⠀⠀⠀⠀⣀⡄⠀⠀   roll     28.6° →   25.8°   left  x ├────┼──●─┤  0.50",
        "   ⠀⠀⠠⣔⠊⠁⢱⠀⠀  ⠀⠀⠠⣴⣿⣿⣧⠀⠀   pitch    -5.7° →    0.0°         y ├────●────┤  0.00",
        "   ⠀⠀⠀⡰⢁⠔⢼⠀⠀  ⠀⠀⠀⣰⣿⠟⠿⠀⠀   yaw     171.9° →    0.0°   right x ├────●────┤  0.00",
        "   ⠀⠀⡰⢡⠊⠀⠀⠀⠀  ⠀⠀⣰⣿⠏⠀⠀⠀⠀   jitter    1.3 ms                 y ├────●────┤  0.00",
        "   ⠀⠀⠉⠃⠀⠀⠀⠀⠀  ⠀⠀⠉⠋⠀⠀⠀⠀⠀   silence   4.0 ms           LT ██▎······  RT █████████",
        "   buttons  a leftshoulder",
        "   packets  received 1234  late 2  duplicate 0  lost 3",
        "   edges    taken 40  recovered 1  skipped 0  hurried 0",
        "",
        " 2 disconnected  websocket 3/9  token 7",
        "                          roll        –              left  x ├────●────┤  0.00",
        "                          pitch       –                    y ├────●────┤  0.00",
        "   no tilt    no tilt     yaw         –              right x ├────●────┤  0.00",
        "                          jitter    1.3 ms                 y ├────●────┤  0.00",
        "                          silence     12 s           LT ·········  RT ·········",
        "   buttons  –",
        "   packets  received 1234  late 2  duplicate 5  lost 3",
        "   edges    taken 40  recovered 1  skipped 0  hurried 0",
        "   dropped  angle-not-finite 1  duplicate 5",
        "",
      ])
  }

  @Test func `A clock that is known is shown, and one that is suspect is called so`() {
    let size = Terminal.Size(columns: 80, rows: 24)
    let lines = LiveView.lines(of: Players.host([Players.clocked()]), for: size)
    #expect(lines[2] == " 1 live          udp 192.168.1.20:40000  token 7  battery 80 %  clock ±1.3 ms")
    #expect(lines[9] == "   packets  received 1234  late 2  duplicate 0  lost 3  round trip 2.3 ms")
    let suspect = LiveView.lines(of: Players.host([Players.clocked(isSuspect: true)]), for: size)
    #expect(suspect[2].hasSuffix("battery 80 %  clock suspect"))
    #expect(Players.clocked().line.hasSuffix("drops 0  clock ±1.3 ms"))
  }

  @Test func `The delays of the network and of this machine are shown once both are known`() {
    var player = Players.steering()
    for _ in 0..<99 {
      player.delays.add(.milliseconds(3), first: DelayCounts.network)
      player.handling.add(.microseconds(40), first: DelayCounts.machine)
    }
    let lines = LiveView.lines(of: Players.host([player]), for: Terminal.Size(columns: 80, rows: 24))
    #expect(lines[10] == "   edges    taken 40  recovered 1  skipped 0  hurried 0  99 % in 4 + 0.06 ms")
  }

  @Test func `A narrow screen leaves out the raw arrow, a narrower one both`() {
    let snapshot = Players.host([Players.steering()])
    #expect(
      LiveView.lines(of: snapshot, for: Terminal.Size(columns: 70, rows: 24))[4]
        == "   ⠀⠀⠠⣴⣿⣿⣧⠀⠀   pitch    -5.7° →    0.0°         y ├────●────┤  0.00")
    #expect(
      LiveView.lines(of: snapshot, for: Terminal.Size(columns: 60, rows: 24)) == [
        " tiltpad  up 1:02:05  players 1/16  kernel pads  reports 98…",
        " 1 live         ↗  roll   28.6°→25.8°    a+leftshoulder    …",
      ])
  }

  @Test func `Sixteen players get a line each`() {
    let snapshot = Players.host((1...16).map(Players.steering))
    let lines = LiveView.lines(of: snapshot, for: Terminal.Size(columns: 100, rows: 24))
    #expect(lines.count == 17)
    #expect(lines[16].hasPrefix("16 live"))
    let few = LiveView.lines(of: snapshot, for: Terminal.Size(columns: 100, rows: 10))
    #expect(few.count == 10)
    #expect(few[9] == "   and 8 more")
  }

  @Test func `Whatever the size, nothing runs over`() {
    let snapshot = Players.host((1...16).map(Players.silent))
    for columns in [1, 2, 10, 40, 79, 80, 200] {
      for rows in [1, 2, 3, 17, 24, 400] {
        let size = Terminal.Size(columns: columns, rows: rows)
        let without = LiveView.lines(withoutDaemonAt: "/a", for: size)
        for lines in [LiveView.lines(of: snapshot, for: size), without] {
          #expect(lines.count <= rows)
          #expect(lines.allSatisfy { $0.count <= columns })
        }
      }
    }
  }

  @Test func `A picture writes every place and erases nothing`() {
    #expect(
      Screen.picture(["ab"], size: Terminal.Size(columns: 3, rows: 2))
        == "\u{1b}[H\u{1b}[7mab \u{1b}[m\r\n   ")
  }

  @Test func `Plain text has a line per player, or one about the host`() {
    #expect(
      Players.host([Players.steering(), Players.silent()]).lines == [
        " 1 live         ↗  roll   28.6°→25.8°    a+leftshoulder  "
          + "  L +0.50 +0.00  R +0.00 +0.00  LT 0.25  RT 1.00"
          + "  pitch   -5.7°→0.0°     yaw  171.9°→0.0°     jitter 1.3 ms  received 1234  late 2  lost 3"
          + "  recovered 1  drops 0",
        " 2 disconnected    roll       –→–        –               "
          + "  L +0.00 +0.00  R +0.00 +0.00  LT 0.00  RT 0.00"
          + "  pitch       –→–        yaw       –→–        jitter 1.3 ms  received 1234  late 2  lost 3"
          + "  recovered 1  drops 6",
      ])
    #expect(
      Players.host([]).lines == [
        "nobody is playing; tiltpad  up 1:02:05  players 0/16  kernel pads  reports 9876"
          + "  drops 7 dropped  not-allowed 2  duplicate 5"
      ])
  }

  @Test func `Gauges show ends, middle and what is between`() {
    #expect(
      [-1, -0.5, 0, 0.5, 1, 7].map { Gauge.axis($0, width: 5) } == [
        "●─┼─┤", "├●┼─┤", "├─●─┤", "├─┼●┤", "├─┼─●", "├─┼─●",
      ])
    #expect([-1, 0, 0.25, 0.3125, 1].map { Gauge.trigger($0, width: 2) } == ["··", "··", "▌·", "▋·", "██"])
  }

  @Test func `Numbers are rounded, not cut, and minus nothing is nothing`() {
    #expect(
      [0.05, -0.04, -1.25, 99.96, 1234].map { $0.fixed(1) } == ["0.1", "0.0", "-1.3", "100.0", "1234.0"])
    #expect([0.0, 0.005, -0.5].map { $0.fixed(2, isSigned: true) } == ["+0.00", "+0.01", "-0.50"])
    #expect([2.5, .nan, .infinity].map { $0.fixed(0) } == ["3", "?", "?"])
    #expect(Interval.seconds(36_061).clock == "10:01:01")
    #expect([Interval.microseconds(1_250), .seconds(10)].map(\.short) == ["1.3 ms", "10 s"])
  }
}
