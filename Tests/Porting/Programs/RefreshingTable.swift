// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A table with UIKit's own refresh control.
class RefreshingTableViewController: UIViewController {
  let tableView = UITableView()
  let refreshControl = UIRefreshControl()
  var items = ["One", "Two", "Three"]
  private(set) var refreshes = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.frame = view.bounds
    tableView.dataSource = self
    tableView.register(TitleCell.self, forCellReuseIdentifier: TitleCell.reuseID)
    refreshControl.tintColor = .gray
    refreshControl.addTarget(self, action: #selector(refresh(_:)), for: .valueChanged)
    tableView.refreshControl = refreshControl
    view.addSubview(tableView)
  }

  @objc func refresh(_ sender: UIRefreshControl) {
    refreshes += 1
    guard sender.isRefreshing else { return }
    UIView.animate(withDuration: 1.0, animations: { self.view.alpha = 0.9 }) { [weak self] _ in
      self?.finishLoading()
    }
  }

  private func finishLoading() {
    items.insert("New", at: 0)
    view.alpha = 1
    tableView.reloadData()
    refreshControl.endRefreshing()
  }
}

extension RefreshingTableViewController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return items.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: TitleCell.reuseID, for: indexPath)
      as! TitleCell
    cell.titleLabel.text = items[indexPath.row]
    return cell
  }
}

/// A cell with one label.
class TitleCell: UITableViewCell {
  static let reuseID = String(describing: TitleCell.self)
  let titleLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(titleLabel)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    titleLabel.frame = contentView.bounds.insetBy(dx: 16, dy: 0)
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    titleLabel.text = nil
  }
}
