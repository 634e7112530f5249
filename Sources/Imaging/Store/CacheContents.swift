/// How many files a cache holds, and how much room they take on the disk.
package struct CacheContents: Hashable, Sendable {
  package var count = 0
  /// In bytes.
  package var byteCount = 0
}
