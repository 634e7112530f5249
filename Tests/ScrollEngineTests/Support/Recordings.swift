/// Recordings of a real UIScrollView: a viewport of 402×874 on a content of 402×6000, no insets, rate 0.998, display scale 3,
/// offsets from 0 to 5126, 60 Hz.
enum Recordings {
  /// A touch, the velocity the recognizer then gave in points per second, and the offset after it.
  struct Sample {
    var time: Double
    var x: Double
    var y: Double
    var velocity: Double
    var offset: Double
  }

  /// A flick into the bottom edge from 4126; the last sample is the lift.
  static let flick: [Sample] = [
    Sample(time: 0.599042208, x: 154.666666667, y: 614.666666667, velocity: 0, offset: 4126),
    Sample(
      time: 0.715601374, x: 154.666666667, y: 613.666666667, velocity: -8.579333830, offset: 4126),
    Sample(
      time: 0.732258458, x: 154.666666667, y: 605.666666667, velocity: -102.918699042, offset: 4126),
    Sample(
      time: 0.748977458, x: 154.666666667, y: 563, velocity: -894.618281801, offset: 4167.666666667),
    Sample(
      time: 0.765633374, x: 156.333333333, y: 492.666666667, velocity: -2886.134139455, offset: 4238
    ),
    Sample(
      time: 0.782266374, x: 164.333333333, y: 431, velocity: -4119.676731917, offset: 4299.666666667
    ),
    Sample(time: 0.798923333, x: 181, y: 334, velocity: -4130.669759041, offset: 4396.666666667),
    Sample(
      time: 0.815591583, x: 216.333333333, y: 167, velocity: -6662.523310420, offset: 4563.666666667
    ),
    Sample(time: 0.832291708, x: 216.333333333, y: 167, velocity: -6662.523310420, offset: 0),
  ]

  /// The frames after it, on the grid of 1/60 s from the lift on.
  static let flickFrames: [Double] = [
    4641.657874307, 4717.090187121, 4790.047564561, 4860.611205354, 4928.859650104, 4994.868860492,
    5058.712305891, 5120.461045143, 5172.577834739, 5207.461381038, 5229.373142440, 5241.684685414,
    5246.999876639, 5247.318062756, 5244.163984547, 5238.691021937, 5231.763082733, 5224.019411357,
    5215.925757929, 5207.814667553, 5199.917111700, 5192.387236477, 5185.321652729, 5178.774406385,
    5172.768538206, 5167.304959026, 5162.369215303, 5157.936607041, 5153.976019388, 5150.452756869,
    5147.330607383, 5144.573314942, 5142.145601587, 5140.013848762, 5138.146522848, 5136.514412647,
    5135.090729124, 5133.851107210, 5132.773539623, 5131.838265401, 5131.027630261, 5130.325931006,
    5129.719253614, 5129.195311157, 5128.743286216, 5128.353680787, 5128.018175545, 5127.729499516,
    5127.481310608, 5127.268086914, 5127.085028617, 5126.927969886, 5126.793300181, 5126.677894268,
    5126.579050203, 5126.494434596, 5126,
  ]

  /// A translation, the velocity with it in points per second, and the offset, of a drag that starts on the bottom edge.
  struct Pull {
    var translation: Double
    var velocity: Double
    var offset: Double
  }

  /// A pull beyond the bottom edge.
  static let pull: [Pull] = [
    Pull(translation: -10.333333333, velocity: -407.605838746, offset: 5131.666666667),
    Pull(translation: -18, velocity: -699.225002905, offset: 5135.666666667),
    Pull(translation: -25, velocity: -452.313249662, offset: 5139.666666667),
    Pull(translation: -36, velocity: -468.177600466, offset: 5145.333333333),
    Pull(translation: -52.333333333, velocity: -724.018933109, offset: 5154),
    Pull(translation: -69, velocity: -984.084681056, offset: 5162.333333333),
    Pull(translation: -88, velocity: -1028.378151913, offset: 5172),
    Pull(translation: -104.333333333, velocity: -1108.351108704, offset: 5180),
    Pull(translation: -119.333333333, velocity: -963.677199538, offset: 5187),
    Pull(translation: -136.666666667, velocity: -928.049768626, offset: 5195.333333333),
    Pull(translation: -167, velocity: -1195.824729743, offset: 5209),
    Pull(translation: -183, velocity: -1648.272379538, offset: 5216.333333333),
    Pull(translation: -202.666666667, velocity: -1002.956947568, offset: 5225),
    Pull(translation: -218, velocity: -1130.114743676, offset: 5231.333333333),
    Pull(translation: -239.666666667, velocity: -996.184057075, offset: 5240.666666667),
    Pull(translation: -261.333333333, velocity: -1300.066954799, offset: 5249.333333333),
    Pull(translation: -285.333333333, velocity: -1327.902691661, offset: 5259),
    Pull(translation: -319, velocity: -1555.853976378, offset: 5272),
    Pull(translation: -364, velocity: -2155.415225141, offset: 5289),
    Pull(translation: -444.333333333, velocity: -3123.901917059, offset: 5317),
  ]

  /// The frames after its release at 5317, on the grid.
  static let pullFrames: [Double] = [
    5320.915623804, 5318.207714577, 5310.984372585, 5300.832319683, 5288.932775904, 5276.153050323,
    5263.118756523, 5250.270587076, 5237.908807783, 5226.228002686, 5215.344095427, 5205.315265472,
    5196.158052573, 5187.859674629, 5180.387383030, 5173.695501171, 5167.730662629, 5162.435655637,
    5157.752194529, 5153.622871061, 5149.992481367, 5146.808885397, 5144.023516874, 5141.591637424,
    5139.472406238, 5137.628819940, 5136.027564124, 5134.638808037, 5133.435965000, 5132.395436470,
    5131.496351371, 5130.720309578, 5130.051135404, 5129.474644842, 5128.978428921, 5128.551654031,
    5128.184879845,
  ]
}
