import Glibc
import OverscrollDrawing
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

@Suite struct `Settings of the desktop` {
  private static let settings: KeyValuePairs<String, SettingsServer.Value> = [
    "Gtk/EnableAnimations": .integer(0), "Net/ThemeName": .text("Größe"),
    "Gdk/Color": .color(1, 2, 3, 65535), "Net/DoubleClickTime": .integer(250), "Empty": .text(""),
    "Below": .integer(-5),
  ]

  @Test(arguments: [false, true])
  func `are read in both byte orders`(isBigEndian: Bool) throws {
    let bytes = SettingsServer.bytes(of: Self.settings, isBigEndian: isBigEndian)
    let settings = try #require(XSettings(bytes))
    #expect(settings.values.count == 6)
    #expect(settings.integer("Net/DoubleClickTime") == 250)
    #expect(settings.integer("Below") == -5)
    #expect(settings.values["Net/ThemeName"] == .text(Array("Größe".utf8)))
    #expect(settings.values["Gdk/Color"] == .color([1, 2, 3, 65535]))
    #expect(settings.values["Empty"] == .text([]))
    #expect(settings.integer("Net/ThemeName") == nil && settings.integer("Missing") == nil)
  }

  @Test func `are refused where they end early, or have an unknown type or byte order`() {
    let bytes = SettingsServer.bytes(of: Self.settings)
    for count in bytes.indices { #expect(XSettings(Array(bytes[..<count])) == nil) }
    #expect(XSettings(bytes + [0, 0, 0]) != nil)
    for index in [0, 12] {
      var damaged = bytes
      damaged[index] = 9
      #expect(XSettings(damaged) == nil)
    }
    // Four thousand million settings that are not there.
    #expect(XSettings([0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255]) == nil)
  }

  @Test func `survive any bytes`() {
    var random = SplitMix64(seed: 7)
    let bytes = SettingsServer.bytes(of: Self.settings)
    var accepted = 0
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<random.next() % 4 + 1 {
        damaged[random.index(damaged.count)] = UInt8(random.index(256))
      }
      damaged.removeLast(Int(random.next() % 8))
      if let settings = XSettings(damaged) {
        accepted += 1
        #expect(settings.values.count <= 6)
        _ = DesktopSettings(settings)
      }
      let noise = (0..<random.next() % 64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      _ = XSettings([0, 0, 0, 0] + noise)
    }
    // Some change only a value.
    #expect(accepted > 0)
  }

  private func settings(_ values: KeyValuePairs<String, SettingsServer.Value>) throws -> XSettings {
    try #require(XSettings(SettingsServer.bytes(of: values)))
  }

  @Test func `are believed within their limits only`() throws {
    let settings = DesktopSettings(
      try settings([
        "Gtk/EnableAnimations": .integer(1), "Net/DoubleClickTime": .integer(400),
        "Net/DoubleClickDistance": .integer(5), "Net/DndDragThreshold": .integer(8),
      ]))
    #expect(settings.animates == true && settings.doubleClickTime == 0.4)
    #expect(settings.doubleClickDistance == 5 && settings.dragThreshold == 8)
    let absurd = DesktopSettings(
      try self.settings([
        "Gtk/EnableAnimations": .text("no"), "Net/DoubleClickTime": .integer(0),
        "Net/DoubleClickDistance": .integer(-1), "Net/DndDragThreshold": .integer(100_000),
      ]))
    #expect(absurd == DesktopSettings())
    #expect(DesktopSettings().animates(unless: nil) && !DesktopSettings().animates(unless: false))
  }

  @Test func `reduce motion where one of them does, but not where the user chose otherwise`() throws
  {
    let reduced = PortalPreferences(reducesMotion: true, prefersContrast: true)
    let both = DesktopSettings(try settings(["Gtk/EnableAnimations": .integer(1)]), reduced)
    #expect(both.animates == false && both.contrast == .increased)
    #expect(!both.animates(unless: nil) && both.animates(unless: true))
    #expect(DesktopSettings(XSettings(), reduced).animates == false)
  }

  @Test func `prefer more contrast where the portal does, or the theme is one for it`() throws {
    #expect(DesktopSettings().contrast == .standard)
    for (theme, contrast) in [("Adwaita", .standard), ("HighContrastInverse", .increased)]
      as [(String, Contrast)]
    {
      let settings = try settings(["Net/ThemeName": .text(theme)])
      #expect(DesktopSettings(settings).contrast == contrast)
    }
    let number = try settings(["Net/ThemeName": .integer(1)])
    #expect(DesktopSettings(number, PortalPreferences()).contrast == .standard)
  }

  @Test func `give the scale where the resources don't`() throws {
    #expect(DisplayScale.scale(settings: XSettings()) == nil)
    #expect(DisplayScale.scale(settings: try settings(["Xft/DPI": .integer(147_456)])) == 1.5)
    let both = try settings([
      "Xft/DPI": .integer(147_456), "Gdk/UnscaledDPI": .integer(98_304),
      "Gdk/WindowScalingFactor": .integer(2),
    ])
    #expect(DisplayScale.scale(settings: both) == 2)
    for absurd in [-1, 0, 98_304_000] as [Int32] {
      #expect(DisplayScale.scale(settings: try settings(["Xft/DPI": .integer(absurd)])) == nil)
    }
  }
}

extension `With an X server` {
  @Suite struct `the settings of a desktop` {
    private static let slow: KeyValuePairs<String, SettingsServer.Value> = [
      "Gtk/EnableAnimations": .integer(0), "Xft/DPI": .integer(196_608),
    ]

