import ScrollEngine

extension Subject {
  /// The series of the main scroll view, and of a script those of its other scroll views that move, each with its name.
  package var movingScrollViews: [Series] {
    let main = series
    guard case .script(let script, let name) = self, !script.header.scrollViewNames.isEmpty
    else { return [main] }
    let all = Series.scrollViews(of: script, at: main.times)
    let columns: [Series.Column] = [.offsetX, .offsetY, .zoom]
    return all.enumerated().compactMap { index, view in
      guard index == 0 || columns.contains(where: { view.series.moves($0) }) else { return nil }
      var series = index == 0 ? main : view.series
      series.name = "\(name): \(view.title.title)"
      return series
    }
  }
}

extension Series {
  /// What each scroll view of a script does, sampled at `times`, which rise; the main one first.
  package static func scrollViews(
    of script: Script, at times: [Double]
  ) -> [(title: CurveTitle, series: Series)] {
    let simulation = Simulation(script)
    let titles = CurveTitle.all(of: simulation.stage)
    var all = titles.map { title in
      var series = Series(name: "A", touches: touches(of: script), header: script.header)
      series.ticks = ticks(of: script)
      return (title: title, series: series)
    }
    for time in times {
      _ = simulation.sample(at: max(time, 0))
      let stage = simulation.stage
      for (index, title) in titles.enumerated() {
        guard let view = stage.view(title.scrollView) else { continue }
        let sample = stage.sample(of: title.scrollView)
        all[index].series.append(sample, at: sample.time, ScrollLimits(view))
      }
    }
    return all
  }
}
