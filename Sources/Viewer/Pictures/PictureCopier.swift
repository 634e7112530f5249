import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Copies pictures: other programs get the file, its path, or the picture, which is decoded when one asks for it.
final class PictureCopier {
  /// A picture that is being made, and what takes it.
  private typealias Making = (job: Job<[UInt8]?>, take: ClipboardContents.PictureTaker)

  private var making: [Making] = []

  /// Returns what other programs get of a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture, which has a file.
  ///   - isUnnamed: True for a picture in a file that no other program can open.
  ///   - maker: The pictures of the window.
  /// - Returns: The contents of the clipboard.
  func contents(
    of picture: OpenPicture, isUnnamed: Bool, _ maker: PictureMaker
  ) -> ClipboardContents {
    let path = isUnnamed ? nil : picture.file?.absolute
    var contents = ClipboardContents(text: path?.description ?? "")
    contents.files = path.map { [$0] } ?? []
    let isSmall = (picture.picture.info.size.area ?? .max) <= PNGPicture.largestArea
    guard let file = picture.file, picture.problem == nil, isSmall else { return contents }
    let (turn, limits, wake) = (picture.turn, maker.options.limits, maker.wake)
    contents.makePicture = { [weak self] take in
      let job = Job<[UInt8]?>(wake: wake) { isCancelled in
        guard let source = try? ImageFile.open(file, limits: limits) else { return nil }
        return PNGPicture.bytes(of: source.turned(by: turn) ?? source) { !isCancelled() }
      }
      self?.making.append((job, take))
    }
    return contents
  }

  /// Hands over the pictures that are made.
  func drain() {
    let done = making.filter(\.job.isDone)
    making.removeAll(where: \.job.isDone)
    for (job, take) in done { take(job.drain() ?? nil) }
  }
}
