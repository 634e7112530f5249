import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `A picture from the standard input` {
  private let folder = PictureFolder()

  @Test func `is described and rendered`() throws {
    let path = try folder.add("p1.ppm", 1)
    let named = try RunningViewer.run(["info", path])
    let piped = try RunningViewer.run(script: #"cat "$1" | "$0" info -"#, [path])
    #expect(piped.status == 0 && piped.output == named.output && piped.errors.isEmpty)
    let outputs = [folder.path + "/1.png", folder.path + "/2.png"]
    #expect(try RunningViewer.run(["render", path, "-o", outputs[0]]).status == 0)
    let rendered = try RunningViewer.run(
      script: #""$0" render - -o "$2" < "$1""#, [path, outputs[1]])
    #expect(rendered.status == 0)
    #expect(FileReading.bytes(of: outputs[0]) == FileReading.bytes(of: outputs[1]))
  }

  @Test(arguments: [("", "png"), ("--format png", "png"), ("--format jpeg", "jpg")])
  func `is rendered to standard output`(options: String, suffix: String) throws {
    let path = try folder.add("p1.ppm", 1)
    let output = folder.path + "/out." + suffix
    #expect(try RunningViewer.run(["render", path, "-o", output]).status == 0)
    let piped = try RunningViewer.run(
      script: #"cd "$2" && "$0" render - -o - \#(options) < "$1" | cat > piped && ls"#,
      [path, folder.path])
    #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
    #expect(!piped.output.split(separator: "\n").contains("-"))
    #expect(FileReading.bytes(of: folder.path + "/piped") == FileReading.bytes(of: output))
  }

  @Test func `is refused in a format that standard output cannot have`() throws {
    let path = try folder.add("p1.ppm", 1)
    let run = try RunningViewer.run(script: #""$0" render "$1" -o - --format tiff | cat"#, [path])
    #expect(run.output.isEmpty)
    #expect(
      run.errors == "overscroll: standard output: TIFF cannot be written to a pipe or a device.\n")
  }

  @Test func `is made a thumbnail of on standard output`() throws {
    let path = try folder.add("p1.ppm", 1)
    let output = folder.path + "/out.png"
    #expect(try RunningViewer.run(["thumbnail", path, "-o", output]).status == 0)
    let piped = try RunningViewer.run(
      script: #""$0" thumbnail "$1" -o - > "$2/piped""#, [path, folder.path])
    #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
    #expect(FileReading.bytes(of: folder.path + "/piped") == FileReading.bytes(of: output))
  }

  @Test(arguments: ["--plot", "--callbacks"])
  func `gives way to what simulate prints instead of the trace`(option: String) throws {
    let run = try RunningViewer.run(["simulate", "--scene", "tap", option, "-"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains(option == "--plot" ? "<svg" : "{\""), "\(run.output)")
    #expect(!run.output.contains("offset_y,"))
    let both = try RunningViewer.run(
      ["simulate", "--scene", "tap", "--plot", "-", "--callbacks", "-"])
    #expect(both.status == 2)
  }

  @Test func `that is none is refused with its name`() throws {
    let empty = try RunningViewer.run(script: #""$0" - < /dev/null"#)
    #expect(empty.status == 1)
    #expect(empty.errors == "overscroll: standard input: the file is empty.\n")
    for arguments in ["- -", "--files-from - -"] {
      let twice = try RunningViewer.run(script: #""$0" \#(arguments) < /dev/null"#)
      #expect(twice.status == 2 && twice.errors.contains("read only once"), "\(arguments)")
    }
  }

  @Test(arguments: [
    "--zoom 1", "--zoom 0.5", "--rect 900,900,10,10 --zoom 2", "--zoom 0.0001",
  ])
  func `that cannot be rendered is refused with its name`(options: String) throws {
    let path = try folder.add("p1.ppm", 1)
    let run = try RunningViewer.run(
      script: #"head -c 4000 "$1" | "$0" render - -o "$2" "# + options,
      [path, folder.path + "/1.png"])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("overscroll: standard input: "), "\(run.errors)")
    #expect(!run.errors.contains("/proc/"), "\(run.errors)")
  }

  @Test func `of more than 64 MB is on the disk, in a file that nothing leaves behind`() throws {
    let cache = TestFolder.make("cache")
    let long = "(printf 'P5 9000 9000 255\\n'; head -c 81000000 /dev/zero) | "
    let run = try RunningViewer.run(
      script: long + #"XDG_CACHE_HOME="$1" "$0" info - && ls -A "$1"/overscroll | wc -l"#, [cache])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("9000×9000 pixels") && run.output.hasSuffix("\n0"))
    let none = try RunningViewer.run(script: long + #""$0" - --disk-cache-gb 0"#)
    #expect(none.status == 1)
    #expect(none.errors.contains("--disk-cache-gb leaves no room for it"))
  }
}
