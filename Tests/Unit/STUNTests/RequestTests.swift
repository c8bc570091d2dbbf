import TestSupport
import Testing

@testable import STUN

extension Check {
  /// The reason why the bytes are not a request; nil if they are one.
  var drop: DatagramDrop? {
    do throws(DatagramDrop) { _ = try BindingRequest(parsing: bytes.span) } catch { return error }
    return nil
  }
}

@Suite struct RequestTests {
  @Test func `A request is read with the attributes that browsers add`() throws {
    let draft = Check(
      "friendly:browser",
      [
        (Check.Kind.priority, [1, 2, 3, 4]), (Check.Kind.useCandidate, []),
        (0x001c, [UInt8](repeating: 9, count: 32)),
        (0x802a, [UInt8](repeating: 7, count: 8)),
        (0xc057, [0, 1, 0, 10]), (0xc001, [0, 0, 0, 1]), (0xc070, [UInt8](repeating: 0, count: 600)),
      ])
    let request = try BindingRequest(parsing: draft.bytes.span)
    #expect(request.isNominating)
    #expect(request.user.text == "friendly")
    #expect(request.holds(draft.bytes, Check.password))
  }

  @Test func `Another name of the browser is another attempt, whatever stands behind it`() throws {
    let names = ["friendly:browser", "friendly:browsex", "friendly:bros"]
    let numbers = try names.map { name in
      let bytes = Check(name).bytes
      return try BindingRequest(parsing: bytes.span).caller(in: bytes.span)
    }
    #expect(Set(numbers).count == names.count)
    for (name, number) in zip(names, numbers) {
      let bytes = Check(name, [(0x802a, [1, 2, 3, 4])]).bytes
      #expect(try BindingRequest(parsing: bytes.span).caller(in: bytes.span) == number)
    }
  }

  @Test func `A changed byte anywhere makes it no request or one without the password`() throws {
    let whole = Check("friendly:browser").bytes
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        guard let request = try? BindingRequest(parsing: bytes.span) else { continue }
        #expect(!request.holds(bytes, Check.password), "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `A part of a request is none`() {
    let whole = Check("friendly:browser").bytes
    for size in 0..<whole.count {
      #expect(Check(bytes: Array(whole[..<size])).drop == .size)
      #expect(Check(bytes: Array(whole[size...])).drop != nil || size == 0)
    }
  }

  @Test(arguments: ["friendly", "friendly:", "friendly:abc", ":browser", "unfriendly:browser", ""])
  func `A user name has eight characters, a colon and four more`(_ name: String) {
    #expect(Check(name).drop == .userName)
  }

  @Test func `A user name that is too long is refused`() {
    #expect(Check("friendly:" + String(repeating: "x", count: 256)).drop == nil)
    #expect(Check("friendly:" + String(repeating: "x", count: 257)).drop == .userName)
  }

  @Test func `What has to be understood and is not makes it no request`() {
    for kind in [0x0003, 0x001b, 0x001d, 0x7fff] as [UInt16] {
      #expect(Check("friendly:browser", [(kind, [0, 0, 0, 0])]).drop == .unknownAttribute, "\(kind)")
    }
  }

  @Test func `Code and fingerprint have to be there, in that order and at the end`() {
    var draft = Check()
    #expect(draft.drop == .fingerprint, "a header without attributes")
    draft.add(Check.Kind.userName, Array("friendly:browser".utf8))
    var unmarked = draft
    unmarked.sign()
    #expect(unmarked.drop == .fingerprint)
    var unsigned = draft
    unsigned.close()
    #expect(unsigned.drop == .integrity)
    unmarked.close()
    #expect(unmarked.drop == nil)
    unmarked.add(0x8022, [])
    #expect(unmarked.drop != nil)
    draft.add(Check.Kind.integrity, [1, 2, 3, 4])
    draft.close()
    #expect(draft.drop == .attribute)
  }

  @Test func `Nothing behind the code counts but the fingerprint`() throws {
    var draft = Check()
    draft.add(Check.Kind.userName, Array("friendly:browser".utf8))
    draft.sign()
    draft.add(Check.Kind.useCandidate, [])
    draft.close()
    let request = try BindingRequest(parsing: draft.bytes.span)
    #expect(!request.isNominating)
    #expect(request.holds(draft.bytes, Check.password))
  }

  @Test func `Other messages and other cookies are none`() {
    for (index, value) in [(1, UInt8(2)), (0, 1), (4, 0)] {
      var draft = Check("friendly:browser")
      draft.bytes[index] = value
      #expect(draft.drop == .notRequest)
    }
  }

  @Test func `The first byte tells STUN from DTLS and from anything else`() throws {
    for first in UInt8.min...UInt8.max {
      let kind = try? DatagramKind(first)
      #expect(kind == (first < 4 ? .check : (20..<64).contains(first) ? .record : nil))
    }
    #expect(throws: DatagramDrop.kind) { try DatagramKind(nil) }
  }

  @Test func `An attribute that ends behind the message makes it no request`() {
    var draft = Check()
    draft.add(Check.Kind.userName, Array("friendly:browser".utf8))
    draft.add(0x8022, [1, 2, 3, 4, 5, 6, 7, 8])
    draft.bytes.removeLast(4)
    draft.bytes[3] -= 4
    #expect(draft.drop == .attribute)
  }
}
