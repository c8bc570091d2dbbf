import Buzzer
import Gamepad
import Model

/// The keys of the section `[buzzer]`.
extension ConfigurationKey {
  static let buzzer = [
    ConfigurationKey("buzzer", "automatic", "yes or no") { configuration, _, text in
      assign(flag(text), to: &configuration.quiz.isAutomatic)
    },
    ConfigurationKey("buzzer", "points", "a number from 0 to 1000") { configuration, _, text in
      assign(number(text, in: 0...1_000).map(Int32.init), to: &configuration.quiz.points)
    },
    ConfigurationKey("buzzer", "penalty", "a number from 0 to 1000") { configuration, _, text in
      assign(number(text, in: 0...1_000).map(Int32.init), to: &configuration.quiz.penalty)
    },
    ConfigurationKey("buzzer", "lock_out", "milliseconds from 0 to 10000") { configuration, _, text in
      assign(interval(text, in: 0...10_000, unit: 1), to: &configuration.quiz.lockOut)
    },
    ConfigurationKey("buzzer", "result", "milliseconds from 0 to 60000") { configuration, _, text in
      assign(interval(text, in: 0...60_000, unit: 1), to: &configuration.quiz.resultTime)
    },
    ConfigurationKey("buzzer", "pause", "milliseconds from 0 to 60000") { configuration, _, text in
      assign(interval(text, in: 0...60_000, unit: 1), to: &configuration.quiz.pause)
    },
    ConfigurationKey("buzzer", "keep_rounds", "days from 1 to 3650, or forever") { configuration, _, text in
      guard text != "forever" else {
        configuration.roundAge = nil
        return true
      }
      return assign(interval(text, in: 1...3_650, unit: 86_400_000), to: &configuration.roundAge)
    },
    ConfigurationKey("buzzer", "keys", "names of keys like KEY_1 KEY_2, or none") { configuration, _, text in
      let names = text == "none" ? [] : text.split { " \t".contains($0) }.map(String.init)
      let codes = names.compactMap(QuizKeyboard.code(named:))
      return assign(
        codes.count == names.count && codes.count <= 16 ? codes : nil, to: &configuration.quizKeys)
    },
  ]
}
