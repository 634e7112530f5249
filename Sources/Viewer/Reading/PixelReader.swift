import OverscrollBrowser
import OverscrollImaging
import ScrollEngine
import ScrollGeometry

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
    self.reading = reading
    return reading
  }

  /// Returns the pixel at the pointer; `nil` where the pointer is elsewhere.
  func pixel(in frame: Frame) -> PixelReading.Pixel? {
    guard let pointer, frame.page == nil else { return nil }
    let place = pointer * frame.scale
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    guard (0..<frame.viewport.width).contains(x), (0..<frame.viewport.height).contains(y) else {
      return nil
    }
    return frame.placement.pixel(atX: x, y: y)
  }
}
