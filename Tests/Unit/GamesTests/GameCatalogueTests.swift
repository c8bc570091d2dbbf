import Model
import Notation
import Testing

@testable import Games

@Suite struct GameCatalogueTests {
  var catalogue = GameCatalogue()

  private mutating func read(_ text: String) -> [GameCatalogue.Fault] {
    catalogue.read(SettingsText.lines(of: Array(text.utf8)))
  }

  @Test mutating func `A game has a name, marks, a layout and players`() throws {
    let faults = read(
      """
      [game racer]
      name = Kart Racer
      match = steam:12345 | flatpak:org.example.Racer|exe:kart racer
      layout = kart
      profile = wide wheel
      identity = xboxone-bt
      for = 1, 3
      """)
    #expect(faults.isEmpty)
    let game = try #require(catalogue.games["racer"])
    #expect(game.name == "Kart Racer" && game.layout == "kart")
    #expect(game.profile == "wide wheel" && game.identity == "xboxone-bt")
    #expect(game.marks == [.steam(12345), .flatpak("org.example.Racer"), .exe("kart racer")])
    #expect(game.players?.each.map(\.number) == [1, 3])
  }

  @Test(arguments: [
    "match = exe:", "match = exe:a/b", "match = steam:0", "match = steam:-1", "match = steam:4294967296",
    "match = window:Kart", "match =", "match = exe:*|", "layout = Kart", "layout =", "for = 0", "for = 17",
    "for = 1,", "for = all,1", "colour = red", "profile =", "identity = Xbox 360", "identity =",
    "profile = " + String(repeating: "x", count: 41),
    "match = " + [String](repeating: "exe:a", count: 9).joined(separator: "|"),
  ])
  mutating func `A malformed line has no effect and is reported`(line: String) {
    let faults = read("[game racer]\nname = Racer\n\(line)\n")
    #expect(faults.map(\.line) == [3])
    #expect(catalogue.games["racer"]?.name == "Racer")
  }

  @Test mutating func `A section that names no game is reported once, and its keys have no effect`() {
    #expect(read("[game Racer]\nlayout = kart\n[racer]\n[game a b]\n").map(\.line) == [1, 3, 4])
    #expect(catalogue.games.isEmpty)
  }

  @Test mutating func `A later file replaces a whole game, and takes over the marks of others`() {
    _ = read(
      "[game racer]\nname = Old\nmatch = exe:racer | steam:1\nlayout = kart\n[game other]\nmatch = exe:other\n"
    )
    _ = read("[game racer]\nmatch = exe:racer2\nlayout = wheel\n[game third]\nmatch = exe:other\n")
    #expect(catalogue.games["racer"]?.name == "" && catalogue.games["racer"]?.layout == "wheel")
    #expect(catalogue.game(with: GameTraits(program: "/usr/games/racer")) == nil)
    #expect(catalogue.game(with: GameTraits(program: "/usr/games/racer2"))?.game.id == "racer")
    #expect(catalogue.game(with: GameTraits(program: "/usr/games/other"))?.game.id == "third")
  }

  @Test mutating func `There is room for 512 games, and those that are there can still be changed`() {
    let text = (1...513).map { "[game g\($0)]\nlayout = pad\n" }.joined()
    #expect(read(text).map(\.reason) == [.full])
    #expect(catalogue.games.count == 512 && catalogue.games["g512"] != nil)
    #expect(catalogue.games["g513"] == nil)
    #expect(read("[game g1]\nlayout = wheel\n").isEmpty)
    #expect(catalogue.games["g1"]?.layout == "wheel")
  }

  @Test mutating func `Names are compared exactly`() {
    _ = read("[game racer]\nmatch = exe:racer\n")
    for program in ["/usr/games/Racer", "/usr/games/racer2", "/usr/games/the-racer", "/racer/game", ""] {
      #expect(catalogue.game(with: GameTraits(program: program)) == nil)
    }
    #expect(catalogue.game(with: GameTraits(program: "/usr/games/racer (deleted)")) != nil)
  }

  @Test mutating func `The number in Steam decides before the Flatpak, and that before the program`() {
    _ = read(
      "[game s]\nmatch = steam:7\n[game f]\nmatch = flatpak:org.f\n[game e]\nmatch = exe:wine\n")
    let flatpak = Array("[Application]\nname=org.f\nruntime=x\n".utf8)
    let steam = Array("HOME=/root\0SteamAppId=7\0".utf8)
    let all = GameTraits(environment: steam, flatpak: flatpak, program: "/usr/bin/wine")
    #expect(all.marks == [.steam(7), .flatpak("org.f"), .exe("wine")])
    #expect(catalogue.game(with: all)?.game.id == "s")
    #expect(catalogue.game(with: GameTraits(flatpak: flatpak, program: "/usr/bin/wine"))?.game.id == "f")
    let unknown = GameTraits(environment: Array("SteamAppId=8\0".utf8), program: "/usr/bin/wine")
    #expect(catalogue.game(with: unknown)?.game.id == "e")
  }

