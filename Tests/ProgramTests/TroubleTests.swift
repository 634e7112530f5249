import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `When something is wrong the program` {
  private let folder = TestFolder.make()

  /// A picture of one pixel that is fine.
  private static let broken: [(name: String, bytes: [UInt8])] = [
    ("text.png", Array("This is no picture.\n".utf8)),
    ("empty.jpg", []),
    ("cut.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
  ]

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test(arguments: broken.map(\.name))
  func `reports in one line what is wrong with a file, before any window`(name: String) throws {
    let bytes = try #require(Self.broken.first { $0.name == name }).bytes
    try RunningViewer.write(bytes, to: folder + "/" + name)
    let (status, output, errors) = try RunningViewer.run([folder + "/" + name])
    #expect(status == 1)
    #expect(output.isEmpty)
    #expect(lines(errors).count == 1)
    #expect(errors.hasPrefix("overscroll: \(folder)/\(name): "))
  }

  @Test func `reports it in one line even if the file's name has two`() throws {
    let (status, _, errors) = try RunningViewer.run([
      "render", "/no/such\n\tfile", "-o", TestFolder.path + "/x.png",
    ])
    #expect(status == 1)
    #expect(errors == "overscroll: /no/such  file: no such file.\n")
  }

  @Test func `reports in one line that there is no display`() throws {
    for display in ["", ":4711"] {
      let (status, _, errors) = try RunningViewer.run(["grid"], environment: ["DISPLAY": display])
      #expect(status == 1)
      #expect(lines(errors).count == 1)
      #expect(errors.contains("display") || errors.contains("DISPLAY"))
    }
  }

  @Test(arguments: [
    ["--no-such-option"], ["grid", "--size", "12"], ["simulate"],
    ["simulate", "x", "--hz", "0"], ["simulate", "x", "--hz", "1e-14"], ["--max-zoom", "nan"],
    ["--cache-mb", "0"],
  ])
  func `ends with 2 when its arguments are wrong`(arguments: [String]) throws {
    let (status, output, errors) = try RunningViewer.run(arguments)
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(!errors.isEmpty)
  }

  @Test(arguments: [["grid", "--size", "0x5"], ["grid", "--size", "1000001x1"]])
  func `ends with 1 for a grid that cannot be`(arguments: [String]) throws {
    let (status, _, errors) = try RunningViewer.run(arguments)
    #expect(status == 1)
    #expect(lines(errors).count == 1)
  }

  @Test(arguments: [200, 440, 460, 700], ["v", "d"])
  func `draws or reports in one line how much memory it needs where that is limited`(
    megabytes: Int, limit: String
  ) throws {
    let (_, output, errors) = try RunningViewer.run(
      script: "ulimit -\(limit) \(megabytes << 10); \"$0\" render \"$1\" -o \"$2\"; echo $?",
      [TextFiles.sample, folder + "/out.png"])
    if output == "0" {
      #expect(errors.isEmpty && access(folder + "/out.png", F_OK) == 0)
    } else {
      #expect(output == "1" && lines(errors).count == 1)
      #expect(
        errors.hasPrefix(
          "overscroll: the program's memory is limited to \(megabytes) MiB, but this needs "))
      #expect(errors.hasSuffix("; raise the limit (ulimit -\(limit))\n"))
    }
    if megabytes == 200 { #expect(output == "1") }
  }

  @Test(arguments: [[TextFiles.sample], ["grid"]])
  func `reports in one line that too few files may be open for a window`(arguments: [String]) throws
  {
    let (_, output, errors) = try RunningViewer.run(
      script: "ulimit -n 8; \"$0\" \"$@\"; echo $?", arguments)
    #expect(output == "1" && lines(errors).count == 1)
    #expect(
      errors.hasPrefix("overscroll: a window needs 16 open files, but only ")
        && errors.hasSuffix(" are available: Too many open files; raise the limit (ulimit -n)\n"))
  }

  @Test(arguments: ["info", "render", "thumbnail"])
  func `reports in one line that files may not be large enough for decoding`(command: String) throws
  {
    let output = command == "info" ? [] : ["-o", folder + "/out.png"]
    let (_, status, errors) = try RunningViewer.run(
      script: "ulimit -f 200; \"$0\" \"$@\" > /dev/null; echo $?",
      [command, TextFiles.sample] + output)
    #expect(status == "1")
    #expect(
      errors == "overscroll: files are limited to 100 KiB, but decoding shares 3072 KiB of memory, "
        + "which counts as a file; raise the limit (ulimit -f)\n")
  }

  @Test func `writes and reads the same numbers in a language with a decimal comma`() throws {
    defer { _ = try? ChildProcess(["rm", "-rf", folder]).wait() }
    let locale = folder + "/de_DE.UTF-8"
    _ = try ChildProcess(["localedef", "-i", "de_DE", "-f", "UTF-8", locale]).wait()
    let german = ["DISPLAY": "", "LC_ALL": "de_DE.UTF-8", "LOCPATH": folder]
    // The comma shows that the locale is there.
    let comma = try ChildProcess(["/usr/bin/printf", "%.1f", "0"], environment: german)
    #expect(try comma.readToEnd() == "0,0")
    let script = folder + "/still.script"
    try RunningViewer.write(Array("{\"overscroll\":1}\n".utf8), to: script)
    let arguments = ["simulate", script, "--hz", "62.5", "--until", "0.25"]
    let (status, output, errors) = try RunningViewer.run(arguments, environment: german)
    #expect(status == 0 && errors.isEmpty)
    #expect(try output == RunningViewer.run(arguments).output)
  }
}
