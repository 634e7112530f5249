import ArgumentParser
import OverscrollBase
import OverscrollImaging
import OverscrollShell
import OverscrollViewer

/// `overscroll thumbnail`: writes a small version of a picture, as file managers ask for.
struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail", abstract: "Write a thumbnail of a picture.",
    discussion: """
      The thumbnail is a PNG file with the proportions and the transparency of the picture, which is never enlarged. No display, \
      home folder or cache is needed. If the picture is damaged, the part that can be decoded is written.

      \(LoaderFormat.message)
      """)

  @Argument(help: "A \(ImageFormat.alternatives) file.", completion: .file())
  var file: FilePath

  @Option(name: [.customShort("o"), .long], help: "The PNG file to write; - for standard output.")
  var output: FilePath

  @Option(help: "Maximum length of the longer side, in pixels.")
  var size = 256

  @Option(help: SizeLimit.help, transform: SizeLimit.init)
  var maxMegapixels = SizeLimit()

  @Flag(help: DecodingProcess.help)
  var noSandbox = false

  var limits: ImageLimits {
    ImageLimits(megapixels: maxMegapixels.megapixels, sandbox: DecodingProcess.sandbox)
  }

  /// The sizes that can be asked for, in pixels. [C]
  private static let sizes = 1...4096

  mutating func validate() throws {
    guard Self.sizes.contains(size) else {
      throw ValidationError(
        "--size must be from \(Self.sizes.lowerBound) to \(Self.sizes.upperBound).")
    }
  }

  mutating func run() throws {
    let name = StandardInput.name(of: file)
    let input = try StandardInput.replacing(&file, .standard())
    try Failure.refuse([output], over: [file])
    Interruption.deleteUnfinishedFiles()
    let (file, size) = (file, size)
    let thumbnail = try Thumbnail.withinLimit { () throws(Failure) in
      let source = try open(file, input)
      return Thumbnail.embedded(in: source, side: size) ?? Thumbnail.decode(source, side: size)
    }
    guard let bytes = thumbnail?.reduced(to: size).pngFile else {
      throw Failure(message: "\(name): no part of this picture can be decoded")
    }
    do throws(SystemError) {
      try AtomicFileWriter.write(bytes, to: output)
    } catch {
      throw Failure(
        message: "\(StandardOutput.name(of: output)): it cannot be written: \(error.message)")
    }
  }
}
