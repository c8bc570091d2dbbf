import Console
import Daemon
import Model
import Platform
import QR
import Wire

/// The code and link for a phone, printed once by `tiltpad serve` on a terminal, as soon as the page is served.
final class ServeWelcome {
  /// The maximum time to wait for the gateway, which has just reported that its event loop runs.
  private static let patience = Interval.seconds(1)

  private let tickets: String
  private let hasPage: Bool
  private let isShown: Bool
  private var isDone = false

  /// Creates the welcome for the daemon with `settings`, shown if standard error is a terminal.
  init(_ settings: DaemonSettings, isShown: Bool = Terminal.isTerminal(.error)) {
    tickets = WebPaths.socket(beside: settings.socketPath)
    hasPage = !settings.gateway.isEmpty
    self.isShown = isShown
  }

  /// Prints the welcome once `event` shows that the page is served, or that there is none.
  func follow(_ event: DaemonEvent) {
    guard isShown, !isDone else { return }
    switch event {
    case .started where !hasPage: show(["tiltpad: \(ServeWelcome.withoutPage)"])
    case .gatewayServes(.web): show(lines)
    default: break
    }
  }

  private func show(_ lines: [String]) {
    isDone = true
    Stream.error.write(lines.map { $0 + "\n" }.joined())
  }

  private static let withoutPage =
    "phones cannot join: their page is off or not installed. Turn it on with --web yes, or name its folder with --web PATH."

  /// The code, the link and the dashboard's address, or the reason why there are none.
  private var lines: [String] {
    do throws(Failure) {
      let answer = try ticket(TicketRequest(), from: tickets, patience: ServeWelcome.patience)
      guard let entrance = PhoneEntrance(answer) else {
        throw Failure(tooManyTicketsWhile: TicketRequest.context)
      }
      let rest = [
        "The code is good for one phone and \(answer.seconds) s; `tiltpad pair --phone` draws another.",
        entrance.dashboard,
      ]
      let code = PrintedCode(
        text: entrance.link, notes: [entrance.codeAdvice] + rest,
        notesWithoutCode: [entrance.linkAdvice] + rest)
      // Only the width of the terminal counts, because the log scrolls the code out of sight in any case.
      var size = Terminal.size(of: .error)
      size?.rows = .max
      return code.lines(.blackOnWhite, in: size) ?? [entrance.link, entrance.linkAdvice]
    } catch {
      return ["tiltpad: phones cannot join yet: \(error.what). Try this: \(error.remedy)."]
    }
  }
}
