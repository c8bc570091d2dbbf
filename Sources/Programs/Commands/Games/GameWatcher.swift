import Console
import Games
import Local
import Model
import Platform

/// The loop of `tiltpad games watch`.
///
/// It sleeps until a program opens or closes an input device, or GameMode's list of games changes. Then it
/// looks at the user's processes, at most once a second. It keeps a connection to the web gateway as long as
/// the newest running game wants a layout or a profile.
struct GameWatcher: ~Copyable {
  /// The minimum time between two scans of the processes.
  private static let rest = Interval.seconds(1)
  /// The wait before another attempt to connect to the gateway.
  private static let patience = Interval.seconds(5)
  private static let useToken: UInt64 = 0
  private static let gatewayToken: UInt64 = 1
  private static let modeToken: UInt64 = 2

  private var loop: EventLoop
  private let use: DirectoryUse
  private let nodes: PadNodes
  private let catalogue: GameCatalogue
  private let journal = Journal()
  private var gateway: LocalClient
  private var gameMode: GameModeGames
  private var running = RunningGames()
  /// The last notice that was sent to the gateway; nil if there is nothing to tell it.
  private var told: GameNotice?
  private var nextLook = Instant(nanoseconds: 0)
  private var lastLook = Instant(nanoseconds: 0)
  private var nextTry = Instant.distantFuture

  /// Watches `nodes` for the games of `catalogue`, for the gateway whose socket for games is at `path`.
  ///
  /// - Throws: `SystemError` of `.open`, `.signals`, `.timer` or `.poll`.
  init(_ nodes: PadNodes, _ catalogue: GameCatalogue, gateway path: String) throws(SystemError) {
    let use = try DirectoryUse(of: nodes.directory)
    let loop = try EventLoop()
    gameMode = GameModeGames(in: loop.poller, token: GameWatcher.modeToken)
    self.loop = loop
    self.use = use
    (self.nodes, self.catalogue) = (nodes, catalogue)
    gateway = LocalClient(of: path)
  }

  /// Runs until a signal arrives.
  mutating func run() {
    ServiceState.ready(status: "\(catalogue.games.count) games are known")
    while true {
      switch loop.next(until: min(nextLook, nextTry, gameMode.deadline)) {
      case .signal: return
      case .time:
        hearGameMode()
        let now = Clock.now()
        if nextLook <= now { look(at: now) }
        tell(at: now)
      case .ready(GameWatcher.useToken):
        // Until the next scan of the processes, further events of the directory do not wake the program.
        try? loop.poller.remove(use.descriptor)
        nextLook = max(Clock.now(), lastLook + GameWatcher.rest)
      case .ready(GameWatcher.modeToken): hearGameMode()
      case .ready: hear()
      }
    }
  }

  private mutating func look(at now: Instant) {
    _ = use.acknowledge()
    try? loop.poller.add(use.descriptor, token: GameWatcher.useToken)
    (lastLook, nextLook) = (now, .distantFuture)
    let catalogue = catalogue
    running.look(at: ProcessScan.readers(of: nodes.test(), with: gameMode.processes)) { process in
      ProcessScan.traits(of: process).flatMap { catalogue.game(with: $0)?.game }
    }
    nextTry = now
  }

  private mutating func hearGameMode() {
    let now = Clock.now()
    if gameMode.advance(in: loop.poller, token: GameWatcher.modeToken, at: now) {
      nextLook = min(nextLook, max(now, lastLook + GameWatcher.rest))
    }
  }

  /// Sends the gateway the notice about the running game if the notice or the connection is new.
  ///
  /// Closes the connection if there is no notice.
  private mutating func tell(at now: Instant) {
    nextTry = .distantFuture
    guard let notice = running.notice else {
      if told != nil { journal.write("no game runs", isTrouble: false) }
      told = nil
      return gateway.close()
    }
    guard notice != told || !gateway.isOpen else { return }
    if !gateway.isOpen {
      do throws(SystemError) { try gateway.open(in: loop.poller, token: GameWatcher.gatewayToken) } catch {
        journal.write("the web gateway cannot be reached: \(error.reason)", isTrouble: true)
        nextTry = now + GameWatcher.patience
        return
      }
    }
    gateway.send(Array(notice.text.utf8))
    if notice != told {
      journal.write("\(notice.game) runs\(notice.words)", isTrouble: false)
    }
    told = notice
  }

  /// Detects that the gateway has closed the connection; the gateway sends no messages of its own.
  private mutating func hear() {
    var buffer = InlineArray<16, UInt8>(repeating: 0)
    guard gateway.receive(into: &buffer) == 0 else { return }
    journal.write(
      "the web gateway has closed the connection: it has ended, or you are not at the seat and not in the group tiltpad",
      isTrouble: true)
    nextTry = Clock.now() + GameWatcher.patience
  }
}

extension GameNotice {
  /// The layout and the profile, as the rest of a sentence about the game.
  var words: String {
    let layout = layout.isEmpty ? "" : "; its layout is \(layout)"
    return layout + (profile.isEmpty ? "" : "; its profile is \(profile.visible)")
  }
}
