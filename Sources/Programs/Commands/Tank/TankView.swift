import Glibc
import Model
import Platform

/// A view of the field on a terminal: braille dots, with each player's number on the tank.
struct TankView {
  private let field: TankField
  private let size: Terminal.Size
  /// The number of rows of the picture.
  private let rows: Int
  /// The size of a dot, in units.
  private let scale: Double

  /// Creates the view of `field` for a terminal of `size`.
  init(_ field: TankField, for size: Terminal.Size) {
    (self.field, self.size) = (field, size)
    rows = max(1, size.rows - 2)
    scale = max(
      TankTable.width / Double(2 * max(1, size.columns)), TankTable.height / Double(4 * rows))
  }

  /// The lines of the view, cut to the size of the terminal.
  var lines: [String] {
    let head =
      " tiltpad tank  \(field.tanks.isEmpty ? "nobody drives yet" : "tanks \(field.tanks.count)")  q ends"
    return Array(([head] + picture + [legend]).prefix(size.rows)).map { $0.clipped(to: size.columns) }
  }

  /// The scheme of each tank, for the last line.
  private var legend: String {
    " "
      + field.tanks.sorted { $0.key < $1.key }.map { "\($0.key.number) \($0.value.scheme.rawValue)" }
      .joined(separator: "  ")
  }

  private var picture: [String] {
    var lines = DotGrid(columns: size.columns, rows: rows, isSet: isSet).lines.map(Array.init)
    for (slot, tank) in field.tanks {
      let number = Array("\(slot.number)")
      let right = Double(size.columns) + (tank.pose.x - TankTable.width / 2) / scale
      let down = Double(2 * rows) + (tank.pose.y - TankTable.height / 2) / scale
      let (row, column) = (Int((down / 4).rounded(.down)), Int((right / 2).rounded(.down)))
      for (offset, digit) in number.enumerated()
      where lines.indices.contains(row) && lines[row].indices.contains(column + offset) {
        lines[row][column + offset] = digit
      }
    }
    return lines.map { String($0) }
  }

  /// Returns whether the dot at (`x`, `y`), in dots from the centre, belongs to a wall, a tank or a shell.
  private func isSet(_ x: Double, _ y: Double) -> Bool {
    let (fromLeft, fromTop) = (x * scale + TankTable.width / 2, y * scale + TankTable.height / 2)
    return isWall(x * scale, y * scale)
      || field.tanks.values.contains { $0.covers(fromLeft, fromTop, dot: scale) }
      || field.shells.contains { hypot($0.x - fromLeft, $0.y - fromTop) <= max(6, 0.7 * scale) }
  }

  private func isWall(_ x: Double, _ y: Double) -> Bool {
    let (beyondSide, beyondEnd) = (x.magnitude - TankTable.width / 2, y.magnitude - TankTable.height / 2)
    return max(beyondSide, beyondEnd) <= 0 && max(beyondSide, beyondEnd) > -scale
  }
}

extension Tank {
  /// Returns whether the point (`x`, `y`) belongs to the tank; a part thinner than `dot` counts as one dot wide.
  fileprivate func covers(_ x: Double, _ y: Double, dot: Double) -> Bool {
    let (hull, barrel) = (TankShape.hull, TankShape.barrel)
    let onHull = local(x, y, pose.heading)
    if onHull.across.magnitude <= hull.across, onHull.along.magnitude <= hull.along { return true }
    let onBarrel = local(x, y, pose.heading + turret)
    return onBarrel.across.magnitude <= max(barrel.halfWidth, 0.6 * dot)
      && (0...max(barrel.length, hull.along + 2 * dot)).contains(onBarrel.along)
  }

  /// Returns the point (`x`, `y`) relative to the tank, for an observer on it who looks towards `heading`.
  private func local(_ x: Double, _ y: Double, _ heading: Double) -> (across: Double, along: Double) {
    let (right, down) = (x - pose.x, y - pose.y)
    return (right * cos(heading) + down * sin(heading), right * sin(heading) - down * cos(heading))
  }
}

/// Half the width and length of the hull, and half the width and the full length of the barrel, in units.
private enum TankShape {
  static let hull = (across: 27.0, along: 34.0)
  static let barrel = (halfWidth: 5.0, length: 58.0)
}
