package import ScrollGeometry

/// The initial properties of a window.
package struct DesktopOptions: Sendable {
  /// The title.
  package var title: String
  /// The instance name in `WM_CLASS`, such as "overscroll".
  package var programName: String
  /// The requested size, in pixels; window managers may choose another one.
  package var size: PixelSize
  /// The icon in several sizes; empty for none.
  package var icons: [Icon] = []
  /// The notification of the desktop that has started the program; `nil` for none.
  package var startup: StartupNotification?
  /// The display to open, such as ":1", or `nil` for the one named by `DISPLAY`.
  package var displayName: String?
  /// The size of most surfaces that are uploaded, in pixels; shared memory is sized in multiples of it.
  package var tileSize: PixelSize
  /// The extensions that are used where the server has them; tests leave some out.
  package var features: Features = .all

  /// Makes options.
  package init(
    title: String, programName: String, size: PixelSize, tileSize: PixelSize, icons: [Icon] = []
  ) {
    self.title = title
    self.programName = programName
    self.size = size
    self.tileSize = tileSize
    self.icons = icons
  }

  /// An icon of the program in one size.
  package struct Icon: Hashable, Sendable {
    /// The size, in pixels.
    package var size: PixelSize
    /// The pixels, row by row, as 0xAARRGGBB, not premultiplied.
    package var pixels: [UInt32]

    /// Makes an icon, which is ignored where the number of pixels does not match the size.
    package init(size: PixelSize, pixels: [UInt32]) {
      self.size = size
      self.pixels = pixels
    }
  }

  /// Extensions that not every server has.
  package struct Features: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    package let rawValue: Int

    /// Makes a set from its bits.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Touch, touchpads and subpixel positions (XInput 2).
    package static let extendedInput = Self(rawValue: 1)
    /// Uploads through shared memory (MIT-SHM).
    package static let sharedMemory = Self(rawValue: 2)
    /// Notification of the display's refreshes (Present).
    package static let refreshEvents = Self(rawValue: 4)
    /// Shared memory passed by file descriptor instead of a System V identifier (MIT-SHM 1.2).
    package static let descriptorPassing = Self(rawValue: 8)
    /// All extensions.
    package static let all: Self = [
      .extendedInput, .sharedMemory, .refreshEvents, .descriptorPassing,
    ]
  }
}
