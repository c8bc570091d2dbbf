import Gamepad
import Model
import Testing

@testable import Commands

@Suite struct SetupTests {
  @Test func `Enter takes the first answer, a number its own, and nothing else is one`() throws {
    let join = try #require(SetupQuestion.all.first)
    #expect(join.value(of: "") == "open" && join.value(of: "1") == "open" && join.value(of: "2") == "ask")
    for typed in ["0", "3", "-1", "open", "1x", " "] { #expect(join.value(of: typed) == nil) }
  }

  @Test func `An option has the value of an answer, and that of the page also an address`() throws {
    for question in SetupQuestion.all where question.addressText == nil {
      #expect(question.choices.allSatisfy { question.allows($0.value) } && !question.allows(""))
      #expect(!question.allows("https://pads.example/"))
    }
    let page = try #require(SetupQuestion.all.last)
    #expect(page.allows("own") && page.allows("https://pads.example/"))
    #expect(!page.allows("") && !page.allows("http://pads.example/") && !page.allows("https://"))
  }

  @Test(arguments: [
    ("no", "no", "xbox360"), ("yes", "no", "xboxone-bt"), ("no", "yes", "dualsense"),
    ("yes", "yes", "dualsense"),
  ])
  func `The pad suits browsers and games with motion`(browser: String, gyro: String, name: String) throws {
    let answers = SetupAnswers(values: ["browser": browser, "gyro": gyro])
    #expect(answers.identity == name)
    let identity = try #require(Identity.named.first { $0.name == name }?.identity)
    // Chromium takes all pads of uinput for one.
    #expect((browser == "yes") <= (identity.hid != nil))
  }

  @Test func `The answers are a configuration, and others are written in their place`() throws {
    let root = FakeRoot()
    root.write("[host]\nplayers = 3\nadmission = locked\n", to: "/tiltpad.conf")
    let file = SetupFile(of: "\(root.path)/tiltpad.conf")
    try file.write(SetupAnswers())
    var read = try Configuration(path: "\(root.path)/tiltpad.conf", isRequired: true)
    #expect(read.players == 3 && read.policy == .open && read.identity == .xbox360 && read.web.page == nil)
    try file.write(
      SetupAnswers(values: ["join": "ask", "gyro": "yes", "browser": "no", "page": "https://pads.example/"]))
    read = try Configuration(path: "\(root.path)/tiltpad.conf", isRequired: true)
    #expect(
      read.policy == .ask && read.identity == Identity.dualSense
        && read.web.page == "https://pads.example/")
  }
}

/// Returns false only if `left` is true and `right` is not: `left` implies `right`.
private func <= (left: Bool, right: Bool) -> Bool { !left || right }
