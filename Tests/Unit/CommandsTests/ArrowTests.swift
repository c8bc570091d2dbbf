import Glibc
import Model
import Testing

@testable import Commands

@Suite struct ArrowTests {
  @Test func `Upright it looks like this`() {
    #expect(
      Arrow(.zero).lines == [
        "⠀⠀⠀⢀⣤⡀⠀⠀⠀",
        "⠀⠀⢠⣾⣿⣷⡄⠀⠀",
        "⠀⠀⠉⢹⣿⡏⠉⠀⠀",
        "⠀⠀⠀⢸⣿⡇⠀⠀⠀",
        "⠀⠀⠀⠘⠛⠃⠀⠀⠀",
      ])
  }

  @Test func `Half a radian clockwise it points to the right, the other way to the left`() {
    #expect(centre(of: dots(Arrow(Angle(radians: 0.5)).lines)).x > 0.2)
    #expect((dots(Arrow(Angle(radians: 0.5)).lines).first?.x ?? 0) > 2)
    #expect(centre(of: dots(Arrow(Angle(radians: -0.5)).lines)).x < -0.2)
  }

  @Test(arguments: Array(stride(from: -3.1, through: 3.1, by: 0.05)))
  func `It turns with the roll, filled or outlined`(_ roll: Double) {
    let ahead = (x: sin(roll), y: -cos(roll))
    for lines in [Arrow(Angle(radians: roll)).lines, Arrow(Angle(radians: roll)).outline] {
      let error = remainder(length(of: lines) - roll, .pi)
      #expect(abs(error) < 0.06, "\(error)")
    }
    // The arrow's head has more dots than its shaft, so the centre of the dots is on the side of the head.
    let middle = centre(of: dots(Arrow(Angle(radians: roll)).lines))
    #expect(middle.x * ahead.x + middle.y * ahead.y > 0.2)
  }

  @Test func `A turn of three degrees shows`() {
    for roll in stride(from: -3.1, through: 3.1, by: 0.1) {
      #expect(Arrow(Angle(radians: roll)).lines != Arrow(Angle(radians: roll + 0.053)).lines)
    }
  }

  @Test func `It keeps to its characters`() {
    for roll in stride(from: -3.1, through: 3.1, by: 0.1) {
      let lines = Arrow(Angle(radians: roll)).lines
      #expect(lines.count == Arrow.rows)
      #expect(lines.allSatisfy { $0.count == Arrow.columns })
    }
  }

  @Test func `One character points to the nearest eighth of a turn`() {
    let rolls = [0, 0.5, 1.6, 2.3, 3.1, -3.1, -2.3, -1.6, -0.5]
    #expect(String(rolls.map { Arrow.character(Angle(radians: $0)) }) == "↑↗→↘↓↓↙←↖")
    #expect(Arrow.character(Angle(raw: .min)) == "↓")
  }

  /// Returns the direction in which the picture is longest, in radians clockwise from upright, modulo π.
  private func length(of lines: [String]) -> Double {
    let dots = dots(lines)
    let middle = centre(of: dots)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for dot in dots {
      xx += (dot.x - middle.x) * (dot.x - middle.x)
      xy += (dot.x - middle.x) * (dot.y - middle.y)
      yy += (dot.y - middle.y) * (dot.y - middle.y)
    }
    return atan2(-2 * xy, yy - xx) / 2
  }

  private func centre(of dots: [(x: Double, y: Double)]) -> (x: Double, y: Double) {
    let sum = dots.reduce((0, 0)) { ($0.0 + $1.x, $0.1 + $1.y) }
    return (sum.0 / Double(dots.count), sum.1 / Double(dots.count))
  }

  /// Returns the positions of the dots in `lines`, relative to the centre of the picture.
  private func dots(_ lines: [String]) -> [(x: Double, y: Double)] {
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    var dots: [(x: Double, y: Double)] = []
    for (row, line) in lines.enumerated() {
      for (column, scalar) in line.unicodeScalars.enumerated() {
        for (bit, place) in places.enumerated() where (scalar.value - 0x2800) >> UInt32(bit) & 1 == 1 {
          dots.append(
            (
              Double(2 * column + place.0) + 0.5 - Double(Arrow.columns),
              Double(4 * row + place.1) + 0.5 - Double(2 * Arrow.rows)
            ))
        }
      }
    }
    return dots
  }
}
