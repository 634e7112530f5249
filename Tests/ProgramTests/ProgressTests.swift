import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import overscroll

@Suite struct `A line of progress` {
  @Test(arguments: [
    (80, "decoding  42%  312 of 740 tiles  87 tiles/s"),
    (44, "decoding  42%  312 of 740 tiles  87 tiles/s"),
    (43, "decoding  42%  312 of 740 tiles"),
    (32, "decoding  42%  312 of 740 tiles"),
    (31, "decoding  42%"),
    (14, "decoding  42%"),
    (13, "decoding"),
    (9, "decoding"),
    (8, "decodi…"),
    (3, "d…"),
    (2, ""),
    (0, ""),
    (-1, ""),
  ])
  func `shows as much as fits beside the cursor`(width: Int, line: String) {
    let progress = Progress(task: "decoding", done: 312, total: 740, unit: "tiles")
    #expect(progress.line(seconds: 3.6, width: width) == line)
  }

  @Test func `shows only what is known`() {
    #expect(Progress(task: "writing").line(seconds: 9, width: 80) == "writing")
    let counted = Progress(task: "decoding", done: 7, unit: "tiles")
    #expect(counted.line(seconds: 2, width: 80) == "decoding  7 tiles  3.5 tiles/s")
    let unstarted = Progress(task: "decoding", total: 740, unit: "tiles")
    #expect(unstarted.line(seconds: 2, width: 80) == "decoding  0%")
    let sudden = Progress(task: "decoding", done: 7, total: 740, unit: "tiles")
    #expect(sudden.line(seconds: 0, width: 80) == "decoding  0%  7 of 740 tiles")
    let empty = Progress(task: "decoding", total: 0, unit: "tiles")
    #expect(empty.line(seconds: 2, width: 80) == "decoding")
  }

  @Test func `says 100% only when all of it is done`() {
    let almost = Progress(task: "decoding", done: 739.9, total: 740, unit: "tiles")
    #expect(almost.line(seconds: 1, width: 40) == "decoding  99%  739 of 740 tiles")
    let more = Progress(task: "decoding", done: 800, total: 740, unit: "tiles")
    #expect(more.line(seconds: 1, width: 40) == "decoding  100%  740 of 740 tiles")
  }
}

@Suite(.serialized) struct `A render command that takes long` {
  /// Renders into a pipe that no one reads for a while, so that the program waits.
  private func render(_ start: String) throws -> String {
    let folder = TestFolder.make()
    let (status, output, errors) = try RunningViewer.run(
      script: """
        cd "$1" && mkfifo out.png && export PROGRAM="$0" PICTURE="$2" || exit 98
        \(start)
        cat out.png > copy.png
        wait $!
        tail -c 8 copy.png | grep -q END && cat messages
        """, [folder, TextFiles.sample])
    #expect(status == 0 && errors.isEmpty)
    return output
  }

  private static let command = #""$PROGRAM" render "$PICTURE" -o out.png --rect 0,0,99,99"#

  @Test func `shows its progress on a terminal and removes the line at the end`() throws {
    let output = try render(
      """
      script -qefc '\(Self.command)' messages < /dev/null > /dev/null &
      until grep -q writing messages 2> /dev/null; do sleep 0.05; done
      """)
    let last = try #require(output.split(separator: "\n").last { $0.contains("writing") })
    let drawings = last.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
    #expect(drawings.contains("writing") && drawings.last == "")
  }

  @Test func `writes nothing to standard error where that is no terminal`() throws {
    // The line would appear after half a second.
    let output = try render("\(Self.command) 2> messages & sleep 0.8")
    #expect(output.isEmpty)
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func `removes the line when it is interrupted`(signal: String, status: Int) throws {
    let folder = TestFolder.make()
    let (_, output, errors) = try RunningViewer.run(
      script: """
        cd "$1" && mkfifo out.png && export PROGRAM="$0" PICTURE="$2" || exit 98
        script -qefc 'echo $$ > pid; exec env --default-signal \(Self.command)' messages \\
          < /dev/null > /dev/null &
        until grep -q writing messages 2> /dev/null; do sleep 0.05; done
        kill -\(signal) $(cat pid)
        wait $!; echo $?
        tail -n +2 messages | grep -v '^Script done' | tr -d '\\n' | tail -c 4 | od -An -c
        """, [folder, TextFiles.sample])
    #expect(errors.isEmpty)
    #expect(output == "\(status)\n  \\r 033   [   K")
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func `leaves only the old file when it is interrupted`(signal: String, status: Int) throws {
    // So large that no machine has decoded it before the signal comes; it takes no room on the disk. The program itself keeps
    // only the new file open, which has no name yet.
    let script = """
      cd "$1" && echo old > out.png || exit 98
      echo P5 60000 60000 255 > in.pgm && truncate -s 3600000019 in.pgm || exit 98
      env --default-signal=\(signal) "$0" render in.pgm -o out.png &
      until ls -l /proc/$!/fd 2> /dev/null | grep -qF "$PWD/"; do sleep 0.01; done
      kill -\(signal) $!; wait $!; echo $?
      cat out.png; ls -A
      """
    let (_, output, _) = try RunningViewer.run(script: script, [TestFolder.make()])
    #expect(output == "\(status)\nold\nin.pgm\nout.png")
  }
}
