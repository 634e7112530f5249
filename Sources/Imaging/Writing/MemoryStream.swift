import Glibc

/// A C stream that writes to memory, closed and freed with its owner.
final class MemoryStream {
  let pointer: UnsafeMutablePointer<FILE>
  /// Where the C library keeps the place and the length of the bytes, up to date after a flush.
  private let place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let length: UnsafeMutablePointer<Int>

  /// Makes an empty stream; `nil` if memory is short.
  init?() {
    place = .allocate(capacity: 1)
    place.initialize(to: nil)
    length = .allocate(capacity: 1)
    length.initialize(to: 0)
    guard let pointer = open_memstream(place, length) else {
      place.deallocate()
      length.deallocate()
      return nil
    }
    self.pointer = pointer
  }

  deinit {
    fclose(pointer)
    free(place.pointee)
    place.deallocate()
    length.deallocate()
  }

  /// A copy of what was written.
  var bytes: [UInt8] {
    fflush(pointer)
    let bytes = UnsafeRawBufferPointer(start: place.pointee, count: length.pointee)
    return Array(bytes)
  }
}
