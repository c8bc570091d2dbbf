public import Model
import Sharing
public import Wire

/// The crowd that plays one pad: its pages, its controller, and the programs that begin, watch and end it.
extension PageEngine {
  /// The time of the crowd's next work; the distant future if it has no work.
  public var crowdDue: Instant {
    min(crowd?.due ?? .distantFuture, leavers.due, isCrowdOwing ? nextCrowdSlice : .distantFuture)
  }

  /// True if a text waits for a page of the crowd, and the server does not know it yet.
  private var isCrowdOwing: Bool { leavers.isOwing || crowd?.isOwing == true }

  /// Returns whether `connection` belongs to a page of the crowd.
  func hasVoter(on connection: UInt32) -> Bool {
    crowd?.has(connection) ?? false || leavers.has(connection)
  }

  /// Handles the request of local program number `program` about the crowd.
  ///
  /// A program that begins the crowd, or looks at it, gets the link and is informed of all later changes. If
  /// the last program that set the terms used the verb `lead`, the crowd ends with that program's connection.
  public mutating func receive(
    _ request: CrowdRequest, from program: Int, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) {
    switch request.verb {
    case .begin, .lead:
      beginCrowd(request.terms(over: crowd?.grant.terms), at: now, using: &random)
      crowdLeader = request.verb == .lead ? program : nil
    case .look: break
    case .end: endCrowd(at: now)
    }
    if request.verb != .end {
      actions.append(.answer(answer(with: crowd?.grant.ticket), program: program))
      crowdWatchers.insert(program)
    }
    actions.append(.answerCrowd(crowdAnswer, program: program))
  }

  /// Forgets local program number `program`, whose connection has ended; ends the crowd if it depends on the
  /// program.
  mutating func closeCrowd(of program: Int, at now: Instant) {
    crowdWatchers.remove(program)
    if crowdLeader == program { endCrowd(at: now) }
  }

  /// Begins a crowd, or changes the terms of the present one; its link, its voters and its slot stay.
  private mutating func beginCrowd(
    _ terms: CrowdTerms, at now: Instant, using random: inout some RandomNumberGenerator
  ) {
    let former = crowd
    guard former?.grant.terms != terms else { return }
    var controller = former?.grant.controller ?? 0
    while controller == 0 || pages[controller] != nil { controller = random.next() }
    let ticket = former?.grant.ticket ?? Ticket(from: &random)
    let grant = CrowdGrant(ticket: ticket, controller: controller, terms: terms)
    book.crowd = grant
    actions += [.keepTickets, .allowVoters(Int(terms.limit))]
    crowd = Crowd(grant)
    if let former {
      crowd?.adopt(former, at: now)
    } else if reception.seating.isBridgeThere {
      findBridgeForCrowd(at: now)
    }
    driveCrowd(at: now)
    tellCrowdWatchers()
  }

  /// Continues the crowd of the gateway's last run.
  mutating func resumeCrowd() {
    guard let grant = book.crowd else { return }
    crowd = Crowd(grant)
    actions.append(.allowVoters(Int(grant.terms.limit)))
  }

  /// Ends the crowd: its pad rests and is unplugged, and its pages receive a last text.
  private mutating func endCrowd(at now: Instant) {
    crowdLeader = nil
    guard crowd != nil else { return }
    actions += crowd?.pad.leave(at: now) ?? []
    leavers.add(crowd?.end(at: now) ?? [])
    crowd = nil
    book.crowd = nil
    actions += [.keepTickets, .allowVoters(0)]
    showCrowdAsPlayer()
    tellCrowdWatchers()
  }

  /// Seats the page of the browser with the secret `device` on `connection`.
  mutating func openVoter(_ device: Ticket, at address: Address, on connection: UInt32, at now: Instant) {
    guard let leaving = crowd?.open(connection, of: device, at: address, at: now) else {
      return actions.append(.close(connection))
    }
    leavers.add(leaving)
    driveCrowd(at: now)
    tellCrowdWatchers()
  }

