import Model
import Testing

@testable import Pages

/// Layouts that a dashboard tries on a page.
@Suite struct ShelfTrialTests {
  var house = ShelfHouse()

  @Test mutating func `A trial is shown, never written, and ends with the order or the dashboard`() throws {
    try house.seatTwo()
    let files = house.files
    for isClosed in [false, true] {
      let text = ShelfHouse.layout("trial", word: "t")
      let quoted = text.replacing("\"", with: "\\\"")
      house.say(
        #"{"type":"save","number":1,"id":"trial","part":0,"of":1,"trial":true,"text":"\#(quoted)"}"#, on: 100)
      #expect(house.texts(100) == [#"{"type":"kept","id":"trial","part":0,"whole":true}"#])
      #expect(
        house.order(#"{"type":"layout","layout":"trial","slot":2,"number":2}"#) == [
          #"{"type":"answer","number":2,"result":"done"}"#
        ])
      #expect(house.texts(2, "layout") == [#"{"type":"layout","id":"trial"}"#])
      house.say(#"{"type":"layout","id":"trial"}"#, on: 2)
      #expect(house.texts(2, "controls")[0].contains(#""word":"t""#.replacing("\"", with: #"\""#)))
      house.say(#"{"type":"layout","id":"trial"}"#, on: 1)
      #expect(house.texts(1) == [#"{"type":"controls","id":"trial","layout":null}"#], "nobody else gets it")
      if isClosed {
        house.engine.close(100, at: house.now)
        house.settle()
      } else {
        #expect(
          house.order(#"{"type":"remove","id":"trial","number":3}"#) == [
            #"{"type":"answer","number":3,"result":"done"}"#
          ])
      }
      #expect(house.texts(2, "layout") == [#"{"type":"layout","id":""}"#])
      house.say(#"{"type":"layout","id":"trial"}"#, on: 2)
      #expect(house.texts(2) == [#"{"type":"controls","id":"trial","layout":null}"#])
      #expect(house.job == nil && house.files == files && house.kept.keys.sorted() == ["mine"])
    }
  }

  @Test mutating func `A page cannot try`() throws {
    try house.seatTwo()
    house.say(
      #"{"type":"save","id":"x","part":0,"of":1,"trial":true,"text":"{}"}"#, on: 1)
    house.work()
    #expect(house.trials.isEmpty)
  }

  @Test mutating func `A dashboard of a host that keeps nothing is told of no shelf`() throws {
    house = ShelfHouse(.nobody)
    try house.openDashboard()
    #expect(!house.texts(100, "welcome")[0].contains("shelf"))
    house.engine.showShelf()
    #expect(house.texts(100, "shelf").isEmpty)
  }

  @Test mutating func `A trial goes on when its dashboard removes another layout`() throws {
    try house.seatTwo()
    let quoted = ShelfHouse.layout("trial").replacing("\"", with: "\\\"")
    house.say(
      #"{"type":"save","number":1,"id":"trial","part":0,"of":1,"trial":true,"text":"\#(quoted)"}"#, on: 100)
    #expect(house.trials.count == 1 && house.kept.keys.sorted() == ["mine"])
    _ = house.order(#"{"type":"remove","id":"mine","number":2}"#)
    #expect(house.trials.count == 1 && house.kept.isEmpty)
    _ = house.order(#"{"type":"remove","id":"trial","number":3}"#)
    #expect(house.trials.isEmpty)
  }
}
