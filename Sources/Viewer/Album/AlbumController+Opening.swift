import OverscrollHost
import OverscrollImaging

extension AlbumController {
  /// The picture that is being opened, once its file is read.
  var opened: OpenPicture? { opener.opened }

  /// The page of the file that is shown; while another one is being opened, that one.
  func page(of shown: OpenPicture) -> FilePage { opener.page(of: shown) }

  /// Returns whether the picture that is being opened can replace the one that is shown.
  func canShowOpened(at now: Double) -> Bool { opener.canShowOpened(at: now) }

  /// True while a held key skims through the album.
  var isSkimming: Bool { opener.isSkimming }

  /// The time of the next scheduled work, in seconds.
  func deadline(at now: Double) -> Double? {
    let change = isOpening ? nil : folders.follower.deadline
    return [opener.deadline(at: now), change].compactMap(\.self).min()
  }

  /// A neighbor that is decoded but not drawn yet; `nil` while more urgent work is pending.
  var undrawnNeighbor: OpenPicture? { opener.undrawnNeighbor }

  /// The memory that a neighbor may take, in bytes.
  var neighborByteLimit: Int { opener.neighborByteLimit }

  /// True if the picture's file is gone.
  var isDeleted: Bool { folders.follower.isDeleted }

  /// What becomes readable when files have changed.
  var descriptors: [Int32] { folders.follower.descriptor.map { [$0] } ?? [] }

  /// The time after which the folder of a picture is listed although the picture is still being decoded, in seconds. [C]
  private static let listingDelay = 0.5

  /// True if the folder of the first picture is still to be listed, or being listed.
  var isListing: Bool { folders.isListing }

  /// Returns whether there is a folder to list or to watch, and no first picture that it would delay.
  func mayListFolder(_ shown: OpenPicture) -> Bool {
    guard folders.hasWork else { return false }
    guard case .loading = shown.picture.state else { return true }
    return maker.time - shown.startTime >= Self.listingDelay
  }

  /// Writes the paths of the marked pictures, if the command line asks for them.
  func writeMarked() {
    // Pictures may have left the album, and others joined it.
    marks.paths = namedMarkedPaths
    marks.write()
  }
}
