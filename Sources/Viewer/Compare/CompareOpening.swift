import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell

/// The opening of two pictures of an album, to compare them.
struct CompareOpening {
  private typealias Toned = Result<PicturePair<any ImageSource>, ImagingError>

  private let openings: PicturePair<FileOpening>
  private let names: PicturePair<String>
  private let tone: Tone
  private let wake: @Sendable () -> Void
  /// Measures which samples of both are black and white, once both are open.
  private var toning: Job<Toned>?

  /// Begins to open two files.
  ///
  /// - Parameters:
  ///   - paths: The files.
  ///   - names: Their names.
  ///   - maker: Provides their rotations, and wakes the window.
  init(_ paths: PicturePair<FilePath>, names: PicturePair<String>, _ maker: PictureMaker) {
    self.names = names
    openings = paths.map {
      FileOpening(
        $0, turned: maker.turn(of: $0), limits: maker.options.openingLimits(.none),
        didFinish: maker.wake)
    }
    (tone, wake) = (maker.tone, maker.wake)
  }

  /// The pictures, or the error of the first that cannot be opened; `nil` while one is being opened.
  mutating func drainResult() -> Result<PicturePair<ComparedPicture>, ImagingError>? {
    guard let a = openings.a.result, let b = openings.b.result else { return nil }
    if toning == nil {
      let tone = tone
      toning = Job(wake: wake) { isCancelled in
        Toned { () throws(ImagingError) in
          let sources = PicturePair(a: try a.get().source, b: try b.get().source)
          return try sources.toned(to: tone) { !isCancelled() }
        }
      }
    }
    let names = names
    return toning?.value?.map { sources in
      PicturePair { ComparedPicture(sources[$0], name: names[$0]) }
    }
  }
}
