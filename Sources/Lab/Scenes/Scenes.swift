/// The list of scenes; a new one is added here.
package enum Scenes {
  package static let all = SceneRegistry(
    [
      // What a bench needs first.
      PictureScene.self, GridScene.self, RatesScene.self, BouncesScene.self, ZoomScene.self,
      PagingScene.self, TargetScene.self, LockScene.self, TableScene.self, IndicatorsScene.self,
      InsetScene.self, SafeAreaScene.self, FollowersScene.self, MMScrollViewScene.self,
      StateScene.self, DelegateScene.self, TouchesScene.self, KeyboardScene.self, TopScene.self,
      RefreshScene.self, NestedScene.self, EndlessScene.self,
    ],
    more: [
      BoxesScene.self, ProgramScene.self, ButtonScene.self, TapScene.self,
      ResponderChainScene.self, WaterfallScene.self, TextScene.self,
    ],
    former: [
      "grid-equal": Script.Scene(GridScene.self),
      "grid-smaller": Script.Scene(GridScene.self, values: ["content": .word("smaller")]),
      "grid-larger": Script.Scene(GridScene.self, values: ["content": .word("larger")]),
    ])
}