    private func wait(
      _ fixture: WindowFixture, animates: Bool?, scale: Double = 1
    ) throws {
      try fixture.wait("animations \(String(describing: animates)), \(scale)") { _ in
        fixture.window.settings.animates == animates && fixture.window.scale == scale
      }
    }

    @Test func `are followed from manager to manager, and into the time without one`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      #expect(fixture.window.settings == DesktopSettings())
      var manager: SettingsServer? = try SettingsServer(on: fixture.server, Self.slow)
      try wait(fixture, animates: false, scale: 2)
      #expect(fixture.events == [.settingsChanged, .scaleChanged(2)])
      manager?.set(["Gtk/EnableAnimations": .integer(1)], isBigEndian: true)
      try wait(fixture, animates: true)
      // Another one takes over, and this one goes later.
      let next = try SettingsServer(on: fixture.server, Self.slow)
      try wait(fixture, animates: false, scale: 2)
      fixture.forget()
      withExtendedLifetime(manager) {}
      manager = nil
      next.set(["Net/DoubleClickTime": .integer(300)])
      try fixture.wait("the time") { _ in fixture.window.settings.doubleClickTime == 0.3 }
      #expect(fixture.events == [.settingsChanged, .scaleChanged(1)])
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `leave the window its events where a manager claims to be that window`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let manager = try SettingsServer(on: fixture.server, Self.slow)
      defer { withExtendedLifetime(manager) {} }
      try wait(fixture, animates: false, scale: 2)
      let claim = try SettingsServer(on: fixture.server, claiming: fixture.window.identifier)
      defer { withExtendedLifetime(claim) {} }
      try wait(fixture, animates: nil)
      try fixture.server.run(["xdotool", "mousemove", "100", "100", "key", "f"])
      try fixture.wait("the key") { $0.keys.contains { $0.name == "f" } }
    }

    @Test func `are those of the manager that is there already, until it is killed`() throws {
      let server = try DisplayServer.xvfb()
      var manager: SettingsServer? = try SettingsServer(on: server, Self.slow)
      let fixture = try WindowFixture(on: server)
      #expect(fixture.window.settings.animates == false && fixture.window.scale == 2)
      withExtendedLifetime(manager) {}
      manager = nil
      try wait(fixture, animates: nil)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `are each followed as xsettingsd changes them`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let file = fixture.server.folder + "/settings"
      var manager: ChildProcess?
      func set(_ text: String) throws {
        try fixture.server.run(["sh", "-c", #"printf %s "$1" >"$2""#, "sh", text, file])
        if let manager {
          manager.signal(SIGHUP)
        } else {
          manager = try ChildProcess(
            ["xsettingsd", "-c", file], environment: ["DISPLAY": fixture.server.name],
            errors: fixture.server.folder + "/errors")
        }
      }
      func wait(_ what: String, until condition: (DesktopSettings) -> Bool) throws {
        try fixture.wait(what) { _ in condition(fixture.window.settings) }
      }
      for animates in [0, 1, 0] {
        try set("Gtk/EnableAnimations \(animates)\n")
        try wait("animations") { $0.animates == (animates != 0) }
      }
      for time in [300, 700] {
        try set("Net/DoubleClickTime \(time)\n")
        try wait("the time") { $0.doubleClickTime == Double(time) / 1000 && $0.animates == nil }
      }
      for distance in [7, 9] {
        try set("Net/DoubleClickDistance \(distance)\nNet/DndDragThreshold \(distance + 1)\n")
        try wait("distances") {
          $0.doubleClickDistance == Double(distance) && $0.dragThreshold == Double(distance + 1)
        }
      }
      for (theme, contrast) in [("HighContrast", .increased), ("Adwaita", .standard)]
        as [(String, Contrast)]
      {
        try set("Net/ThemeName \"\(theme)\"\n")
        try wait(theme) { $0.contrast == contrast && $0.dragThreshold == nil }
      }
      for (text, scale) in [
        ("Xft/DPI 147456\n", 1.5), ("Gdk/UnscaledDPI 98304\nGdk/WindowScalingFactor 2\n", 2),
        ("", 1),
      ] {
        try set(text)
        try fixture.wait("scale \(scale)") { _ in fixture.window.scale == scale }
      }
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `are none where the property is damaged, and resources win for the scale`() throws {
      let server = try DisplayServer.xvfb()
      let manager = try SettingsServer(on: server, Self.slow)
      let fixture = try WindowFixture(on: server)
      try server.setResources("Xft.dpi:\t144\n")
      try wait(fixture, animates: false, scale: 1.5)
      manager.setProperty(Array(SettingsServer.bytes(of: Self.slow).dropLast()))
      try wait(fixture, animates: nil, scale: 1.5)
      try server.setResources("Xft.antialias:\t1\n")
      manager.set(Self.slow)
      try wait(fixture, animates: false, scale: 2)
    }
  }
}
