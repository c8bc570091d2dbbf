import Bridge
import Engine
import Model
import Platform

/// The file of the shared pads, from which the next daemon continues them.
///
/// It is beside the records of the pads, and vanishes with them when the machine restarts. The format has a heading,
/// and a line for each member of each pad: its slot, the slot of the main player, the preset, the feedback, the length
/// of a turn, the identity that its controller requests, and the controller's origin and number. The main player
/// precedes the helpers.
struct ShareFile {
  private static let heading = "tiltpad shares 1"
  private static let limit = 4_096

  private var path: String?
  private var kept: [HostEngine.KeptShare] = []

  /// Continues the shared pads of a previous daemon; their file is beside the records of pads at `records`.
  mutating func resume(beside records: String?, in engine: inout HostEngine, at now: Instant) {
    path = records.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
      .map { ($0 + ["shares"]).joined(separator: "/") }
    guard let path, let bytes = try? FileContents.read(path, limit: ShareFile.limit) else { return }
    kept = ShareFile.shares(in: bytes) ?? []
    for share in kept { engine.resume(share, at: now) }
  }

  /// Writes the shared pads of `engine` if they have changed; returns the error if that failed.
  mutating func keep(_ engine: HostEngine) -> SystemError? {
    let shares = engine.keptShares
    guard let path, shares != kept else { return nil }
    kept = shares
    do throws(SystemError) {
      try FileContents.write(ShareFile.bytes(of: shares), to: path, mode: 0o600)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the file for `shares`.
  static func bytes(of shares: [HostEngine.KeptShare]) -> [UInt8] {
    let lines = shares.flatMap { share in
      share.members.map { member in
        let terms = share.terms
        let numbers = [
          member.slot.number, share.members[0].slot.number, terms.preset.rawValue, terms.feedback.rawValue,
          terms.turn, member.request,
        ]
        return numbers.map(String.init).joined(separator: " ")
          + " \(member.owner.origin.digits) \(member.owner.token)"
      }
    }
    return Array(([heading] + lines).map { $0 + "\n" }.joined().utf8)
  }

  /// Returns the shared pads in a file; nil if any part is damaged.
  static func shares(in bytes: [UInt8]) -> [HostEngine.KeptShare]? {
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst() == heading, lines.popLast() == "" else { return nil }
    var (shares, slots) = ([HostEngine.KeptShare](), PlayerSlots())
    for line in lines {
      guard let (member, main, terms) = entry(line), slots.insert(PlayerSlots(member.slot)).inserted else {
        return nil
      }
      if member.slot == main {
        shares.append(HostEngine.KeptShare([member], terms))
      } else {
        guard let last = shares.indices.last, shares[last].members[0].slot == main else { return nil }
        shares[last].members.append(member)
      }
    }
    return shares
  }

  private static func entry(_ line: Substring) -> (HostEngine.KeptShare.Member, PlayerSlot, ShareTerms)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.prefix(6).compactMap { UInt8($0) }
    guard words.count == 8, numbers.count == 6, let slot = PlayerSlot(number: Int(numbers[0])),
      let main = PlayerSlot(number: Int(numbers[1])), let preset = SharePreset(rawValue: numbers[2]),
      let feedback = ShareFeedback(rawValue: numbers[3]), ShareTerms.turns.contains(numbers[4]),
      let origin = Address(digits: words[6]), let token = UInt32(words[7])
    else { return nil }
    let owner = Roster.Key(origin: origin, token: token)
    return (
      HostEngine.KeptShare.Member(slot: slot, owner: owner, request: numbers[5]), main,
      ShareTerms(preset, feedback: feedback, turn: numbers[4])
    )
  }
}
