import Glibc
import OverscrollTestRig
import Testing

/// What happens with each thing that can be named on a command line: a row of the manual for each.
@Suite struct `A thing that is named` {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The row of the manual.
    var name: String
    /// A script that makes it in the working folder, where the picture `p.ppm` lies.
    var script = ""
    /// The arguments.
    var arguments: [String]
    /// What standard error has; `nil` for what can be shown, which lacks only a display.
    var refusal: String?

    var testDescription: String { "\(name): \(arguments)" }
  }

  private static let rows = [
    Row(name: "A file", arguments: ["p.ppm"]),
    Row(
      name: "A file with a slash at its end", arguments: ["p.ppm/"],
      refusal: "p.ppm/: no such file."),
    Row(name: folder, script: "mkdir d; cp p.ppm d", arguments: ["d"]),
    Row(name: folder, script: "mkdir d; cp p.ppm d", arguments: ["d/"]),
    Row(
      name: "A folder without a picture", script: "mkdir d", arguments: ["d/"],
      refusal: "d: no pictures in this folder."),
    Row(name: "A link to a file", script: "ln -s p.ppm l", arguments: ["l"]),
    Row(
      name: "A link to a folder", script: "mkdir d; cp p.ppm d; ln -s d l",
      arguments: ["d", "l", "l/", "--start", "2"], refusal: "no such picture (1 loaded)"),
    Row(name: nothing, arguments: ["none.ppm"], refusal: "none.ppm: no such file."),
    Row(name: nothing, script: "ln -s none.ppm l", arguments: ["l"], refusal: "l: no such file."),
    Row(
      name: unreadable, script: "chmod 0 p.ppm", arguments: ["p.ppm"],
      refusal: "p.ppm: no permission to read it."),
    Row(
      name: unreadable, script: "mkdir -m 0 d", arguments: ["d"],
      refusal: "d: the folder cannot be read: Permission denied."),
    Row(name: empty, script: ": > e.png", arguments: ["e.png"], refusal: "the file is empty."),
    Row(
      name: empty, script: "echo text > t.jpg", arguments: ["t.jpg"],
      refusal: "t.jpg: this is a text file, not a picture"),
    Row(
      name: empty, script: "tar cf a.tar p.ppm", arguments: ["a.tar"],
      refusal: "a.tar: not a supported picture format"),
    Row(
      name: empty, script: "mkdir d; : > d/e.png; echo text > d/t.jpg", arguments: ["d"],
      refusal: "d: no picture can be shown: 2 files are not pictures, or damaged."),
    Row(
      name: device, script: "mkfifo f.png", arguments: ["f.png"],
      refusal: "f.png: this is a device or a pipe, not a file."),
    Row(name: device, arguments: ["/dev/zero"], refusal: "/dev/zero: this is a device or a pipe"),
    Row(
      name: device, script: "mkdir d; mkfifo d/f.png; cp p.ppm d/q.ppm",
      arguments: ["d", "--start", "2"], refusal: "no such picture (1 loaded)"),
    Row(name: "A file: URI", arguments: ["file://$PWD/p.ppm"]),
    Row(
      name: "A file: URI", arguments: ["file://elsewhere.example/p.ppm"],
      refusal: "the file is on another computer; copy it to this one."),
    Row(name: "-", arguments: ["-"]),
    Row(
      name: "100,000 files", script: "seq 100000 | sed 's/$/.ppm/' > list; echo p.ppm >> list",
      arguments: ["--files-from", "list", "--start", "100002"],
      refusal: "no such picture (100001 loaded)"),
    Row(
      name: "100,000 files", script: "seq 100000 | sed 's/$/.ppm/' > list",
      arguments: ["--files-from", "list"], refusal: "… and 99990 more"),
  ]

  private static let folder = "A folder, with a slash at its end or without"
  private static let nothing = "Nothing, or a link to nothing"
  private static let unreadable = "A file or folder that may not be read"
  private static let empty = "An empty file, text or an archive"
  private static let device = "A pipe, socket or device"

  @Test(arguments: rows)
  func `is shown, or refused in one sentence`(row: Row) throws {
    let place = PictureFolder()
    try place.add("p.ppm", 1)
    // Root may read everything.
    let run = try RunningViewer.run(
      script: #"""
        user=$4
        cd "$1" && eval "$2" && chmod 777 . && eval "set -- $3"
        case $user in root) exec setpriv --reuid 65534 --clear-groups "$0" "$@" < p.ppm ;; esac
        exec "$0" "$@" < p.ppm
        """#,
      [
        place.path, row.script.isEmpty ? ":" : row.script, row.arguments.joined(separator: " "),
        row.name == Self.unreadable && getuid() == 0 ? "root" : "",
      ])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains(row.refusal ?? "DISPLAY is not set"), "\(run.errors)")
  }
}
