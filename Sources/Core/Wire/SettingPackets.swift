public import Model

/// An order about settings, from a gateway or a local program to the host (docs/protocol.md, "0xF7 SETTING").
public struct SettingOrder: Sendable {
  /// The actions that an order requests.
  public enum Action: Hashable, Sendable {
    /// Subscribes the sender to the settings of everybody and of each player.
    case follow
    /// Tries the setting, together with others that are tried for the same player.
    ///
    /// The trial of all of them ends a minute after the last of these orders.
    case attempt(Setting)
    /// Keeps all settings that are being tried for the player, or for everybody if the slot is nil.
    case keepTrial(PlayerSlot?)
    /// Keeps the setting.
    case keep(Setting)
    /// Ends the trial for the player, or for everybody if the slot is nil.
    case undo(PlayerSlot?)
    /// Forgets the kept setting of the player, or of everybody if the slot is nil.
    case clear(Knob, PlayerSlot?)
  }

  fileprivate enum Verb: UInt8 {
    case follow = 1
    case attempt, keep, undo, clear
  }

  /// The message's size in bytes.
  public static let size = 12

  /// The action that the order requests.
  public var action: Action
  /// A number that the answer repeats.
  public var number: UInt32 = 0

  /// Creates an order.
  public init(_ action: Action) { self.action = action }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == SettingOrder.size else {
      throw bytes.count < SettingOrder.size ? .tooShort : .tooLong
    }
    guard bytes[2] <= PlayerSlot.limit, let verb = Verb(rawValue: bytes[1]) else { throw .reservedNotZero }
    let (slot, knob) = (PlayerSlot(number: Int(bytes[2])), Knob(number: bytes[3]))
    let value = Int32(bitPattern: bytes.u32(at: 8))
    guard bytes[3] == 0 || knob != nil, let action = verb.action(on: knob, of: slot, value) else {
      throw .reservedNotZero
    }
    self.action = action
    number = bytes.u32(at: 4)
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    let (verb, slot, knob, value): (Verb, PlayerSlot?, Knob?, Int32) =
      switch action {
      case .follow: (.follow, nil, nil, 0)
      case .attempt(let setting): (.attempt, setting.slot, setting.knob, setting.value)
      case .keepTrial(let slot): (.keep, slot, nil, 0)
      case .keep(let setting): (.keep, setting.slot, setting.knob, setting.value)
      case .undo(let slot): (.undo, slot, nil, 0)
      case .clear(let knob, let slot): (.clear, slot, knob, 0)
      }
    datagram.append(LocalMessageKind.setting.rawValue)
    datagram.append(verb.rawValue)
    datagram.append(slot?.number ?? 0)
    datagram.append(knob?.number ?? 0)
    datagram.append(number)
    datagram.append(value)
  }
}

extension SettingOrder.Verb {
  /// Returns the action with these fields; nil if a field is invalid, or is not zero but unused by the verb.
  fileprivate func action(on knob: Knob?, of slot: PlayerSlot?, _ value: Int32) -> SettingOrder.Action? {
    switch (self, knob) {
    case (.follow, nil) where slot == nil && value == 0: .follow
    case (.attempt, let knob?) where knob.scope == .feel: Setting(knob, of: slot, value).map { .attempt($0) }
    case (.keep, nil) where value == 0: .keepTrial(slot)
    case (.keep, let knob?): Setting(knob, of: slot, value).map { .keep($0) }
    case (.undo, nil) where value == 0: .undo(slot)
    case (.clear, let knob?) where value == 0 && (slot == nil || knob.scope != .host): .clear(knob, slot)
    default: nil
    }
  }
}

/// A notice about settings, from the host to the programs that follow them (docs/protocol.md, "0xF7
/// SETTING").
public enum SettingNotice: Hashable, Sendable {
  /// The settings of everybody, or of one player.
  case state(SettingState)
  /// The line of a file of root's that sets a setting; no dashboard can change that setting.
  case lock(Knob, PlayerSlot?, line: UInt32, file: String)

  /// The maximum number of bytes of a file's name.
  public static let longestName = 144

