import Bridge
import Cryptography
import Model
import Platform
import Store
import Wire

/// Pairing and admission: the orders of local programs, and their records and notifications.
extension Executor {
  /// Executes an order of the program at connection `index`, and answers.
  mutating func obey(
    _ order: LocalOrder, from index: Int, through network: borrowing DatagramSocket, at now: Instant
  ) {
    var answer = LocalAnswer(number: order.number, .done)
    switch order.action {
    case .stage(let stageOrder):
      answer.result = direct(stageOrder, at: now)
      // The scores are written before the answer, so that the answered result survives a crash of the daemon.
      passStage(at: now)
      if order.verb != .choose { keepScores(at: now) }
    case .admission(let order): obey(order, &answer, through: network, at: now)
    }
    var datagram = Datagram<640>()
    answer.write(to: &datagram)
    datagram.withBytes { clients.send($0, to: index) }
    presenceIsStale = true
    drain(through: network, at: now)
  }

  private mutating func obey(
    _ order: AdmissionOrder, _ answer: inout LocalAnswer, through network: borrowing DatagramSocket,
    at now: Instant
  ) {
    switch order {
    case .kick(let slot): answer.result = kick(slot, through: network, at: now)
    case .policy(let policy): bridge.setPolicy(policy)
    case _ where bridge.admission == nil: answer.result = .noSessions
    case .accept(let key): answer.result = accept(PublicKey(key), at: now)
    case .deny(let key): answer.result = bridge.deny(PublicKey(key), at: now) ? .done : .nobody
    case .offerCode where bridge.hasRoom: offerCode(&answer, at: now)
    case .offerPIN where bridge.hasRoom: offerPIN(&answer, at: now)
    case .offerCode, .offerPIN: answer.result = .full
    case .closePairing: answer.result = closePairing()
    case .revoke(let key): answer.result = revoke(PublicKey(key), through: network, at: now)
    case .rename(let key, let name): answer.result = rename(PublicKey(key), to: name)
    }
  }

  private mutating func accept(_ key: PublicKey, at now: Instant) -> LocalAnswer.Result {
    if bridge.accept(key, at: now) { return .done }
    return bridge.peers().contains { $0.key == key && $0.state == .connecting } ? .notNow : .nobody
  }

  private mutating func kick(
    _ slot: PlayerSlot, through network: borrowing DatagramSocket, at now: Instant
  ) -> LocalAnswer.Result {
    guard bridge.owner(of: slot) != nil else { return .nobody }
    execute(bridge.kick(slot, at: now), through: network, at: now)
    return .done
  }

  private mutating func offerCode(_ answer: inout LocalAnswer, at now: Instant) {
    let (low, high) = (random.next(), random.next())
    answer.secret = InlineArray { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> UInt64(8 * ($0 & 7))) }
    bridge.offerCode(HKDF.derive(from: answer.secret.span, label: "tpp/1 qr"), at: now)
    answer.seconds = UInt16(Admission.offerLifetime.nanoseconds / 1_000_000_000)
    sign(&answer, at: now)
  }

  private mutating func offerPIN(_ answer: inout LocalAnswer, at now: Instant) {
    answer.pin = UInt32.random(in: 0...999_999, using: &random)
    bridge.offerPIN(answer.pin, at: now)
    answer.seconds = 60
    sign(&answer, at: now)
  }

  /// Ends the pairing; the result tells whether the new devices are in the file.
  private mutating func closePairing() -> LocalAnswer.Result {
    bridge.closePairing()
    do throws(StoreError) {
      try devices.keepLate()
      return .done
    } catch {
      tell(.devicesNotKept(error))
      return .failed
    }
  }

  /// Writes the host's key, port and name to `answer`.
  private mutating func sign(_ answer: inout LocalAnswer, at now: Instant) {
    if let keys = devices.keys { answer.key = keys.publicKey.bytes }
    answer.port = port
    answer.name = bridge.announcement(at: now).name
  }

  private mutating func revoke(
    _ key: PublicKey, through network: borrowing DatagramSocket, at now: Instant
  ) -> LocalAnswer.Result {
    let wasKnown = bridge.admission?.devices[key] != nil
    execute(bridge.revoke(key, at: now), through: network, at: now)
    do throws(StoreError) {
      try devices.revoke(key)
    } catch {
      guard error != .unknownDevice else { return wasKnown ? .done : .nobody }
      tell(.devicesNotKept(error))
      return .failed
    }
    return .done
  }

  private mutating func rename(_ key: PublicKey, to name: DeviceName) -> LocalAnswer.Result {
    bridge.rename(key, to: name)
    do throws(StoreError) {
      try devices.rename(key, to: name)
    } catch {
      guard error != .unknownDevice else { return .nobody }
      tell(.devicesNotKept(error))
      return .failed
    }
    return .done
  }
}

extension Executor {
  /// Tells each controller with an encrypted session, once, that the host shuts down, so that it looks for the next one at once.
  ///
  /// Scores that wait for the file are written first.
  mutating func sayGoodbye(through network: borrowing DatagramSocket, at now: Instant) {
    passStage(at: now)
    keepScores(at: now)
    bridge.shutDown(at: now)
    drain(through: network, at: now)
  }

  /// Passes the news to the file, the journal and the watching programs, and the notices to gateways.
  mutating func passNews(at now: Instant) {
    while let news = bridge.takeNews() {
      keep(news)
      tell(.lobby(news))
      if let peer = news.peer { clients.announce(PeerStatus(peer)) }
    }
    while let (connection, notice) = bridge.takeSeatNotice() {
      var datagram = Datagram<8>()
      notice.write(to: &datagram)
      datagram.withBytes { clients.send($0, to: Int(connection)) }
    }
  }

  private mutating func keep(_ news: Admission.News) {
    do throws(StoreError) {
      switch news {
      case .paired(let device, let mode): try devices.keep(device, by: mode, at: WallClock.now())
      case .joined(let key, _, _): try devices.touch(key, at: WallClock.now())
      default: break
      }
    } catch {
      tell(.devicesNotKept(error))
    }
  }

  /// Sends the state of every controller with an encrypted session to the program at connection `index`.
  func sendPeers(to index: Int) {
    let everyone = bridge.peers().map(PeerStatus.init) + [.end]
    for peer in everyone { clients.send(peer, to: index) }
  }
}

extension PeerStatus {
  fileprivate init(_ peer: Admission.Peer) {
    self.init(
      state: peer.state, slot: peer.slot, refusal: peer.refusal, code: peer.code,
      key: peer.key.bytes,
      name: peer.name)
  }
}
