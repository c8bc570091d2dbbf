/// The first byte of each message on the local socket: the message's kind (docs/protocol.md, "The local socket").
package enum LocalMessageKind: UInt8, CaseIterable {
  case frames = 0xe0
  case gone = 0xe1
  case page = 0xe2
  case name = 0xe3
  case alive = 0xe4
  case guest = 0xe5
  case verdict = 0xe6
  case rumble = 0xe7
  case watch = 0xe8
  case host = 0xe9
  case player = 0xea
  case trace = 0xeb
  case recentre = 0xec
  case order = 0xed
  case answer = 0xee
  case peer = 0xef
  case message = 0xf0
  case delivery = 0xf1
  case seat = 0xf2
  case setup = 0xf3
  case site = 0xf4
  case report = 0xf5
  case share = 0xf6
  case setting = 0xf7
  case game = 0xdf
}
