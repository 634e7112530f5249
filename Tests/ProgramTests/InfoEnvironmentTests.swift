import OverscrollLab
import OverscrollTestRig
import Testing

@testable import OverscrollHost
@testable import OverscrollShell

@Suite struct `What info prints without a file` {
  @Test func `has the facts of XWayland`() {
    var environment = Environment(
      vendor: "The X.Org Foundation", release: "24.1.6", isLocal: true,
      xwayland: XWayland(extensionVersion: "1.0"), extensions: [:], outputs: [],
      windowManager: "KWin", graphics: [], devices: [])
    let text = environment.json.text
    #expect(
      text.contains(
        #""xwayland":{"compositor":"KWin","extension":"1.0","scale":"unknown","version":"24.1.6"}"#
      ), "\(text)")
    environment.xwayland = nil
    #expect(environment.json.text.contains(#""xwayland":"none""#))
  }

  @Test func `is refused with options for pictures`() throws {
    let result = try RunningViewer.run(["info", "--all"])
    #expect(result.status == 1)
    #expect(result.errors == "overscroll: --all requires a picture\n")
  }
}
