import Platform
public import Settings

extension Invocation {
  /// Returns the program's settings, which `tiltpad` left on standard input when this program replaced it.
  ///
  /// - Throws: a usage failure if there are none, or if some are not understood.
  public func givenSettings<Root: KeyedSettings>() throws(Failure) -> Root {
    let bytes = Terminal.isTerminal(.input) ? nil : Stream.input.readToEnd(atMost: SettingsDocument.limit)
    guard let document = bytes.flatMap({ SettingsDocument($0) }) else {
      throw .usage("there are no settings on standard input", of: command)
    }
    do throws(UnknownSetting) {
      return try Root(document)
    } catch {
      throw .usage(
        "the setting \(error.key) of [\(error.section)] is not understood", of: command)
    }
  }
}
