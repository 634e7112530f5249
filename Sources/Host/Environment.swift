import OverscrollBase
package import ScrollGeometry

/// The display server, outputs and input devices of a window, for takes and reports.
///
/// It holds no names of users, hosts or monitors, no paths, and no serial numbers.
package struct Environment: Hashable, Sendable {
  /// The vendor of the X server.
  package var vendor: String
  /// The release of the X server, such as `21.1.7`.
  package var release: String
  /// Whether the server runs on this machine.
  package var isLocal: Bool
  /// What is known of XWayland; `nil` where the server is another one.
  package var xwayland: XWayland?
  /// The versions of the extensions that matter for input and frames, by name.
  package var extensions: [String: String]
  /// The active outputs.
  package var outputs: [Output]
  /// The name of the window manager by EWMH; `nil` where there is none.
  package var windowManager: String?
  /// The name of the compositing manager, empty where it has none; `nil` where there is no compositing manager.
  package var compositor: String?
  /// The names of the graphics drivers by RandR; empty where they are not known.
  package var graphics: [String]
  /// The measured times between refreshes, in seconds; `nil` before the first ones.
  package var refresh: Refresh?
  /// The devices, in the order of ``Input/Source/device``.
  package var devices: [Device]

  package init(
    vendor: String, release: String, isLocal: Bool, xwayland: XWayland? = nil,
    extensions: [String: String], outputs: [Output], windowManager: String? = nil,
    compositor: String? = nil, graphics: [String], refresh: Refresh? = nil, devices: [Device]
  ) {
    (self.vendor, self.release, self.isLocal) = (vendor, release, isLocal)
    (self.xwayland, self.extensions, self.outputs) = (xwayland, extensions, outputs)
    (self.windowManager, self.compositor, self.graphics) = (windowManager, compositor, graphics)
    (self.refresh, self.devices) = (refresh, devices)
  }

  /// An output of the graphics card.
  package struct Output: Hashable, Sendable {
    /// The mode, in pixels.
    package var size: PixelSize
    /// The refresh rate in hertz; `nil` where the driver does not report it.
    package var rate: Double?
    /// The size in millimeters; `nil` where it is not known.
    package var millimeters: PixelSize?
    /// The scale factor of the user interface; 1 at 96 dpi.
    package var scale: Double

    package init(
      size: PixelSize, rate: Double? = nil, millimeters: PixelSize? = nil, scale: Double
    ) {
      (self.size, self.rate, self.millimeters) = (size, rate, millimeters)
      self.scale = scale
    }
  }

  /// The times between refreshes, in seconds.
  package struct Refresh: Hashable, Sendable {
    /// The median.
    package var median: Double
    /// The 95th percentile.
    package var percentile95: Double

    /// The percentiles by the nearest rank; `nil` without intervals.
    package init?(_ intervals: [Double]) {
      guard !intervals.isEmpty else { return nil }
      let sorted = intervals.sorted()
      (median, percentile95) = (sorted.nearestRank(0.5), sorted.nearestRank(0.95))
    }
  }

  /// An input device.
  package struct Device: Hashable, Sendable {
    /// The name that the driver gives it.
    package var name: String
    /// What it is used as: `slave pointer`, `slave keyboard` or `floating slave`.
    package var use: String
    /// The number of buttons.
    package var buttons = 0
    /// The axes.
    package var valuators: [Valuator] = []
    /// The axes that scroll.
    package var scrolling: [Scrolling] = []
    /// The settings of the driver, by name.
    package var settings: [String: Setting] = [:]

    package init(
      name: String, use: String, buttons: Int = 0, valuators: [Valuator] = [],
      scrolling: [Scrolling] = [], settings: [String: Setting] = [:]
    ) {
      (self.name, self.use, self.buttons) = (name, use, buttons)
      (self.valuators, self.scrolling, self.settings) = (valuators, scrolling, settings)
    }

    /// A device that is gone.
    package static let unknown = Device(name: "unknown", use: "unknown")
  }

  /// An axis of a device.
  package struct Valuator: Hashable, Sendable {
    /// The label, such as `Rel X`; empty where it has none.
    package var name: String
    /// Whether its values are distances rather than places.
    package var isRelative: Bool
    /// The resolution in units per meter; 0 where it is not known.
    package var resolution: Int

    package init(
      name: String, isRelative: Bool, resolution: Int
    ) {
      (self.name, self.isRelative, self.resolution) = (name, isRelative, resolution)
    }
  }

  /// An axis that scrolls.
  package struct Scrolling: Hashable, Sendable {
    /// Whether it scrolls sideways.
    package var isHorizontal: Bool
    /// The change of the valuator per notch.
    package var increment: Double

    package init(
      isHorizontal: Bool, increment: Double
    ) {
      (self.isHorizontal, self.increment) = (isHorizontal, increment)
    }
  }

  /// A setting of a driver.
  package enum Setting: Hashable, Sendable {
    case flag(Bool)
    case number(Double)
    case word(String)
  }
}

/// XWayland, the X server of a Wayland compositor.
package struct XWayland: Hashable, Sendable {
  /// The version of its extension, `XWAYLAND`; `nil` for servers older than 23.1, which have none.
  package var extensionVersion: String?

  package init(extensionVersion: String? = nil) { self.extensionVersion = extensionVersion }
}
