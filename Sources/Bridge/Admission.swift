public import Channel
public import Cryptography
public import Model
public import Wire

/// The admission of controllers with an encrypted session: the paired devices, the open pairing, and the guests, who have
/// a session but no slot yet.
public struct Admission: Sendable {
  /// The policy of admission to a slot.
  public typealias Policy = AdmissionPolicy

  /// The host's settings for admission.
  public struct Settings: Sendable {
    /// The policy of admission to a slot.
    public var policy: Policy
    /// Whether controllers may ask to be confirmed by a person at the host, without a code or a PIN.
    public var allowsConfirmation: Bool

    /// Creates settings: every paired device gets a slot, and no confirmation unless given.
    public init(policy: Policy = .open, allowsConfirmation: Bool = false) {
      self.policy = policy
      self.allowsConfirmation = allowsConfirmation
    }
  }

  /// A device that is paired with this host.
  public struct Device: Sendable {
    /// The public key, which identifies the device.
    public var key: PublicKey
    /// The displayed name.
    public var name: DeviceName
    /// The role that the device may have.
    public var role: Introduction.Role
    /// The secret that the device and the host share.
    public var preShared: Secret

    /// A paired device.
    public init(key: PublicKey, name: DeviceName, role: Introduction.Role, preShared: Secret) {
      (self.key, self.name, self.role, self.preShared) = (key, name, role, preShared)
    }
  }

  /// An event for a person or the store of devices.
  public enum News: Sendable {
    /// A device was paired; it replaces the device of the same key.
    case paired(Device, PairingMode)
    /// A controller waits for a person; both sides show the code, if there is one.
    case waits(PublicKey, DeviceName, code: UInt32?)
    /// A controller has got a slot.
    case joined(PublicKey, DeviceName, PlayerSlot)
    /// The controller of a slot fell silent; its slot stays reserved.
    case away(PublicKey, DeviceName, PlayerSlot)
    /// The controller of a slot is gone for good.
    case left(PublicKey, DeviceName, PlayerSlot)
    /// A controller was turned away.
    case denied(PublicKey, DeviceName, Refusal)
    /// A paired controller calls itself by the second name; the first is displayed.
    case wishes(PublicKey, DeviceName, DeviceName)
    /// Two controllers keep taking over the session of the same key, which is shut out for a while.
    case contended(PublicKey)
  }

  /// A QR code on display, valid for one device.
  struct Offer: Sendable {
    let preShared: Secret
    let ends: Instant
    var taker: PublicKey?
  }

  /// The data of a session that each packet needs.
  private struct SessionEntry: Sendable {
    var index = UInt32.max
    var key = Roster.Key(origin: Address(high: 0, low: 0), token: 0)
    var isPlaying = false
  }

  /// The recent takeovers of a key's session.
  struct Contention: Sendable {
    var since: Instant
    var count: Int
    var isShutOut = false
  }

  /// The greatest number of paired devices.
  public static let deviceLimit = 64
  /// The lifetime of a QR code.
  public static let offerLifetime = Interval.seconds(120)
  /// The number of takeovers within ``takeoverPeriod`` beyond which a key is shut out for ``shutOutPeriod``.
  static let takeoverLimit = 3
  static let takeoverPeriod = Interval.seconds(10)
  static let shutOutPeriod = Interval.seconds(30)

  /// Whether controllers may ask for confirmation by a person at the host.
  var allowsConfirmation = false
  /// The encrypted sessions.
  public internal(set) var channel: HostChannel
  /// The paired devices by public key.
  public internal(set) var devices: [PublicKey: Device]
  /// The events that were not taken yet, oldest first.
  var news: [News] = []
  var guests: [Guest] = []

  /// The greatest number of players.
  var limit: UInt8
  let session: UInt64
  private(set) var offer: Offer?
  private var seats = [SessionEntry](repeating: SessionEntry(), count: 256)
  private(set) var contentions: [PublicKey: Contention] = [:]
  /// The devices whose wish for another name was already reported.
  var wishers: Set<PublicKey> = []

