import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging

/// The opening of two pictures of an album, to compare them.
struct CompareOpening {
  private let openings: PicturePair<FileOpening>
  private let names: PicturePair<String>

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
        $0, turned: maker.turn(of: $0), limits: maker.options.limits, didFinish: maker.wake)
    }
  }

  /// The pictures, or the error of the first that cannot be opened; `nil` while one is being opened.
  var result: Result<PicturePair<ComparedPicture>, ImagingError>? {
    guard let a = openings.a.result, let b = openings.b.result else { return nil }
    let names = names
    return Result { () throws(ImagingError) in
      PicturePair(
        a: ComparedPicture(try a.get().source, name: names.a),
        b: ComparedPicture(try b.get().source, name: names.b))
    }
  }
}