  @Test func `The number in Steam is in the environment, in a command line or in the name of the scope`() {
    let reaper = Array("/opt/reaper\0SteamLaunch\0AppId=12345\0--\0/opt/game\0".utf8)
    #expect(GameTraits(commands: [Array("game\0".utf8), reaper]).marks == [.steam(12345)])
    let scope = "0::/user.slice/user-1000.slice/app.slice/app-steam-app12345-678.scope\n"
    #expect(GameTraits(groups: scope).marks == [.steam(12345)])
    #expect(GameTraits(groups: "0::/app.slice/app-flatpak-org.f.G-12.scope\n").marks == [.flatpak("org.f.G")])
    // The word "AppId" of a player's own program does not count as Steam's.
    #expect(GameTraits(commands: [Array("game\0AppId=12345\0".utf8)]).marks.isEmpty)
    for wrong in ["SteamAppId=\0", "SteamAppId=0\0", "SteamAppId=x\0", "MySteamAppId=7\0"] {
      #expect(GameTraits(environment: Array(wrong.utf8)).marks.isEmpty)
    }
  }

  @Test func `A notice is read as it was written, and any other text is refused`() throws {
    var game = Game("racer")
    #expect(GameNotice(game) == nil, "it wants nothing")
    (game.layout, game.players) = ("kart", PlayerSlots(try #require(PlayerSlot(number: 16))))
    for (players, layout, profile) in [
      (nil, "kart", ""), (game.players, "kart", #"a "wide" wheel"#), (nil, "", "wide"),
    ] as [(PlayerSlots?, String, String)] {
      (game.players, game.layout, game.profile) = (players, layout, profile)
      let notice = try #require(GameNotice(game))
      #expect(notice.text.utf8.count <= GameNotice.longest)
      #expect(GameNotice(Array(notice.text.utf8).span) == notice)
      #expect(notice.concerns(try #require(PlayerSlot(number: 16))))
      #expect(notice.concerns(try #require(PlayerSlot(number: 1))) == (players == nil))
    }
    for text in [
      "", "{", "[]", #"{"game":"racer"}"#, #"{"game":"Racer","layout":"kart"}"#,
      #"{"game":"racer","layout":""}"#, #"{"game":"racer","profile":""}"#, #"{"game":"racer","profile":1}"#,
      #"{"game":"racer","layout":"kart","profile":"\#(String(repeating: "x", count: 41))"}"#,
      #"{"game":"racer","layout":1,"profile":"wide"}"#,
      #"{"game":"racer","layout":"kart","for":[]}"#, #"{"game":"racer","layout":"kart","for":[0]}"#,
      #"{"game":"racer","layout":"kart","for":[17]}"#, #"{"game":"racer","layout":"kart","for":1}"#,
      #"{"game":"racer","layout":"kart","x":"\#(String(repeating: "x", count: 256))"}"#,
    ] { #expect(GameNotice(Array(text.utf8).span) == nil, "\(text)") }
  }

  @Test func `A notice of 256 bytes is read, and none of 257`() {
    for count in [256, 257] {
      var text = #"{"game":"racer","layout":"kart","x":""}"#
      text.insert(
        contentsOf: String(repeating: "x", count: count - text.utf8.count),
        at: text.index(text.endIndex, offsetBy: -2))
      #expect((GameNotice(Array(text.utf8).span) != nil) == (count == 256), "\(text.utf8.count)")
    }
  }

  @Test(arguments: [
    ("name = %", 128), ("match = exe:%", 128), ("match = exe:a | flatpak:%", 128), ("profile = %", 40),
    ("identity = %", 32), ("layout = %", 32),
  ])
  mutating func `A text has as many bytes as its limit, and no more`(_ line: String, _ limit: Int) {
    for count in [limit, limit + 1] {
      let text = String(repeating: "x", count: count)
      let faults = read("[game racer]\n\(line.replacing("%", with: text))\n")
      #expect(faults.map(\.line) == (count > limit ? [2] : []))
    }
  }

  @Test mutating func `A game has at most eight marks`() {
    let marks = (1...8).map { Game.Mark.exe("racer\($0)") }
    #expect(read("[game racer]\nmatch = \(marks.map(\.text).joined(separator: "|"))\n").isEmpty)
    #expect(catalogue.games["racer"]?.marks == marks)
    #expect(catalogue.game(with: GameTraits(program: "/racer8"))?.mark == marks[7])
  }

  @Test func `A mark reads the text that it writes, and no text without a kind and a value`() {
    for mark in [Game.Mark.steam(1), .steam(.max), .flatpak("org.f"), .exe("a b"), .exe("a:b")] {
      #expect(Game.Mark(mark.text) == mark)
    }
    for text in ["", ":", "exe", "exe:", ":exe", "steam:", "steam:0", "Steam:1", "exe:a/b"] {
      #expect(Game.Mark(text) == nil, "\(text)")
    }
  }
}