  /// Creates the admission of the host with these keys, announcement and paired devices.
  init(keys: KeyPair, announcement: Announcement, devices: [Device]) {
    channel = HostChannel(keys: keys, announcement: announcement)
    limit = announcement.limit
    session = announcement.session
    self.devices = Dictionary(devices.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }

  /// Takes a datagram from the network; DATA is decrypted in place.
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

  /// Decrypts DATA in place, which needs no admission.
  private mutating func open(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant
  ) -> HostChannel.Response {
    do throws(ChannelDrop) {
      return .opened(try channel.open(&bytes, from: endpoint, at: now))
    } catch {
      return .dropped(error)
    }
  }

  /// Returns the roster's key of the player of `session`; nil when the session is a guest's.
  func player(of session: HostChannel.SessionID) -> Roster.Key? {
    let seat = seats[Int(session.index & 255)]
    return seat.index == session.index && seat.isPlaying ? seat.key : nil
  }

  /// Starts a session under `policy`; `hasSlot` tells whether a slot is reserved for its controller.
  ///
  /// - Throws: `unauthentic` when the session is unknown, its pairing is over, or no further device can be paired.
  mutating func begin(
    _ session: HostChannel.SessionID, replacing old: HostChannel.SessionID?, under policy: Policy,
    hasSlot: (Roster.Key) -> Bool, at now: Instant
  ) throws(Drop) {
    guard let controller = channel.controller(of: session) else { throw .unauthentic(.unknownIndex) }
    if let old { remove(old) }
    noteTakeover(of: controller.key, isOne: old != nil, at: now)
    guard settle(controller) else {
      channel.close(session)
      throw .unauthentic(.pairingClosed)
    }
    noteWish(of: controller)
    var guest = Guest(session, controller, .waiting, at: now)
    seats[Int(session.index & 255)] = SessionEntry(index: session.index, key: guest.key)
    if controller.mode == .confirm {
      guest.outbox.post(.welcome, at: now)
    } else if hasSlot(guest.key) || policy == .open {
      guest.stage = .admitted
    } else if policy == .locked {
      guest.dismiss(.deny, .locked, at: now)
      news.append(.denied(controller.key, name(of: controller), .locked))
    } else {
      guest.outbox.post(.welcome, at: now)
      news.append(.waits(controller.key, name(of: controller), code: nil))
    }
    guests.append(guest)
  }

  /// Moves the state of session `old` to `new` when its controller has changed its keys.
  mutating func rename(_ old: HostChannel.SessionID, to new: HostChannel.SessionID) {
    let place = Int(old.index & 255)
    guard seats[place].index == old.index else { return }
    var seat = seats[place]
    seats[place] = SessionEntry()
    seat.index = new.index
    seats[Int(new.index & 255)] = seat
    for index in guests.indices where guests[index].session == old { guests[index].session = new }
  }

  /// Makes the guest of `session` the player of `slot`, and returns its outbox, whose message numbers continue.
  mutating func seat(_ session: HostChannel.SessionID, in slot: PlayerSlot) -> Outbox {
    seats[Int(session.index & 255)].isPlaying = true
    guard let place = guests.firstIndex(where: { $0.session == session }) else { return Outbox() }
    let guest = guests.remove(at: place)
    news.append(.joined(guest.controller.key, name(of: guest.controller), slot))
    return guest.outbox
  }

  /// Ends a player's session with a goodbye that gives `reason`.
  mutating func dismiss(
    _ session: HostChannel.SessionID, _ outbox: Outbox, _ reason: Refusal, at now: Instant
  ) {
    guard let controller = channel.controller(of: session) else { return remove(session) }
    seats[Int(session.index & 255)].isPlaying = false
    var guest = Guest(session, controller, .waiting, at: now)
    guest.outbox = outbox
    guest.dismiss(.bye, reason, at: now)
    guests.append(guest)
  }

  /// Turns a guest away for `reason`.
  mutating func deny(_ session: HostChannel.SessionID, _ reason: Refusal, at now: Instant) {
    guard let place = guests.firstIndex(where: { $0.session == session }), !guests[place].isLeaving
    else { return }
    let controller = guests[place].controller
    guests[place].dismiss(.deny, reason, at: now)
    news.append(.denied(controller.key, name(of: controller), reason))
  }

  /// Closes a session and discards its state.
  mutating func remove(_ session: HostChannel.SessionID) {
    let place = Int(session.index & 255)
    if seats[place].index == session.index { seats[place] = SessionEntry() }
    guests.removeAll { $0.session == session }
    channel.close(session)
  }

  /// Offers a QR code of the secret from which `preShared` was derived: one device may pair with it within 120 s.
  ///
  /// Handshakes by an earlier code are closed, as they would be taken for handshakes by this code.
  mutating func offer(_ preShared: Secret, at now: Instant) {
    channel.closeHandshakes()
    offer = Offer(preShared: preShared, ends: now + Admission.offerLifetime)
  }

  /// Withdraws the QR code.
  mutating func withdrawOffer() {
    channel.closeHandshakes()
    offer = nil
  }

  /// Returns whether a QR code is valid at `now` and unused.
  func hasOffer(at now: Instant) -> Bool {
    offer.map { now < $0.ends && $0.taker == nil } ?? false
  }

  /// Returns whether the controller may have a session by its mode of pairing; a new device is paired.
  private mutating func settle(_ controller: HostChannel.Controller) -> Bool {
    switch controller.mode {
    case .known, .pin: return devices[controller.key] != nil
    case .confirm: return true
    case .code:
      guard let offer, offer.taker == nil || offer.taker == controller.key else { return false }
      guard offer.taker == nil else { return true }
      let said = controller.introduction
      let device = Device(
        key: controller.key, name: said.name, role: said.role, preShared: offer.preShared)
      guard pair(device, .code) else { return false }
      self.offer?.taker = controller.key
      return true
    }
  }

  private mutating func noteTakeover(of key: PublicKey, isOne: Bool, at now: Instant) {
    guard isOne else { return }
    var contention = contentions[key] ?? Contention(since: now, count: 0)
    if now - contention.since > Admission.takeoverPeriod { contention = Contention(since: now, count: 0) }
    contention.count += 1
    if contention.count > Admission.takeoverLimit && !contention.isShutOut {
      contention.isShutOut = true
      contention.since = now
      news.append(.contended(key))
    }
    contentions[key] = contention
    contentions = contentions.filter { now - $0.value.since <= Admission.shutOutPeriod }
  }
}
