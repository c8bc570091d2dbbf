import Glibc
import Model
import Wire

/// A tank, with the state of its player's controls.
struct Tank {
  /// The position and heading of the tank.
  private(set) var pose: TankPose
  /// The angle of the turret relative to the hull, in radians, clockwise.
  private(set) var turret = 0.0
  /// The meaning of this tank's levers.
  private(set) var scheme: TankScheme
  private var report = PadReport.neutral
  /// The number of steps until the tank can fire again.
  private var wait = 0

  /// Creates the tank of the player at `slot` in its starting position.
  init(_ slot: PlayerSlot, _ scheme: TankScheme) {
    (pose, self.scheme) = (.start(slot), scheme)
  }

  /// Adopts the player's report; a press of BACK switches to the next scheme.
  mutating func hold(_ report: PadReport) {
    if report.buttons[.back], !self.report.buttons[.back] { scheme = scheme.next }
    self.report = report
  }

  /// Advances the tank by one step, and returns the shell that it fires; nil if it fires none.
  mutating func step() -> TankShell? {
    pose = pose.driven(scheme, report)
    let turn = (report.buttons[.rightShoulder] ? 1.0 : 0) - (report.buttons[.leftShoulder] ? 1 : 0)
    turret += TankTable.turretRate * TankTable.step.seconds * turn
    wait = max(0, wait - 1)
    guard report.buttons[.a], wait == 0 else { return nil }
    wait = TankTable.reload
    return TankShell(from: pose, heading: pose.heading + turret)
  }
}

/// A shell in flight.
struct TankShell {
  /// The distance from the left edge of the field, in units.
  private(set) var x: Double
  /// The distance from the top edge of the field, in units.
  private(set) var y: Double
  private let heading: Double

  fileprivate init(from pose: TankPose, heading: Double) {
    self.heading = heading
    (x, y) = (pose.x + TankTable.muzzle * sin(heading), pose.y - TankTable.muzzle * cos(heading))
  }

  fileprivate var isInside: Bool {
    (0...TankTable.width).contains(x) && (0...TankTable.height).contains(y)
  }

  fileprivate mutating func step() {
    let length = TankTable.shellSpeed * TankTable.step.seconds
    (x, y) = (x + length * sin(heading), y - length * cos(heading))
  }
}

/// All tanks and shells on the field.
struct TankField {
  /// The time for which a report remains valid without another snapshot.
  private static let hold = Interval.seconds(1)
  /// The maximum time for which missed steps are made up.
  private static let longest = Interval.seconds(2)

  /// The tanks by their slots.
  private(set) var tanks: [PlayerSlot: Tank] = [:]
  /// The shells in flight.
  private(set) var shells: [TankShell] = []
  private let scheme: TankScheme
  private var now: Instant?
  private var heard = Instant(nanoseconds: 0)

  /// Creates a field whose tanks follow `scheme` until their players switch it.
  init(_ scheme: TankScheme) { self.scheme = scheme }

  /// Applies the snapshot at the time `now`: players in the tank mode drive or, if there are none, all players.
  ///
  /// The levers of an absent player are neutral.
  mutating func apply(_ snapshot: Snapshot, at now: Instant) {
    advance(to: now)
    heard = now
    let drivers = snapshot.tankDrivers
    let slots = Set(drivers.map(\.slot))
    tanks = tanks.filter { slots.contains($0.key) }
    for driver in drivers {
      tanks[driver.slot, default: Tank(driver.slot, scheme)].hold(
        driver.isConnected ? driver.report : .neutral)
    }
  }

  /// Performs all steps that are due by `now`.
  mutating func advance(to now: Instant) {
    self.now = max(self.now ?? now, now - TankField.longest)
    let end = heard + TankField.hold
    if end < now {
      run(until: end)
      for slot in tanks.keys { tanks[slot]?.hold(.neutral) }
    }
    run(until: now)
  }

  private mutating func run(until end: Instant) {
    while let now, now + TankTable.step <= end {
      self.now = now + TankTable.step
      step()
    }
  }

  private mutating func step() {
    for index in shells.indices { shells[index].step() }
    shells = shells.filter(\.isInside)
    for slot in tanks.keys {
      if let shell = tanks[slot]?.step() { shells.append(shell) }
    }
  }
}

extension Snapshot {
  /// The players who drive: those in the tank mode or, if there are none, all players.
  fileprivate var tankDrivers: [PlayerStatus] {
    let tanks = players.filter { stage?.players[$0.slot.index].mode == .tank }
    return tanks.isEmpty ? players : tanks
  }
}
