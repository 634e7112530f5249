import ArgumentParser
import OverscrollImaging
import OverscrollShell

// Values of options that several commands have. They are no groups of options: debug builds validate a group five times at each
// level of groups, which took half of every start.

/// How large a picture may be.
struct SizeLimit {
  static let help: ArgumentHelp =
    "Reject pictures of more megapixels than this. (default: \(SizeLimit().megapixels))"

  var megapixels = 20_000
}

extension SizeLimit {
  /// Parses a number of megapixels.
  init(argument: String) throws {
    guard let megapixels = Int(argument), megapixels >= 1, megapixels <= 1 << 40 else {
      throw ValidationError("it must be above 0.")
    }
    self.megapixels = megapixels
  }
}

/// The memory for decoded pixels.
struct MemoryBudget {
  static let name = NameSpecification.customLong("cache-mb")
  static let help: ArgumentHelp =
    "Memory for decoded pixels, in MiB. (default: \(MemoryBudget().megabytes))"

  var megabytes = 256

  /// The memory, in bytes.
  var bytes: Int { megabytes << 20 }

  /// Takes less where the limit on memory requires it; see ``SystemLimits/cacheMegabytes(_:atLeast:beside:)``.
  mutating func limit(atLeast least: Int = 0, beside others: Int = 0) throws(Failure) {
    megabytes = try SystemLimits.cacheMegabytes(megabytes, atLeast: least, beside: others)
  }
}

extension MemoryBudget {
  /// Parses a number of MiB.
  init(argument: String) throws {
    guard let megabytes = Int(argument), megabytes >= 1, megabytes <= 1 << 20 else {
      throw ValidationError("it must be from 1 to 1048576.")
    }
    self.megabytes = megabytes
  }
}

/// The disk space for tile files.
struct DiskCache {
  static let name = NameSpecification.customLong("disk-cache-gb")
  static let help: ArgumentHelp = "Disk space for tile files, in GB; 0 for none. (default: 10)"
  private static let bytesInGigabyte = 1e9

  var gigabytes = 10.0

  /// The folder of tile files; `nil` for none.
  var folder: CacheFolder? {
    CacheFolder.standard(byteLimit: Int(gigabytes * Self.bytesInGigabyte))
  }
}

extension DiskCache {
  /// Parses a number of GB.
  init(argument: String) throws {
    guard let gigabytes = Double(argument), (0...1e6).contains(gigabytes) else {
      throw ValidationError("it must be from 0 to 1000000.")
    }
    self.gigabytes = gigabytes
  }
}
