import ArgumentParser
import OverscrollImaging
import OverscrollShell

/// How large a picture may be.
struct SizeLimitOptions: ParsableArguments {
  @Option(help: "Reject pictures of more megapixels than this.")
  var maxMegapixels = 20_000

  mutating func validate() throws {
    guard maxMegapixels >= 1, maxMegapixels <= 1 << 40 else {
      throw ValidationError("--max-megapixels must be above 0.")
    }
  }
}

/// The memory for decoded pixels.
struct MemoryOptions: ParsableArguments {
  @Option(name: .customLong("cache-mb"), help: "Memory for decoded pixels, in MiB.")
  var cacheMegabytes = 256

  /// The memory, in bytes.
  var bytes: Int { cacheMegabytes << 20 }

  mutating func validate() throws {
    guard cacheMegabytes >= 1, cacheMegabytes <= 1 << 20 else {
      throw ValidationError("--cache-mb must be from 1 to 1048576.")
    }
  }

  /// Takes less where the limit on memory requires it; see ``SystemLimits/cacheMegabytes(_:atLeast:beside:)``.
  mutating func limit(atLeast least: Int = 0, beside others: Int = 0) throws(Failure) {
    cacheMegabytes = try SystemLimits.cacheMegabytes(
      cacheMegabytes, atLeast: least, beside: others)
  }
}

/// The disk space for tile files.
struct DiskCacheOptions: ParsableArguments {
  @Option(
    name: .customLong("disk-cache-gb"), help: "Disk space for tile files, in GB; 0 for none.")
  var diskCacheGigabytes = 10.0

  private static let bytesInGigabyte = 1e9

  /// The folder of tile files; `nil` for none.
  var folder: CacheFolder? {
    CacheFolder.standard(byteLimit: Int(diskCacheGigabytes * Self.bytesInGigabyte))
  }

  mutating func validate() throws {
    guard diskCacheGigabytes.isFinite, (0...1e6).contains(diskCacheGigabytes) else {
      throw ValidationError("--disk-cache-gb must be from 0 to 1000000.")
    }
  }
}
