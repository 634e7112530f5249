import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `The program's streams` {
  private func script(_ text: String) throws -> String {
    let path = TestFolder.make() + "/a.script"
    try RunningViewer.write(Array(text.utf8), to: path)
    return path
  }

  private static let still = "{\"overscroll\":1}\n"

  @Test(arguments: [["info", TextFiles.sample], ["simulate", "-"], ["help"], ["--version"]])
  func `are checked: to a full device nothing ends well`(arguments: [String]) throws {
    let (status, _, errors) = try RunningViewer.run(
      script: "echo '{\"overscroll\":1}' | \"$0\" \"$@\" > /dev/full", arguments)
    #expect(status == 1)
    #expect(errors == "overscroll: standard output: cannot be written: No space left on device\n")
  }

  @Test(arguments: ["", "trap '' PIPE;"])
  func `end the program silently where nobody reads`(preparation: String) throws {
    // The reader is gone before the first line; with the signal ignored the write fails instead.
    let (status, output, errors) = try RunningViewer.run(
      script: """
        mkfifo "$1"; (exec 3< "$1") & exec 3> "$1"; wait
        \(preparation) "$0" simulate "$2" --until 30 --hz 1000 >&3; echo $?
        """,
      [TestFolder.make() + "/pipe", script(Self.still)])
    #expect(status == 0)
    #expect(output == "\(128 + SIGPIPE)")
    #expect(errors.isEmpty)
  }

  @Test func `may be closed, and no file takes their place`() throws {
    let output = TestFolder.make() + "/out.png"
    let picture = TestFolder.make() + "/cut.ppm"
    // Half of the rows are missing, which is said on the stream that is closed.
    try RunningViewer.write("P5 8 8 255\n", [UInt8](repeating: 9, count: 32), to: picture)
    let (status, text, _) = try RunningViewer.run(
      script:
        "\"$0\" render \"$1\" -o \"$2\" <&- >&- 2>&-; echo $?; tail -c 8 \"$2\" | od -An -tx1",
      [picture, output])
    #expect(status == 0)
    #expect(text == "1\n ae 42 60 82".replacing(" ae", with: " 49 45 4e 44 ae"))
    let closed = try RunningViewer.run(script: "\"$0\" --version >&-")
    #expect(closed.status == 1)
    #expect(
      closed.errors == "overscroll: standard output: cannot be written: Bad file descriptor\n")
  }

  @Test func `are not read for ever`() throws {
    let (status, output, errors) = try RunningViewer.run(["simulate", "/dev/zero"])
    #expect(status == 1 && output.isEmpty)
    #expect(errors == "overscroll: /dev/zero: text files are limited to 256 MiB\n")
    let limited = try RunningViewer.run(
      script: "ulimit -v 204800; \"$0\" simulate /dev/zero; echo $?")
    #expect(limited.output == "1")
    #expect(
      limited.errors.hasPrefix(
        "overscroll: the program's memory is limited to 200 MiB, but this needs "))
  }
}

@Suite struct `A name that is not UTF-8` {
  /// `caf` and an e with an accent as Latin-1 has it.
  private static let name = "name=$(printf 'caf\\351')"

  private func script(_ body: String) throws -> (status: Int32, output: String, errors: String) {
    let folder = TestFolder.make()
    return try RunningViewer.run(script: "cd \"$1\" || exit 99; \(Self.name)\n\(body)", [folder])
  }

  @Test func `opens, is written and names the file in sentences`() throws {
    let (status, output, errors) = try script(
      """
      printf 'P5 4 4 255\\n0123456789abcdef' > "$name.pgm"
      "$0" info "$name.pgm" | grep -c 'format: PGM'
      "$0" render "$name.pgm" -o "$name.png"; "$0" render "./$name.pgm" --output="$name-2.png"
      cmp "$name.png" "$name-2.png" && "$0" info "$name.png" | grep -c 'format: PNG'
      echo '{"overscroll":1}' > "$name.script"
      "$0" simulate "$name.script" --callbacks "$name.calls" | grep -c '^t,phase'
      ls | od -An -c | tr -d ' \\n'
      """)
    #expect(status == 0 && errors.isEmpty)
    let names = ["-2.png", ".calls", ".pgm", ".png", ".script"]
    #expect(output == "1\n1\n1\n" + names.map { "caf351\($0)\\n" }.joined())
  }

  @Test func `is told byte by byte where it is wrong`() throws {
    let (status, output, errors) = try script(
      """
      "$0" info "$name.png"; echo $?
      "$0" render "$name.png" -o x.png; echo $?
      "$0" simulate "$name.script"; echo $?
      echo nothing > "$name.script"; "$0" simulate "$name.script"; echo $?
      "$0" info a "$name"; echo $?
      """)
    #expect(status == 0 && output == "1\n1\n1\n1\n2")
    let lines = errors.split(separator: "\n")
    #expect(lines[0] == "overscroll: caf\\xE9.png: no such file.")
    #expect(lines[1] == lines[0])
    #expect(lines[2] == "overscroll: caf\\xE9.script: no such file.")
    #expect(lines[3] == "overscroll: caf\\xE9.script:1: not valid JSON")
    #expect(lines[4] == "Error: Unexpected argument 'caf\\xE9'")
  }

  @Test func `is itself even if it holds the scalars that stand for bytes`() throws {
    let (status, output, errors) = try script(
      """
      odd=$(printf 'a\\364\\217\\277\\251b\\351.pgm')
      printf 'P5 4 4 255\\n0123456789abcdef' > "$odd"
      "$0" info "$odd" | grep -c 'format: PGM'
      """)
    #expect(status == 0 && errors.isEmpty && output == "1")
  }
}
