import Model

/// The keys of the section `[session]`.
extension ConfigurationKey {
  static let session = [
    ConfigurationKey("session", "mode", Mode.form) { configuration, _, text in
      assign(Mode(text: text), to: &configuration.mode)
    },
    ConfigurationKey("session", "mode_button", "the name of a button, or none") { configuration, _, text in
      guard text != "none" else {
        configuration.modeButton = nil
        return true
      }
      return assign(Button(label: text), to: &configuration.modeButton)
    },
  ]
}
