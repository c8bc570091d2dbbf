import Model
import Platform

/// The addresses and certificate of this machine, and the file with the tickets.
extension Gateway {
  /// Returns the rules for the present addresses of this machine.
  static func currentRules(_ settings: WebSettings) -> HostRules {
    let interfaces = NetworkInterface.all().filter { !$0.address.isLinkLocal && !$0.address.isLoopback }
    return HostRules(
      machine: Host.name, addresses: interfaces.map(\.address),
      showing: HostRules.shown(interfaces, listeningAt: settings.address), port: settings.port,
      plainPort: settings.plainPort)
  }

  /// Returns the tickets from the file; an empty book if there is no valid file.
  static func keptBook(_ settings: WebSettings) -> TicketBook {
    let bytes = try? FileContents.read(ticketPath(settings), limit: TicketBook.limit)
    return bytes.flatMap { TicketBook(String(decoding: $0, as: UTF8.self), at: Clock.now()) } ?? TicketBook()
  }

  private static func ticketPath(_ settings: WebSettings) -> String { "\(settings.socketPath).tickets" }

  /// Reads or makes the key and the certificate for the names of this machine.
  func identity() throws(WebError) -> (identity: WebIdentity, isNew: Bool) {
    do throws(SystemError) {
      try FileContents.makeDirectory(settings.stateDirectory, mode: 0o700)
    } catch {
      throw .state(error)
    }
    do throws(WebIdentity.Failure) {
      return try WebIdentity.kept(
        in: settings.stateDirectory, for: rules.certificateNames, machine: machine)
    } catch {
      switch error {
      case .file(let error): throw .state(error)
      case .refused: throw .certificate
      }
    }
  }

  /// Updates the rules to the machine's present addresses, renews the certificate, and forgets pages whose tickets are invalid.
  func look(at now: Instant) {
    rules = Gateway.currentRules(settings)
    pages = pages.filter { $0.value.connection != nil || book.resume(of: $0.key) != nil }
    let count = pages.values.count { $0.connection != nil }
    // The file has to say when each guest was last here.
    if !book.guests.isEmpty { keepBook() }
    ServiceState.status(
      "serving the page on TCP port \(settings.port): \(count) there, "
        + "\(refusals + (server?.refusals ?? 0)) requests and packets refused")
    if let (identity, isNew) = try? identity() {
      guard isNew else { return }
      server?.use(identity)
      fingerprint = identity.fingerprint
      tell(.certified(fingerprint: identity.fingerprint))
    } else {
      tell(.notCertified)
    }
  }

  /// Writes the tickets to a file that only the gateway's user can read: after each change that needs no ticket of the page's
  /// own, and from time to time.
  func keepBook() {
    do throws(SystemError) {
      try FileContents.write(Array(book.text.utf8), to: Gateway.ticketPath(settings), mode: 0o600)
    } catch {
      tell(.ticketsNotKept(error))
    }
  }
}
