import Bridge
import Channel
import Cryptography
import Model
import Wire

/// The execution of orders about pairing and admission from local programs, with the ledger of paired
/// devices.
struct Pairing: Sendable {
  /// The connections of the programs that have offered the present QR code and the present PIN.
  ///
  /// Each value is nil until a program has made such an offer.
  private var openers: (code: UInt32?, pin: UInt32?)
  /// The UDP port at which controllers find the host; 0 for none.
  private let port: UInt16
  /// The host's public key; nil if the host has no encrypted sessions.
  private let key: PublicKey?
  private var ledger: DeviceLedger

  init(port: UInt16, key: PublicKey?, hasStore: Bool) {
    (self.port, self.key, ledger) = (port, key, DeviceLedger(hasStore: hasStore))
  }

  /// True while the store has not answered a change to the devices yet.
  var isWriting: Bool { ledger.isWriting }

  /// Executes an order from the program at `connection` on `bridge`; returns the reply to order `number`.
  mutating func obey(
    _ order: AdmissionOrder, numbered number: UInt32, from connection: UInt32, in bridge: inout Bridge,
    random: inout some RandomNumberGenerator, at now: Instant, into outputs: inout OutputQueue
  ) -> Reply {
    var answer = LocalAnswer(number: number, .done)
    switch order {
    case .policy(let policy): bridge.admission.settings.policy = policy
    case .kick(let slot): answer.result = kick(slot, in: &bridge, at: now)
    case _ where bridge.admission.isClosed: answer.result = .noSessions
    case .accept(let key): answer.result = accept(PublicKey(key), in: &bridge, at: now)
    case .deny(let key): answer.result = bridge.admission.deny(PublicKey(key), at: now) ? .done : .nobody
    case .offerCode, .offerPIN:
      guard bridge.admission.hasRoom else { return Reply(number, .full) }
      if case .offerCode = order {
        openers.code = connection
        offerCode(&answer, in: &bridge, random: &random, at: now)
      } else {
        openers.pin = connection
        offerPIN(&answer, in: &bridge, random: &random, at: now)
      }
    case .closePairing:
      if connection == openers.code { bridge.admission.withdrawCode() }
      if connection == openers.pin { bridge.admission.withdrawPIN() }
      return Reply(number, waitingFor: ledger.keepLate(at: now, into: &outputs))
    case .rename(let key, let name):
      let key = PublicKey(key)
      bridge.admission.rename(key, to: name)
      return Reply(number, waitingFor: ledger.rename(key, to: name, at: now, into: &outputs))
    case .revoke(let key): return revoke(PublicKey(key), number, in: &bridge, at: now, into: &outputs)
    }
    return Reply(answer)
  }

  private func kick(_ slot: PlayerSlot, in bridge: inout Bridge, at now: Instant) -> LocalAnswer.Result {
    guard bridge.players.owner(of: slot) != nil else { return .nobody }
    bridge.kick(slot, at: now)
    return .done
  }

  private func accept(_ key: PublicKey, in bridge: inout Bridge, at now: Instant) -> LocalAnswer.Result {
    if bridge.admission.accept(key, at: now) { return .done }
    return bridge.peers().contains { $0.key == key && $0.state == .connecting } ? .notNow : .nobody
  }

  /// Removes the device with `key` and its player.
  ///
  /// The order also succeeds if the bridge knew the device but the store does not contain it yet.
  private mutating func revoke(
    _ key: PublicKey, _ number: UInt32, in bridge: inout Bridge, at now: Instant,
    into outputs: inout OutputQueue
  ) -> Reply {
    let wasKnown = bridge.admission.devices[key] != nil
    bridge.revoke(key, at: now)
    var reply = Reply(number, waitingFor: ledger.revoke(key, into: &outputs))
    if wasKnown { reply.unknown = .done }
    return reply
  }

  private func offerCode(
    _ answer: inout LocalAnswer, in bridge: inout Bridge, random: inout some RandomNumberGenerator,
    at now: Instant
  ) {
    answer.secret = Bytes16(from: &random)
    bridge.admission.offerCode(HKDF.preShared(ofCode: answer.secret), at: now)
    answer.seconds = UInt16(Admission.offerLifetime.nanoseconds / 1_000_000_000)
    sign(&answer, of: &bridge, at: now)
  }

  private func offerPIN(
    _ answer: inout LocalAnswer, in bridge: inout Bridge, random: inout some RandomNumberGenerator,
    at now: Instant
  ) {
    answer.pin = UInt32.random(in: 0...999_999, using: &random)
    bridge.admission.offerPIN(answer.pin, at: now)
    answer.seconds = 60
    sign(&answer, of: &bridge, at: now)
  }

  /// Writes the host's key, port and name to `answer`.
  private func sign(_ answer: inout LocalAnswer, of bridge: inout Bridge, at now: Instant) {
    if let key { answer.key = key.bytes }
    answer.port = port
    answer.name = bridge.announcement(at: now).name
  }

  /// Stores the change that `news` of the bridge reports, if it concerns a paired device.
  mutating func note(_ news: Admission.News, at now: Instant, into outputs: inout OutputQueue) {
    switch news {
    case .paired(let device, let mode): ledger.keep(device, by: mode, at: now, into: &outputs)
    case .joined(let key, _, _): ledger.touch(key, at: now, into: &outputs)
    default: break
    }
  }

  /// Records the result of a change to the store.
  mutating func note(_ ticket: HostEngine.Ticket, _ result: HostEngine.KeepResult) {
    ledger.note(ticket, result)
  }

  /// Stores the devices that could not be written before.
  mutating func keepLate(at now: Instant, into outputs: inout OutputQueue) {
    ledger.keepLate(at: now, into: &outputs)
  }
}
