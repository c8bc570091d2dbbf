import Glibc
import Model
import Wire

/// A tank, and what its player holds.
struct Tank {
  /// Where it is.
  private(set) var pose: TankPose
  /// How far the turret is turned against the hull, rad, clockwise.
  private(set) var turret = 0.0
  /// How it is steered.
  private(set) var scheme: TankScheme
  private var report = PadReport.neutral
  /// How many steps it is until it can fire again.
  private var wait = 0

  /// The tank of `slot`, where it begins.
  init(_ slot: PlayerSlot, _ scheme: TankScheme) {
    (pose, self.scheme) = (.start(slot), scheme)
  }

  /// Takes a report; pressing BACK steers in the next way.
  mutating func hold(_ report: PadReport) {
    if report.buttons[.back], !self.report.buttons[.back] { scheme = scheme.next }
    self.report = report
  }

  /// Takes a step; returns the shell that leaves.
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

/// What flies.
struct TankShell {
  /// To the right, units.
  private(set) var x: Double
  /// Down, units.
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

/// All tanks, and what flies.
struct TankField {
  /// For so long a report is held when nothing more is heard.
  private static let hold = Interval.seconds(1)
  /// The longest time that is made up for.
  private static let longest = Interval.seconds(2)

  /// The tanks by their slots.
  private(set) var tanks: [PlayerSlot: Tank] = [:]
  /// What flies.
  private(set) var shells: [TankShell] = []
  private let scheme: TankScheme
  private var now: Instant?
  private var heard = Instant(nanoseconds: 0)

  /// A field on which tanks are steered by `scheme` until their players say otherwise.
  init(_ scheme: TankScheme) { self.scheme = scheme }

  /// Takes how everybody is at `now`: those in the mode tank drive, or everybody where nobody is; who is away rests.
  mutating func take(_ snapshot: Snapshot, at now: Instant) {
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

  /// Takes the steps that are due at `now`.
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
  /// Who drives a tank.
  fileprivate var tankDrivers: [PlayerStatus] {
    let tanks = players.filter { stage?.players[$0.slot.index].mode == .tank }
    return tanks.isEmpty ? players : tanks
  }
}
