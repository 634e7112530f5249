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
      name: "CLoader", dependencies: ["CSandbox", "CVips"],
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("openslide"), .linkedLibrary("fontconfig"),
        .linkedLibrary("gmodule-2.0"),
      ]),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),

    .target(name: "ScrollGeometry", path: "Sources/Geometry"),
    .target(name: "OverscrollFiles", path: "Sources/Files"),
    .target(name: "OverscrollFormatting", path: "Sources/Formatting"),
    .target(name: "OverscrollThreads", path: "Sources/Threads"),
    .target(name: "CX11Checks"),
    .target(name: "CLinux"),
    .target(name: "CText"),
    .target(name: "CBus"),
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
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollFormatting", "OverscrollThreads", "CCodecs",
        "CSandbox",
      ], path: "Sources/Imaging"),
    .target(
      name: "OverscrollDrawing",
      dependencies: ["ScrollGeometry", "OverscrollFiles", "CCairo", "CText"],
      path: "Sources/Drawing"),
    .target(
      name: "OverscrollHost",
      dependencies: ["ScrollGeometry", "OverscrollFiles", "OverscrollDrawing", "CLinux"],
      path: "Sources/Host"),
    .target(
      name: "OverscrollDesktop",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollDrawing", "OverscrollHost", "CX11",
        "CX11Checks", "CCairo", "CBus", "CLinux",
      ], path: "Sources/Desktop"),
    .target(
      name: "OverscrollStage",
      dependencies: ["ScrollGeometry", "OverscrollFormatting", "ScrollEngine", "ScrollLists"],
      path: "Sources/Stage"),
    .target(
      name: "OverscrollLab",
      dependencies: [
        "ScrollGeometry", "OverscrollFormatting", "ScrollEngine", "ScrollLists", "OverscrollStage",
        "OverscrollDrawing",
      ], path: "Sources/Lab"),
    .target(
      name: "OverscrollScenes",
      dependencies: [
        "ScrollGeometry", "OverscrollFormatting", "ScrollEngine", "ScrollLists", "OverscrollStage",
      ], path: "Sources/Scenes"),
    .target(
      name: "OverscrollPanels",
      dependencies: [
        "ScrollGeometry", "OverscrollFormatting", "ScrollEngine", "ScrollLists", "OverscrollStage",
        "OverscrollLab", "OverscrollDrawing",
      ], path: "Sources/Panels"),
    .target(
      name: "OverscrollBrowser",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollFormatting", "ScrollEngine",
        "ScrollLists", "OverscrollStage", "OverscrollPanels", "OverscrollImaging",
        "OverscrollDrawing",
      ], path: "Sources/Browser"),
    .target(
      name: "OverscrollShell",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollFormatting", "OverscrollThreads",
        "ScrollEngine", "OverscrollStage", "OverscrollLab", "OverscrollDrawing",
        "OverscrollPanels", "OverscrollHost",
      ], path: "Sources/Shell"),
    .target(
      name: "OverscrollWindow",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollThreads", "OverscrollDrawing",
        "OverscrollPanels", "OverscrollHost", "OverscrollShell", "OverscrollDesktop",
      ], path: "Sources/Window"),
    .target(
      name: "OverscrollLabPages",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollFormatting", "OverscrollThreads",
        "ScrollEngine", "OverscrollStage", "OverscrollLab", "OverscrollScenes",
        "OverscrollImaging", "OverscrollDrawing", "OverscrollPanels", "OverscrollBrowser",
        "OverscrollHost", "OverscrollShell",
      ], path: "Sources/LabPages"),
    .target(
      name: "OverscrollViewer",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollFormatting", "OverscrollThreads",
        "ScrollEngine", "OverscrollStage", "OverscrollLab", "OverscrollScenes",
        "OverscrollImaging", "OverscrollDrawing", "OverscrollPanels", "OverscrollBrowser",
        "OverscrollHost", "OverscrollShell",
      ], path: "Sources/Viewer"),
    .executableTarget(
      name: "overscroll",
      dependencies: [
        "ScrollGeometry", "OverscrollFiles", "OverscrollFormatting", "OverscrollThreads",
        "ScrollEngine", "OverscrollImaging", "OverscrollDrawing",
        "OverscrollDesktop", "OverscrollStage", "OverscrollLab", "OverscrollScenes",
        "OverscrollPanels", "OverscrollBrowser", "OverscrollHost", "OverscrollShell",
        "OverscrollWindow", "OverscrollLabPages", "OverscrollViewer", "CLinux",
        .argumentParser,
      ], resources: [.embedInCode("Formats")]),

    // Reads further formats for the viewer; Scripts/build-loader builds it.
    .executableTarget(
      name: "overscroll-load",
      dependencies: [
        "CLoader", "CSandbox", "OverscrollFiles", "OverscrollImaging", "ScrollGeometry",
      ]),

    .target(
      name: "OverscrollTestRig",
      dependencies: [
        "OverscrollDesktop", "OverscrollDrawing", "OverscrollFiles", "OverscrollHost",
        "OverscrollImaging", "OverscrollStage", "OverscrollThreads", "CX11", "CCairo",
        "ScrollGeometry", "OverscrollTestFiles", "OverscrollTestRandom", "OverscrollTestSources",
      ],
      path: "Tests/TestRig"),
    .target(name: "OverscrollTestFiles", path: "Tests/TestFiles"),
    // Tries in a confined process what a decoder must not be able to do.
    .executableTarget(
      name: "overscroll-sandbox-probe", dependencies: ["CSandbox"], path: "Tests/SandboxProbe"),
    // Decodes in a sandbox whose decoders fail.
    .executableTarget(
      name: "overscroll-sandbox-faults",
      dependencies: [
        "OverscrollImaging", "OverscrollFiles", "OverscrollThreads", "ScrollGeometry", "CSandbox",
      ], path: "Tests/SandboxFaults"),
    .target(name: "OverscrollTestRandom", path: "Tests/TestRandom"),
    .target(
      name: "OverscrollTestUse",
      dependencies: ["OverscrollStage", "OverscrollTestRandom", "ScrollEngine", "ScrollGeometry"],
      path: "Tests/TestUse"),
    .target(name: "OverscrollTestSources", path: "Tests/TestSources"),
    .target(
      name: "OverscrollTestGoldens",
      dependencies: [
        "OverscrollDrawing", "OverscrollStage", "OverscrollPanels", "ScrollEngine",
        "ScrollGeometry", "OverscrollTestSources",
      ],
      path: "Tests/TestGoldens"),

    .testTarget(
      name: "ShellTests",
      dependencies: [
        "OverscrollFiles", "OverscrollHost", "OverscrollShell", "OverscrollThreads",
        "ScrollEngine", "ScrollGeometry",
      ]),
    .testTarget(name: "GeometryTests", dependencies: ["ScrollGeometry"]),
    .testTarget(
      name: "FormattingTests", dependencies: ["OverscrollFormatting", "OverscrollTestRandom"]),
    .testTarget(
      name: "FilesTests",
      dependencies: [
        "OverscrollFiles", "OverscrollTestFiles", "OverscrollTestRandom", "OverscrollTestSources",
      ]),
    .testTarget(name: "ThreadsTests", dependencies: ["OverscrollThreads"]),
    .testTarget(
      name: "ScrollEngineTests",
      dependencies: [
        "ScrollEngine", "ScrollGeometry", "OverscrollTestRandom", "OverscrollTestSources",
      ]),
    .testTarget(
      name: "CScrollEngineTests",
      dependencies: [
        "CScrollEngine", "CScrollEngineHeader", "OverscrollStage", "ScrollEngine",
        "ScrollGeometry", "OverscrollThreads", "OverscrollTestSources",
      ]),
    .testTarget(
      name: "ScrollListsTests",
      dependencies: [
        "ScrollLists", "ScrollEngine", "ScrollGeometry", "OverscrollStage", "OverscrollTestRandom",
        "OverscrollTestSources",
      ]),
    .testTarget(name: "CCodecsTests", dependencies: ["CCodecs"]),
    .testTarget(
      name: "CSandboxTests",
      dependencies: [
        "CSandbox", "overscroll-sandbox-probe", "OverscrollTestFiles", "OverscrollTestRig",
      ]),
    .testTarget(
      name: "ImagingTests",
      dependencies: [
        "OverscrollImaging", "OverscrollFiles", "ScrollGeometry", "CCodecs", "CSandbox",
        "OverscrollTestFiles", "OverscrollTestRandom", "OverscrollTestRig",
        "overscroll-sandbox-faults",
      ], exclude: ["Pictures"]),
    .testTarget(
      name: "DrawingTests",
      dependencies: [
        "OverscrollDrawing", "OverscrollFiles", "ScrollGeometry", "OverscrollTestFiles",
      ]),
    .testTarget(
      name: "DesktopTests",
      dependencies: [
        "OverscrollDesktop", "OverscrollDrawing", "OverscrollFiles", "OverscrollHost",
        "ScrollGeometry", "OverscrollTestFiles", "OverscrollTestRandom", "OverscrollTestRig",
        "OverscrollThreads",
      ]),
    .testTarget(
      name: "StageTests",
      dependencies: [
        "OverscrollStage", "ScrollEngine", "ScrollLists", "ScrollGeometry",
        "OverscrollTestRandom", "OverscrollTestSources", "OverscrollTestUse",
      ]),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "OverscrollLab", "OverscrollScenes", "OverscrollStage", "ScrollEngine", "ScrollLists",
        "OverscrollDrawing",
        "ScrollGeometry", "OverscrollTestRandom", "OverscrollTestGoldens",
        "OverscrollTestSources", "OverscrollTestUse",
      ]),
    .testTarget(
      name: "ScenesTests",
      dependencies: [
        "OverscrollScenes", "OverscrollPanels", "OverscrollStage", "ScrollEngine", "ScrollLists",
        "OverscrollDrawing",
        "ScrollGeometry", "OverscrollTestRandom", "OverscrollTestGoldens",
        "OverscrollTestSources",
      ]),
    .testTarget(
      name: "PanelsTests",
      dependencies: [
        "OverscrollPanels", "OverscrollLab", "OverscrollScenes", "OverscrollStage", "ScrollEngine",
        "ScrollLists", "OverscrollDrawing",
        "ScrollGeometry", "OverscrollTestRandom", "OverscrollTestGoldens",
        "OverscrollTestSources",
      ]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "OverscrollBrowser", "OverscrollDrawing", "OverscrollFiles", "OverscrollImaging",
        "ScrollEngine", "ScrollLists", "OverscrollStage", "ScrollGeometry",
        "OverscrollTestRandom", "OverscrollTestRig",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "overscroll", "OverscrollBrowser", "OverscrollDesktop", "OverscrollHost", "OverscrollLab",
        "OverscrollLabPages", "OverscrollShell", "OverscrollWindow", "OverscrollViewer",
        "OverscrollScenes",
        "OverscrollPanels", "ScrollEngine",
        "OverscrollStage", "OverscrollImaging", "OverscrollDrawing",
        "OverscrollFiles", "ScrollGeometry", "OverscrollTestFiles", "OverscrollTestRandom",
        "OverscrollTestRig", "OverscrollTestSources", "OverscrollThreads", .argumentParser,
      ]),
    // The program in real windows, on Xvfb.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "overscroll", "overscroll-sandbox-faults", "OverscrollFiles", "OverscrollImaging",
        "OverscrollDrawing", "OverscrollLab", "OverscrollLabPages", "OverscrollPanels",
        "OverscrollScenes", "OverscrollShell", "OverscrollStage", "ScrollEngine",
        "ScrollGeometry", "OverscrollTestFiles", "OverscrollTestRandom", "OverscrollTestRig",
        "OverscrollTestSources",
      ]),
    // What only root can do: Xorg without hardware, full disks.
    .testTarget(
      name: "RootTests",
      dependencies: [
        "overscroll", "OverscrollDesktop", "OverscrollDrawing", "OverscrollHost",
        "OverscrollScenes", "OverscrollStage", "ScrollEngine", "ScrollGeometry",
        "OverscrollTestFiles", "OverscrollTestRig",
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
    "CScrollEngine", "GeometryTests",
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
let loops: Set = ["OverscrollImaging", "OverscrollBrowser", "OverscrollLab"]
for target in package.targets where loops.contains(target.name) {
  target.swiftSettings?.append(
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
}

// No unsafe code in what has no C library to call.
let memorySafe: Set = [
  "ScrollGeometry", "ScrollEngine", "ScrollLists", "OverscrollLab", "OverscrollScenes",
  "OverscrollPanels",
]
for target in package.targets where memorySafe.contains(target.name) {
  target.swiftSettings?.append(.strictMemorySafety())
}

extension Target.Dependency {
  static var argumentParser: Self {
    .product(name: "ArgumentParser", package: "swift-argument-parser")
  }
  static var realModule: Self { .product(name: "RealModule", package: "swift-numerics") }
}
