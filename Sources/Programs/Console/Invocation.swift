internal import CLinux
public import Model
import Synchronization

/// A parsed command line: options with their values, and operands.
public struct Invocation: Sendable {
  /// The name of the program and the command, such as `tiltpad serve`.
  public let command: String
  /// The words of the command line that are neither options nor their values.
  public private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Parses the command line `arguments` with getopt_long(3).
  ///
  /// - Throws: a usage failure that names an unknown or incomplete option, or an unexpected operand.
  public init(_ arguments: [String], of command: Command) throws(Failure) {
    self.command = command.title
    let options = command.options + [Command.help]
    var words = OptionWalk(words: ["tiltpad"] + arguments, options: options)
    while let found = words.next() {
      switch found {
      case .option(let index, let value): values[options[index].name, default: []].append(value ?? "")
      case .unknown(let word): throw .usage("unknown option \(word)", of: self.command)
      case .missingValue(let word): throw .usage("option \(word) needs a value", of: self.command)
      }
    }
    operands = words.operands
    if command.operands.isEmpty, let extra = operands.first, !has("help") {
      throw .usage("unexpected argument \(extra)", of: self.command)
    }
  }

  /// Returns whether the option was given.
  public func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns the option's last value; nil when the option was not given.
  public func value(_ name: String) -> String? { values[name]?.last }

  /// Returns all values of an option that may be given more than once.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the option's value as a number within `range`; `fallback` when the option was not given.
  ///
  /// - Throws: a usage failure that names the option and the range.
  public func number<Number: LosslessStringConvertible & Comparable>(
    _ name: String, in range: ClosedRange<Number>, or fallback: Number
  ) throws(Failure) -> Number {
    guard let text = value(name) else { return fallback }
    guard let number = Number(text), range.contains(number) else {
      throw .usage(
        "--\(name) \(text) is not a number from \(range.lowerBound) to \(range.upperBound)", of: command)
    }
    return number
  }

  /// Returns the option's value as one of `choices`; `fallback` when the option was not given.
  ///
  /// - Throws: a usage failure that names the option and the choices.
  public func choice<Choice>(
    _ name: String, of choices: [(name: String, choice: Choice)], or fallback: Choice
  ) throws(Failure) -> Choice {
    guard let text = value(name) else { return fallback }
    guard let found = choices.first(where: { $0.name == text }) else {
      let names = choices.map(\.name).joined(separator: ", ")
      throw .usage("--\(name) \(text) is not one of \(names)", of: command)
    }
    return found.choice
  }

  /// Returns the option's value, 0 to 1,000,000 s; nil when the option was not given.
  ///
  /// - Throws: a usage failure that names the option.
  public func length(of name: String) throws(Failure) -> Interval? {
    guard has(name) else { return nil }
    let seconds = try number(name, in: 0.0...1_000_000, or: 0)
    return Interval(nanoseconds: Int64(seconds * 1e9))
  }

  /// Checks that at most one of the options was given.
  ///
  /// - Throws: a usage failure that names two of them.
  public func allowOne(of names: [String]) throws(Failure) {
    let given = names.filter { has($0) }
    guard given.count <= 1 else {
      throw .usage("--\(given[0]) and --\(given[1]) cannot be used together", of: command)
    }
  }
}

/// A walk through a command line with getopt_long(3).
private struct OptionWalk {
  /// The lock around each walk, since getopt_long stores its position in global variables.
  private static let walks = Mutex(())

  enum Found {
    case option(index: Int, value: String?)
    case unknown(String)
    case missingValue(String)
  }

  private var words: [String]
  private let options: [Option]
  private(set) var operands: [String] = []
  private var found: [Found] = []

  init(words: [String], options: [Option]) {
    self.words = words
    self.options = options
    OptionWalk.walks.withLock { _ in walk() }
    found.reverse()
  }

  mutating func next() -> Found? { found.popLast() }

  /// Returns getopt_long's number for an option: its letter, or a number above 255 for one without a short form.
  private func code(of index: Int) -> Int32 {
    options[index].letter?.asciiValue.map { Int32($0) } ?? Int32(256 + index)
  }

  /// Returns getopt_long's number for the value of an option: 0 none, 1 required, 2 optional.
  private func valueCode(of index: Int) -> Int32 {
    options[index].value == nil ? 0 : options[index].isValueOptional ? 2 : 1
  }

  private mutating func walk() {
    let names = unsafe options.map { unsafe duplicate($0.name) }
    var arguments = unsafe words.map { unsafe Optional(duplicate($0)) } + [nil]
    let storage = unsafe arguments
    defer { unsafe (names + storage.compactMap { unsafe $0 }).forEach { unsafe $0.deallocate() } }
    var table = unsafe options.indices.map {
      unsafe linux_option(name: names[$0], letter: code(of: $0), has_value: valueCode(of: $0))
    }
    unsafe table.append(linux_option(name: nil, letter: 0, has_value: 0))
    var restart: Int32 = 1
    while true {
      let next = unsafe linux_next_option(Int32(words.count), &arguments, table, restart)
      restart = 0
      guard unsafe next.letter != -1 else {
        operands = unsafe arguments[Int(next.next)..<words.count].compactMap { word in
          unsafe word.map { unsafe String(cString: $0) }
        }
        return
      }
      let word = unsafe arguments[max(1, Int(next.next) - 1)].map { unsafe String(cString: $0) } ?? ""
      unsafe note(next, at: word)
    }
  }

  private mutating func note(_ next: linux_found, at word: String) {
    switch unsafe next.letter {
    case 0x3f: found.append(.unknown(word))
    case 0x3a: found.append(.missingValue(word))
    case let letter:
      guard let index = options.indices.first(where: { code(of: $0) == letter }) else { return }
      found.append(.option(index: index, value: unsafe next.value.map { unsafe String(cString: $0) }))
    }
  }
}

/// Returns a C string with the bytes of `text`, to be deallocated by the caller.
private func duplicate(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = text.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
  return unsafe copy
}
