import Channel
public import Cryptography
public import Model
public import Wire

/// The admission of controllers with an encrypted session.
///
/// It covers the paired devices, the open pairing, and the guests: controllers with a session but no slot.
public struct Admission: Sendable {
  /// The host's settings for admission.
  public struct Settings: Sendable {
    /// The policy of admission to a slot.
    public var policy: AdmissionPolicy
    /// True if a controller without a code or a PIN may ask for confirmation at the host.
    public var allowsConfirmation: Bool

    /// Creates settings, by default with the policy `open` and without confirmation at the host.
    public init(policy: AdmissionPolicy = .open, allowsConfirmation: Bool = false) {
      self.policy = policy
      self.allowsConfirmation = allowsConfirmation
    }
  }

  /// The lifetime of a QR code.
  public static let offerLifetime = Interval.seconds(120)

  /// The current settings, including the host's changes at run time.
  public var settings: Settings
  /// True if the host has no keys.
  ///
  /// A closed admission answers nobody, and offers neither sessions nor pairing.
  public let isClosed: Bool
  /// The paired devices.
  public internal(set) var devices: Devices
  /// The encrypted sessions.
  var channel: HostChannel
  /// The data of the sessions that is looked up for each packet.
  var sessions = SessionTable()
  /// The controllers that have a session but no slot.
  var guests: [Guest] = []
  var takeovers = TakeoverLimit()
  /// The events that have yet to be reported, oldest first.
  var news: [News] = []
  private(set) var offer: Offer?

  /// Placeholder keys for a closed admission; no datagram reaches them.
  private static let noKeys = KeyPair(secret: .zero)

  /// Creates the admission of the host with these keys, announcement and paired devices; without `keys` the
  /// admission is closed.
  init(keys: KeyPair?, settings: Settings, announcement: Announcement, devices: [Device]) {
    self.settings = settings
    isClosed = keys == nil
    channel = HostChannel(keys: keys ?? Admission.noKeys, announcement: announcement)
    self.devices = Devices(devices)
  }

  /// Returns whether `bytes` from the network belong to the encrypted sessions; false if the admission is closed.
  func isForSessions(_ bytes: Span<UInt8>) -> Bool {
    !isClosed && bytes.count > 0 && bytes[0] != OuterType.plain.rawValue
  }

  /// Receives a datagram from the network; a DATA packet is decrypted in place.
  mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> HostChannel.Response {
    if HostChannel.isSealed(bytes.span) { return open(&bytes, from: endpoint, at: now) }
    let rules = rules(at: now)
    let outcome = channel.receive(&bytes, from: endpoint, at: now, random: &random, admit: rules.judge)
    if case .paired(let device, _) = outcome {
      let role = devices[device.key]?.role ?? .gamepad
      pair(Device(key: device.key, name: device.name, role: role, preShared: device.preShared), .pin)
    }
    return outcome
  }

  /// Decrypts a DATA packet of an existing session in place.
  private mutating func open(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant
  ) -> HostChannel.Response {
    do throws(Drop) {
      return .opened(try channel.open(&bytes, from: endpoint, at: now))
    } catch {
      return .dropped(error)
    }
  }

  /// Starts a session under the host's policy.
  ///
  /// A controller that asks for confirmation always waits for it. Any other controller with a slot in
  /// `roster` is admitted under every policy.
  ///
  /// - Throws: `unknownIndex` when the session is unknown; `pairingClosed` when the device is no longer
  ///   paired, when its QR code is no longer valid for it, or when it is new and the list of devices is full.
  mutating func begin(
    _ session: HostChannel.SessionID, replacing old: HostChannel.SessionID?, in roster: Roster,
    at now: Instant
  ) throws(Drop) {
    guard let controller = channel.controller(of: session) else { throw .unknownIndex }
    if old != nil && takeovers.note(controller.key, at: now) { news.append(.contended(controller.key)) }
    guard settle(controller) else {
      if let old { lose(old) }
      channel.close(session)
      throw .pairingClosed
    }
    if let old { remove(old) }
    if let request = devices.noteNameRequest(of: controller) { news.append(request) }
    var guest = Guest(session, controller, .waiting, at: now)
    sessions.add(session, of: guest.key)
    if controller.mode == .confirm {
      guest.outbox.post(.welcome, at: now)
    } else if roster.slot(of: guest.key) != nil || settings.policy == .open {
      guest.phase = .admitted
    } else if settings.policy == .locked {
      guest.dismiss(.deny, .locked, at: now)
      news.append(.denied(controller.key, devices.name(of: controller), .locked))
    } else {
      guest.outbox.post(.welcome, at: now)
      news.append(.waits(controller.key, devices.name(of: controller), code: nil))
    }
    guests.append(guest)
  }

  /// Moves the state of session `old` to `new` after a change of keys.
  mutating func rename(_ old: HostChannel.SessionID, to new: HostChannel.SessionID) {
    sessions.rename(old, to: new)
    for index in guests.indices where guests[index].session == old { guests[index].session = new }
  }

  /// Makes the guest of `session` the player in `slot`.
  ///
  /// Returns the guest's outbox; its message numbers continue.
  mutating func seat(_ session: HostChannel.SessionID, in slot: PlayerSlot) -> Outbox {
    sessions.setPlaying(true, session)
    guard let index = guests.firstIndex(where: { $0.session == session }) else { return Outbox() }
    let guest = guests.remove(at: index)
    news.append(.joined(guest.controller.key, devices.name(of: guest.controller), slot))
    return guest.outbox
  }

