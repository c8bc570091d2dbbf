import Model
import Testing
import Wire

/// The payloads of the handshake, on either side of each limit.
@Suite struct IntroductionTests {
  private let introduction = Introduction(
    epoch: 0x0807_0605_0403_0201, capabilities: [.tilt, .touch], deviceClass: .browser, sampleRate: 0x0123,
    name: DeviceName("Ada"))
  private let welcome = Welcome(limit: 4, session: 7, time: 9)

  private var introductionBytes: [UInt8] {
    var datagram = Datagram<64>()
    introduction.write(to: &datagram)
    return (0..<datagram.count).map { datagram[$0] }
  }

  private var welcomeBytes: [UInt8] {
    var datagram = Datagram<64>()
    welcome.write(to: &datagram)
    return (0..<datagram.count).map { datagram[$0] }
  }

  private func drop(ofIntroduction bytes: [UInt8]) -> Drop? {
    do throws(Drop) { _ = try Introduction(parsing: bytes.span) } catch { return error }
    return nil
  }

  private func drop(ofWelcome bytes: [UInt8]) -> Drop? {
    do throws(Drop) { _ = try Welcome(parsing: bytes.span) } catch { return error }
    return nil
  }

  @Test func `A payload is read as it was written, and has its own size`() throws {
    #expect(try Introduction(parsing: introductionBytes.span) == introduction)
    #expect(try Welcome(parsing: welcomeBytes.span) == welcome)
    #expect(introductionBytes.count == 56 && welcomeBytes.count == 32)
    for (short, long) in [
      (drop(ofIntroduction: introductionBytes.dropLast()), drop(ofIntroduction: introductionBytes + [0])),
      (drop(ofWelcome: welcomeBytes.dropLast()), drop(ofWelcome: welcomeBytes + [0])),
    ] { #expect(short == .sessionSize && long == .sessionSize) }
  }

  @Test func `The player of a welcome is one of sixteen, or 0`() {
    var bytes = welcomeBytes
    for player in UInt8.min...UInt8.max {
      bytes[0] = player
      #expect(drop(ofWelcome: bytes) == (player <= 16 ? nil : .sessionValue), "\(player)")
    }
  }

  @Test func `A controller is of one of four kinds and has one of two roles, and two bytes are zero`() {
    for value in UInt8.min...UInt8.max {
      let drops = [10, 11, 14, 15].map { place in
        var bytes = introductionBytes
        bytes[place] = value
        return drop(ofIntroduction: bytes)
      }
      #expect(drops[0] == ((1...4).contains(value) ? nil : .sessionValue), "\(value)")
      #expect(drops[1] == ((1...2).contains(value) ? nil : .sessionValue), "\(value)")
      #expect(drops[2] == (value == 0 ? nil : .sessionReserved) && drops[3] == drops[2], "\(value)")
    }
  }

  @Test func `A welcome by default asks for what the document says`() {
    #expect(welcome.player == 0 && welcome.rate == 125 && welcome.history == 2 && welcome.flags == 0)
    #expect(welcome.keepAlive == 50 && welcome.timeout == 5_000 && welcome.profile == 0)
  }
}
