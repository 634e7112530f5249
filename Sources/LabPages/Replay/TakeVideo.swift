import Glibc
import OverscrollBase
package import OverscrollBrowser
import OverscrollDrawing
package import OverscrollImaging
package import OverscrollLab
package import OverscrollShell
import ScrollGeometry

/// A take as an animated picture: its content with indicators and the marks of touches, and below it its curves with a cursor.
///
/// Everything is drawn by the code of the window. Equal takes make equal bytes on one machine.
package final class TakeVideo {
  /// How a take is shown.
  package struct Style: Hashable, Sendable {
    package var format: AnimationWriter.Format
    /// Frames per second of the file.
    package var rate = 30
    /// Seconds of the take per second.
    package var speed = 1.0
    /// Pixels per point; `nil` for the device pixels of the take.
    package var scale: Double?
    /// The time of the take with which it begins, in seconds.
    package var start = 0.0

    package init(_ format: AnimationWriter.Format) { self.format = format }

    /// The number of frames up to a time of the take, with a fraction.
    fileprivate func frames(upTo end: Double) -> Double {
      max(0, (end - start) / speed * Double(rate) + 1e-6) + 1
    }
  }

  /// The most frames, and the most pixels of all frames together: some hours of work. [C]
  package static let maximumFrames = 36_000
  package static let maximumPixels = 1 << 34
  /// The most bytes of a file. [C]
  private static let maximumBytes = 512 << 20
  /// The width that the curves have at least, in points. [C]
  private static let minimumWidth = 480.0

  private let name: String
  private let style: Style
  private let take: PerformedTake
  private let renderer: TakeRenderer
  private let curves: CurvesPanel
  /// The pixels per point, and the size of the viewport, of the panel and of all, in pixels.
  private let scale: Double
  private let (viewport, panel, size): (PixelSize, PixelSize, PixelSize)
  /// The number of frames; the last one shows the end of the take, or what comes less than a frame before it.
  package let frameCount: Int

  /// Performs a take, and checks that its video is not too large.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - name: The name of its file.
  ///   - style: How it is shown.
  ///   - variant: The settings of side B that differ; empty for a take without sides.
  ///   - ghost: A reference, shown as an outline; `nil` for none.
  ///   - source: The picture; `nil` for a grid of its size, or for a scene's own picture.
  ///   - backdrop: The backdrop of the picture.
  /// - Throws: An error where the video would be too large, or the picture is not the take's.
  package init(
    _ script: Script, name: String, _ style: Style, with variant: [Script.Setting] = [],
    ghost: GhostTrack? = nil, showing source: (any ImageSource)? = nil,
    over backdrop: Backdrop = Backdrop()
  ) throws {
    (self.name, self.style) = (name, style)
    try Self.checkDuration(of: script, name, style)
    take = PerformedTake(script)
    let points = take.largestViewport
    let scale = style.scale ?? script.header.displayScale
    self.scale = scale
    let height = DockLayout.curvesHeight.usual
    viewport = PixelSize(rounding: points * scale)
    panel = PixelSize(
      rounding: Size(width: max(points.width, Self.minimumWidth), height: height) * scale)
    size = PixelSize(
      width: max(panel.width, viewport.width), height: viewport.height + panel.height)
    try Self.check(style.frames(upTo: take.duration), of: size, name)
    frameCount = Int(style.frames(upTo: take.duration))
    renderer = try TakeRenderer(
      script, with: variant, ghost: ghost, showing: source, over: backdrop)
    curves = CurvesPanel(maker: ImageSurfaceFactory())
    curves.palette = renderer.palette
    curves.size = Size(width: Double(panel.width) / scale, height: height)
    let times = take.frames.map(\.sample.time)
    curves.take = Chart(
      take, other: variant.isEmpty ? nil : PerformedTake(script.with(variant), at: times),
      ghost: ghost, groups: Chart.Group.allCases)
  }

  /// Refuses a take whose events alone last too long, before any of it is performed.
  package static func checkDuration(
    of script: Script, _ name: String, _ style: Style
  ) throws(Failure) {
    try check(style.frames(upTo: script.duration), of: PixelSize(width: 1, height: 1), name)
  }

  /// Refuses a video that is too large.
  private static func check(_ frames: Double, of size: PixelSize, _ name: String) throws(Failure) {
    let side = AnimationWriter.maximumWebPSide
    guard size.width <= side, size.height <= side else {
      throw Failure(
        message: "\(name): the video would be \(size) pixels; each side must be at most \(side): "
          + "use a lower --scale")
    }
    guard
      size.area.map({ frames * Double($0) <= Double(maximumPixels) }) ?? false,
      frames < Double(maximumFrames) + 1
    else {
      let count = NumberText.fixed(min(frames.rounded(.down), 1e15), decimals: 0)
      let each = size.area == 1 ? "" : " of \(size) pixels"
      throw Failure(
        message:
          "\(name): the video would have \(count) frames\(each), and at most \(maximumFrames) with "
          + "\(maximumPixels) pixels in all are made; use a higher --speed, a lower --hz or a lower --scale"
      )
    }
  }

  /// Draws all frames.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes of the file; `nil` for the largest file that is written.
  ///   - progress: Called before each frame with its number, from 0.
  /// - Returns: The file; `nil` where it would exceed its limit.
  /// - Throws: An error where it cannot be drawn, or memory is short.
  package func file(
    byteLimit: Int? = nil, progress: (Int) -> Void = { _ in }
  ) throws -> [UInt8]? {
    let writer = AnimationWriter(
      style.format, size: size, rate: style.rate, byteLimit: byteLimit ?? Self.maximumBytes)
    let surface = try Surface(imageOf: size, opaque: true)
    try Canvas(surface).clear(renderer.palette.paper)
    let (content, strip) = (
      try Surface(imageOf: viewport, opaque: true), try Surface(imageOf: panel, opaque: true)
    )
    do {
      for index in 0..<frameCount {
        progress(index)
        let time = min(
          style.start + Double(index) / Double(style.rate) * style.speed,
          max(take.duration, style.start))
        try draw(at: time, content, strip)
        surface.copy(
          PixelRect(viewport), from: content, toX: (size.width - viewport.width) / 2, y: 0)
        surface.copy(PixelRect(panel), from: strip, toX: 0, y: viewport.height)
        try writer.append(surface.pixels())
      }
      return try writer.finish()
    } catch let error as SystemError {
      guard error.number == EFBIG else { throw Failure(message: "\(name): \(error.message)") }
      guard byteLimit == nil else { return nil }
      throw Failure(
        message:
          "\(name): the video exceeds \(Self.maximumBytes >> 20) MiB; use a higher --speed, a lower --hz or a "
          + "lower --scale")
    }
  }

  /// Draws the content and the curves at a time.
  private func draw(at time: Double, _ content: Surface, _ strip: Surface) throws {
    var moment = renderer.moment(at: time)
    moment.marks = moment.main.marks
    try renderer.draw(moment, on: content, scale: scale)
    curves.cursor = time
    curves.shown = moment.shownStates
    let canvas = try Canvas(strip)
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    curves.draw(on: canvas, scale: scale)
    try canvas.check()
    try strip.flush()
  }
}

extension TakeVideo {
  /// The most bytes of a video in a report.
  package static let reportBytes = 2 << 20
  /// The last seconds of a take that a report shows. [C]
  private static let reportDuration = 20.0
  /// What is tried for a report, best first: the quality, pixels per point, and frames per second. [C]
  private static let reportStyles: [(quality: Int?, scale: Double, rate: Int)] = [
    (nil, 1, 30), (50, 1, 30), (50, 0.5, 30), (25, 0.5, 10),
  ]

  /// The end of a take as an animated WebP file for a report.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - name: The name of its file.
  ///   - byteLimit: The most bytes.
  /// - Returns: The file; `nil` where the take does not fit.
  /// - Throws: An error where it cannot be drawn, or memory is short.
  package static func reportFile(
    of script: Script, name: String, byteLimit: Int = reportBytes
  ) throws -> [UInt8]? {
    for attempt in reportStyles {
      var style = Style(.webp(quality: attempt.quality))
      (style.scale, style.rate) = (attempt.scale, attempt.rate)
      style.start = max(0, script.duration - reportDuration)
      let video = try TakeVideo(script, name: name, style, with: script.header.variant)
      if let file = try video.file(byteLimit: byteLimit) { return file }
    }
    return nil
  }
}
