import Model
import Pages
import Platform
import Settings
import Wire

extension WebSettings {
  /// Returns the rules for this machine's current names and addresses, and for the names of `domain`.
  func rules(with domain: DomainNames) -> HostRules {
    let interfaces = NetworkInterface.all()
    let lasting = interfaces.map(\.address).filter(\.isLasting)
    return HostRules(
      machine: Host.fullName, addresses: lasting,
      showing: NetworkInterface.addresses(of: interfaces, listeningAt: address?.description), port: port,
      plainPort: plainPort, overlayPort: overlayPort, domain: domain)
  }

  /// The maximum number of guests.
  var guestLimit: Int { guests.map { Int($0) } ?? TicketBook.guestLimit }

  /// The path of the folder with the layouts that are kept.
  var shelfPath: String { "\(stateDirectory)/layouts" }

  /// The path of the folder with the rows of checked phones.
  var checkPath: String { "\(stateDirectory)/checks" }

  /// The path of the socket at which users' programs report the running game.
  var gameSocketPath: String { "\(socketPath).games" }

  /// The path of the ticket file, which only the gateway's user can read.
  fileprivate var ticketPath: String { "\(socketPath).tickets" }
}

extension TicketBook {
  /// Reads the tickets from their file; without a valid file, the book is empty.
  init(keptBy settings: WebSettings) {
    let guestLimit = settings.guestLimit
    let bytes = try? FileContents.read(settings.ticketPath, limit: TicketBook.limit)
    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
    self =
      text.flatMap { TicketBook($0, guestLimit: guestLimit, at: Clock.now()) }
      ?? TicketBook(guestLimit: guestLimit)
  }

  /// Writes the tickets to their file.
  func keep(for settings: WebSettings) throws(SystemError) {
    try FileContents.write(Array(text.utf8), to: settings.ticketPath, mode: 0o600)
  }
}

extension WebIdentity {
  /// Reads or creates the key and the certificate for the names of this machine, whose own name is `machine`.
  static func kept(
    by settings: WebSettings, for rules: HostRules, machine: String
  ) throws(WebError) -> (identity: WebIdentity, isNew: Bool) {
    do throws(SystemError) {
      try FileContents.makeDirectory(settings.stateDirectory, mode: 0o700)
    } catch {
      throw .state(error)
    }
    do throws(WebIdentity.Failure) {
      return try kept(in: settings.stateDirectory, for: rules.certificateNames, machine: machine)
    } catch {
      switch error {
      case .file(let error): throw .state(error)
      case .refused: throw .certificate
      }
    }
  }
}

extension Shelf.Makers {
  /// Creates the makers for the setting `layouts`.
  init(_ layouts: WebSettings.Layouts) {
    switch layouts {
    case .players: self = .players
    case .host: self = .host
    case .no: self = .nobody
    }
  }
}

extension Gateway {
  /// Reports the page to which phones are sent, if it is on another host.
  func tellPage() {
    if let page = engine.page, channels != nil { tell(.pageElsewhere(page)) }
  }

  /// Adopts the page in the folder as it is now, unless the folder has none.
  func reload() {
    let files = PageFiles(in: settings.folder)
    guard files.isComplete else { return tell(.pageGone(settings.folder)) }
    engine.adopt(files)
    tellLayouts()
  }

  /// Reports the layouts that have faults, and the number of layouts that are not offered.
  func tellLayouts() {
    for (name, faults) in engine.site.files.layoutFaults.sorted(by: { $0.key < $1.key }) {
      tell(.layoutRefused(name, faults: faults))
    }
    let unoffered = engine.site.files.unoffered
    if unoffered > 0 { tell(.layoutsLeftOut(unoffered)) }
  }

  /// Reads the certificate of the host's own domain again, and uses a new one.
  func lookAtDomain() {
    switch domain.look() {
    case .same: break
    case .new(let pair):
      server?.use(domain: pair)
      engine.site.rules = settings.rules(with: domain.names)
      engine.repeatLink(at: Clock.now())
      tell(.domainUsed(names: domain.names.names))
    case .refused(let reason): tell(.domainRefused(reason))
    }
  }
}
