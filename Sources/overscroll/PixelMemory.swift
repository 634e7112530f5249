import OverscrollImaging
import OverscrollShell

extension SystemLimits {
  /// The memory for drawing, fonts and the window. [C]
  private static let base = 48 << 20
  /// The address space per thread: its stack and malloc arena. [C]
  private static let threadBytes = (8 + 64) << 20
  /// The minimum memory for pixels, in megabytes: a window of common size. [C]
  private static let minimumCache = 16

  /// Returns the size of the pixel cache within the limit on memory, in megabytes.
  ///
  /// - Parameters:
  ///   - wanted: The size without a limit, in megabytes.
  ///   - least: The minimum size, in bytes.
  ///   - others: The memory needed for other purposes, in bytes.
  /// - Returns: `wanted`, or less where the limit requires it.
  /// - Throws: An error where the limit doesn't leave the minimum.
  static func cacheMegabytes(
    _ wanted: Int, atLeast least: Int = 0, beside others: Int = 0
  ) throws(Failure) -> Int {
    guard let memory else { return wanted }
    // Besides the workers, one thread decodes sequentially and one writes the tile file.
    let reserve = base + (DecodeQueue.defaultWorkers + 2) * threadBytes
    let left = memory.left - reserve - ImageLimits.spareBytes - others
    let needed = max(least, minimumCache << 20)
    guard left >= needed else { throw memory.failure(missing: needed - left) }
    return min(wanted, left >> 20)
  }
}
