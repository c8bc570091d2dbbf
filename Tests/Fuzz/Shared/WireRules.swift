package import WireReference

/// Checks that the wire module and its reference implementation give the same verdict on `bytes`.
///
/// The verdict is that the bytes are read, or the reason why they are refused. A second run must have the
/// same outcome. The bytes written from the result must be read and written again without a change.
package func check(_ bytes: [UInt8], as form: Form) {
  let outcome = form.outcome(bytes)
  require(outcome == form.outcome(bytes), "the same bytes give the same outcome")
  require(outcome.reason == Reference.reason(bytes, as: form), "the reference agrees")
  guard case .ok(let written) = outcome, written.count > form.start else { return }
  require(written.count <= bytes.count, "writing adds nothing")
  require(form.outcome(written) == outcome, "what was written is written again without a change")
}
