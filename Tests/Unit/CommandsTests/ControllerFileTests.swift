import Console
import Cryptography
import Foundation
import Handset
import Platform
import Testing

@testable import Commands

@Suite struct ControllerFileTests {
  private let scratch = ConfigurationTests.Scratch()

  private func failure(_ text: String, mode: UInt32 = 0o600) throws -> Failure? {
    let path = "\(scratch.path)/broken"
    try FileContents.write(Array(text.utf8), to: path, mode: mode)
    do throws(Failure) {
      _ = try ControllerFile.opened(at: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A missing file is made, with its directories, for nobody else to read`() throws {
    let path = "\(scratch.path)/a/b/controller"
    let made = try ControllerFile(at: path)
    #expect(FileStatus(path)?.modeText == "-rw-------")
    #expect((FileStatus("\(scratch.path)/a/b")?.mode ?? 0) & 0o777 == 0o700)
    #expect(try ControllerFile(at: path).keys.publicKey == made.keys.publicKey)
  }

  @Test func `What is shared with a host is there again, the newest of each host`() throws {
    let path = "\(scratch.path)/controller"
    var random = SystemRandomNumberGenerator()
    let hosts = (0..<3).map { _ in KeyPair(from: &random).publicKey }
    let secrets = (0..<4).map { _ in Secret(from: &random) }
    var file = try ControllerFile(at: path)
    for index in 0..<3 { try file.remember(hosts[index], secrets[index]) }
    try file.remember(hosts[1], secrets[3])
    let read = try ControllerFile(at: path)
    #expect(read.secret(for: hosts[0])?.bytes == secrets[0].bytes)
    #expect(read.secret(for: hosts[1])?.bytes == secrets[3].bytes)
    #expect(read.secret(for: KeyPair(from: &random).publicKey) == nil)
    #expect(read.keys.secret.bytes == file.keys.secret.bytes)
    #expect(FileStatus(path)?.modeText == "-rw-------")
  }

  @Test func `Two players of one file forget nothing of each other`() throws {
    let path = "\(scratch.path)/controller"
    var random = SystemRandomNumberGenerator()
    let hosts = (0..<2).map { _ in KeyPair(from: &random).publicKey }
    var files = [try ControllerFile(at: path), try ControllerFile(at: path)]
    for index in 0..<2 { try files[index].remember(hosts[index], Secret(from: &random)) }
    let read = try ControllerFile(at: path)
    #expect(hosts.allSatisfy { read.secret(for: $0) != nil })
  }

  @Test(arguments: ["", "key\n", "key 00\n", "host 00\n", "key \(String(repeating: "g", count: 64))\n"])
  func `A file that makes no sense is refused`(text: String) throws {
    #expect(try failure(text)?.what.hasSuffix("is not a controller's key") == true)
  }

  @Test func `A file that others may read is refused`() throws {
    let text = "key \(String(repeating: "01", count: 32))\n"
    #expect(try failure(text) == nil)
    #expect(try failure(text, mode: 0o644)?.remedy.hasPrefix("chmod 600 ") == true)
  }
}

extension Secret {
  fileprivate var bytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
