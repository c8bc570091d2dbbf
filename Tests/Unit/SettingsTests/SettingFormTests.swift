import Model
import Testing
import Wire

@testable import Settings

/// The forms of values, and the hosts in them.
@Suite struct SettingFormTests {
  @Test func `A number is within its range, and is digits alone`() {
    let form = SettingForm<UInt16>.number(16...2_000)
    #expect(form.words == "a number from 16 to 2000")
    #expect(
      ["15", "16", "2000", "2001", "99999", "-16", "", "16 ", "0x20"].map(form.read) == [nil, 16, 2_000]
        + Array(repeating: nil, count: 6))
    #expect(["0", "1", "65535", "65536"].map(SettingForm<UInt16>.port.read) == [nil, 1, 65_535, nil])
  }

  @Test func `A word stands for its value, and no other word does`() {
    #expect(["yes", "no", "Yes", "1", ""].map(SettingForm<Bool>.flag.read) == [true, false, nil, nil, nil])
    let form = SettingForm<Orientation>.choice
    #expect(form.words == "normal, sideways-left, sideways-right or inverted")
    #expect(Orientation.allCases.map { form.read($0.rawValue) } == Orientation.allCases)
    #expect(form.read("Normal") == nil && form.read("") == nil)
    let numbers = SettingForm.oneOf([("one", 1), ("two", 2)])
    #expect(numbers.words == "one or two" && numbers.read("two") == 2 && numbers.read("three") == nil)
  }

  @Test func `A time is a whole number of its unit`() {
    check(.milliseconds(5...100), "milliseconds", .milliseconds(1))
    check(.seconds(5...100), "seconds", .seconds(1))
    check(.days(5...100), "days", .seconds(86_400))
  }

  private func check(_ form: SettingForm<Interval>, _ name: String, _ unit: Interval) {
    #expect(form.words == "\(name) from 5 to 100")
    let counts: [Int64?] = ["4", "5", "100", "101", "5.5", ""].map { text in
      form.read(text).map { $0.nanoseconds / unit.nanoseconds }
    }
    #expect(counts == [nil, 5, 100, nil, nil, nil])
  }

  @Test func `A path is absolute, and a name fits into a packet`() {
    #expect(["/var/lib", "/", "lib", ""].map(SettingForm<String>.path.read) == ["/var/lib", "/", nil, nil])
    let name = String(repeating: "n", count: DeviceName.size)
    let form = SettingForm<String>.deviceName
    #expect(form.read(name) == name && form.read(name + "n") == nil && form.read("") == "")
    #expect(form.words == "at most \(DeviceName.size) bytes")
    #expect(SettingForm<String>.text.read(" any # text ") == " any # text ")
  }

  @Test func `Networks are a list or none`() {
    let form = SettingForm<[AddressRange]>.networks
    #expect(form.read("none") == [] && form.read("") == nil && form.read("10.0.0.0/8 den") == nil)
    #expect(form.read("10.0.0.0/8, ::1")?.map(\.length) == [104, 128])
  }

  @Test func `A numeric host has a port or the usual one`() throws {
    let address = try #require(Address("192.168.1.23"))
    let (bare, full) = (
      try #require(NumericHost("192.168.1.23")), try #require(NumericHost("192.168.1.23:1"))
    )
    #expect(bare.address == address && bare.port == nil)
    #expect(bare.endpoint(or: 7) == Endpoint(address: address, port: 7))
    #expect(full.address == address && full.port == 1)
    #expect(full.endpoint(or: 7) == Endpoint(address: address, port: 1))
    #expect(NumericHost("[::1]:26761")?.port == 26_761 && NumericHost("::1")?.address == Address("::1"))
    for wrong in ["192.168.1.23:0", "192.168.1.23:65536", "den", "den:1", "", ":1", "[::1"] {
      #expect(NumericHost(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `This machine has the loopback addresses`() throws {
    for text in ["127.0.0.1", "127.255.255.255", "::1"] {
      let address = try #require(Address(text))
      #expect(AddressRange.loopback.contains { $0.contains(address) }, "\(text)")
    }
    for text in ["126.255.255.255", "128.0.0.1", "::2", "10.0.0.1"] {
      let address = try #require(Address(text))
      #expect(!AddressRange.loopback.contains { $0.contains(address) }, "\(text)")
    }
  }
}
