import ScrollGeometry

/// The units of coordinates on maps, as EPSG numbers them and as texts define them.
extension PixelScale {
  /// The units of lengths on maps, by EPSG's numbers: their names and sizes in meters.
  ///
  /// Feet, yards, chains and links differ in their sizes alone.
  static let mapLengths: [Int: (name: String, size: Double)] = [
    1025: ("mm", 0.001), 1033: ("cm", 0.01), 9001: ("m", 1), 9002: ("ft", 0.3048),
    9003: ("ft", 1200.0 / 3937), 9005: ("ft", 0.3047972654), 9014: ("fathom", 1.8288),
    9030: ("nmi", 1852), 9031: ("m", 1.0000135965), 9033: ("ch", 79200.0 / 3937),
    9034: ("lk", 792.0 / 3937), 9035: ("mi", 6_336_000.0 / 3937), 9036: ("km", 1000),
    9037: ("yd", 0.9143917962), 9038: ("ch", 20.1166195164), 9039: ("lk", 0.201166195164),
    9040: ("yd", 0.9143984146160287), 9041: ("ft", 0.3047994715386762),
    9042: ("ch", 20.116765121552632), 9043: ("lk", 0.2011676512155263), 9050: ("yd", 0.9143992),
    9051: ("ft", 0.3047997333333333), 9052: ("ch", 20.1167824), 9053: ("lk", 0.201167824),
    9060: ("yd", 0.9143992042898124), 9061: ("ft", 0.30479973476327077),
    9062: ("ch", 20.116782494375872), 9063: ("lk", 0.2011678249437587),
    9070: ("ft", 0.30480083333333335), 9080: ("ft", 0.30479951024814694), 9081: ("ft", 0.30479841),
    9082: ("ft", 0.3047996), 9083: ("ft", 0.3047995), 9084: ("yd", 0.9143985307444408),
    9085: ("yd", 0.91439523), 9086: ("yd", 0.9143988), 9087: ("yd", 0.9143985),
    9093: ("mi", 1609.344), 9094: ("ft", 0.3047997101815088), 9095: ("ft", 0.3048007491),
    9096: ("yd", 0.9144), 9097: ("ch", 20.1168), 9098: ("lk", 0.201168), 9099: ("yd", 0.914398),
    9300: ("ft", 0.914398 / 3), 9301: ("ch", 20.116756), 9302: ("lk", 0.20116756),
  ]

  /// The units of angles on maps, by EPSG's numbers: their names and sizes in degrees.
  ///
  /// Numbers of files are degrees with decimals where texts would have minutes.
  static let mapAngles: [Int: (name: String, size: Double)] = [
    9101: ("rad", 180 / .pi), 9102: ("°", 1), 9103: ("", 1 / 60.0), 9104: ("", 1 / 3600.0),
    9105: ("gon", 0.9), 9106: ("gon", 0.9), 9107: ("°", 1), 9108: ("°", 1),
    9109: ("", 1.8e-4 / .pi), 9112: ("", 0.009), 9113: ("", 0.00009), 9114: ("", 0.05625),
    9122: ("°", 1),
  ]

  /// The unit that a file defines by its size: one with a number where there is one.
  static func unit(ofMeters size: Double) -> (name: String, size: Double) {
    lengths(ofMeters: size).first?.value ?? ("", size)
  }

  /// The units of a size, by their numbers.
  private static func lengths(
    ofMeters size: Double
  ) -> [(key: Int, value: (name: String, size: Double))] {
    mapLengths.filter { abs($0.value.size / size - 1) < 1e-9 }.sorted { $0.key < $1.key }
  }

  /// EPSG's number of the unit of a coordinate reference system; 0 where it isn't known.
  static func unit(ofSystem code: Int, isAngle: Bool) -> Int {
    guard !isAngle else { return gradSystems.contains(code) ? 9105 : 9102 }
    if statePlanes.contains(code) { return footPlanes.contains { $0 ~= code } ? 9002 : 9003 }
    return meterSystems.contains { $0 ~= code } ? 9001 : 0
  }

