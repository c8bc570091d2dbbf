import Testing
import Wire
import WireReference

@Suite struct VectorTests {
  @Test(arguments: Form.allCases)
  func `A vector is read, and written again, or refused as its line says`(form: Form) throws {
    for vector in try Vector.all(form) {
      #expect(form.outcome(vector.bytes) == vector.outcome, "\(vector.name)")
    }
  }

  @Test(arguments: Form.allCases)
  func `The reference agrees with every vector`(form: Form) throws {
    for vector in try Vector.all(form) {
      let reason = Reference.reason(vector.bytes, as: form)
      switch vector.outcome {
      case .ok: #expect(reason == nil, "\(vector.name)")
      case .refused(let expected): #expect(reason == expected, "\(vector.name)")
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `What we write is read and written again without a change`(form: Form) throws {
    for vector in try Vector.all(form) {
      guard case .ok(let written) = vector.outcome, !written.isEmpty else { continue }
      #expect(form.outcome(written) == vector.outcome, "\(vector.name)")
    }
  }

  @Test func `Every reason has a vector`() throws {
    let outcomes = Set(try Vector.all().map(\.outcome))
    for reason in Drop.allCases.prefix(while: { $0 != .notAllowed }) {
      #expect(outcomes.contains(.refused(reason)))
    }
  }

  @Test func `Every frame has a vector that is read and one that is refused`() throws {
    let vectors = try Vector.all().filter { $0.form != .plain }
    for frame in FrameType.allCases {
      let its = vectors.filter { $0.bytes.first == frame.rawValue }
      #expect(its.contains { $0.isOk }, "\(frame)")
      #expect(its.contains { !$0.isOk }, "\(frame)")
    }
  }

  @Test func `The reference knows every frame`() {
    #expect(Set(Reference.lengths.keys) == Set(FrameType.allCases.map(\.rawValue)))
  }

  @Test(arguments: Form.allCases)
  func `No two vectors of a file have the same name`(form: Form) throws {
    let names = try Vector.all(form).map(\.name)
    #expect(!names.isEmpty)
    #expect(Set(names).count == names.count)
  }
}
