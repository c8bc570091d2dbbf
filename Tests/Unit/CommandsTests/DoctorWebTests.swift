import Console
import Daemon
import Glibc
import Local
import Platform
import Settings
import Testing

@testable import Commands

@Suite struct DoctorWebTests {
  private let nobody = Examination.Gateway.absent(SystemError(code: ECONNREFUSED, call: .connect))

  private func finding(_ check: Check, _ look: Examination) -> Finding { check.examine(look) }

  @Test func `A port of other people's controllers may not be another program's`() throws {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    root.write("[input yoke]\nenabled = yes\n[input osc]\nenabled = yes\nport = 9001\n", to: "/t.conf")
    look.configuration = try Configuration(path: "\(root.path)/t.conf", isRequired: true)
    func sockets(_ name: String, _ port: String, state: String, user: UInt32) -> Finding {
      root.write(
        "  sl  local\n 7: 00000000:\(port) 00000000:0000 \(state) 0:0 0:0 0 \(user) 0 9\n",
        to: "/proc/net/\(name)")
      defer { root.remove("/proc/net/\(name)") }
      return finding(.inputPorts, look)
    }
    #expect(
      sockets("udp6", "2329", state: "07", user: 7).text
        == "another program has port 9001, which [input osc] needs")
    #expect(sockets("tcp", "2CEC", state: "0A", user: 7).remedy?.contains("sport = 11500") == true)
    // None of these is a fault: TCP on a port that the input uses for UDP, a connection in place of a
    // listener, and another port.
    #expect(sockets("tcp", "2329", state: "0A", user: 7).grade == .ok)
    #expect(sockets("tcp", "2CEC", state: "01", user: 7).grade == .ok)
    #expect(sockets("udp", "2328", state: "07", user: 7).grade == .ok)
    root.write("tiltpad-inputs\n", to: "/proc/42/comm")
    let owner = try #require(look.machine.owner(of: "tiltpad-inputs"))
    #expect(sockets("udp", "2329", state: "07", user: owner).grade == .ok)
    #expect(sockets("udp", "2329", state: "07", user: owner + 1).grade == .failure)
  }

  @Test func `Two inputs on one port are told, and what to do`() throws {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    func finding(_ sections: String) throws -> Finding {
      root.write(sections, to: "/t.conf")
      look.configuration = try Configuration(path: "\(root.path)/t.conf", isRequired: true)
      return Check.inputPorts.examine(look)
    }
    let both = "[input droidpad]\nenabled = yes\n[input sensagram]\nenabled = "
    #expect(
      try finding("\(both)yes\n").text
        == "[input droidpad] and [input sensagram] have the same port 8080, so one of them is left out")
    #expect(try finding("\(both)no\n").grade == .ok)
    #expect(try finding("\(both)yes\nport = 8081\n").grade == .ok)
  }

  @Test func `Without a page or a gateway phones are told to be left out, unless nobody wants them`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    root.remove("/usr/share/tiltpad/web/join.html")
    look.gateway = nobody
    #expect(
      finding(.page, look).text
        == "there is no page in /usr/share/tiltpad/web, so phones cannot play")
    #expect(finding(.gateway, look).remedy == "tiltpad web")
    root.write("", to: "/lib/systemd/system/tiltpad-web.service")
    #expect(finding(.gateway, look).remedy == "sudo systemctl enable --now tiltpad-web")
    look.configuration.web.start = .no
    #expect(finding(.page, look).grade == .ok)
    #expect(finding(.gateway, look).grade == .ok)
  }

  @Test func `The folder of the configuration is the one that counts`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.configuration.web.folder = "/srv/page"
    #expect(finding(.page, look).grade == .warning)
    root.write("", to: "/srv/page/join.html")
    #expect(finding(.page, look).text == "/srv/page/join.html is there")
  }

  @Test func `A socket that the user may not open is nobody's fault`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.gateway = .absent(SystemError(code: EACCES, call: .connect))
    #expect(finding(.gateway, look).grade == .ok)
    #expect(finding(.webPort, look).text == "28443 is in use")
  }

  @Test func `The page's port is free, the gateway's, or another program's`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    #expect(finding(.webPort, look).text == "28443 is in use, and the web gateway runs")
    look.gateway = nobody
    #expect(finding(.webPort, look).grade == .failure)
    #expect(finding(.webPort, look).remedy == "ss -ltnp sport = 28443")
    root.remove("/proc/net/tcp6")
    #expect(finding(.webPort, look).text == "28443 is free")
    // A connection on that port is not a listener.
    root.write("  0: 00000000:6F1B 0100007F:0050 01 0:0\n", to: "/proc/net/tcp")
    #expect(finding(.webPort, look).text == "28443 is free")
    look.gateway = .running
    #expect(finding(.webPort, look).remedy == "sudo systemctl restart tiltpad-web")
  }

  @Test(arguments: [
    (CertificateState?.some(.good), Finding.Grade.ok), (.unreadable, .ok), (nil, .ok), (.ending, .warning),
    (.foreign, .warning), (.early, .warning), (.damaged, .failure),
  ])
  func `What is no certificate fails, and one that phones would refuse is a warning`(
    state: CertificateState?, grade: Finding.Grade
  ) {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.machine.judge = { _, _, _ in state }
    root.write("a certificate\n", to: "/var/lib/tiltpad-web/web.crt")
    #expect(finding(.certificate, look).grade == grade)
  }

  @Test func `The service's certificate is judged for this machine, once there is one`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    let path = root.path + "/var/lib/tiltpad-web/web.crt"
    look.machine.judge = { file, machine, _ in file == path && machine == "den" ? .damaged : .good }
    #expect(finding(.certificate, look).text.hasPrefix("there is none yet"))
    root.write("a certificate\n", to: "/var/lib/tiltpad-web/web.crt")
    #expect(finding(.certificate, look).remedy?.hasPrefix("sudo rm /var/lib/tiltpad-web/web.crt") == true)
  }

  @Test func `A firewall that is on is told until it shows all ports open`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.configuration.daemon.port = 28_460
    root.write("# on or off\nENABLED=yes\n", to: "/etc/ufw/ufw.conf")
    #expect(
      finding(.firewall, look).remedy
        == "sudo ufw allow 28460/udp && sudo ufw allow 28443/tcp && sudo ufw allow 28443/udp")
    root.write("-A ufw-user-input -p tcp --dport 28443 -j ACCEPT\n", to: "/etc/ufw/user.rules")
    #expect(finding(.firewall, look).remedy == "sudo ufw allow 28460/udp && sudo ufw allow 28443/udp")
    look.configuration.web.start = .no
    root.write("-A ufw-user-input -p udp --dport 28460 -j ACCEPT\n", to: "/etc/ufw/user.rules")
    #expect(finding(.firewall, look).text == "ufw lets 28460/udp in")
  }

  @Test func `firewalld is told by its process, and asked by its zones`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.configuration.daemon.port = 28_460
    root.write("firewalld\n", to: "/proc/7/comm")
    #expect(
      finding(.firewall, look).remedy
        == "sudo firewall-cmd --permanent --add-port=28460/udp --add-port=28443/tcp --add-port=28443/udp"
        + " && sudo firewall-cmd --reload"
    )
    let zone =
      """
      <zone>
        <port port="28460" protocol="udp"/>
        <port port="28443" protocol="tcp"/>
        <port port="28443" protocol="udp"/>
      </zone>

      """
    for backup in ["public.xml.old", ".public.xml"] { root.write(zone, to: "/etc/firewalld/zones/\(backup)") }
    #expect(finding(.firewall, look).remedy != nil)
    root.write(zone, to: "/etc/firewalld/zones/public.xml")
    #expect(finding(.firewall, look).text == "firewalld lets 28460/udp, 28443/tcp and 28443/udp in")
  }
}
