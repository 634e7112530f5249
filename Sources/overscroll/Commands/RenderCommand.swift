import ArgumentParser
import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll render`: writes a picture, a part of it, or what a window would show, to a file.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Write a picture, or a part of it, to a file.",
    discussion: """
      The extension of the file to write, \(OutputFormat.alternatives), sets its format; -o - writes to standard output. The picture, or the part given by \
      --rect, is written at full size, however large. --zoom scales it; --size fits it into a window of that size, as the \
      viewer does, on its background. --turn is applied first, then --flip, then --rect. The file has no metadata.

      \(LoaderFormat.message)
      """)

  @Argument(help: "A \(ImageFormat.alternatives) file.", completion: .file())
  var file: FilePath

  @Option(name: [.customShort("o"), .long], help: "The file to write; - for standard output.")
  var output: FilePath

  @Option(help: "Format to write. (default: that of the extension, or png for -)")
  var format: OutputFormat?

  @Option(help: "The page or frame to write, from 1.")
  var page = 1

  @Option(help: "Rotate the picture clockwise, in degrees.")
  var turn: Turn?

  @Option(help: "Flip the picture along an axis.")
  var flip: Flip?

  @Option(
    parsing: .unconditional,
    help: "Tone of a picture of more than 8 bits: none, auto or BLACK,WHITE. (default: as needed)")
  var tone: Tone?

  @Option(help: "Size of the window, such as 800x600.")
  var size: GridSize?

  @Option(
    parsing: .unconditional, help: "Part of the picture, in its pixels, as X,Y,WIDTH,HEIGHT.")
  var rect: PictureRect?

  @Option(help: "Output pixels per picture pixel.")
  var zoom: Double?

  @Flag(help: "Draw the scroll indicators as well.")
  var indicators = false

  @Option(help: "Interpolation of scaled pictures.")
  var filter = FilterRule.auto

  @Option(help: "The color around the picture, and under transparent pixels in JPEG.")
  var background = Backdrop.Background.dark

  @Option(name: .customLong("cache-mb"), help: "Memory for decoded pixels, in MiB.")
  var cacheMegabytes = 256

  @Option(help: "Reject pictures of more megapixels than this.")
  var maxMegapixels = 20_000

  @OptionGroup var sandboxOptions: SandboxOptions

  var limits: ImageLimits {
    var limits = ImageLimits(
      megapixels: maxMegapixels, budget: cacheMegabytes << 20, sandbox: SandboxOptions.sandbox)
    limits.tone = tone ?? .asNeeded
    return limits
  }

  mutating func validate() throws {
    try PageOption.validate(page)
    guard zoom.map({ $0.isFinite && $0 > 0 && $0 <= 1024 }) ?? true else {
      throw ValidationError("--zoom must be above 0 and at most 1024.")
    }
    guard size.map({ !$0.pixels.isEmpty }) ?? true else {
      throw ValidationError("--size: width and height must be above 0.")
    }
    guard cacheMegabytes >= 1, cacheMegabytes <= 1 << 20, maxMegapixels >= 1 else {
      throw ValidationError("--cache-mb and --max-megapixels must be above 0.")
    }
  }

  mutating func run() throws {
    let name = StandardInput.name(of: file)
    let input: StandardInput?
    do throws(ImagingError) {
      _ = try outputFormat
    } catch {
      throw Failure(message: error.description)
    }
    cacheMegabytes = try SystemLimits.cacheMegabytes(cacheMegabytes)
    input = try StandardInput.replacing(&file, .standard())
    guard output == StandardOutput.argument || !ImageFile.isSameFile(file, output) else {
      throw Failure(message: "\(output): this is the input picture; choose another file")
    }
    let line = ProgressLine(Progress(task: "opening"))
    defer { line.end() }
    Interruption.deleteUnfinishedFiles { line.end() }
    do {
      let source = try turned(try ImageFile.open(file, page: page - 1, limits: limits))
      if let part = fullSizePart(of: source.info.size) {
        try writeFullSize(source, part, line)
      } else {
        try draw(source, line)
      }
    } catch let error as ImagingError {
      let isOutput = error.subject == output.description
      let named = ImagingError(error.code, StandardOutput.name(of: output), error.reason)
      throw Failure(message: (isOutput ? named : input?.named(error, file) ?? error).description)
    } catch let refusal as PictureRefusal {
      throw Failure(message: "\(name): \(refusal.message)")
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }
}

/// What is wrong with the picture that a command was given, whatever its name is.
struct PictureRefusal: Error {
  /// What is wrong; lower case, without a full stop.
  var message: String
}

extension RenderCommand {
  /// The format to write.
  var outputFormat: OutputFormat {
    get throws(ImagingError) {
      if let format { return format }
      return output == StandardOutput.argument ? .png : try OutputFormat(suffixOf: output)
    }
  }

  /// The picture turned and flipped as the options say.
  private func turned(_ source: any ImageSource) throws -> any ImageSource {
    let orientation = (turn?.orientation ?? .upright).followed(by: flip?.orientation ?? .upright)
    guard orientation != .upright else { return source }
    guard let turned = source.turned(by: orientation) else {
      throw PictureRefusal(message: "this picture cannot be rotated")
    }
    return turned
  }

  /// The pixels that are written as they are; `nil` where something has to be drawn.
  private func fullSizePart(of picture: PixelSize) -> PixelRect? {
    guard size == nil, !indicators, zoom ?? 1 == 1 else { return nil }
    guard let rect = rect?.rect else { return PixelRect(picture) }
    let part = PixelRect(rounding: rect)
    return part.rect == rect && part.intersection(PixelRect(picture)) == part ? part : nil
  }

  /// Writes a part of a picture at its full size.
  private func writeFullSize(
    _ source: any ImageSource, _ part: PixelRect, _ line: ProgressLine
  ) throws {
    let export = try PictureExport(
      source, rect: part, to: output, as: outputFormat, backdrop: background.color.rgb,
      budget: cacheMegabytes << 20)
    let megapixels = Double(part.area) / 1e6
    // A pipe may have to wait for its reader.
    line.show(Progress(task: "writing"))
    let end = try export.run(progress: { fraction in
      line.show(
        Progress(
          task: "writing", done: fraction * megapixels, total: megapixels, unit: "megapixels"))
    })
    if case .damaged(let error) = end { throw PictureRefusal(message: error.message) }
  }
}

extension RenderCommand {
  /// A clockwise turn by a number of degrees.
  enum Turn: Int, ExpressibleByArgument, CaseIterable {
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    var orientation: Orientation {
      switch self {
      case .quarter: .turnedRight
      case .half: .turnedRight.followed(by: .turnedRight)
      case .threeQuarters: .turnedLeft
      }
    }
  }

  /// An axis along which a picture is flipped.
  enum Flip: String, ExpressibleByArgument, CaseIterable {
    case x
    case y

    var orientation: Orientation {
      switch self {
      case .x: .flippedHorizontally
      case .y: .flippedVertically
      }
    }
  }
}

extension OutputFormat: ExpressibleByArgument {}

/// A part of a picture, as `X,Y,WIDTH,HEIGHT`.
struct PictureRect: ExpressibleByArgument {
  var rect: Rect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { return nil }
    rect = Rect(x: x, y: y, width: width, height: height)
    guard rect.isFinite, !rect.isEmpty, width <= 1e9, height <= 1e9, abs(x) <= 1e9, abs(y) <= 1e9
    else { return nil }
  }
}
