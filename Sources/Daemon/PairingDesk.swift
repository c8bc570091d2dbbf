import Bridge
import Channel
import Cryptography
import Model
import Platform
import Store
import Wire

/// Pairing and admission in the daemon: it answers the orders of local programs, and keeps the paired devices in the file.
struct PairingDesk: ~Copyable {
  /// The UDP port at which controllers find the host; 0 without one.
  var port: UInt16 = 0
  /// The connections of the programs that have offered the present QR code and the present PIN; nil before the first one.
  private var openers: (code: Int?, pin: Int?)
  private var book: DeviceBook
  private let tell: DaemonEvent.Tell

  /// Creates the desk of a host with `book`; `tell` tells a person of events.
  init(_ book: consuming DeviceBook, tell: @escaping DaemonEvent.Tell) {
    self.book = book
    self.tell = tell
  }

  /// The host's public key; nil without encrypted sessions.
  var publicKey: PublicKey? { book.keys?.publicKey }

  /// Executes an order of the program at connection `index` about `bridge`, except orders that remove players, and returns the
  /// reply to its `number`.
  mutating func obey(
    _ order: AdmissionOrder, numbered number: UInt32, from index: Int, in bridge: inout Bridge,
    random: inout some RandomNumberGenerator, at now: Instant
  ) -> OrderReply {
    var answer = LocalAnswer(number: number, .done)
    switch order {
    case .closePairing where !bridge.admission.isClosed:
      return closePairing(of: index, in: &bridge, number)
    case .rename(let key, let name) where !bridge.admission.isClosed:
      return rename(PublicKey(key), to: name, in: &bridge, number)
    case .policy(let policy): bridge.admission.settings.policy = policy
    case _ where bridge.admission.isClosed: answer.result = .noSessions
    case .accept(let key): answer.result = accept(PublicKey(key), in: &bridge, at: now)
    case .deny(let key): answer.result = bridge.admission.deny(PublicKey(key), at: now) ? .done : .nobody
    case .offerCode where bridge.admission.hasRoom:
      openers.code = index
      offerCode(&answer, in: &bridge, random: &random, at: now)
    case .offerPIN where bridge.admission.hasRoom:
      openers.pin = index
      offerPIN(&answer, in: &bridge, random: &random, at: now)
    case .offerCode, .offerPIN: answer.result = .full
    case .closePairing, .rename, .kick, .revoke: answer.result = .notNow
    }
    return OrderReply(answer)
  }

  private func accept(_ key: PublicKey, in bridge: inout Bridge, at now: Instant) -> LocalAnswer.Result {
    if bridge.admission.accept(key, at: now) { return .done }
    return bridge.peers().contains { $0.key == key && $0.state == .connecting } ? .notNow : .nobody
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
    if let publicKey { answer.key = publicKey.bytes }
    answer.port = port
    answer.name = bridge.announcement(at: now).name
  }

  /// Withdraws what the program at connection `index` has offered; the result tells whether the new devices are in the file.
  private mutating func closePairing(of index: Int, in bridge: inout Bridge, _ number: UInt32) -> OrderReply {
    if index == openers.code { bridge.admission.withdrawCode() }
    if index == openers.pin { bridge.admission.withdrawPIN() }
    return change(number) { book throws(StoreError) in try book.keepLate() }
  }

  private mutating func rename(
    _ key: PublicKey, to name: DeviceName, in bridge: inout Bridge, _ number: UInt32
  ) -> OrderReply {
    bridge.admission.rename(key, to: name)
    return change(number) { book throws(StoreError) in try book.rename(key, to: name) }
  }

  /// Removes the device of `key`, which the bridge has forgotten, from the file; `wasKnown` tells whether the bridge knew it.
  mutating func revoke(_ key: PublicKey, wasKnown: Bool, _ number: UInt32) -> OrderReply {
    var reply = change(number) { book throws(StoreError) in try book.revoke(key) }
    if wasKnown { reply.unknown = .done }
    return reply
  }

  /// Changes the book by `body`, as an order asks; the reply tells the result.
  private mutating func change(
    _ number: UInt32, _ body: (inout DeviceBook) throws(StoreError) -> StoreWriter.Ticket?
  ) -> OrderReply {
    var reply = OrderReply(number, .done)
    do throws(StoreError) {
      reply.ticket = try body(&book)
      reply.showsResult = true
    } catch {
      tell(.devicesNotKept(error))
      reply.answer.result = .failed
    }
    return reply
  }

  /// Keeps `news` of the bridge in the file if it concerns a paired device, and tells a person of it.
  mutating func note(_ news: Admission.News) {
    do throws(StoreError) {
      switch news {
      case .paired(let device, let mode): try book.keep(device, by: mode, at: WallClock.now())
      case .joined(let key, _, _): try book.touch(key, at: WallClock.now())
      default: break
      }
    } catch {
      tell(.devicesNotKept(error))
    }
    tell(.lobby(news))
  }

  /// Notes the result of a job of the file's writer, and tells a person if it has failed.
  mutating func note(_ receipt: StoreWriter.Receipt) {
    guard let error = book.note(receipt), error != .unknownDevice else { return }
    tell(.devicesNotKept(error))
  }

  /// Writes the devices that could not be written before, and tells a person if that fails again.
  mutating func keepLate() {
    do throws(StoreError) { try book.keepLate() } catch { tell(.devicesNotKept(error)) }
  }

  /// Tells a person of jobs that the store has not finished when the daemon ends.
  func noteEnd() {
    if book.isWriting { tell(.devicesNotKept(.slow)) }
  }
}
