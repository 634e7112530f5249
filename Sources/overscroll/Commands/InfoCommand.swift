import ArgumentParser
import OverscrollFiles
import OverscrollFormatting
import OverscrollImaging
import OverscrollLabPages
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll info`: a file's format, size and the cost of opening it, from its header.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print a picture's format, size and the estimated cost of opening it.",
    discussion: """
      For a take, script, trace or recording it prints what the file holds, and the quality of its input and frames.
      """)

  @Argument(
    help: "A \(ImageFormat.alternatives) file, or a take, script, trace or recording.",
    completion: .file())
  var file: FilePath

  @Option(help: "Reject larger pictures, in megapixels.")
  var maxMegapixels = 20_000

  mutating func run() throws {
    let input = try StandardInput.replacing(&file, .standard())
    if LabFiles.isFolderWithoutTake(file) {
      throw Failure(
        message: "\(file): the folder does not contain a take")
    }
    if LabFiles.isText(file) {
      return try StandardOutput.print(
        LabInfo.rows(try LabFiles.subject(file)).map { "\($0.name): \($0.value)" })
    }
    let source: any ImageSource
    do throws(ImagingError) {
      source = try ImageFile.open(file, limits: ImageLimits(megapixels: maxMegapixels))
    } catch {
      throw Failure(message: (input?.named(error, file) ?? error).description)
    }
    try StandardOutput.print(Self.rows(source).map { "\($0.name): \($0.value)" })
  }

  /// The lines to print, in order.
  private static func rows(_ source: any ImageSource) -> [(name: String, value: String)] {
    let info = source.info
    let pyramid = Pyramid(size: info.size)
    var rows = [
      ("format", info.format),
      ("layout", info.layout.isEmpty ? "rows" : info.layout),
      ("size", "\(info.size) pixels (\(megapixels(info)) megapixels)"),
      ("depth", "\(info.bitsPerChannel) \(info.bitsPerChannel == 1 ? "bit" : "bits") per channel"),
      ("color", info.color),
    ]
    if info.orientation != .upright {
      rows.append(("orientation", "EXIF \(info.orientation.rawValue)"))
    }
    rows.append(
      ("levels", "\(pyramid.levelCount), down to \(pyramid.size(ofLevel: pyramid.coarsestLevel))"))
    rows.append(("opening", cost(source, pyramid)))
    return rows
  }

  private static func megapixels(_ info: ImageInfo) -> String { millions(info.size.area ?? .max) }

  /// Returns `count` in millions with one decimal.
  private static func millions(_ count: Int) -> String {
    NumberText.fixed((Double(count) / 1e5).rounded() / 10, decimals: 1)
  }

  private static func cost(_ source: any ImageSource, _ pyramid: Pyramid) -> String {
    switch source.access {
    case .tiles: return "tiles are decoded on demand"
    case .rows(let rows): return cost(rows, pyramid)
    }
  }

  /// The cost of opening a picture that is decoded sequentially.
  private static func cost(_ rows: any RowSource, _ pyramid: Pyramid) -> String {
    let bytes = pyramid.byteCount ?? .max
    let megabytes = millions(bytes)
    if TiledPicture.isHeld(pyramid, budget: TileStore.defaultBudget) {
      return "sequential decode, \(megabytes) MB of tiles in memory"
    }
    if CacheFolder.standard()?.contains(rows, pyramid) == true {
      return "none, there is a tile file from an earlier opening"
    }
    if rows.regionDecoder() != nil {
      return "one pass to index the file, then tiles are decoded on demand; no tile file"
    }
    return "sequential decode, and a tile file of at most \(megabytes) MB"
  }
}
