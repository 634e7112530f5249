import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Synchronization

/// Reads the picture's pixel at the pointer.
struct PixelReader {
  /// Whether the reading is shown.
  private(set) var isOn = false
  /// The reading in the last frame; `nil` while it is hidden.
  private(set) var reading: PixelReading?
  /// The place of the pointer in the picture's part of the window, in points; `nil` if it is elsewhere.
  private var pointer: Point?
  private var samples: SampleController

  /// - Parameter wake: Called on another thread once samples have been read.
  init(wake: @escaping @Sendable () -> Void = {}) { samples = SampleController(wake: wake) }

  /// Shows the reading, or hides it.
  mutating func toggle() {
    isOn.toggle()
    reading = nil
  }

  /// Follows the pointer while no button is pressed, in points; `nil` if it has left the picture's part of the window.
  mutating func pointerMoved(to location: Point?) { pointer = location }

  /// Follows the pointer during drags and wheel events.
  mutating func follow(_ event: Event) {
    switch event {
    case .touch(let touch): if touch.type == .indirectPointer { pointer = touch.location }
    case .wheel(let wheel): pointer = wheel.location
    case .touchpad(let touchpad): pointer = touchpad.location
    case .pinch, .key, .text: break
    }
  }

  /// Reads the pixel at the pointer.
  ///
  /// - Parameters:
  ///   - frame: What the window shows.
  ///   - content: The picture.
  ///   - isCovered: True if something else covers the picture at the pointer.
  /// - Returns: The reading; `nil` while it is not shown.
  mutating func read(_ frame: Frame, of content: OpenPicture, isCovered: Bool) -> PixelReading? {
    guard isOn else {
      content.tiles.endReading()
      samples.stop()
      return nil
    }
    let info = content.picture.info
    // Frames of an animation are composed of colors.
    let layout = content.picture.showsFrame ? nil : info.samples
    // Any frame of an animation but the first may have transparency.
    let hasAlpha = info.hasAlpha || content.page.isFrame
    var reading = PixelReading(of: info.size, hasAlpha: hasAlpha, at: nil)
    if !isCovered, let pixel = pixel(in: frame) {
      reading = PixelReading(
        of: info.size, hasAlpha: hasAlpha, at: pixel, color: content.tiles.color(of: pixel))
      if layout != nil { reading.samples = samples.samples(of: pixel, in: content.picture) }
    } else {
      content.tiles.endReading()
    }
    reading.layout = layout
    reading.seenChannels = info.mix?.seen ?? []
    reading.calibrations = info.channels.map(\.calibration)
    self.reading = reading
    return reading
  }

  /// Returns the pixel at the pointer; `nil` where the pointer is elsewhere.
  func pixel(in frame: Frame) -> PixelReading.Pixel? {
    guard let pointer, frame.notice == nil else { return nil }
    let place = pointer * frame.scale
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    guard (0..<frame.viewport.width).contains(x), (0..<frame.viewport.height).contains(y) else {
      return nil
    }
    return frame.placement.pixel(atX: x, y: y)
  }
}

/// Reads the file's own samples of a pixel on another thread, one pixel at a time.
struct SampleController {
  /// What a thread has opened and read.
  private struct Outcome: Sendable {
    /// The reader; `nil` where the file cannot be opened for it.
    var reader: (any SampleReader)?
    var samples: PixelReading.Samples
  }

  /// Whether a pixel need not be read any more.
  private final class Stop: Sendable {
    let isSet = Atomic(false)
  }

  private let wake: @Sendable () -> Void
  /// The picture that is read; opening its file again gives another one.
  private weak var picture: TiledPicture?
  private var job: (pixel: PixelReading.Pixel, stop: Stop, work: Job<Outcome>)?
  private var known: (pixel: PixelReading.Pixel, samples: PixelReading.Samples)?
  private var reader: (any SampleReader)?

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Returns the samples of a pixel as far as they are known, and has them read otherwise.
  mutating func samples(
    of pixel: PixelReading.Pixel, in picture: TiledPicture
  ) -> PixelReading.Samples {
    if self.picture !== picture { stop() }
    self.picture = picture
    drain()
    if let known, known.pixel == pixel { return known.samples }
    if let job {
      // The pointer has moved on; what the reader has passed over serves the next pixel, too.
      if job.pixel != pixel { job.stop.isSet.store(true, ordering: .relaxed) }
    } else {
      read(pixel, picture)
    }
    return .pending
  }

  /// Ends the reading, and closes the file.
  mutating func stop() {
    job?.stop.isSet.store(true, ordering: .relaxed)
    (job, known, reader) = (nil, nil, nil)
  }

  private mutating func drain() {
    guard let (pixel, _, work) = job, let outcome = work.drain() else { return }
    job = nil
    reader = outcome.reader
    if outcome.samples != .pending { known = (pixel, outcome.samples) }
  }

  private mutating func read(_ pixel: PixelReading.Pixel, _ picture: TiledPicture) {
    let (source, info, opened) = (picture.source, picture.info, reader)
    let stop = Stop()
    let work = Job<Outcome>(wake: wake) { _ in
      guard let reader = try? opened ?? source.sampleReader() else {
        return Outcome(samples: .missing)
      }
      let values = try? reader.samples(x: pixel.x, y: pixel.y, of: info) {
        !stop.isSet.load(ordering: .relaxed)
      }
      guard let values else { return Outcome(reader: reader, samples: .missing) }
      // A read that was cancelled has none.
      return Outcome(reader: reader, samples: values.isEmpty ? .pending : .known(values))
    }
    job = (pixel, stop, work)
  }
}
