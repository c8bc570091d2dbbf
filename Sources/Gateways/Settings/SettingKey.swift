/// A key in a section of tiltpad.conf(5): its name, the form of its values, and the field of `Root` that it sets.
public struct SettingKey<Root>: Sendable {
  /// The name of the key.
  public let name: String
  /// The form of a value, described for the user.
  public let form: String
  /// True if values name a person, host, domain or file; reports and journals omit them.
  public let isPrivate: Bool
  /// Sets the field to the value in a text; returns false if the text does not have the form.
  ///
  /// The field may have changed in that case, too.
  public let set: @Sendable (inout Root, _ text: String) -> Bool

  /// Creates a key whose `set` does more than store a value in a field.
  public init(
    _ name: String, _ form: String, isPrivate: Bool = false,
    set: @escaping @Sendable (inout Root, _ text: String) -> Bool
  ) {
    (self.name, self.form, self.isPrivate, self.set) = (name, form, isPrivate, set)
  }

  /// Creates the key of `field`.
  public init<Value>(
    _ name: String, _ form: SettingForm<Value>, isPrivate: Bool = false,
    _ field: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(name, form.words, isPrivate: isPrivate) { root, text in
      guard let value = form.read(text) else { return false }
      root[keyPath: field] = value
      return true
    }
  }

  /// Creates the key of `field`, which stays nil until a line sets it.
  public init<Value>(
    _ name: String, optional form: SettingForm<Value>, isPrivate: Bool = false,
    _ field: any WritableKeyPath<Root, Value?> & Sendable
  ) {
    let full = SettingForm<Value?>(form.words) { text -> Value?? in form.read(text).map { Value?.some($0) } }
    self.init(name, full, isPrivate: isPrivate, field)
  }

  /// Creates the key of `field`; the word `word` stands for nil.
  public init<Value>(
    _ name: String, _ form: SettingForm<Value>, or word: String, isPrivate: Bool = false,
    _ field: any WritableKeyPath<Root, Value?> & Sendable
  ) {
    let full = SettingForm<Value?>("\(form.words), or \(word)") { text -> Value?? in
      guard text != word else { return .some(nil) }
      return form.read(text).map { Value?.some($0) }
    }
    self.init(name, full, isPrivate: isPrivate, field)
  }

  /// Returns this key for outer settings: their field `path` contains this key's settings.
  public func within<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> SettingKey<Outer> {
    let set = set
    return SettingKey<Outer>(name, form, isPrivate: isPrivate) { outer, text in
      set(&outer[keyPath: path], text)
    }
  }
}
