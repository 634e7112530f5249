import Glibc
import OverscrollBase
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollHost
@testable import OverscrollShell

@Suite struct `The hint that a compositor enlarges the window` {
  private let folder = TestFolder.make()

  private func environment(_ manager: String?, _ factor: Double?) -> Environment {
    Environment(
      vendor: "The X.Org Foundation", release: "24.1.6", isLocal: true,
      xwayland: XWayland(extensionVersion: "1.0", enlargement: factor), extensions: [:],
      outputs: [], windowManager: manager, compositor: nil, graphics: [], refresh: nil, devices: [])
  }

  @Test(arguments: [
    ("GNOME Shell", 1.25, "xwayland-native-scaling"), ("Mutter", 2, "xwayland-native-scaling"),
    ("KWin", 1.5, "X11 apps scale themselves in Display settings"),
    ("Weston WM", 2, "use --scale 2."),
    (nil, 1.75, "use --scale 1.75."),
  ])
  func `names the factor, and how to get sharp pixels there`(
    manager: String?, factor: Double, advice: String
  ) throws {
    let message = try #require(EnlargementHint.message(environment(manager, factor)))
    #expect(message.contains(" enlarges this window \(factor.formatted)×. "))
    #expect(message.contains(advice) && message.hasSuffix("."))
    // It has to fit into a line of the usual window.
    #expect(message.count < 110, "\(message.count)")
  }

  @Test(arguments: [nil, 1, 1.01, 0.8]) func `is not given where nothing is known to be enlarged`(
    factor: Double?
  ) {
    var hint = EnlargementHint(in: FilePath(folder))
    #expect(hint.message(environment("KWin", factor)) == nil)
    var other = environment("KWin", 2)
    other.xwayland = nil
    #expect(hint.message(other) == nil)
    #expect(TestFolder.names(in: folder).isEmpty)
  }

  @Test func `is given once per user, and never where nothing is remembered`() {
    let enlarged = environment("KWin", 2)
    var hint = EnlargementHint(in: FilePath(folder + "/state"))
    #expect(hint.message(enlarged) != nil)
    #expect(hint.message(enlarged) == nil)
    hint = EnlargementHint(in: FilePath(folder + "/state"))
    #expect(hint.message(enlarged) == nil)
    #expect(TestFolder.names(in: folder + "/state") == ["xwayland-hint"])
    var status = stat()
    #expect(stat(folder + "/state/xwayland-hint", &status) == 0 && status.st_mode & 0o077 == 0)
    hint = EnlargementHint(in: nil)
    #expect(hint.message(enlarged) == nil)
  }

  @Test func `has its facts in the environment of takes`() {
    let text = environment("KWin", 1.5).json.text
    #expect(
      text.contains(
        #""xwayland":{"compositor":"KWin","enlargement":1.5,"extension":"1.0","scale":"unknown","version":"24.1.6"}"#
      ), "\(text)")
    var other = environment(nil, nil)
    #expect(other.json.text.contains(#""enlargement":"unknown""#))
    other.xwayland = nil
    #expect(other.json.text.contains(#""xwayland":"none""#))
  }
}

@Suite struct `What info prints without a file` {
  @Test func `is refused with options for pictures`() throws {
    let result = try RunningViewer.run(["info", "--all"])
    #expect(result.status == 1)
    #expect(result.errors == "overscroll: --all requires a picture\n")
  }
}

extension Double {
  fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
