// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A table whose header grows as it is pulled down.
class StretchyHeaderViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  let tableView = UITableView(frame: .zero, style: .plain)
  let headerView = UIImageView()
  private let headerHeight: CGFloat = 200
  private let minimumHeight: CGFloat = 64

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.frame = view.bounds
    tableView.dataSource = self
    tableView.delegate = self
    tableView.rowHeight = 50
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
    tableView.contentInset = UIEdgeInsets(top: headerHeight, left: 0, bottom: 0, right: 0)
    tableView.contentOffset = CGPoint(x: 0, y: -headerHeight)
    view.addSubview(tableView)
    headerView.contentMode = .scaleAspectFill
    headerView.clipsToBounds = true
    tableView.addSubview(headerView)
    updateHeader()
  }

  func updateHeader() {
    var headerRect = CGRect(
      x: 0, y: -headerHeight, width: tableView.bounds.width, height: headerHeight)
    if tableView.contentOffset.y < -headerHeight {
      headerRect.origin.y = tableView.contentOffset.y
      headerRect.size.height = -tableView.contentOffset.y
    }
    headerView.frame = headerRect
    let progress = (-tableView.contentOffset.y - minimumHeight) / (headerHeight - minimumHeight)
    headerView.alpha = min(max(progress, 0), 1)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    updateHeader()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
    cell.backgroundColor = indexPath.row % 2 == 0 ? .white : UIColor(white: 0.95, alpha: 1)
    return cell
  }
}