  /// Ends a player's session with a goodbye that gives `reason`.
  mutating func dismiss(
    _ session: HostChannel.SessionID, _ outbox: Outbox, _ reason: Refusal, at now: Instant
  ) {
    guard let controller = channel.controller(of: session) else { return remove(session) }
    sessions.setPlaying(false, session)
    var guest = Guest(session, controller, .waiting, at: now)
    guest.outbox = outbox
    guest.dismiss(.bye, reason, at: now)
    guests.append(guest)
  }

  /// Turns a guest away for `reason`.
  mutating func deny(_ session: HostChannel.SessionID, _ reason: Refusal, at now: Instant) {
    guard let index = guests.firstIndex(where: { $0.session == session }), !guests[index].isLeaving
    else { return }
    let controller = guests[index].controller
    guests[index].dismiss(.deny, reason, at: now)
    news.append(.denied(controller.key, devices.name(of: controller), reason))
  }

  /// Closes a session and discards its state.
  mutating func remove(_ session: HostChannel.SessionID) {
    sessions.remove(session)
    guests.removeAll { $0.session == session }
    channel.close(session)
  }

  /// Pairs `device`; a device that was paired before keeps its name.
  ///
  /// Returns false when the device is new and the list of devices is full.
  @discardableResult
  mutating func pair(_ device: Device, _ mode: PairingMode) -> Bool {
    guard let device = devices.add(device) else { return false }
    news.append(.paired(device, mode))
    // With a PIN, pairing stays open, so that a lost answer to the right PIN can be repeated.
    if devices.isFull && mode != .pin { channel.closePairing() }
    return true
  }

  /// Forgets the device with `key`, and turns its guest away.
  mutating func revoke(_ key: PublicKey, at now: Instant) {
    if let guest = guests.first(where: { $0.controller.key == key }) {
      deny(guest.session, .revoked, at: now)
    }
    devices.remove(key)
    channel.forget(key)
  }

  /// Queues news about the controller of `session`, unless the session is over.
  mutating func note(_ session: HostChannel.SessionID, _ news: (PublicKey, DeviceName) -> News) {
    guard let controller = channel.controller(of: session) else { return }
    self.news.append(news(controller.key, devices.name(of: controller)))
  }

  /// Returns whether the controller may have a session, given the pairing mode that it has used.
  ///
  /// With a QR code, this also pairs the first device that uses the code.
  private mutating func settle(_ controller: HostChannel.Controller) -> Bool {
    switch controller.mode {
    case .known, .pin: return devices[controller.key] != nil
    case .confirm: return true
    case .code:
      guard let offer, offer.isFree(for: controller.key, among: devices) else { return false }
      guard offer.taker == nil else { return true }
      let said = controller.introduction
      let device = Device(
        key: controller.key, name: said.name, role: said.role, preShared: offer.preShared)
      guard pair(device, .code) else { return false }
      self.offer?.taker = controller.key
      return true
    }
  }
}

/// The host's decisions about pairing, and about controllers without a slot.
extension Admission {
  /// True if another device can be paired.
  public var hasRoom: Bool { !isClosed && !devices.isFull }

  /// Offers a QR code for 120 s; one device may pair with it.
  ///
  /// `preShared` was derived from the code's secret. All handshakes under way are closed, because one with an
  /// earlier code would be mistaken for one with this code.
  public mutating func offerCode(_ preShared: Secret, at now: Instant) {
    guard !isClosed else { return }
    channel.closeHandshakes()
    offer = Offer(preShared: preShared, ends: now + Admission.offerLifetime)
  }

  /// Offers a PIN, 0 to 999,999.
  public mutating func offerPIN(_ pin: UInt32, at now: Instant) {
    if !isClosed { channel.openPairing(pin: pin, at: now) }
  }

  /// Withdraws the QR code.
  public mutating func withdrawCode() {
    channel.closeHandshakes()
    offer = nil
  }

  /// Withdraws the PIN.
  public mutating func withdrawPIN() { channel.closePairing() }

  /// Withdraws the QR code and the PIN.
  public mutating func closePairing() {
    withdrawCode()
    withdrawPIN()
  }

  /// Returns the ways of pairing that are open at `now`.
  func pairings(at now: Instant) -> Announcement.Pairing {
    guard !isClosed else { return [] }
    var pairings: Announcement.Pairing = settings.allowsConfirmation ? .confirm : []
    if let offer, now < offer.ends, offer.taker == nil { pairings.insert(.code) }
    if channel.pairing?.isOpen == true { pairings.insert(.pin) }
    return pairings
  }

  /// Renames the paired device with `key` to `name`.
  public mutating func rename(_ key: PublicKey, to name: DeviceName) { devices.rename(key, to: name) }

  /// Admits the guest with `key`; if the guest had to be confirmed, this also pairs it.
  ///
  /// Returns false if no such guest waits, if its short code is not shown yet, or if it is a new device and
  /// the list of devices is full; in this last case, the guest is turned away.
  public mutating func accept(_ key: PublicKey, at now: Instant) -> Bool {
    guard let index = guests.firstIndex(where: { $0.controller.key == key && $0.phase == .waiting }),
      !guests[index].needsShortCode
    else { return false }
    let controller = guests[index].controller
    if controller.mode == .confirm {
      let said = controller.introduction
      let device = Device(key: key, name: said.name, role: said.role, preShared: .zero)
      guard pair(device, .confirm) else {
        deny(guests[index].session, .full, at: now)
        return false
      }
      channel.settle(guests[index].session)
    }
    guests[index].phase = .admitted
    return true
  }

  /// Turns the guest with `key` away; returns false if there is no such guest, or if it is leaving already.
  public mutating func deny(_ key: PublicKey, at now: Instant) -> Bool {
    guard let guest = guests.first(where: { $0.controller.key == key && !$0.isLeaving }) else { return false }
    deny(guest.session, .deniedByHost, at: now)
    return true
  }
}
