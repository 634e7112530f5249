// swift-tools-version: 6.2

import PackageDescription

let names = Target.Dependency.product(name: "UIKitNames", package: "overscroll")

// Programs written for UIKit, ported by Scripts/port and then compiled and tried; Scripts/check-porting does both.
let package = Package(
  name: "overscroll-porting",
  dependencies: [.package(name: "overscroll", path: "../..")],
  targets: [
    .target(
      name: "Programs", dependencies: [names], path: "Ported/Programs",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "PortingTests", dependencies: ["Programs", names], path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)

// The same client in every mode of isolation.
for (mode, version) in [("5", SwiftLanguageMode.v5), ("6", .v6)] {
  package.targets += [
    .target(
      name: "Plain\(mode)", dependencies: [names], path: "Ported/Plain\(mode)",
      swiftSettings: [.swiftLanguageMode(version)]),
    .target(
      name: "Main\(mode)", dependencies: [names], path: "Ported/Main\(mode)",
      swiftSettings: [.swiftLanguageMode(version), .defaultIsolation(MainActor.self)]),
  ]
}
