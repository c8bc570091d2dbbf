import Handset
import Model
import Wire

extension Trace.Fault {
  /// The fault in words.
  var reason: String {
    switch self {
    case .header: "the file does not begin with \"\(Trace.header)\""
    case .fields: "the line is not MICROSECONDS SLOT HEX, or is cut off"
    case .time: "the time is not a number of microseconds, or goes backwards"
    case .slot: "the player is not a number from 1 to \(PlayerSlot.limit)"
    case .hex: "the frames are not pairs of hexadecimal digits"
    case .tooLong: "the frames are longer than \(Trace.longestFrames) bytes"
    case .frames(let fault): "the frames are invalid (\(fault))"
    }
  }
}
