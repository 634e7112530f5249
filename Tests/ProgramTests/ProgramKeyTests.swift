import OverscrollBase
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// Programs that keys start, with several pictures.
@Suite struct `A program of a key` {
  private let folder = PictureFolder()
  private let output = TestFolder.make("output") + "/names"

  /// Opens three pictures; `a` starts a program for each file, `z` one with all of them.
  private func open(_ arguments: String...) throws -> HeadlessViewer {
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let keys = TestFolder.make("keys") + "/keys"
    let script = #"sh -c 'basename -a "$@" | paste -sd " " >> \#(output)' sh"#
    try TextFile.write("a exec \(script) %f\nz exec \(script) %m\n", to: FilePath(keys))
    return try HeadlessViewer([folder.path, "--animations", "off", "--keys", keys] + arguments)
  }

  private func wait(for lines: String..., in viewer: HeadlessViewer) throws {
    try viewer.waitUntil("\(lines)") {
      let text = (try? RunningViewer.bytes(of: output)).map { String(decoding: $0, as: UTF8.self) }
      return text == lines.map { $0 + "\n" }.joined()
    }
  }

  private func mark(in viewer: HeadlessViewer) throws {
    try viewer.wait(forPicture: 2, after: "v", "n")
    try viewer.wait(forPicture: 3, after: "v", "n")
  }

  @Test func `has the picture, and the list of commands has it for all that are marked`() throws {
    let viewer = try open()
    try mark(in: viewer)
    try viewer.input.type("a")
    try wait(for: "p3.ppm", in: viewer)
    try viewer.input.type("z")
    try wait(for: "p3.ppm", "p1.ppm p2.ppm", in: viewer)
    try viewer.input.type("question", text: "each of the 2 marked")
    try viewer.input.type("Return")
    try wait(for: "p3.ppm", "p1.ppm p2.ppm", "p1.ppm", "p2.ppm", in: viewer)
    #expect(viewer.message == "sh runs for 2 pictures, one after the other.")
  }

  @Test func `has all that are selected in the overview`() throws {
    let viewer = try open("--overview")
    try viewer.input.type("v", "Right", "shift+Right", "a")
    try wait(for: "p2.ppm", "p3.ppm", in: viewer)
    try viewer.input.type("z")
    try wait(for: "p2.ppm", "p3.ppm", "p2.ppm p3.ppm", in: viewer)
    // With one that is selected, the marked ones count.
    try viewer.input.type("Right", "z")
    try wait(for: "p2.ppm", "p3.ppm", "p2.ppm p3.ppm", "p1.ppm", in: viewer)
  }

  @Test func `is not started again once it has failed`() throws {
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let keys = TestFolder.make("keys") + "/keys"
    try TextFile.write(
      #"a exec sh -c 'echo x >> \#(output); exit 3' sh %f"# + "\n", to: FilePath(keys))
    let viewer = try HeadlessViewer(
      [folder.path, "--animations", "off", "--keys", keys, "--overview"])
    try viewer.input.type("ctrl+a", "a")
    try viewer.waitUntil("the end") { viewer.message == "sh has failed with exit status 3." }
    try wait(for: "x", in: viewer)
  }
}
