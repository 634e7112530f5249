import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Knows how large the pixels of the picture are that is shown, and shows a bar of a round length, and what the colors of a ramp mean.
struct ScaleController {
  /// A file, and its state when it was opened.
  private struct Subject: Hashable {
    var file: FilePath
    var status: FileStatus?
  }

  /// The bar that was asked for; `nil` for one where the unit is that of what is shown, not of paper.
  var isOn: Bool?
  /// The scale that the user has given, which is that of all pictures.
  private let given: PixelScale?
  private var known: (subject: Subject, scale: PixelScale?)?
  private var reading: (subject: Subject, job: Job<PixelScale?>)?

  init(isOn: Bool?, given: PixelScale?) { (self.isOn, self.given) = (isOn, given) }

  /// The scale of the picture that is shown; `nil` where it isn't known, or not yet.
  func scale(of content: OpenPicture) -> PixelScale? {
    if let given { return given }
    guard !content.isNotice else { return nil }
    if let scale = content.picture.info.scale { return scale }
    guard let known, known.subject == Self.subject(content) else { return nil }
    return known.scale?.applies(toPage: content.page.describedIndex) == true ? known.scale : nil
  }

  /// The scale in which the picture that is shown is measured; `nil` for its pixels.
  ///
  /// What a file says of paper says nothing of what is shown, unless the user has the bar show it.
  func measure(of content: OpenPicture) -> PixelScale? {
    scale(of: content).flatMap { $0.hasUnit || isOn == true && $0.kind == .print ? $0 : nil }
  }

  /// Returns whether the file of a picture has been read for its scale, or need not be.
  func isKnown(of content: OpenPicture) -> Bool {
    given != nil || content.picture.info.scale != nil
      || Self.subject(content).map { $0 == known?.subject } ?? true
  }

  private static func subject(_ content: OpenPicture) -> Subject? {
    content.file.map { Subject(file: $0, status: content.status) }
  }

  /// The time after which the file of a picture is read although the picture is still being decoded, in seconds. [C]
  private static let delay = 0.5

  /// Has the file of a picture read that rests on the screen, or at once where something waits for its scale.
  mutating func follow(_ context: PictureContext, isAwaited: Bool = false) {
    if let (subject, job) = reading, let scale = job.drain() {
      (known, reading) = ((subject, scale), nil)
    }
    let content = context.content
    let isLate = content.loadingSince.map { context.maker.time - $0 >= Self.delay } ?? true
    // What the window was opened for is not to wait for the last tile.
    let isResting = context.hasDrawn && (isLate || context.maker.startPlace != nil)
    guard given == nil, !content.isNotice, content.picture.info.scale == nil,
      isResting || isAwaited, reading == nil,
      let subject = Self.subject(content), known?.subject != subject
    else { return }
    let (limits, info) = (context.maker.options.limits, content.picture.info)
    let job = Job<PixelScale?>(
      niceness: 5, in: subject.file.folderAsNamed, wake: context.maker.wake
    ) { _ in
      PictureMetadata.scale(of: subject.file, info, in: limits.sandbox)
    }
    reading = (subject, job)
  }

  /// The bar, and above it what the colors of a ramp mean; without either where it isn't to be shown.
  func layers(_ context: PictureContext, zoom: Double, above bottom: Double) -> [OverlayLayer] {
    let bar = layer(context, zoom: zoom, above: bottom)
    guard isOn != false, !context.content.isNotice,
      let (ramp, range) = context.content.picture.info.mix?.legend
    else { return [bar].compactMap(\.self) }
    let legend = RampLegend.layer(
      ramp, range, as: context.content.picture.info.shownCalibration,
      in: context.maker.room.size,
      above: bottom + (bar.map { $0.area.height + Self.gap } ?? 0))
    return [bar, legend].compactMap(\.self)
  }

  /// The distance between the bar and the legend, in points. [C]
  private static let gap = 8.0

  /// The bar; `nil` where none is to be shown.
  private func layer(_ context: PictureContext, zoom: Double, above bottom: Double) -> OverlayLayer?
  {
    let content = context.content
    guard isOn != false, let scale = scale(of: content), scale.kind != .unknown,
      isOn == true || scale.kind != .print
    else {
      return nil
    }
    let (info, room, placement) = (content.picture.info, context.maker.room, content.view.placement)
    let middle = Point(room.size.width, room.size.height) * (room.scale / 2) - placement.origin
    return ScaleBar.layer(
      scale.onGround(at: info.filePlace(of: middle / placement.scale)), info.orientation,
      zoom: zoom, in: room.size, above: bottom)
  }

  /// Shows the bar and the legend of a ramp, or hides them; returns a message where nothing else shows that.
  mutating func toggle(_ context: PictureContext) -> String? {
    let scale = scale(of: context.content)
    let hasLegend = context.content.picture.info.mix?.legend != nil
    let isShown =
      isOn ?? (hasLegend || scale.map { ![.print, .unknown].contains($0.kind) } ?? false)
    isOn = !isShown
    return isOn == true && (scale?.kind ?? .unknown) == .unknown && !hasLegend
      ? "The size of this picture's pixels isn't known." : nil
  }

  /// What a pixel's place is called, in the unit of the bar; `nil` where what is shown has no unit.
  func place(of pixel: PixelReading.Pixel, in content: OpenPicture, _ room: Room) -> String? {
    guard let scale = scale(of: content), scale.measures else { return nil }
    let middle = Point(Double(pixel.x) + 0.5, Double(pixel.y) + 0.5)
    let info = content.picture.info
    let unit = ScaleBar.unit(
      scale, info.orientation, zoom: content.view.placement.scale / room.scale, in: room.size)
    return scale.text(ofPlace: middle, in: info, as: unit)
  }
}
