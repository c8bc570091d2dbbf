import Bridge
import Daemon
import Foundation
import Gamepad
import Model
import Settings
import Testing
import Wire

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
    let answers = try answered(["browser": browser, "gyro": gyro])
    let identity = try #require(Identity.named.first { $0.name == name }?.identity)
    #expect(answers.identity == identity)
    // Chromium cannot tell uinput pads apart, so it needs HID pads.
    #expect((browser == "yes") <= (identity.hid != nil))
    // On new systems, only HID pads reach Steam.
    #expect(try answered(["browser": browser, "gyro": gyro, "steam": "yes"]).identity.hid != nil)
  }

  /// Returns the answers with these values, and with the defaults for all others.
  private func answered(_ values: [String: String]) throws -> SetupAnswers {
    var answers = SetupAnswers()
    for (word, value) in values {
      let isSet = answers.set(try #require(SetupAnswers.Question(rawValue: word)), to: value)
      #expect(isSet, "\(word) \(value)")
    }
    return answers
  }

  @Test func `The answers are a configuration, and others are written in their place`() throws {
    let root = FakeRoot()
    root.write("[host]\nplayers = 3\nadmission = locked\n", to: "/tiltpad.conf")
    let file = SetupFile(of: "\(root.path)/tiltpad.conf")
    try file.write(SetupAnswers())
    var read = try Configuration(path: "\(root.path)/tiltpad.conf", isRequired: true)
    #expect(
      read.daemon.bridge.roster.limit == 3 && read.daemon.bridge.admission.policy == .open
        && read.daemon.identity == .xbox360 && read.web.page == nil)
    try file.write(
      answered(["join": "ask", "gyro": "yes", "browser": "no", "page": "https://pads.example/"]))
    read = try Configuration(path: "\(root.path)/tiltpad.conf", isRequired: true)
    #expect(
      read.daemon.bridge.admission.policy == .ask && read.daemon.identity == Identity.dualSense
        && read.web.page == "https://pads.example/")
  }

  @Test func `The first visit is read before the configuration, which wins`() throws {
    let root = FakeRoot()
    root.write(try answered(["join": "ask", "gyro": "yes"]).configuration(from: "#"), to: "/setup.conf")
    root.write("[host]\nplayers = 3\n", to: "/tiltpad.conf")
    let path = "\(root.path)/tiltpad.conf"
    var read = try Configuration(path: path, isRequired: true, after: "\(root.path)/setup.conf")
    #expect(
      read.daemon.bridge.roster.limit == 3 && read.daemon.bridge.admission.policy == .ask
        && read.daemon.identity == Identity.dualSense)
    root.write("[host]\nadmission = locked\n", to: "/tiltpad.conf")
    try SetupFile(of: path).write(answered(["browser": "yes"]))
    read = try Configuration(path: path, isRequired: true, after: "\(root.path)/setup.conf")
    #expect(read.daemon.bridge.admission.policy == .open && read.daemon.identity == .xboxOneBluetooth)
    read = try Configuration(path: path, isRequired: true, after: "\(root.path)/none.conf")
    #expect(read.daemon.bridge.admission.policy == .open)
  }

  @Test func `The dashboard asks the same questions in the same words`() throws {
    let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../web")
    let card = try String(contentsOf: web.appending(path: "dashboard/setup.js"), encoding: .utf8)
    let words = try String(contentsOf: web.appending(path: "words/en/dashboard.js"), encoding: .utf8)
    #expect(card.matches(of: /^  \["/.anchorsMatchLineEndings()).count == SetupQuestion.all.count)
    var (place, isInOrder) = (card.startIndex, true)
    for question in SetupQuestion.all {
      let key = "setup\(question.option.capitalized)"
      let keys = question.choices.map { "\(key)\($0.value.isEmpty ? "Else" : $0.value.capitalized)" }
      let pairs = zip(question.choices, keys).map { #"["\#($0.value)", "\#($1)"]"# }
      let entry = #"["\#(question.option)", "\#(key)", [\#(pairs.joined(separator: ", "))]],"#
      let found = try #require(card.range(of: entry), "\(entry)")
      isInOrder = isInOrder && found.lowerBound > place
      place = found.lowerBound
      for (word, text) in zip([key] + keys, [question.text] + question.choices.map(\.words)) {
        #expect(words.contains("\n  \(word):") && words.contains(" \"\(text)\",\n"), "\(word)")
      }
    }
    #expect(isInOrder)
  }
}

/// Returns false only if `left` is true and `right` is not: `left` implies `right`.
private func <= (left: Bool, right: Bool) -> Bool { !left || right }
