import Console
import Handset
import Model
import Notation
import Wire

extension ForceAbilities {
  /// The abilities of controllers, by the names that commands use.
  static let names: [(name: String, ability: ForceAbilities)] = [
    ("motor", .motor), ("picture", .picture), ("conditions", .conditions), ("grip", .grip),
    ("measured", .measured),
  ]

  /// Creates the abilities that the option `show-force` lists; none without it.
  ///
  /// - Throws: a usage failure that names the option.
  init(_ invocation: Invocation) throws(Failure) {
    self = []
    let text = invocation.value("show-force") ?? ""
    for name in text.split(separator: ",") {
      guard let entry = ForceAbilities.names.first(where: { $0.name == name }) else {
        let names = ForceAbilities.names.map(\.name).joined(separator: " ")
        throw .usage("--show-force \(name) is no ability; they are \(names)", of: invocation.command)
      }
      insert(entry.ability)
    }
  }
}

extension ForceNews {
  /// Returns the report as a line.
  ///
  /// The time is in seconds on the monotonic clock. The torque and the angle are −1 to 1: shares of the full
  /// torque, and of the way from the middle to a stop.
  func line(_ form: FeedbackLog.Form, at time: Instant) -> String {
    switch form {
    case .text:
      (["\(time.seconds.fixed(6))"] + fields.map { "\($0.name) \($0.value.text)" }).joined(separator: "  ")
    case .json: JSON.object([("time", .number(time.seconds))] + fields.map { ($0.name, $0.value) }).text
    }
  }

  private var fields: [(name: String, value: JSON)] {
    switch self {
    case .torque(let torque):
      [
        ("torque", .number(torque.torque.share)), ("angle", .number(torque.angle.share)),
        ("range", .signed(Int64(torque.range))), ("acting", .bool(torque.isActing)),
      ]
    case .conditions(let conditions):
      [
        ("revision", .signed(Int64(conditions.revision))),
        ("conditions", .array((0..<conditions.list.count).map { conditions.list[$0].json })),
      ]
    }
  }
}

extension ForceCondition {
  /// The fields of CONDITIONS, as they are sent.
  fileprivate var json: JSON {
    .object([
      ("kind", .string("\(kind)")),
      ("saturation", JSON.numbers(Double(numbers.rightSaturation), Double(numbers.leftSaturation))),
      ("coefficient", JSON.numbers(Double(numbers.rightCoefficient), Double(numbers.leftCoefficient))),
      ("deadband", .signed(Int64(numbers.deadBand))), ("center", .signed(Int64(numbers.center))),
    ])
  }
}

extension JSON {
  fileprivate static func numbers(_ numbers: Double...) -> JSON { .array(numbers.map { .number($0) }) }
}
