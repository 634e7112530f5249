import ArgumentParser
import Browser
import Files
import Imaging

/// The options that every command with a window has.
struct ViewerOptions: ParsableArguments {
  @Flag(help: "Fill the screen.")
  var fullscreen = false

  @Option(help: "How a picture is placed: fit, fill or 100%. A grid opens at 100%.")
  var zoom: PictureView.Fit?

  @Option(help: "What the wheel does without control: pan or zoom.")
  var wheel = WheelMode.pan

  @Option(name: .customLong("cache-mb"), help: "Megabytes that pixels may take.")
  var cacheMegabytes = 256

  @Option(
    name: .customLong("disk-cache-gb"),
    help: "Gigabytes that tiles may take on the disk; 0 for none.")
  var diskCacheGigabytes = 10.0

  @Option(help: "Refuse larger pictures.")
  var maxMegapixels = 20_000

  @Option(help: "How pixels between pixels are found: auto, nearest or linear.")
  var filter = FilterRule.auto

  @Option(help: "The largest magnification.")
  var maxZoom = 64.0

  @Option(help: "Whether keys and double clicks move the picture or place it at once.")
  var animations = Switch.on

  @Flag(help: "Show numbers about frames; the key d does too.")
  var hud = false

  @Option(
    help: ArgumentHelp("Write what became of the frames to a file at the end.", visibility: .hidden)
  )
  var frameLog: FilePath?

  @Option(help: "Device pixels a point, for text and thresholds; as the desktop says if left out.")
  var scale: Double?

  /// What the wheel does without control held.
  enum WheelMode: String, ExpressibleByArgument, CaseIterable {
    case pan
    case zoom
  }

  /// On or off.
  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  /// How large a picture may be.
  var limits: ImageLimits {
    ImageLimits(megapixels: maxMegapixels, budget: cacheMegabytes << 20)
  }

  /// Where tiles are kept that memory has no room for; nil where they are not.
  var cache: CacheFolder? {
    CacheFolder.standard(byteLimit: Int(diskCacheGigabytes * Self.bytesInGigabyte))
  }

  private static let bytesInGigabyte = 1e9

  mutating func validate() throws {
    guard cacheMegabytes >= 1, cacheMegabytes <= 1 << 20 else {
      throw ValidationError("--cache-mb takes a number of megabytes from 1 to 1048576.")
    }
    guard diskCacheGigabytes.isFinite, (0...1e6).contains(diskCacheGigabytes) else {
      throw ValidationError("--disk-cache-gb takes a number of gigabytes from 0 to 1000000.")
    }
    guard maxMegapixels >= 1, maxMegapixels <= 1 << 40 else {
      throw ValidationError("--max-megapixels takes a number above 0.")
    }
    guard maxZoom.isFinite, maxZoom >= 1, maxZoom <= 1024 else {
      throw ValidationError("--max-zoom takes a number from 1 to 1024.")
    }
    guard scale.map({ $0.isFinite && $0 >= 0.25 && $0 <= 16 }) ?? true else {
      throw ValidationError("--scale takes a number from 0.25 to 16.")
    }
  }
}

extension PictureView.Fit: ExpressibleByArgument {}
extension FilterRule: ExpressibleByArgument {}
