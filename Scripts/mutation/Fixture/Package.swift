// swift-tools-version: 6.2

import PackageDescription

// What Scripts/mutation/check tries Scripts/mutate on.
let package = Package(
  name: "mutation-fixture",
  targets: [
    .target(name: "Fixture"),
    .testTarget(name: "FixtureTests", dependencies: ["Fixture"]),
  ],
  swiftLanguageModes: [.v6]
)
