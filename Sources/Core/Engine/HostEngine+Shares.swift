public import Bridge
public import Model
import Sharing
import Wire

/// The shared pads.
extension HostEngine {
  /// The part of a shared pad's state that is stored for a later run of the host.
  public struct KeptShare: Hashable, Sendable {
    /// A player who moves the pad.
    public struct Member: Hashable, Sendable {
      /// The slot of the player.
      public var slot: PlayerSlot
      /// The key of the player's controller.
      public var owner: Roster.Key
      /// The number of the identity that the controller requests for a pad of its own; 0 for the host's choice.
      public var request: UInt8

      /// Creates a member.
      public init(slot: PlayerSlot, owner: Roster.Key, request: UInt8) {
        (self.slot, self.owner, self.request) = (slot, owner, request)
      }
    }

    /// The members, the main player first.
    public var members: [Member]
    /// The way in which the members share the pad.
    public var terms: ShareTerms

    /// Creates a shared pad of `members`, the main player first.
    public init(_ members: [Member], _ terms: ShareTerms) { (self.members, self.terms) = (members, terms) }
  }

  /// The parts of the shared pads' state that are stored for a later run of the host.
  public var keptShares: [KeptShare] {
    shares.map { share in
      let slots = [share.main] + share.helpers.each
      let members = slots.compactMap { slot in
        bridge.players.owner(of: slot).map {
          KeptShare.Member(slot: slot, owner: $0, request: bridge.players.request(of: slot))
        }
      }
      return KeptShare(members, share.terms)
    }
  }

  /// Continues a shared pad of an earlier run; the main player already has a reserved slot.
  ///
  /// The slots of the helpers are reserved for them too. Nothing happens if the main player no longer has the
  /// slot.
  public mutating func resume(_ share: KeptShare, at now: Instant) {
    guard let main = share.members.first, bridge.players.owner(of: main.slot) == main.owner else { return }
    let helpers = share.members.dropFirst().filter {
      bridge.resume($0.slot, of: $0.owner, request: $0.request, at: now)
    }
    let slots = helpers.reduce(into: PlayerSlots()) { $0.formUnion(PlayerSlots($1.slot)) }
    _ = begin(main.slot, with: slots, share.terms, at: now)
  }

  /// The shared pads in the order of their main players.
  var shares: [ShareStatus] {
    sharing.mains.each.map { main in
      let (members, steering, terms) = sharing.share(of: main)
      return ShareStatus(of: main, members: members, steering: steering, terms)
    }
  }

  /// Returns the main player whose pad the helper in `slot` moves; nil if the player in `slot` is no helper.
  public func mainPlayer(helpedBy slot: PlayerSlot) -> PlayerSlot? {
    sharing.helpers.contains(PlayerSlots(slot)) ? sharing.main(of: slot) : nil
  }

  /// Returns the report that the pad at `slot` shows at `now`.
  ///
  /// The result is nil if the slot has no player, or if the player is a helper and so has no pad.
  public func padReport(of slot: PlayerSlot, at now: Instant) -> PadReport? {
    guard !sharing.helpers.contains(PlayerSlots(slot)) else { return nil }
    return status(of: slot, at: now)?.report
  }

  /// Carries out an order about shared pads.
  mutating func obey(_ order: ShareOrder, from connection: UInt32, at now: Instant) {
    let result: LocalAnswer.Result =
      switch order.action {
      case .begin(let main, let helpers, let terms): begin(main, with: helpers, terms, at: now)
      case .leave(let slot): leaveShare(slot, at: now) ? .done : .nobody
      case .pass(let main): pass(main, at: now)
      case .end(let main):
        sharing.mains.contains(PlayerSlots(main)) && leaveShare(main, at: now) ? .done : .nobody
      }
    settle(at: now)
    replies.add(Reply(order.number, result), to: connection)
  }

  /// Passes a member's report to its shared pad; returns the report of that pad if it has changed.
  @inline(never)
  mutating func share(_ report: PadReport, of slot: PlayerSlot, ofPacket: Bool, at now: Instant) -> Output? {
    let isSilent = bridge.players.isSilent(slot, at: now)
    let next = sharing.receive(report, of: slot, isSilent: isSilent, at: now)
    noteShares(at: now)
    return next.map { .report($0, $1, ofPacket: ofPacket) }
  }

