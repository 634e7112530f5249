import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `that the user has configured` {
    private let folder = TestFolder.make()
    private let album = PictureFolder()

    init() throws {
      for number in 1...3 { try album.add("p\(number).ppm", number) }
      #expect(try ChildProcess(["mkdir", folder + "/overscroll"]).wait() == 0)
    }

    private func write(_ name: String, _ text: String) throws {
      try RunningViewer.write(Array(text.utf8), to: folder + "/overscroll/" + name)
    }

    private func viewer(_ arguments: String...) throws -> RunningViewer {
      let viewer = try RunningViewer(
        [album.path + "/p1.ppm"] + arguments, environment: ["XDG_CONFIG_HOME": folder])
      try viewer.wait(forPicture: 1)
      return viewer
    }

    @Test func `has the keys of the file, in the list of commands too`() throws {
      try write("keys", "e next\nn none\nx nonsense\nbutton8 last\n")
      let viewer = try viewer()
      #expect(try viewer.readErrors().contains("/overscroll/keys:3: no such command: nonsense"))
      try viewer.input.type("n")
      try viewer.settle()
      try viewer.wait(forPicture: 1)
      try viewer.wait(forPicture: 2, after: "e")
      try viewer.input.move(to: Point(640, 400))
      try viewer.input.press(8)
      try viewer.input.release(8)
      try viewer.wait(forPicture: 3)
    }

    @Test func `has the options of the file, which those of the command line override`() throws {
      try write("options", "background #00ff00\nalone\nnonsense\n")
      let green: UInt32 = 0x00FF00
      let corner = { (shot: Screenshot) in shot.color(5, 5) }
      let viewer = try viewer()
      try viewer.wait("a green background") { corner($0) == green }
      #expect(try viewer.readErrors().contains("/overscroll/options:3: Unknown option 'nonsense'"))
      let other = try self.viewer("--background", "#0000ff")
      try other.wait("a blue background") { corner($0) == 0x0000FF }
      let plain = try self.viewer("--no-config")
      #expect(corner(try plain.settle()) != green)
      #expect(try plain.readErrors().isEmpty)
    }

    @Test func `shows a window where the monitor or the keys of the file are missing`() throws {
      try write("options", "\u{FEFF}alone\nmonitor HDMI-7\nkeys /no/such/keys\n")
      try write("window", "size 900x700\nmaximized no\n")
      let folders = ["XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder]
      let corner = { (shot: Screenshot) in shot.color(1279, 799) }
      let viewer = try RunningViewer([album.path + "/p1.ppm"], environment: folders)
      try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll")
      let errors = try viewer.readErrors().split(separator: "\n")
      #expect(errors.count == 2, "\(errors)")
      #expect(errors.contains { $0.contains("options:3:") && $0.contains("/no/such/keys") })
      #expect(
        errors.contains {
          $0.contains("options:2: there is no monitor \"HDMI-7\". Monitors: 1 or ")
        })
      #expect(corner(try viewer.settle()) == 0, "not the whole screen")
      try write("options", "alone\nmonitor 1\n")
      let other = try RunningViewer([album.path + "/p1.ppm"], environment: folders)
      try other.wait("the whole screen") { corner($0) != 0 }
      #expect(try other.readErrors().isEmpty)
    }

    @Test func `says at each start that the file turns the sandbox off`() throws {
      try write("options", "alone\n")
      let picture = album.path + "/p1.ppm"
      let folders = ["XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder]
      let plain = try RunningViewer([picture], environment: folders)
      try plain.wait(forPicture: 1)
      let before = try plain.settle()
      try write("options", "alone\nno-sandbox\n")
      for _ in 1...2 {
        let viewer = try RunningViewer([picture], environment: folders)
        try viewer.wait(forPicture: 1)
        try viewer.wait("a message") { !$0.isSame(as: before) }
        #expect(
          try viewer.readErrors()
            == "overscroll: \(folder)/overscroll/options:2: "
            + "no-sandbox: pictures are decoded without a sandbox\n")
      }
    }

    @Test func `starts programs with the file, and says where they fail`() throws {
      let output = folder + "/out"
      try write(
        "keys",
        "ctrl+e exec sh -c 'printf \"%%s\\n\" \"$@\" > \(output)' sh %f %x,%y %m\nF10 exec false\n"
      )
      let viewer = try viewer("--zoom", "fit")
      try viewer.input.move(to: Point(640, 400))
      try viewer.settle()
      try viewer.input.type("ctrl+e")
      try waitUntil("the program") { TestFolder.names(in: folder).contains("out") }
      try waitUntil("its output") {
        try RunningViewer.text(of: output).split(separator: "\n").count == 3
      }
      let lines = try RunningViewer.text(of: output).split(separator: "\n").map(String.init)
      #expect(lines[0].hasSuffix("/p1.ppm") && lines[0] == lines[2])
      #expect(lines[1] == "100,75")
      let before = try viewer.settleWithoutPlates()
      try viewer.wait("a message", after: "F10") { !$0.isSame(as: before) }
    }
  }
}