  /// Receives a message of a page of the crowd; counts a message that is no vote as refused.
  mutating func receiveVote(_ message: Span<UInt8>, isText: Bool, on connection: UInt32, at now: Instant) {
    guard let (isHeard, leaves) = crowd?.receive(message, isText: isText, on: connection, at: now) else {
      return
    }
    if !isHeard { crowdRefusals += 1 }
    if leaves { leavers.add([CrowdLeavers.Leaver(connection, .flood)]) }
    driveCrowd(at: now)
    if leaves { tellCrowdWatchers() }
  }

  /// Forgets the crowd's page on `connection`; does nothing if that connection has no such page.
  mutating func closeVoter(on connection: UInt32, at now: Instant) {
    leavers.remove(connection)
    guard crowd?.close(connection, at: now) == true else { return }
    driveCrowd(at: now)
    tellCrowdWatchers()
  }

  /// Removes and returns the text for the page of the crowd on `connection`; after a last text, the page is closed.
  mutating func nextVote(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    guard let reason = leavers.remove(connection) else {
      return crowd?.next(for: connection).map { (Array($0.utf8), true, false) }
    }
    actions.append(.close(connection))
    return (Array(reason.text.utf8), true, false)
  }

  /// Does what is due for the crowd by `now`.
  mutating func advanceCrowd(to now: Instant) {
    let hasClosed = crowd?.advance(to: now) == true
    // The pad comes first: texts can wait.
    driveCrowd(at: now)
    if isCrowdOwing, nextCrowdSlice <= now {
      nextCrowdSlice = now + Crowd.slice.pause
      let leaving = leavers.call(Crowd.slice.count, at: now)
      let called = leaving + (crowd?.call(Crowd.slice.count - leaving.count) ?? [])
      actions += called.map { .wake($0) }
    }
    actions += leavers.removeLate(at: now).map { .close($0) }
    if hasClosed { tellCrowdWatchers() }
  }

  /// Sends the bridge what is due for the crowd's controller.
  mutating func driveCrowd(at now: Instant) {
    guard let messages = crowd?.pad.messages(at: now), !messages.isEmpty else { return }
    actions += messages
  }

  /// Asks the bridge, which can be reached again, for the crowd's slot.
  mutating func findBridgeForCrowd(at now: Instant) {
    guard let messages = crowd?.pad.findBridge(at: now) else { return }
    actions += messages + [.hurry(at: now)]
  }

  /// Records that the bridge is away, so that the crowd has no slot.
  mutating func loseBridgeForCrowd(at now: Instant) {
    crowd?.pad.loseBridge()
    crowd?.note(at: now)
    showCrowdAsPlayer()
    tellCrowdWatchers()
  }

  /// Applies the bridge's answer about the slot of the crowd; a crowd that the host has removed ends.
  mutating func apply(crowd notice: SeatNotice, at now: Instant) {
    if notice.slot == nil, notice.refusal.pageReason == "kicked" { return endCrowd(at: now) }
    crowd?.pad.slot = notice.slot
    crowd?.note(at: now)
    actions.append(.hurry(at: now))
    driveCrowd(at: now)
    showCrowdAsPlayer()
    tellCrowdWatchers()
  }

  /// Lists the crowd among the players, by the name of its controller.
  private mutating func showCrowdAsPlayer() {
    var player = crowd.map { Page(controller: $0.pad.controller) }
    player?.name = CrowdPad.name
    player?.slot = crowd?.pad.slot
    reception.seating.pages.crowd = player?.slot == nil ? nil : player
    reception.seating.showPlayers()
  }

  private mutating func tellCrowdWatchers() {
    let answer = crowdAnswer
    for program in crowdWatchers { actions.append(.answerCrowd(answer, program: program)) }
  }

  /// The state of the crowd, for local programs.
  private var crowdAnswer: CrowdAnswer {
    guard let crowd else { return CrowdAnswer() }
    let (tally, shown) = (crowd.tally, crowd.tally.shown)
    return CrowdAnswer(
      terms: crowd.grant.terms, slot: crowd.pad.slot, voters: UInt16(crowd.count),
      counted: UInt16(tally.counted), rounds: UInt32(truncatingIfNeeded: tally.rounds),
      report: PadReport(
        buttons: shown.buttons, leftStick: shown.stick, leftTrigger: shown.leftTrigger,
        rightTrigger: shown.rightTrigger))
  }
}
