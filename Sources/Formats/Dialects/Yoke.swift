import Notation

/// A message from the Android app Yoke: the layout of its pad, the state of all controls, or a goodbye.
///
/// The first byte gives the kind. The app sends the layout first, then a state every 20 ms, and finally three goodbyes.
/// After two seconds of silence it is considered gone. Sources: rmst/yoke a44487c and yoke-android 9e77ea9.
public enum YokeMessage: Sendable {
  /// The controls of the pad, whose states the next messages contain.
  case layout(YokeLayout)
  /// The states of all controls, to be read with ``YokeLayout/state(parsing:)``.
  case state
  /// The end of the session.
  case goodbye

  /// The port on which this host accepts the app; the app's original host may use any port, which it announces.
  public static let port: UInt16 = 11_500
  /// The size of the largest message, in bytes.
  public static let longest = 256

  /// Decodes the message in `bytes`.
  ///
  /// - Throws: `size`, or `kind` for an unknown layout.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard !bytes.isEmpty, bytes.count <= YokeMessage.longest else { throw .size }
    switch bytes[0] {
    case 0x00: self = .state
    case 0xff: self = .goodbye
    default: self = .layout(try YokeLayout(parsing: bytes))
    }
  }
}

/// The controls of a pad in the app Yoke, at most 64, in the order of their states.
public struct YokeLayout: Hashable, Sendable {
  /// The maximum number of controls; a stick or d-pad counts as several.
  public static let most = 64

  /// The number of controls.
  public var count: Int { controls.count }
  private var controls: [YokeControl] = []

  /// The control at `index`.
  public subscript(index: Int) -> YokeControl { controls[index] }

  /// Creates a layout from its comma-separated names, such as `s1,b1,dp`.
  ///
  /// - Throws: `kind` for an unknown name, or `size` for more than ``most`` controls.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    var start = 0
    for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: ",") {
      try add(bytes.extracting(start..<end))
      start = end + 1
    }
  }

  /// Adds the controls that `name` stands for; it is a letter with a number, or two letters.
  private mutating func add(_ name: Span<UInt8>) throws(DialectDrop) {
    guard (2...3).contains(name.count) else { throw .kind }
    switch name[0] {
    case UInt8(ascii: "s"), UInt8(ascii: "j"), UInt8(ascii: "t"):
      let stick = try YokeLayout.number(name, upTo: name[0] == UInt8(ascii: "t") ? 2 : 3)
      try append(.stickX(stick))
      try append(.stickY(stick))
      if name[0] == UInt8(ascii: "t") { try append(.stickButton(stick)) }
    case UInt8(ascii: "a"): try append(.axis(try YokeLayout.number(name, upTo: 8)))
    case UInt8(ascii: "k"): try append(.knob(try YokeLayout.number(name, upTo: 4)))
    case UInt8(ascii: "b"):
      guard let middle = YokeControl.middle(name) else {
        return try append(.button(try YokeLayout.number(name, upTo: 24)))
      }
      try append(middle)
    case UInt8(ascii: "d"):
      guard name[1] == UInt8(ascii: "p"), name.count == 2 else { throw .kind }
      try append(.up)
      try append(.left)
      try append(.down)
      try append(.right)
    default:
      guard let control = YokeControl.sensor(name) else { throw .kind }
      try append(control)
    }
  }

  private mutating func append(_ control: YokeControl) throws(DialectDrop) {
    guard count < YokeLayout.most else { throw .size }
    controls.append(control)
  }

  /// Returns the number after the first letter of `name`, from 1 to `limit`.
  private static func number(_ name: Span<UInt8>, upTo limit: UInt8) throws(DialectDrop) -> UInt8 {
    var number: UInt8 = 0
    for end in 1..<name.count {
      guard (0x30...0x39).contains(name[end]), name[1] != 0x30 else { throw .kind }
      number = 10 * number + name[end] - 0x30
    }
    guard (1...limit).contains(number) else { throw .kind }
    return number
  }
}

/// The state of all controls of a pad in the app Yoke.
public struct YokeState: Sendable {
  /// The maximum value of an axis.
  public static let highest: UInt16 = 0x7fff
  /// The middle of an axis.
  public static let middle: UInt16 = 0x4000

  private var values = InlineArray<64, UInt16>(repeating: 0)

  /// Creates a state with zero for every control.
  public init() {}

  /// The value of the layout's control at `index`: for an axis 0 (left, up) to ``highest``, for a button 0 or 1.
  public subscript(index: Int) -> UInt16 {
    get { values[index] }
    set { values[index] = newValue }
  }
}

extension YokeLayout {
  /// Decodes the state in `bytes`.
  ///
  /// It is a zero, and then the value of each control in order: 16 bits for an axis, most significant byte
  /// first, and a byte for a button.
  ///
  /// - Throws: `kind` for another message, `size`, or `range` for an axis above ``YokeState/highest``.
  public func state(parsing bytes: Span<UInt8>) throws(DialectDrop) -> YokeState {
    guard bytes.count == stateSize else { throw .size }
    guard bytes[0] == 0 else { throw .kind }
    var state = YokeState()
    var next = 1
    for index in 0..<count {
      if controls[index].isButton {
        state[index] = bytes[next] == 0 ? 0 : 1
        next += 1
      } else {
        state[index] = bytes.big16(at: next)
        guard state[index] <= YokeState.highest else { throw .range }
        next += 2
      }
    }
    return state
  }

  /// The size of a state, in bytes.
  public var stateSize: Int {
    var size = 1
    for index in 0..<count { size += controls[index].isButton ? 1 : 2 }
    return size
  }

  /// Returns the bytes of `state`.
  public func bytes(of state: YokeState) -> [UInt8] {
    [0]
      + (0..<count).flatMap { index in
        controls[index].isButton
          ? [UInt8(state[index] == 0 ? 0 : 1)]
          : [UInt8(state[index] >> 8), UInt8(truncatingIfNeeded: state[index])]
      }
  }
}

/// The list of files, `manifest.json`, for the app Yoke's "Upgrade layout".
///
/// The app downloads it over HTTP from the same port.
public struct YokeManifest: Sendable {
  /// The names of the files, which are all in one folder.
  public var files: [String]
  /// The sum of the files' sizes, in bytes.
  public var size: Int
  /// The time of the newest file, in seconds since 1970.
  public var time: Int

  /// Creates a list.
  public init(files: [String], size: Int, time: Int) {
    (self.files, self.size, self.time) = (files, size, time)
  }

  /// The list as JSON.
  public var text: String {
    JSON.object([
      ("folders", .array([])), ("files", .array(files.map { .string($0) })), ("size", .signed(Int64(size))),
      ("mtime", .signed(Int64(time))),
    ]).text
  }
}
