// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "overscroll",
  products: [
    .library(name: "ScrollEngine", targets: ["ScrollEngine"]),
    .library(name: "ScrollLists", targets: ["ScrollLists"]),
    .library(name: "UIKitNames", targets: ["UIKitNames"]),
    .executable(name: "overscroll", targets: ["overscroll"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
  ],
  targets: [
    .systemLibrary(name: "CX11", path: "CX11", pkgConfig: "x11"),
    .systemLibrary(name: "CCairo", path: "CCairo", pkgConfig: "cairo"),
    .target(name: "CCodecs"),

    .target(name: "Geometry"),
    .target(name: "Files"),
    .target(name: "Formatting"),
    .target(name: "Threads"),
    .target(name: "CX11Checks"),
    .target(name: "ScrollEngine", dependencies: ["Geometry", .realModule]),
    // Built on the public interface of ScrollEngine alone, as other packages would be.
    .target(
      name: "ScrollLists", dependencies: ["Geometry", "ScrollEngine"], packageAccess: false),
    // UIKit's prefixed names, for code written for UIKit.
    .target(
      name: "UIKitNames", dependencies: ["Geometry", "ScrollEngine", "ScrollLists"],
      packageAccess: false),
    .target(
      name: "Imaging", dependencies: ["Geometry", "Files", "Formatting", "Threads", "CCodecs"]),
    .target(name: "Drawing", dependencies: ["Geometry", "Files", "CCairo"]),
    .target(
      name: "Desktop",
      dependencies: ["Geometry", "Files", "Drawing", "CX11", "CX11Checks", "CCairo"]),
    .target(
      name: "Stage", dependencies: ["Geometry", "Formatting", "ScrollEngine", "ScrollLists"]),
    .target(
      name: "Lab",
      dependencies: [
        "Geometry", "Formatting", "ScrollEngine", "ScrollLists", "Stage", "Drawing",
      ]),
    .target(
      name: "Browser",
      dependencies: [
        "Geometry", "Files", "Formatting", "ScrollEngine", "Stage", "Imaging", "Drawing",
      ]),
    .executableTarget(
      name: "overscroll",
      dependencies: [
        "Geometry", "Files", "Formatting", "Threads", "ScrollEngine", "Imaging", "Drawing",
        "Desktop", "Stage", "Lab", "Browser", .argumentParser,
      ]),

    .target(
      name: "TestRig",
      dependencies: ["Drawing", "Files", "Threads", "CX11", "CCairo", "Geometry", "TestFiles"],
      path: "Tests/TestRig"),
    .target(name: "TestFiles", path: "Tests/TestFiles"),
    .target(name: "TestRandom", path: "Tests/TestRandom"),
    .target(name: "TestSources", path: "Tests/TestSources"),

    .testTarget(name: "GeometryTests", dependencies: ["Geometry"]),
    .testTarget(name: "FormattingTests", dependencies: ["Formatting"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestFiles"]),
    .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
    .testTarget(
      name: "ScrollEngineTests",
      dependencies: ["ScrollEngine", "Geometry", "TestRandom", "TestSources"]),
    .testTarget(
      name: "ScrollListsTests",
      dependencies: ["ScrollLists", "ScrollEngine", "Geometry", "TestRandom", "TestSources"]),
    .testTarget(name: "CCodecsTests", dependencies: ["CCodecs"]),
    .testTarget(
      name: "ImagingTests",
      dependencies: [
        "Imaging", "Files", "Geometry", "CCodecs", "TestFiles", "TestRandom", "TestRig",
      ]),
    .testTarget(
      name: "DrawingTests", dependencies: ["Drawing", "Files", "Geometry", "TestFiles"]),
    .testTarget(
      name: "DesktopTests",
      dependencies: [
        "Desktop", "Drawing", "Files", "Geometry", "TestFiles", "TestRig", "Threads",
      ]),
    .testTarget(
      name: "StageTests",
      dependencies: ["Stage", "ScrollEngine", "Geometry", "TestRandom", "TestSources"]),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "Lab", "Stage", "ScrollEngine", "ScrollLists", "Drawing", "Geometry", "TestRandom",
        "TestSources",
      ]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Browser", "Drawing", "Files", "Imaging", "ScrollEngine", "Stage", "Geometry",
        "TestRandom", "TestRig",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "overscroll", "Browser", "Desktop", "Lab", "ScrollEngine", "Stage", "Imaging", "Drawing",
        "Files", "Geometry", "TestFiles", "TestRandom", "TestRig", "TestSources", .argumentParser,
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Only `make docs` needs the plugin; nobody else downloads it.
if Context.environment["DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}

// No unsafe code in what has no C library to call.
let memorySafe: Set = ["Geometry", "ScrollEngine", "ScrollLists", "Lab"]
for target in package.targets where memorySafe.contains(target.name) {
  target.swiftSettings?.append(.strictMemorySafety())
}

extension Target.Dependency {
  static var argumentParser: Self {
    .product(name: "ArgumentParser", package: "swift-argument-parser")
  }
  static var realModule: Self { .product(name: "RealModule", package: "swift-numerics") }
}
