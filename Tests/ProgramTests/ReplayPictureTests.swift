import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `A picture of a replay without a display` {
  private let folder = TestFolder.make()

  private static let script = """
    {"overscroll":2,"viewport":[200,200],"content":[200,900]}
    {"t":0.1,"touch":"began","id":1,"at":[100,150]}
    {"t":0.2,"touch":"moved","id":1,"at":[100,50]}
    {"t":0.5,"touch":"ended","id":1,"at":[100,50]}
    """

  private func run(_ words: String) throws -> (status: Int32, output: String, errors: String) {
    try RunningViewer.write(Array(Self.script.utf8), to: folder + "/take.script")
    try RunningViewer.write("t,offset_y\n0,0\n0.5,30\n1,30\n", to: folder + "/ghost.csv")
    return try RunningViewer.run(
      script: #"cd "$1" && shift && exec "$0" replay take.script "$@""#,
      [folder] + words.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("--at 0.4 --snapshot a.png --panels log", "--snapshot and --frames cannot be combined with"),
    ("--at 0.4 --snapshot a.png --scale 2", "--snapshot and --frames cannot be combined with"),
    ("--frames f --panels log", "--snapshot and --frames cannot be combined with"),
    ("--at 0.4 --snapshot a.jpg", "a.jpg: a snapshot must be a .png file."),
    ("--at 99 --snapshot a.png", "overscroll: --at 99: the take ends at "),
    ("--at 99", "overscroll: --at 99: the take ends at "),
  ])
  func `is refused where an option has no effect on it`(words: String, message: String) throws {
    let result = try run(words)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    for name in ["a.png", "a.jpg", "f"] { #expect(access("\(folder)/\(name)", F_OK) != 0) }
  }

  @Test func `may be of any time up to the rest`() throws {
    #expect(try run("--at 0.7 --snapshot a.png").status == 0)
  }

  @Test func `has the outline of a reference`() throws {
    #expect(try run("--at 0.4 --snapshot plain.png").status == 0)
    let ghost = try run("--at 0.4 --snapshot ghost.png --ghost ghost.csv")
    #expect(ghost.status == 0, "\(ghost.errors)")
    let pair = [folder + "/plain.png", folder + "/ghost.png"]
    #expect(try RunningViewer.run(script: "cmp -s \"$1\" \"$2\"", pair).status == 1)
    #expect(try run("--at 0.4 --snapshot none.png --ghost none.csv").status == 1)
  }

  @Test func `does not join the frames of another take`() throws {
    #expect(try run("--frames f --hz 5").status == 0)
    let count = TestFolder.names(in: folder + "/f").count
    let again = try run("--frames f --hz 2")
    #expect(again.status == 2)
    #expect(again.errors == "overscroll: f: already has frames; use another folder\n")
    #expect(TestFolder.names(in: folder + "/f").count == count)
  }
}
