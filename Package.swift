// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "overscroll",
  products: [
    .library(name: "ScrollEngine", targets: ["ScrollEngine"]),
    .library(name: "ScrollLists", targets: ["ScrollLists"]),
    .library(name: "UIKitNames", targets: ["UIKitNames"]),
    .library(name: "CScrollEngine", type: .static, targets: ["CScrollEngine"]),
    .executable(name: "overscroll", targets: ["overscroll"]),
    .executable(name: "overscroll-load", targets: ["overscroll-load"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
  ],
  targets: [
    // The names of modules are unique among all packages of a program that uses the libraries; hence the prefix.
    .systemLibrary(name: "CX11", path: "CX11", pkgConfig: "x11"),
    .systemLibrary(name: "CCairo", path: "CCairo", pkgConfig: "cairo"),
    .target(name: "CCodecs"),
    .systemLibrary(name: "CVips", path: "Sources/CVips", pkgConfig: "gobject-2.0"),
    .target(
      name: "CLoader", dependencies: ["CLinux", "CVips"],
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("openslide"), .linkedLibrary("fontconfig"),
        .linkedLibrary("gmodule-2.0"),
      ]),
    // The modules CLinux, CSandbox and CBus.
    .target(name: "CLinux", linkerSettings: [.linkedLibrary("seccomp")]),

    .target(name: "ScrollGeometry", path: "Sources/Geometry"),
    .target(name: "OverscrollBase", dependencies: ["CLinux"], path: "Sources/Base"),
    .target(name: "ScrollEngine", dependencies: ["ScrollGeometry", .realModule]),
    // Built on the public interface of ScrollEngine alone, as other packages would be.
    .target(
      name: "ScrollLists", dependencies: ["ScrollGeometry", "ScrollEngine"], packageAccess: false),
    // UIKit's prefixed names, for code written for UIKit.
    .target(
      name: "UIKitNames", dependencies: ["ScrollGeometry", "ScrollEngine", "ScrollLists"],
      packageAccess: false),
    // The C interface; the header declares what the other target implements.
    .target(name: "CScrollEngineHeader"),
    .target(
      name: "CScrollEngine",
      dependencies: ["ScrollGeometry", "ScrollEngine", "CScrollEngineHeader"]),
    .target(
      name: "OverscrollImaging",
      dependencies: ["ScrollGeometry", "OverscrollBase", "CCodecs", "CLinux"],
      path: "Sources/Imaging"),
    .target(
      name: "OverscrollDrawing",
      dependencies: ["ScrollGeometry", "OverscrollBase", "CCairo"],
      path: "Sources/Drawing"),
    .target(
      name: "OverscrollHost",
      dependencies: ["ScrollGeometry", "OverscrollBase", "OverscrollDrawing", "CLinux"],
      path: "Sources/Host"),
    .target(
      name: "OverscrollDesktop",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "OverscrollDrawing", "OverscrollHost", "CX11",
        "CCairo", "CLinux",
      ], path: "Sources/Desktop"),
    .target(
      name: "OverscrollLab",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "ScrollEngine", "ScrollLists", "OverscrollDrawing",
      ], path: "Sources/Lab"),
    .target(
      name: "OverscrollShell",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "ScrollEngine", "ScrollLists", "OverscrollDrawing",
        "OverscrollHost", "OverscrollLab",
      ], path: "Sources/Shell"),
    .target(
      name: "OverscrollBrowser",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "ScrollEngine", "ScrollLists", "OverscrollImaging",
        "OverscrollDrawing", "OverscrollLab", "OverscrollShell",
      ], path: "Sources/Browser"),
    .target(
      name: "OverscrollWindow",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "OverscrollDrawing", "OverscrollHost",
        "OverscrollShell", "OverscrollDesktop",
      ], path: "Sources/Window"),
    .target(
      name: "OverscrollLabPages",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "ScrollEngine", "OverscrollImaging",
        "OverscrollDrawing", "OverscrollHost", "OverscrollLab", "OverscrollShell",
        "OverscrollBrowser",
      ], path: "Sources/LabPages"),
    .target(
      name: "OverscrollViewer",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "ScrollEngine", "OverscrollImaging",
        "OverscrollDrawing", "OverscrollHost", "OverscrollLab", "OverscrollShell",
        "OverscrollBrowser",
      ], path: "Sources/Viewer"),
    .executableTarget(
      name: "overscroll",
      dependencies: [
        "ScrollGeometry", "OverscrollBase", "ScrollEngine", "OverscrollImaging",
        "OverscrollDrawing", "OverscrollHost", "OverscrollDesktop", "OverscrollLab",
        "OverscrollShell", "OverscrollBrowser", "OverscrollWindow", "OverscrollLabPages",
        "OverscrollViewer", "CLinux", .argumentParser,
      ], resources: [.embedInCode("Formats")]),

    // Reads further formats for the viewer; Scripts/build-loader builds it.
    .executableTarget(
      name: "overscroll-load",
      dependencies: [
        "CLoader", "CLinux", "OverscrollBase", "OverscrollImaging", "ScrollGeometry",
      ]),

    .target(
      name: "OverscrollTestRig",
      dependencies: [
        "OverscrollBase", "OverscrollDesktop", "OverscrollDrawing", "OverscrollHost",
        "OverscrollImaging", "OverscrollLab", "OverscrollShell", "ScrollEngine", "CX11", "CCairo",
        "ScrollGeometry", "OverscrollTestSupport",
      ],
      path: "Tests/TestRig"),
    // Tries in a confined process what a decoder must not be able to do.
    .executableTarget(
      name: "overscroll-sandbox-probe", dependencies: ["CLinux"], path: "Tests/SandboxProbe"),
    // Decodes in a sandbox whose decoders fail.
    .executableTarget(
      name: "overscroll-sandbox-faults",
      dependencies: ["OverscrollImaging", "OverscrollBase", "ScrollGeometry", "CLinux"],
      path: "Tests/SandboxFaults"),
    .target(
      name: "OverscrollTestSupport", dependencies: ["ScrollEngine", "ScrollGeometry"],
      path: "Tests/TestSupport"),

    .testTarget(
      name: "ScrollEngineTests",
      dependencies: ["ScrollEngine", "ScrollGeometry", "OverscrollTestSupport"]),
    .testTarget(
      name: "CScrollEngineTests",
      dependencies: [
        "CScrollEngine", "CScrollEngineHeader", "OverscrollBase", "OverscrollLab", "ScrollEngine",
        "ScrollGeometry", "OverscrollTestSupport",
      ]),
    .testTarget(
      name: "ScrollListsTests",
      dependencies: [
        "ScrollLists", "ScrollEngine", "ScrollGeometry", "OverscrollLab", "OverscrollTestSupport",
      ]),
    .testTarget(
      name: "ImagingTests",
      dependencies: [
        "OverscrollImaging", "OverscrollBase", "ScrollGeometry", "CCodecs", "CLinux",
        "OverscrollTestSupport", "OverscrollTestRig", "overscroll-sandbox-faults",
        "overscroll-sandbox-probe",
      ], exclude: ["Pictures"]),
    .testTarget(
      name: "DesktopTests",
      dependencies: [
        "OverscrollDesktop", "OverscrollDrawing", "OverscrollBase", "OverscrollHost",
        "ScrollGeometry", "OverscrollTestSupport", "OverscrollTestRig",
      ]),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "OverscrollLab", "OverscrollShell", "OverscrollBase", "ScrollEngine", "ScrollLists",
        "OverscrollDrawing", "ScrollGeometry", "OverscrollTestRig", "OverscrollTestSupport",
      ]),
    // The tests of Base and Drawing, too.
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "OverscrollShell", "OverscrollBase", "OverscrollHost", "OverscrollLab", "ScrollEngine",
        "ScrollLists", "OverscrollDrawing", "ScrollGeometry", "CLinux", "OverscrollTestRig",
        "OverscrollTestSupport",
      ]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "OverscrollBrowser", "OverscrollDrawing", "OverscrollBase", "OverscrollImaging",
        "OverscrollShell", "ScrollEngine", "ScrollLists", "OverscrollLab", "ScrollGeometry",
        "OverscrollTestSupport", "OverscrollTestRig",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "overscroll", "OverscrollBase", "OverscrollBrowser", "OverscrollDesktop",
        "OverscrollDrawing", "OverscrollHost", "OverscrollImaging", "OverscrollLab",
        "OverscrollLabPages", "OverscrollShell", "OverscrollViewer", "OverscrollWindow",
        "ScrollEngine", "ScrollGeometry", "OverscrollTestSupport", "OverscrollTestRig",
        .argumentParser,
      ]),
    // The program in real windows, on Xvfb.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "overscroll", "overscroll-sandbox-faults", "OverscrollBase", "OverscrollImaging",
        "OverscrollDrawing", "OverscrollLab", "OverscrollLabPages", "OverscrollShell",
        "ScrollEngine", "ScrollGeometry", "OverscrollTestSupport", "OverscrollTestRig",
      ]),
    // What only root can do: Xorg without hardware, full disks.
    .testTarget(
      name: "RootTests",
      dependencies: [
        "overscroll", "OverscrollBase", "OverscrollDesktop", "OverscrollDrawing", "OverscrollHost",
        "OverscrollLab", "ScrollEngine", "ScrollGeometry", "OverscrollTestSupport",
        "OverscrollTestRig",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The viewer needs X11 and Cairo. The libraries need nothing of a platform: elsewhere, and with ENGINE_ONLY set, the package
// has only them.
#if os(Linux)
let hasViewer = Context.environment["ENGINE_ONLY"] == nil
#else
let hasViewer = false
#endif
if !hasViewer {
  let engine: Set = [
    "ScrollGeometry", "ScrollEngine", "ScrollLists", "UIKitNames", "CScrollEngineHeader",
    "CScrollEngine",
  ]
  package.targets.removeAll { !engine.contains($0.name) }
  package.products.removeAll { $0.name.hasPrefix("overscroll") }
  package.dependencies.removeFirst()
}

// Only `make docs` needs the plugin; no one else downloads it.
if Context.environment["DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Only `make fuzz-native` builds it, in a folder of its own: libFuzzer's instrumentation goes into all modules, and the program's
// sources are its own, as no target can import a program.
if Context.environment["FUZZ"] != nil, let program = package.targets.first(where: isProgram) {
  package.targets.removeAll { $0.type == .test || isProgram($0) }
  package.products.removeAll { $0.name == "overscroll" }
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "overscroll-fuzz", dependencies: program.dependencies + ["CFuzzer"], path: ".",
      exclude: [
        "Sources/overscroll/Overscroll.swift", "Sources/overscroll/Formats",
        "Sources/overscroll/Commands/FormatsCommand.swift", "Tests/Fuzz/Seeds",
      ],
      sources: ["Sources/overscroll", "Tests/Fuzz"]),
  ]
}
func isProgram(_ target: Target) -> Bool { target.name == "overscroll" }

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}

// Loops over pixels take many times as long without: tests decode thousands of pictures. Assertions stay.
let loops: Set = [
  "ScrollGeometry", "ScrollEngine", "OverscrollBase", "OverscrollImaging", "OverscrollDrawing",
  "OverscrollBrowser", "OverscrollLab", "OverscrollTestRig", "OverscrollTestSupport",
]
for target in package.targets where loops.contains(target.name) {
  target.swiftSettings?.append(
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
}

// No unsafe code in what has no C library to call.
let memorySafe: Set = ["ScrollGeometry", "ScrollEngine", "ScrollLists", "OverscrollLab"]
for target in package.targets where memorySafe.contains(target.name) {
  target.swiftSettings?.append(.strictMemorySafety())
}

extension Target.Dependency {
  static var argumentParser: Self {
    .product(name: "ArgumentParser", package: "swift-argument-parser")
  }
  static var realModule: Self { .product(name: "RealModule", package: "swift-numerics") }
}
