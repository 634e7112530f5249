/// How many files a cache holds, and how much room they take on the disk.
package struct CacheContents: Hashable, Sendable {
  package var count = 0
  /// In bytes.
  package var byteCount = 0

  /// Describes files that are counted already.
  package init(count: Int = 0, byteCount: Int = 0) {
    self.count = count
    self.byteCount = byteCount
  }
}
