import Console
import Platform
import Settings
import Web

extension WebEvent {
  /// True if pages or users can cause the event again and again until a person removes the cause.
  ///
  /// The journal leaves out repetitions of such an event for a minute.
  var isTrouble: Bool {
    switch self {
    case .ticketsNotKept, .layoutsNotKept, .checksNotKept, .gameRefused: true
    default: false
    }
  }

  /// The fields of the event in the journal.
  var fields: JournalFields {
    switch self {
    case .started: JournalFields("page-started")
    case .stopping: JournalFields("page-stopping")
    case .certified: JournalFields("certified")
    case .domainUsed: JournalFields("domain-used")
    case .pageElsewhere: JournalFields("page-elsewhere")
    case .bridgeFound: JournalFields("daemon-found")
    case .bridgeLost: JournalFields("daemon-lost", isWarning: true)
    case .notCertified: JournalFields("not-certified", isWarning: true)
    case .noDataChannels(_, let error): JournalFields("port-refused", reason: error.reason, isWarning: true)
    case .domainRefused(let reason): JournalFields("domain-refused", reason: reason.text, isWarning: true)
    case .layoutRefused(_, let faults): JournalFields("layout-refused", reason: faults, isWarning: true)
    case .layoutsLeftOut: JournalFields("layouts-left-out", isWarning: true)
    case .keptLayoutRefused(_, let reason, _), .keptLayoutUnread(_, let reason):
      JournalFields("kept-layout-refused", reason: reason, isWarning: true)
    case .layoutsNotKept(let error): JournalFields("layouts-not-kept", reason: error.reason, isWarning: true)
    case .checksNotKept(let error): JournalFields("checks-not-kept", reason: error.reason, isWarning: true)
    case .checksUnread(let reason): JournalFields("checks-unread", reason: reason, isWarning: true)
    case .checksDamaged: JournalFields("checks-damaged", isWarning: true)
    case .gameRefused: JournalFields("game-refused", isWarning: true)
    case .gameLayoutUnknown: JournalFields("game-layout-unknown", isWarning: true)
    case .pageGone: JournalFields("page-gone", isWarning: true)
    case .ticketsLeftOut: JournalFields("tickets-left-out", isWarning: true)
    case .ticketsNotKept(let error): JournalFields("not-kept", reason: error.reason, isWarning: true)
    }
  }

  /// The event as a journal line.
  var line: String {
    switch self {
    case .started(let port, let plainPort, let overlayPort, let fingerprint):
      "serving the page on TCP port \(port)\(plainPort.map { ", and without TLS on \($0)" } ?? "")"
        + (overlayPort.map { ", and the overlay on \($0)" } ?? "")
        + "; the certificate's SHA-256 is \(fingerprint)"
    case .pageElsewhere(let page):
      JournalForm.pageElsewhere.line(page)
    case .noDataChannels(let port, let error):
      "cannot listen on UDP port \(port): \(error.reason); phones play over TCP, which is slower where packets are lost"
    case .certified(let fingerprint):
      "the addresses of the machine changed; the new certificate's SHA-256 is \(fingerprint)"
    case .notCertified:
      "cannot make a certificate for the machine's present addresses; the previous one stays"
    case .domainUsed(let names):
      JournalForm.certificate.line(names.isEmpty ? "no name at all" : names.joined(separator: ", "))
    case .domainRefused(let reason): "\(reason.text); the previous certificate stays"
    case .bridgeFound: "connected to the daemon"
    case .bridgeLost: "the daemon is gone: phones wait until it is back"
    case .ticketsNotKept(let error):
      "a restart would lose phones' tickets and new links, and bring back revoked links: cannot save them: \(error.reason)"
    case .ticketsLeftOut(let count):
      "lines left out of the file of tickets: \(count); another version has written them"
    case .layoutRefused(let name, let faults): JournalForm.layoutRefused.line(name, faults)
    case .layoutsLeftOut(let count):
      "\(count) layouts of the page are not offered: the list of their names would be too long"
    case .keptLayoutRefused(let name, let reason, let isDamaged):
      isDamaged ? JournalForm.layoutDamaged.line(name, reason) : JournalForm.layoutLeftOut.line(name)
    case .keptLayoutUnread(let name, let reason): JournalForm.unreadable.line(name, reason)
    case .layoutsNotKept(let error): "cannot save a layout: \(error.reason)"
    case .checksNotKept(let error): "cannot save what a phone's check has found: \(error.reason)"
    case .checksUnread(let reason):
      "cannot read what the checks of phones have found: \(reason); the file stays, and no further row is saved"
    case .checksDamaged: "the file with what the checks of phones have found is damaged; it is renamed"
    case .pageGone(let path): "\(JournalForm.noPage.line(path)); the previous one stays"
    case .gameRefused(let user): "user \(user) may not tell which game runs"
    case .gameLayoutUnknown(let layout): JournalForm.gameLayout.line(layout)
    case .stopping: "stopping"
    }
  }
}

extension DomainRefusal {
  /// The reason, as a clause of a sentence.
  fileprivate var text: String {
    switch self {
    case .unreadable(let path, let error): JournalForm.unreadable.line(path, error.reason)
    case .noCertificate(let path): JournalForm.noCertificate.line(path)
    case .early(let path): JournalForm.earlyCertificate.line(path)
    case .otherKey(let path): JournalForm.otherKey.line(path)
    }
  }
}

extension Failure {
  /// Creates the failure of a gateway that cannot start, with advice for the user.
  init(_ error: WebError, _ settings: WebSettings) {
    switch error {
    case .page:
      self.init(
        JournalForm.noPage.line(settings.folder), while: "starting the web gateway",
        try: "name the folder that contains join.html with --folder")
    case .port(let port, let error):
      let optional = [(settings.plainPort, "--plain-port"), (settings.overlayPort, "--overlay-port")]
      let option = optional.first { $0.0 == port }?.1 ?? "--port"
      self.init(
        "cannot listen on TCP port \(port): \(error.reason)", while: "starting the web gateway",
        try:
          "find the program that uses it: ss -ltnp sport = \(port); or set another port with \(option) or, for the"
          + " service, in tiltpad.conf and with `systemctl edit tiltpad-web.socket`")
    case .state(let error):
      self.init(
        JournalForm.noState.line(settings.stateDirectory, error.reason),
        while: "starting the web gateway", try: "check the owner of the directory")
    case .certificate:
      self.init(
        "OpenSSL rejects the key or the certificate", while: "starting the web gateway",
        try:
          "rm \(settings.stateDirectory)/web.key \(settings.stateDirectory)/web.crt; tiltpad web then makes new ones"
      )
    case .socket(let error):
      self.init(
        JournalForm.noSocket.line(settings.socketPath, error.reason),
        while: "opening the socket for tickets",
        try: "stop the other tiltpad web, or choose another path with --tickets")
    case .system(let error):
      self.init(
        "the kernel refused \(error.call): \(error.reason)", while: "starting the web gateway",
        try: "tiltpad doctor")
    }
  }
}
