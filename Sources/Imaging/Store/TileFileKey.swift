import Glibc
import OverscrollBase

/// Identifies the file and the version of its content that a tile file was made from.
package struct TileFileKey: Hashable, Sendable {
  /// The canonical path.
  let path: FilePath
  private let identity: FileIdentity
  /// The page of the file, from 0.
  private let page: Int
  /// How the picture is turned or flipped.
  private var turn = Orientation.upright
  /// The samples that are shown black and white; `nil` for those of the file.
  private var tone: ClosedRange<Double>?
  /// True where a sample that was found to mean no data is transparent.
  private var hasNoData = false
  /// How many stops lighter the picture is shown.
  private var exposure = 0.0

  /// Makes the key of a page of a file, or returns `nil` if it no longer exists.
  init?(_ file: ImageFile, page: Int = 0) {
    guard let resolved = file.path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    path = FilePath(cString: resolved)
    identity = file.identity
    self.page = page
  }

  /// The key of the same file whose picture is shown turned or flipped.
  func turned(by turn: Orientation) -> Self {
    var key = self
    key.turn = self.turn.followed(by: turn)
    return key
  }

  /// The key of the same file with other samples black and white: tiles have 8 bits, so those without a tone don't serve.
  ///
  /// - Parameters:
  ///   - info: The header with the tone.
  ///   - plain: The header without one.
  /// - Returns: The key.
  func toned(to info: ImageInfo, from plain: ImageInfo) -> Self {
    var key = self
    key.tone = info.tone
    key.hasNoData = info.hasAlpha && !plain.hasAlpha
    key.exposure = info.exposure ?? 0
    return key
  }

  /// The page, its rotation and its tone; empty for the first page, upright, as the file defines it.
  private var suffix: [UInt8] {
    let page = page == 0 ? "" : "\0page \(page)"
    let turn = turn == .upright ? "" : "\0\(turn.rawValue)"
    let tone = tone.map { "\0tone \($0.lowerBound),\($0.upperBound)" } ?? ""
    let light = (hasNoData ? "\0no data" : "") + (exposure == 0 ? "" : "\0exposure \(exposure)")
    return Array((page + turn + tone + light).utf8)
  }

  /// The key as bytes, which a tile file contains in full, since file names can collide.
  ///
  /// Another file at the same path may have the same length and modification time, but not the same inode and
  /// status change time. The device number is left out, since it may change when the system restarts.
  var bytes: [UInt8] {
    let numbers = [identity.byteCount, identity.modified, identity.changed]
    let text = numbers.map { "\($0) " }.joined() + "\(identity.inode) "
    return Array(text.utf8) + path.bytes + suffix
  }

  /// The name of its tile file.
  ///
  /// It depends on the path, the page, the turn and the tone alone, so that the tiles of a changed picture replace the old ones.
  var fileName: String {
    let sum = (path.bytes + suffix).withUnsafeBytes { Checksum.crc32($0) }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + CacheFolder.suffix
  }
}
