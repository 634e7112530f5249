import OverscrollBase
import OverscrollBrowser
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry

@testable import OverscrollLabPages
@testable import OverscrollShell

extension Page {
  /// When the page has something to do though nothing happens, in seconds; `nil` for never.
  var deadline: Double? {
    var scheduler = Scheduler()
    schedule(&scheduler)
    return scheduler.deadline
  }

  /// Gives the content a place of this size in points, at one pixel each.
  func resize(to size: Size, at time: Double) {
    handle(.resized(Room(pixels: PixelSize(rounding: size), scale: 1), at: time))
  }

  /// Advances to a refresh.
  func advance(to time: Double) { handle(.frame(at: time)) }

  var needsFrames: Bool { traits.needsFrames }
}

extension LabPage {
  /// Follows the message of the window, as a window has it do.
  func followMessage() { message.didChange = { [weak self] in self?.handle(.messageChanged) } }
}

extension Recording {
  /// A recording without a window, in a folder that is made for it.
  convenience init(_ host: HeadlessHost) {
    self.init(
      folder: FilePath(TestFolder.make()), request: nil, host: host, message: WindowMessage(),
      waker: host.waker,
      scenes: Scenes.all)
  }
}
