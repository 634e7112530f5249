import CSandbox
import Glibc
import OverscrollBase
import ScrollGeometry
import Synchronization

/// The confined process's side: decodes what the program asks for, on a thread for each lane.
package final class DecoderServer: Sendable {
  /// Reads the header of a file from its first bytes.
  typealias Open =
    @Sendable (ImageFile, _ head: [UInt8], FilePages.Page?, ImageLimits) throws(ImagingError)
    -> any ImageSource

  /// Something that the program refers to by a number.
  enum Object: Sendable {
    case picture(any ImageSource)
    case regions(any RegionDecoder, ImageInfo)
    case walk(ServedWalk)
    case animation(ServedAnimation)
    case samples(any SampleReader)
  }

  /// Begins to find the pages of a file; `nil` for one with a single page.
  typealias Walk = @Sendable (ImageFile, borrowing FileBytes) -> (any PageWalk)?

  let open: Open
  let walk: Walk
  let objects = Mutex<[Int: Object]>([:])

  init(
    open: @escaping Open = ImageFile.decode,
    walk: @escaping Walk = { FilePages.walk($1) }
  ) {
    self.open = open
    self.walk = walk
  }

  /// Serves in a confined process, on its socket.
  package static let serve: @convention(c) (Int32) -> Void = { DecoderServer().run($0) }

  /// Serves the lanes that arrive, until the program is gone.
  package func run(_ socket: Int32) {
    var descriptors: [Int32] = [-1, -1]
    var byte: UInt8 = 0
    while OverscrollReceive(socket, &byte, 1, &descriptors, 2) == 1 {
      guard let memory = CallMemory(descriptor: descriptors[1]), descriptors[0] >= 0 else { return }
      ServedLane(socket: descriptors[0], memory: memory, server: self).start()
    }
  }
}

extension ImageFile {
  /// Reads the header of a file or of its page, on this side of a sandbox.
  static func decode(
    _ file: ImageFile, _ head: [UInt8], _ page: FilePages.Page?, _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    guard let format = ImageFormat.all.first(where: { $0.recognizes(head) }) else {
      throw unknownFormat(file.path, head)
    }
    guard let page else { return try format.open(file, limits) }
    guard let openPage = format.openPage else {
      throw FilePages.missing(page.index, in: file.path, .pages, 1)
    }
    return try openPage(file, page, limits)
  }
}
