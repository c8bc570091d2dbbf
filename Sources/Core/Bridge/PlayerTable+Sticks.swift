public import Model
import Motion
public import Wire

/// The packets of players with sticks.
extension PlayerTable {
  /// Prepares the stick of the player in `slot` for a new session.
  ///
  /// `isAnnounced` is true if the controller has announced a description.
  mutating func beginDescribing(_ slot: PlayerSlot, isAnnounced: Bool, at now: Instant) {
    if isAnnounced, mayDescribe(slot) { return sticks.begin(slot, at: now) }
    sticks.clear(slot)
    self[slot].identityRequest.withdrawDescription()
  }

  /// Returns whether the controller in `slot` may describe a stick and the host accepts descriptions.
  private func mayDescribe(_ slot: PlayerSlot) -> Bool {
    isTrusted(slot) && self[slot].identityRequest.grants(IdentityRequest.described)
  }

  /// Returns whether the controller in `slot` has an encrypted session and the role gamepad.
  private func isTrusted(_ slot: PlayerSlot) -> Bool {
    self[slot].session != nil && self[slot].modeState.isGamepad
  }

  /// Applies what the packet in `bytes` says about the stick of the player in `slot`.
  ///
  /// `isNewest` is true if no later packet has arrived. A description that is refused is counted in `drops`.
  @inline(never)
  mutating func hearStick(
    of slot: PlayerSlot, _ frames: ControllerFrames, in bytes: Span<UInt8>, isNewest: Bool,
    dropped drops: inout DropCounts, at now: Instant
  ) {
    if isNewest, let control = frames.control, control.code == ControlMessage.Code.describe.rawValue {
      let text = bytes.extracting(control.text)
      if let (verdict, revision) = describe(slot, text) {
        let reason: Drop = verdict == .invalid ? .sessionValue : .notAllowed
        drops[reason] += 1
        self[slot].drops[reason] += 1
        judge(slot, verdict, of: revision, at: now)
      }
    }
    if frames.stick.isPresent, sticks.has(slot) { follow(slot, frames.stick, in: bytes, isNewest, at: now) }
  }

  /// Adds a part of a description; returns the verdict and the revision if the part is refused, or else nil.
  ///
  /// A message comes several times before the controller has its receipt. So a part of a revision that is
  /// already known or refused changes nothing.
  private mutating func describe(
    _ slot: PlayerSlot, _ text: Span<UInt8>
  ) -> (verdict: StickVerdict, revision: UInt8)? {
    let revision = StickDraft.revision(of: text) ?? 0
    if sticks[slot] == nil { sticks[slot] = StickTable.Row() }
    guard let row = sticks[slot], row.refused != revision, row.described?.revision != revision,
      row.present?.revision != revision
    else { return nil }
    do throws(StickVerdict) {
      guard isTrusted(slot) else { throw .notAllowed }
      guard mayDescribe(slot) else { throw .unwanted }
      guard let description = try sticks[slot]?.draft.add(text) else { return nil }
      sticks[slot]?.described = (revision, description)
      sticks[slot]?.refused = nil
      return nil
    } catch {
      return (error, revision)
    }
  }

  /// Applies the state and the presses of a stick, unless they are of another revision than the present one.
  private mutating func follow(
    _ slot: PlayerSlot, _ places: StickPlaces, in bytes: Span<UInt8>, _ isNewest: Bool, at now: Instant
  ) {
    let state = places.state(in: bytes)
    if isNewest, state.revision == sticks[slot]?.described?.revision { begin(slot, state, at: now) }
    guard state.revision == sticks[slot]?.present?.revision else { return }
    if let presses = places.presses(in: bytes) {
      let (known, skipped) = self[slot].input.number(presses)
      self[slot].counts.skipped += UInt64(skipped)
      sticks[slot]?.input?.accept(presses, from: known, at: now)
      if known < presses.count { self[slot].acknowledgeEdges(at: now) }
    }
    guard isNewest else { return }
    let skipped = self[slot].input.settle(at: state.nextEdge)
    sticks[slot]?.input?.follow(state, skipped: skipped, at: now)
  }

  /// Turns the waiting description into the player's present stick; `state` is the first state of this stick.
  private mutating func begin(_ slot: PlayerSlot, _ state: StickState, at now: Instant) {
    guard let described = sticks[slot]?.described else { return }
    var input = StickInput(of: described.description, showing: state, settings: input(of: slot), at: now)
    if !self[slot].modeState.recipients.contains(.pad) { input.mute(at: now) }
    sticks[slot]?.present = (described.revision, described.description)
    sticks[slot]?.described = nil
    sticks[slot]?.input = input
    sticks[slot]?.isPlugged = false
    self[slot].identityRequest.noteDescription(at: now)
  }

  /// Sends the controller in `slot` the verdict on its stick, and discards a stick that was not made.
  mutating func judge(_ slot: PlayerSlot, _ verdict: StickVerdict, of revision: UInt8, at now: Instant) {
    self[slot].outbox.post(.stickVerdict, verdict.rawValue, text: [revision], at: now)
    schedule(slot, at: now)
    guard verdict != .made else { return }
    sticks[slot]?.draft = StickDraft()
    sticks[slot]?.refused = revision
    sticks[slot]?.isAwaited = false
    guard sticks[slot]?.present?.revision == revision else { return }
    sticks[slot]?.present = nil
    sticks[slot]?.input = nil
    self[slot].identityRequest.withdrawDescription()
  }

  /// Sends the controller in `slot` the verdict on its present stick.
  public mutating func judgeStick(_ slot: PlayerSlot, _ verdict: StickVerdict, at now: Instant) {
    guard let revision = sticks[slot]?.present?.revision else { return }
    judge(slot, verdict, of: revision, at: now)
  }
}