  private static let gradSystems: Set = [4807, 4810, 4811, 4816, 4819, 4821, 4901, 4902]
  /// The State Planes of the USA in feet, and those of them in international ones.
  private static let statePlanes = 2222...2289
  private static let footPlanes = [
    2222...2224, 2251...2253, 2256...2256, 2265...2266, 2269...2270, 2273...2273, 2280...2282,
  ]
  /// Numbers of which all systems are in meters: those that have not many neighbors are left out.
  private static let meterSystems = [
    2000...2065, 2067...2135, 2154...2154, 2193...2193, 2315...2866, 2995...3079, 3111...3116,
    3168...3358, 3395...3395, 3408...3416, 3577...3577, 3761...3989, 3995...3996, 4087...4088,
    4462...5469, 5479...5583, 5649...5653, 5659...6125, 6204...6387, 6634...6784, 6931...6933,
    7374...7586, 7692...8032, 8677...9741, 9761...10480, 11012...20049, 20064...22293,
    22307...23240, 23433...24048, 24600...26722, 26891...27260, 27391...29333, 30339...32000,
    32100...32161, 32180...32663, 32700...32766,
  ]

  /// The unit of a coordinate reference system in ESRI's words: `UNIT["Foot_US",0.3048006096]` in `PROJCS[…]` or `GEOGCS[…]` itself,
  /// not in a part of it, with its size in meters or radians; `nil` where there is none.
  static func unit(ofProjection text: String) -> (kind: Kind, name: String, size: Double)? {
    let isAngle = text.drop(while: \.isWhitespace).hasPrefix("GEOGCS[")
    let number = part("UNIT", ofProjection: text)?.dropFirst().first
    guard let size = number.flatMap({ Double($0) }), size > 0, size.isFinite else { return nil }
    guard isAngle else {
      let unit = unit(ofMeters: size)
      return (.length, unit.name, unit.size)
    }
    let isDegree = abs(size * 180 / .pi - 1) < 1e-9
    return (.angle, isDegree ? "°" : "", isDegree ? 1 : size * 180 / .pi)
  }

  /// EPSG's number of a coordinate reference system in those words: `AUTHORITY["EPSG","32633"]` in the system itself; `nil` where
  /// there is none.
  static func code(ofProjection text: String) -> Int? {
    guard let part = part("AUTHORITY", ofProjection: text), part.count == 2,
      part[0].uppercased() == "EPSG"
    else { return nil }
    return Int(part[1]).flatMap { (1024..<32767).contains($0) ? $0 : nil }
  }

  /// What a part of `PROJCS[…]` or `GEOGCS[…]` itself has between its brackets, without spaces and quotes; `nil` without it.
  private static func part(_ name: String, ofProjection text: String) -> [String]? {
    let text = text.drop(while: \.isWhitespace)
    guard text.hasPrefix("GEOGCS[") || text.hasPrefix("PROJCS[") else { return nil }
    var (depth, isQuoted) = (0, false)
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case "[" where !isQuoted: depth += 1
      case "]" where !isQuoted: depth -= 1
      case _ where !isQuoted && depth == 1 && text[index...].hasPrefix(name + "["):
        return text[index...].dropFirst(name.count + 1).prefix { $0 != "]" }
          .split(separator: ",").map { $0.filter { $0 != " " && $0 != "\"" } }
      default: break
      }
      // What follows it, such as heights, is another system.
      if depth == 0, text[index] == "]" { return nil }
    }
    return nil
  }

  /// EPSG's number of the unit of the map's coordinates, which are lengths; `nil` where it has none.
  var lengthUnit: Int? {
    guard kind == .length, let map else { return nil }
    return Self.lengths(ofMeters: x / map.column.length).first { $0.value.name == map.unit }?.key
  }
}
