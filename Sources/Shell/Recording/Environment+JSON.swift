import OverscrollHost
package import OverscrollLab
import ScrollGeometry

extension Environment {
  /// The environment as it is written to takes and reports; what is not known is "unknown".
  package var json: JSONValue {
    let display: [String: JSONValue] = [
      "server": server,
      "xwayland": xwayland.map(json) ?? .string("none"),
      "outputs": .array(outputs.map(\.json)),
      "windowManager": .string(named(windowManager) ?? "none"),
      "compositor": .string(named(compositor) ?? "none"),
      "graphics": graphics.isEmpty ? .unknown : .array(graphics.map(JSONValue.string)),
      "refresh": refresh.map {
        .object(["p50": .number($0.median.rounded6), "p95": .number($0.percentile95.rounded6)])
      } ?? .unknown,
      "devices": .array(devices.map(\.json)),
    ]
    return .object(Machine.environment.merging(display) { first, _ in first })
  }

  private func named(_ name: String?) -> String? { name.map { $0.isEmpty ? "unknown" : $0 } }

  /// What is known of XWayland; its compositor is known by the window manager, which is part of it.
  private func json(_ xwayland: XWayland) -> JSONValue {
    .object([
      "version": .string(release),
      "extension": .string(xwayland.extensionVersion ?? "none"),
      "compositor": .string(named(windowManager) ?? "unknown"),
      "scale": outputs.first.map { .number($0.scale) } ?? .unknown,
    ])
  }

  private var server: JSONValue {
    .object([
      "vendor": .string(vendor), "release": .string(release),
      "connection": .string(isLocal ? "local" : "remote"),
      "extensions": .object(extensions.mapValues(JSONValue.string)),
    ])
  }
}

extension Environment.Output {
  fileprivate var json: JSONValue {
    .object([
      "mode": .size(size), "refresh": rate.map { .number($0.rounded6) } ?? .unknown,
      "millimetres": millimeters.map(JSONValue.size) ?? .unknown, "scale": .number(scale),
    ])
  }
}

extension Environment.Device {
  fileprivate var json: JSONValue {
    var fields: [String: JSONValue] = ["name": .string(name), "use": .string(use)]
    if buttons > 0 { fields["buttons"] = .number(Double(buttons)) }
    if !valuators.isEmpty {
      fields["valuators"] = .array(
        valuators.map {
          .object([
            "name": .string($0.name), "mode": .string($0.isRelative ? "relative" : "absolute"),
            "resolution": .number(Double($0.resolution)),
          ])
        })
    }
    if !scrolling.isEmpty {
      fields["scrolling"] = .array(
        scrolling.map {
          .object([
            "axis": .string($0.isHorizontal ? "horizontal" : "vertical"),
            "increment": .number($0.increment),
          ])
        })
    }
    if !settings.isEmpty { fields["settings"] = .object(settings.mapValues(\.json)) }
    return .object(fields)
  }
}

extension Environment.Setting {
  fileprivate var json: JSONValue {
    switch self {
    case .flag(let flag): .bool(flag)
    case .number(let number): .number(number)
    case .word(let word): .string(word)
    }
  }
}

extension JSONValue {
  fileprivate static var unknown: JSONValue { .string("unknown") }

  fileprivate static func size(_ size: PixelSize) -> JSONValue {
    .array([.number(Double(size.width)), .number(Double(size.height))])
  }
}

extension Double {
  /// The number with six decimals: microseconds, or millionths of a hertz.
  fileprivate var rounded6: Double { (self * 1e6).rounded() / 1e6 }
}