  /// Returns the next report of a shared pad that is due at `now`; nil when none is left.
  @inline(never)
  mutating func nextOfShares(at now: Instant) -> Output? {
    let next = sharing.next(at: now)
    noteShares(at: now)
    return next.map { .report($0, $1, ofPacket: false) }
  }

  /// Removes the player in `slot` from a shared pad; returns false if the player shares none.
  ///
  /// A player who is no longer a helper, but still has a slot, gets a pad again.
  @discardableResult
  mutating func leaveShare(_ slot: PlayerSlot, at now: Instant) -> Bool {
    guard let main = sharing.main(of: slot) else { return false }
    for freed in sharing.leave(slot, at: now).each {
      if freed != main { bridge.players.setHelping(false, freed, at: now) }
      guard let owner = bridge.players.owner(of: freed) else { continue }
      if freed == main {
        let report = bridge.players.status(of: main, at: now)?.report
        outputs.append(.report(main, report ?? .neutral, ofPacket: false))
      } else {
        outputs.append(.attach(freed, owner: owner, request: bridge.players.request(of: freed)))
      }
      passFeedback(of: freed, at: now)
      outputs.append(.force(freed, bridge.players.abilities(of: freed)))
    }
    noteShares(at: now)
    return true
  }

  private mutating func begin(
    _ main: PlayerSlot, with helpers: PlayerSlots, _ terms: ShareTerms?, at now: Instant
  ) -> LocalAnswer.Result {
    let (own, former) = (PlayerSlots(main), sharing.share(of: main))
    guard let report = bridge.players.status(of: main, at: now)?.report,
      bridge.players.taken.isSuperset(of: helpers)
    else { return .nobody }
    // A stick has its own buttons and axes, which no other player's report fits.
    guard helpers.union(own).each.allSatisfy({ bridge.players.stick(of: $0) == nil }) else { return .notNow }
    let isBegun = sharing.begin(
      main, with: helpers, terms ?? (former.members == [] ? ShareTerms() : former.terms), showing: report,
      dwell: bridge.players.minimumPress(of: main), at: now)
    guard isBegun else { return .notNow }
    // No force acts on the members' wheels while they share a pad, because its angle is not that of their
    // wheels.
    for member in helpers.union(own).subtracting(former.members).each {
      bridge.players.setForce(PadForce(), of: member, at: now)
    }
    outputs.append(.force(main, []))
    for helper in helpers.subtracting(former.members).subtracting(own).each {
      bridge.players.setHelping(true, helper, at: now)
      outputs.append(.report(helper, .neutral, ofPacket: false))
      outputs.append(.detach(helper))
    }
    sharing.note(connected: bridge.players.connected, at: now)
    noteShares(at: now)
    passFeedback(of: main, at: now)
    return .done
  }

  private mutating func pass(_ main: PlayerSlot, at now: Instant) -> LocalAnswer.Result {
    guard sharing.mains.contains(PlayerSlots(main)) else { return .nobody }
    guard sharing.share(of: main).terms.preset == .turns else { return .notNow }
    sharing.pass(main, at: now)
    noteShares(at: now)
    return .done
  }

  /// Reports changed shares to watching programs, and passes feedback on to the players who now steer.
  ///
  /// Feedback is passed on only for pads with ``ShareFeedback/active``.
  private mutating func noteShares(at now: Instant) {
    guard sharing.consumeNews() else { return }
    for main in sharing.mains.each where sharing.share(of: main).terms.feedback == .active {
      passFeedback(of: main, at: now)
    }
    isStageStale = true
    settle(at: now)
  }

  /// Passes the feedback that games request from the pad at `slot` to its player, or to the members who share it.
  ///
  /// Nothing is passed on for the slot of a helper, even if its pad is still plugged in.
  mutating func passFeedback(of slot: PlayerSlot, at now: Instant) {
    guard !sharing.helpers.contains(PlayerSlots(slot)) else { return }
    let (members, steering, terms) = sharing.share(of: slot)
    guard members != [] else {
      return bridge.players.setFeedback(requested[slot.index], of: slot, at: now)
    }
    let listening =
      switch terms.feedback {
      case .all: members
      case .active: steering
      case .main: PlayerSlots(slot)
      }
    for member in members.each {
      let feedback = listening.contains(PlayerSlots(member)) ? requested[slot.index] : .rest
      bridge.players.setFeedback(feedback, of: member, at: now)
    }
  }
}
