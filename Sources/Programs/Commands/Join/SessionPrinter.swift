import Handset
import Model
import Notation
import TiltpadClient
import Wire

/// A printer that turns the events of a session with a host into lines for the user.
struct SessionPrinter: Sendable {
  /// The name of the host.
  let name: String
  private var state = ConnectionState.disconnected(.none)
  private var hasPlayed = false
  private var round: Round?

  /// Creates the printer of a session with the host called `name`.
  init(of name: String) {
    self.name = name
  }

  /// Returns the line for the event `news`; nil if the user needs no line.
  mutating func line(for news: ConnectionNews) -> String? {
    switch news {
    case .state(let state): return line(for: state)
    case .message(let message):
      let text = JSON.string(String(decoding: message.bytes, as: UTF8.self)).text
      return "message on channel \(message.channel): \(text)"
    case .round(let round):
      defer { self.round = round }
      return round.news(since: self.round, for: state)
    case .mode, .shortCode: return news.line(.text)
    }
  }

  /// Returns the line for a change of state, worded differently if the host is lost or found after play began.
  private mutating func line(for state: ConnectionState) -> String? {
    self.state = state
    switch state {
    case .connecting where hasPlayed: return "\(name) is away; looking for it"
    case .connected(let player) where hasPlayed: return "back: player \(player.number)"
    case .connected: hasPlayed = true
    default: break
    }
    return ConnectionNews.state(state).line(.text)
  }
}
