import Foundation
import Model

@testable import Forces

/// A second calculation of effects and of wheels, whose results scripts/build/forces-vectors.py writes.
struct Reference: Decodable {
  /// An effect, and the force that it has at each of several times.
  struct Effect: Decodable {
    let kind: String
    let direction, length, period, phase: UInt16
    let level, end, offset: Int16
    let envelope: [String: UInt16]
    let gain: Int
    let times: [Int64]
    let pushes: [Double]
  }

  /// The fields of a condition.
  struct Numbers: Decodable {
    let kind: String
    let right, left, center: Int16
    let band, rightSaturation, leftSaturation: UInt16
  }

  /// A wheel that nobody holds, with its places every 10 ms.
  struct Trace: Decodable {
    let degrees: Int
    let place, speed: Double
    let conditions: [Numbers]
    let constant: Int16
    let places: [Double]
  }

  let effects: [Effect]
  let traces: [Trace]

  /// The contents of the file.
  static let all: Reference = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Vectors/forces.json")
    do {
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    } catch {
      fatalError("\(file.path): \(error)")
    }
  }()
}

extension ForceEffect {
  init(_ row: Reference.Effect) {
    let waves: [String: Wave] = [
      "sine": .sine, "square": .square, "triangle": .triangle, "sawUp": .sawUp, "sawDown": .sawDown,
    ]
    let force: Force
    switch row.kind {
    case "constant": force = .constant(level: row.level)
    case "ramp": force = .ramp(from: row.level, to: row.end)
    default:
      guard let wave = waves[row.kind] else { fatalError(row.kind) }
      force = .periodic(
        wave, magnitude: row.level, offset: row.offset, period: row.period, phase: row.phase)
    }
    let envelope = Envelope(
      attackLength: row.envelope["attackLength"] ?? 0, attackLevel: row.envelope["attackLevel"] ?? 0,
      fadeLength: row.envelope["fadeLength"] ?? 0, fadeLevel: row.envelope["fadeLevel"] ?? 0)
    self.init(force, direction: row.direction, envelope: envelope, length: row.length)
  }

  init(_ row: Reference.Numbers) {
    let kinds: [String: Condition.Kind] = [
      "spring": .spring, "damper": .damper, "friction": .friction, "inertia": .inertia,
    ]
    guard let kind = kinds[row.kind] else { fatalError(row.kind) }
    self.init(
      .condition(
        kind,
        Condition.Numbers(
          rightSaturation: row.rightSaturation, leftSaturation: row.leftSaturation,
          rightCoefficient: row.right, leftCoefficient: row.left, deadBand: row.band, center: row.center)))
  }
}

/// A bank of effects and a wheel without a hand, which the tests advance step by step.
struct FreeWheel {
  var bank = EffectBank()
  var load = ForceLoad()
  var column: SteeringColumn
  var time = Instant(nanoseconds: 7_000_000_000)

  init(degrees: Int) { self.init(SteeringColumn.Build(degrees: degrees)) }

  init(_ build: SteeringColumn.Build) { column = SteeringColumn(build) }

  /// Starts `effect` as number `number`.
  mutating func play(_ effect: ForceEffect, as number: Int) {
    bank.apply(.upload(number, effect), at: time)
    bank.apply(.play(number, count: 1), at: time)
    load.nextCollection = Instant(nanoseconds: .min)
  }

  mutating func step(hand: Hand? = nil) {
    time = time + .milliseconds(1)
    bank.update(&load, at: time)
    column.advance(load, hand: hand)
  }
}
