import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite(.enabled(if: SmallDisk.isAllowed)) struct `On a disk that is full` {
  /// A picture of noise, which no format makes much smaller.
  static func noise(_ side: Int) -> [UInt8] {
    var state: UInt64 = 7
    return Array("P6 \(side) \(side) 255\n".utf8)
      + (0..<3 * side * side).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 40)
      }
  }

  private func picture() throws -> String {
    let path = TestFolder.make() + "/noise.ppm"
    try RunningViewer.write(Self.noise(256), to: path)
    return path
  }

  @Test(arguments: ["png", "jpg", "webp", "tif"])
  func `render leaves its own input and any other file as they were`(suffix: String) throws {
    let (status, output, errors) = try SmallDisk.run(
      kilobytes: 220,
      """
      cp "$1" in.ppm && echo old > out.$2 || exit 98
      for output in out.$2 new.$2; do "$0" render in.ppm -o "$output"; echo $?; done
      cmp "$1" in.ppm && cat out.$2 && ls -A
      """, [picture(), suffix])
    #expect(status == 0)
    #expect(output == "1\n1\nold\nin.ppm\nout.\(suffix)")
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy {
        $0.hasSuffix(".\(suffix): it cannot be written: No space left on device.")
      })
  }

  @Test func `simulate leaves the callbacks of an earlier run as they were`() throws {
    let script = TestFolder.make() + "/a.script"
    try RunningViewer.write(Array(Self.drag.utf8), to: script)
    let (status, output, errors) = try SmallDisk.run(
      kilobytes: 64,
      """
      echo old > calls && "$0" simulate "$1" --callbacks "$2" > trace || exit 98
      rm trace && { head -c 60000 /dev/zero > filler; true; }
      "$0" simulate "$1" --callbacks calls > /dev/null; echo $?
      cat calls && ls -A
      """, [script, script + ".callbacks"])
    #expect(status == 0)
    #expect(output == "1\nold\ncalls\nfiller")
    #expect(errors == "overscroll: calls: cannot be written: No space left on device\n")
  }

  /// A drag of so many steps that its callbacks take more than some pages of memory.
  private static var drag: String {
    let moves = (1...200).map { step in
      "{\"t\":\(Double(step) / 100),\"touch\":\"moved\",\"id\":1,\"at\":[200,\(200 + step)]}"
    }
    let header = "{\"overscroll\":1,\"content\":[640,4000]}"
    let press = "{\"t\":0,\"touch\":\"began\",\"id\":1,\"at\":[200,200]}"
    let release = "{\"t\":2.01,\"touch\":\"ended\",\"id\":1,\"at\":[200,400]}"
    return ([header, press] + moves + [release]).map { $0 + "\n" }.joined()
  }

  @Test(arguments: [["info", "in.ppm"], ["simulate", "a.script"], ["--help"], ["--version"]])
  func `standard output that cannot be written is an error`(arguments: [String]) throws {
    let script = TestFolder.make() + "/a.script"
    try RunningViewer.write(Array(Self.drag.utf8), to: script)
    let (status, _, errors) = try SmallDisk.run(
      kilobytes: 300,
      """
      cp "$1" in.ppm && cp "$2" a.script && shift 2 || exit 98
      head -c 1000000 /dev/zero > filler 2> /dev/null
      "$0" "$@" > full; echo $? >&2
      """, [picture(), script] + arguments)
    #expect(status == 0)
    let message = "overscroll: standard output: cannot be written: No space left on device"
    #expect(errors == message + "\n1\n")
  }
}
