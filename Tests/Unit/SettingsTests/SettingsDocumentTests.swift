import Settings
import Testing

/// The document that a command passes to a gateway's program.
@Suite struct SettingsDocumentTests {
  @Test func `A key set again keeps its place, and what is written is read again`() throws {
    var document = SettingsDocument()
    document.set("/a", of: "input osc", to: "x")
    document.set("/b", of: "input osc", to: "y \"z\"\n")
    document.set("/a", of: "input dsu", to: "1")
    document.set("/a", of: "input osc", to: "é")
    #expect(
      document.text
        == #"[["input osc","/a","é"],["input osc","/b","y \"z\"\u000a"],["input dsu","/a","1"]]"#)
    let again = try #require(SettingsDocument(Array(document.text.utf8)))
    #expect(again.text == document.text && again.entries.map(\.value) == ["é", "y \"z\"\n", "1"])
  }

  @Test(arguments: [
    "", "{}", "[[\"web\",\"port\"]]", "[[\"web\",\"port\",1]]", "[[\"web\",1,\"1\"]]", "[[1,\"port\",\"1\"]]",
    "[\"web\"]", "[[\"web\",\"port\",\"1\",\"2\"]]", "[[\"web\",\"port\",\"1\"]",
  ])
  func `A text of another form is no document`(_ text: String) {
    #expect(SettingsDocument(Array(text.utf8)) == nil)
  }

  @Test func `A document has at most 128 KiB`() {
    let start = "[[\"a\",\"b\",\""
    let full = start + String(repeating: "c", count: SettingsDocument.limit - start.utf8.count - 3) + "\"]]"
    #expect(SettingsDocument(Array(full.utf8)) != nil && SettingsDocument(Array("\(full) ".utf8)) == nil)
  }

  @Test(arguments: [
    ("web", "prot", "1"), ("web", "port", "0"), ("host", "port", "1"), ("input osc", "port", "1024"),
  ])
  func `A key that the web gateway does not have, or a wrong value, is told`(
    _ section: String, _ key: String, _ value: String
  ) {
    var document = SettingsDocument()
    document.set("port", of: "web", to: "1")
    document.set(key, of: section, to: value)
    do throws(UnknownSetting) {
      _ = try WebSettings(document)
      Issue.record("nothing is told")
    } catch {
      #expect(error.section == section && error.key == key)
    }
  }

  @Test func `A program gets its own keys, and those that the command adds`() {
    var document = SettingsDocument()
    document.set("name", of: "host", to: "Den")
    document.set("discovery", of: "host", to: "no")
    document.set("port", of: "web", to: "1")
    document.set("enabled", of: "input osc", to: "yes")
    let web = document.part(for: WebSettings.self, adding: [("socket", "/s"), ("droidpad", nil)])
    #expect(web.text == #"[["host","name","Den"],["web","port","1"],["gateway","socket","/s"]]"#)
    let inputs = document.part(for: InputSettings.self, adding: [])
    #expect(inputs.text == #"[["host","discovery","no"],["input osc","enabled","yes"]]"#)
    #expect(document.entries.count == 4)
  }
}
