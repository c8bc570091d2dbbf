import Fuzzing
import Inputs
import Notation
import Settings

@testable import Commands

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as a configuration file, as the daemon, the gateways and the report do.
func fuzz(_ bytes: Span<UInt8>) {
  let lines = SettingsText.lines(of: array(bytes))
  require(zip(lines, lines.dropFirst()).allSatisfy { $0.number < $1.number }, "lines are read in their order")
  var configuration = Configuration()
  let isGood = lines.allSatisfy { configuration.apply($0.content) == nil }
  checkReport(of: lines, isGood: isGood)
  guard isGood else { return }
  checkGateways(of: configuration)
  // The line ends of another system and an indentation do not change the meaning.
  let other = Array(
    array(bytes).split(separator: 0x0a, omittingEmptySubsequences: false).joined(separator: [0x0d, 0x0a]))
  if !bytes.isEmpty, !array(bytes).contains(0x0d) {
    require(
      SettingsText.lines(of: other) == lines || other.count > SettingsText.limit,
      "CR LF ends a line as LF does")
  }
}

/// Checks that a report has one line for each line of the file, and that these lines have the same meaning.
private func checkReport(of lines: [SettingsText.Line], isGood: Bool) {
  let file = ReportedFile(lines)
  require(file.lines.count == lines.count, "the report has each line once")
  guard isGood else { return }
  let again = SettingsText.lines(of: Array(file.lines.joined(separator: "\n").utf8))
  require(again.map(\.content) == lines.map(\.content), "what the report has means what the file does")
}

/// Checks that each gateway understands the settings passed to it, and has the inputs that the configuration enables.
private func checkGateways(of configuration: Configuration) {
  let web = configuration.document.part(for: WebSettings.self, adding: [("state", "/")])
  require(
    received(web).flatMap { try? WebSettings($0) }?.port == configuration.web.port, "the page has its port")
  let inputs = configuration.document.part(for: InputSettings.self, adding: [("state", "/")])
  let heard = received(inputs).flatMap { try? InputSettings($0) }?.heard
  require(heard?.map(\.transport) == configuration.inputs.heard.map(\.transport), "what is enabled is heard")
  require(heard?.allSatisfy { HeardInput($0) != nil } == true, "each input has its protocol")
}

/// Returns the settings that a gateway reads from the text of `document`.
private func received(_ document: SettingsDocument) -> SettingsDocument? {
  SettingsDocument(Array(document.text.utf8))
}
