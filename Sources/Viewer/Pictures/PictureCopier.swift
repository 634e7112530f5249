import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Copies pictures: other programs get the file, its path, or the picture, which is decoded when one asks for it.
final class PictureCopier {
  /// A picture that is being made, and its receiver.
  private typealias Making = (job: Job<[UInt8]?>, take: ClipboardContents.PictureTaker)

  private var making: [Making] = []

  /// Returns the clipboard contents for a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture, which has a file.
  ///   - visible: The visible part, whose pixels take the place of a picture of more than 64 megapixels.
  ///   - isUnnamed: True for a picture in a file that no other program can open.
  ///   - maker: The pictures of the window.
  /// - Returns: The contents of the clipboard.
  func contents(
    of picture: OpenPicture, visible: PixelRect, isUnnamed: Bool, _ maker: PictureMaker
  ) -> ClipboardContents {
    let path = isUnnamed ? nil : picture.file?.fromRoot
    var contents = ClipboardContents(text: path?.description ?? "")
    contents.files = path.map { [$0] } ?? []
    guard let file = picture.file, !picture.isPage else { return contents }
    guard (picture.picture.info.size.area ?? .max) <= PNGPicture.largestArea else {
      contents.makePicture = self.contents(of: visible, in: picture, maker)?.makePicture
      return contents
    }
    let (turn, page) = (picture.turn, picture.page)
    let (limits, wake) = (maker.openingLimits, maker.wake)
    contents.makePicture = { [weak self] take in
      let job = Job<[UInt8]?>(wake: wake) { isCancelled in
        guard let source = try? page.open(file, limits: limits).source else { return nil }
        return PNGPicture.bytes(of: source.turned(by: turn) ?? source) { !isCancelled() }
      }
      self?.making.append((job, take))
    }
    return contents
  }

  /// Returns the clipboard contents for a part of a picture: its pixels, at full resolution.
  ///
  /// - Parameters:
  ///   - rect: The part, in pixels of the picture as shown.
  ///   - picture: The picture.
  ///   - maker: The pictures of the window.
  /// - Returns: The contents of the clipboard; `nil` for a part that is too large.
  func contents(
    of rect: PixelRect, in picture: OpenPicture, _ maker: PictureMaker
  ) -> ClipboardContents? {
    guard rect.area <= PNGPicture.largestArea else { return nil }
    let (source, wake) = (picture.picture.source, maker.wake)
    var contents = ClipboardContents(
      text: "\(rect.x),\(rect.y),\(rect.width),\(rect.height)")
    contents.makePicture = { [weak self] take in
      let job = Job<[UInt8]?>(wake: wake) { isCancelled in
        PNGPicture.bytes(of: source, rect: rect) { !isCancelled() }
      }
      self?.making.append((job, take))
    }
    return contents
  }

  /// Delivers the finished pictures.
  func drain() {
    let done = making.filter(\.job.isDone)
    making.removeAll(where: \.job.isDone)
    for (job, take) in done { take(job.drain() ?? nil) }
  }
}