  /// Decodes the notice in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong` or `reservedNotZero`; the last also for a name that is not visible ASCII.
  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= 8 else { throw .tooShort }
    guard bytes[1] <= 1, bytes[2] <= PlayerSlot.limit else { throw .reservedNotZero }
    guard bytes[1] == 1 else {
      self = .state(try SettingState(parsing: bytes))
      return
    }
    let name = (8..<bytes.count).map { bytes[$0] }
    guard name.count <= SettingNotice.longestName else { throw .tooLong }
    guard let knob = Knob(number: bytes[3]), name.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .reservedNotZero
    }
    self = .lock(
      knob, PlayerSlot(number: Int(bytes[2])), line: bytes.u32(at: 4),
      file: String(decoding: name, as: UTF8.self))
  }

  /// Appends the message to `datagram`.
  ///
  /// Each byte of the file's name that is not visible ASCII becomes `?`. Only the last ``longestName`` bytes
  /// are written.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.setting.rawValue)
    switch self {
    case .state(let state): state.write(to: &datagram)
    case .lock(let knob, let slot, let line, let file):
      datagram.append(UInt8(1))
      datagram.append(slot?.number ?? 0)
      datagram.append(knob.number)
      datagram.append(line)
      let name = file.utf8.map { (0x21...0x7e).contains($0) ? $0 : 0x3f }.suffix(SettingNotice.longestName)
      datagram.append(contentsOf: Array(name).span)
    }
  }
}

/// The settings of everybody, or of one player.
public struct SettingState: Hashable, Sendable {
  /// The origin of a value.
  public enum Origin: UInt8, CaseIterable, Sendable {
    /// The value is the default, or comes from a setting that is not for this player alone.
    case common
    /// The value is kept in the dashboard's file.
    case kept
    /// Root's files set the value.
    case fixed
    /// The value is being tried.
    case tried
  }

  /// A setting as it is in effect.
  public struct Entry: Hashable, Sendable {
    /// The value; nil for the host's settings in a player's state, and if a dashboard cannot set the value.
    public var value: Int32?
    /// The origin of the value.
    public var origin: Origin

    /// Creates an entry.
    public init(_ value: Int32?, _ origin: Origin) { (self.value, self.origin) = (value, origin) }
  }

  private enum Flag {
    static let edited: UInt16 = 1
    static let off: UInt16 = 2
  }

  private static let entrySize = 5
  private static let unknown = Int32.min

  /// The player; nil for everybody.
  public var slot: PlayerSlot?
  /// The time after which a trial ends by itself, in s; 0 without a trial.
  public var seconds: UInt16 = 0
  /// True if somebody has edited the dashboard's file, which is therefore left alone.
  public var isEdited = false
  /// True if dashboards may not change settings on this host.
  public var isOff = false
  /// The settings in the order of ``Knob/all``.
  public var entries: [Entry]

  /// Creates the state of a player, or of everybody if `slot` is nil.
  public init(of slot: PlayerSlot?, _ entries: [Entry]) { (self.slot, self.entries) = (slot, entries) }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    let size = 8 + Knob.all.count * SettingState.entrySize
    guard bytes.count == size else { throw bytes.count < size ? .tooShort : .tooLong }
    guard Int(bytes[3]) == Knob.all.count, bytes.u16(at: 6) <= 3 else { throw .reservedNotZero }
    self.init(of: PlayerSlot(number: Int(bytes[2])), [])
    seconds = bytes.u16(at: 4)
    (isEdited, isOff) = (bytes.u16(at: 6) & Flag.edited != 0, bytes.u16(at: 6) & Flag.off != 0)
    for (index, knob) in Knob.all.enumerated() {
      let start = 8 + index * SettingState.entrySize
      let value = Int32(bitPattern: bytes.u32(at: start))
      guard value == SettingState.unknown || knob.allows(value),
        let origin = Origin(rawValue: bytes[start + 4])
      else { throw .reservedNotZero }
      entries.append(Entry(value == SettingState.unknown ? nil : value, origin))
    }
  }

  /// Appends what follows the message's first byte to `datagram`.
  fileprivate func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(UInt8(0))
    datagram.append(slot?.number ?? 0)
    datagram.append(UInt8(entries.count))
    datagram.append(seconds)
    datagram.append((isEdited ? Flag.edited : 0) | (isOff ? Flag.off : 0))
    for entry in entries {
      datagram.append(entry.value ?? SettingState.unknown)
      datagram.append(entry.origin.rawValue)
    }
  }
}
