import Glibc
import Platform
import Testing

@Suite struct WallClockTests {
  @Test func `The time of day is the system's`() {
    let before = Int64(time(nil))
    let now = WallClock.now()
    #expect(now >= before && now <= Int64(time(nil)))
  }

  @Test(arguments: [0, 951_782_400, 1_795_000_000, 4_102_444_800] as [Int64])
  func `Date and time are written by the clock on the wall`(_ seconds: Int64) throws {
    let text = WallClock.text(seconds)
    var parts = unsafe tm()
    let numbers = text.split { !$0.isNumber }.compactMap { Int32($0) }
    #expect(text.count == 16 && numbers.count == 5)
    try #require(numbers.count == 5)
    unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    unsafe (parts.tm_hour, parts.tm_min, parts.tm_isdst) = (numbers[3], numbers[4], -1)
    #expect(unsafe Int64(mktime(&parts)) == seconds / 60 * 60)
  }

  @Test func `A time beyond all calendars has no date`() {
    #expect(WallClock.text(.max) == "?")
  }
}
