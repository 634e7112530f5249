/// The list of scenes; a new one is added here.
package enum Scenes {
  package static let all = SceneRegistry([
    PictureScene.self, GridEqualScene.self, GridSmallerScene.self, GridLargerScene.self,
    BouncesScene.self, InsetScene.self, SafeAreaScene.self, BoxesScene.self, ZoomScene.self,
    FollowersScene.self, MMScrollViewScene.self, StateScene.self, DelegateScene.self,
    TargetScene.self, TouchesScene.self, ButtonScene.self, ResponderChainScene.self, TapScene.self,
    KeyboardScene.self,
    PagingScene.self, LockScene.self, RatesScene.self, TopScene.self, ProgramScene.self,
    IndicatorsScene.self, RefreshScene.self, TableScene.self, WaterfallScene.self, TextScene.self,
    NestedScene.self,
    EndlessScene.self,
  ])
}
