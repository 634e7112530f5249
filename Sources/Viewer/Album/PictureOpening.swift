import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// The picture that is being opened.
enum PictureOpening {
  /// Why a picture is being opened.
  enum Purpose: Hashable {
    /// The user goes to it.
    case step(Direction)
    /// It is shown already, and is reopened because the user asks for it.
    case reload
    /// The same, because the file has changed.
    case update
    /// It is shown already, and is turned or flipped.
    case turn
    /// It is shown with another tone.
    case tone
    /// It is another page of the file that is shown.
    case page
    /// It begins another album, which replaces this one once the picture is shown.
    case album
    /// It is the first picture of the window, which shows nothing else until then.
    case first

    var isStep: Bool { if case .step = self { true } else { false } }
  }

  /// The direction in which the user browses the album.
  enum Direction: Hashable {
    case forward
    case backward
  }

  /// What was asked for.
  struct Request {
    let path: FilePath
    let purpose: Purpose
    /// The page of the file.
    var page = FilePage()
    /// When its opening began, in seconds.
    let since: Double
    /// True for a file that the user has chosen among the others, rather than come to.
    var isChosen = false
    /// True once any of its pixels have been decoded.
    var hasPixels = false
    /// What it begins: an album that replaces this one.
    var successor: DroppedFiles?
  }

  case none
  /// It was decoded ahead, and its file is looked at: it may have changed meanwhile.
  case checking(Request, OpenPicture, Job<FileStatus?>)
  /// Its file is being read.
  case opening(Request, FileOpening)
  /// It is being decoded.
  case loading(Request, OpenPicture)

  var request: Request? {
    switch self {
    case .none: nil
    case .checking(let request, _, _), .opening(let request, _), .loading(let request, _): request
    }
  }
}

extension PictureOpening {
  /// The time after which a very large picture is shown although parts of the window cannot be drawn yet, in seconds. [C]
  private static let incompleteDelay = 1.0
  /// The pixels from which a picture counts as very large: decoding it takes seconds. [C]
  private static let largeArea = 40_000_000

  /// Returns whether decoding a picture of a size takes seconds.
  static func isLarge(_ size: PixelSize) -> Bool { (size.area ?? .max) >= largeArea }

  /// Returns whether the picture can replace the one that is shown.
  func canBeShown(at now: Double) -> Bool {
    guard case .loading(let request, let next) = self else { return false }
    if next.isLoaded { return true }
    let isLarge = Self.isLarge(next.picture.info.size)
    let isLate = isLarge && now - request.since >= Self.incompleteDelay
    switch request.purpose {
    case .step, .turn, .tone, .page, .album:
      return next.canFillWindow || isLate && request.hasPixels
    case .first: return true
    case .reload, .update: return isLate && next.canFillWindow
    }
  }
}

extension FileStatus {
  /// The time for which another program may still be writing a file that it has changed, in nanoseconds. [C]
  private static let recentTime = 2_000_000_000

  /// True if the file had changed so recently that another program may still be writing it.
  var isRecent: Bool { CalendarTime.nanoseconds - modified < Self.recentTime }
}
