import Wire

extension Drop {
  /// Creates the drop reason that corresponds to the roster's denial.
  init(_ denial: Roster.Denial) {
    switch denial {
    case .notAllowed: self = .notAllowed
    case .foreignEndpoint: self = .foreignEndpoint
    case .full: self = .full
    case .flooding: self = .flooding
    case .gone: self = .gone
    }
  }
}

extension Refusal {
  /// Creates the refusal that a gateway is sent when the roster denies a controller.
  init(_ denial: Roster.Denial) {
    switch denial {
    case .notAllowed: self = .deniedByHost
    case .foreignEndpoint: self = .takeover
    case .full: self = .full
    case .flooding: self = .rate
    case .gone: self = .busy
    }
  }
}
