import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollLab
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
    resize(to: Room(pixels: PixelSize(rounding: size), scale: 1), at: time)
  }
}

extension LabPage {
  /// Follows the message of the window, as a window has it do.
  func followMessage() { message.didChange = { [weak self] in self?.messageDidChange() } }
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
