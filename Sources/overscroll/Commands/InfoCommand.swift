import ArgumentParser
import OverscrollBase
import OverscrollImaging
import OverscrollLabPages
import OverscrollShell
import OverscrollViewer

/// `overscroll info`: a file's format, size and the cost of opening it, from its header.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print a picture's format, size and the estimated cost of opening it.",
    discussion: """
      For a take, script, trace or recording, prints its contents and the quality of its input and frames. Without a \
      file, prints the machine, the display and the input devices, as takes and reports have them.

      \(LoaderFormat.message)
      """)

  @Argument(
    help: "A \(ImageFormat.alternatives) file, or a take, script, trace or recording.",
    completion: .file())
  var file: FilePath?

  @Flag(help: "Also print the camera, the color profile, the author and all tags.")
  var all = false

  @Flag(help: "Print all of this as JSON.")
  var json = false

  @Option(help: "Reject pictures of more megapixels than this.")
  var maxMegapixels = 20_000

  @OptionGroup var sandboxOptions: SandboxOptions

  var limits: ImageLimits {
    ImageLimits(megapixels: maxMegapixels, sandbox: SandboxOptions.sandbox)
  }

  mutating func run() throws {
    guard var file else { return try printEnvironment() }
    let input = try StandardInput.replacing(&file, .standard())
    if LabFiles.isFolderWithoutTake(file) {
      throw Failure(
        message: "\(file): this folder is not a take; info describes one file")
    }
    if LabFiles.isText(file) {
      guard !all, !json else {
        throw Failure(message: "\(file): --all and --json are for pictures")
      }
      return try StandardOutput.print(
        LabInfo.rows(try LabFiles.subject(file)).map { "\($0.name): \($0.value)" })
    }
    let source = try open(file, input)
    let name = input == nil ? file.description : StandardInput.argument.description
    let rows = PictureDescription.rows(source)
    let pages = PictureDescription.pages(of: file, in: limits.sandbox)
    let lines = rows + PictureDescription.rows(of: pages)
    guard all || json else { return try StandardOutput.print(lines.map(\.line)) }
    let metadata = PictureMetadata(of: file, in: limits.sandbox)
    if json {
      try StandardOutput.print([Self.json(name, source.info, rows, pages, metadata)])
    } else {
      try StandardOutput.print(PictureDescription.lines(name, lines, metadata))
    }
  }
}
