import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `A new list has UIKit's defaults` {
  @Test func `a table view`() {
    let table = TableView(frame: .zero, style: .plain)
    let defaults = Defaults("TableView", in: "ScrollLists")
    defaults.row("style", table.style, .plain)
    defaults.row("delegate", table.delegate == nil, true)
    defaults.row("dataSource", table.dataSource == nil, true)
    defaults.row("rowHeight", table.rowHeight, 44.0)
    defaults.row("sectionHeaderHeight", table.sectionHeaderHeight, 0.0)
    defaults.row("sectionFooterHeight", table.sectionFooterHeight, 0.0)
    defaults.row(
      "sectionHeaderTopPadding", table.sectionHeaderTopPadding, TableView.automaticDimension)
    defaults.row("estimatedRowHeight", table.estimatedRowHeight, TableView.automaticDimension)
    defaults.row("tableHeaderView", table.tableHeaderView, nil)
    defaults.row("tableFooterView", table.tableFooterView, nil)
    defaults.row("contentSize", table.contentSize, .zero)
    defaults.row("allowsSelection", table.allowsSelection, true)
    defaults.row("allowsMultipleSelection", table.allowsMultipleSelection, false)
    defaults.row("visibleCells", table.visibleCells.count, 0)
    defaults.row("indexPathsForVisibleRows", (table.indexPathsForVisibleRows ?? []).isEmpty, true)
    defaults.row("numberOfSections", table.numberOfSections, 0)
    defaults.row("sectionIndexStrip", table.sectionIndexStrip == nil, true)
    defaults.row("indexPathForSelectedRow", table.indexPathForSelectedRow == nil, true)
    defaults.row("indexPathsForSelectedRows", table.indexPathsForSelectedRows == nil, true)
    defaults.row("alwaysBounceVertical", table.alwaysBounceVertical, true)
    defaults.row("alwaysBounceHorizontal", table.alwaysBounceHorizontal, false)
    defaults.finish()
  }

  @Test func `a collection view`() {
    let layout = CollectionViewFlowLayout()
    let view = CollectionView(frame: .zero, collectionViewLayout: layout)
    let defaults = Defaults("CollectionView", in: "ScrollLists")
    defaults.row("delegate", view.delegate == nil, true)
    defaults.row("bounds", view.bounds, .zero)
    defaults.row("dataSource", view.dataSource == nil, true)
    defaults.row("collectionViewLayout", view.collectionViewLayout === layout, true)
    defaults.row("contentSize", view.contentSize, .zero)
    defaults.row("allowsSelection", view.allowsSelection, true)
    defaults.row("allowsMultipleSelection", view.allowsMultipleSelection, false)
    defaults.row(
      "indexPathsForSelectedItems", (view.indexPathsForSelectedItems ?? []).isEmpty, true)
    defaults.row("numberOfSections", view.numberOfSections, 0)
    defaults.row("visibleCells", view.visibleCells.count, 0)
    defaults.row("indexPathsForVisibleItems", view.indexPathsForVisibleItems.count, 0)
    defaults.row("alwaysBounceVertical", view.alwaysBounceVertical, false)
    defaults.row("alwaysBounceHorizontal", view.alwaysBounceHorizontal, false)
    defaults.finish()
  }

  @Test func `a flow layout`() {
    let flow = CollectionViewFlowLayout()
    let defaults = Defaults("CollectionViewFlowLayout", in: "ScrollLists")
    defaults.row("itemSize", flow.itemSize, Size(50, 50))
    defaults.row("minimumInteritemSpacing", flow.minimumInteritemSpacing, 10.0)
    defaults.row("minimumLineSpacing", flow.minimumLineSpacing, 10.0)
    defaults.row("sectionInset", flow.sectionInset, .zero)
    defaults.row("scrollDirection", flow.scrollDirection, .vertical)
    defaults.row("headerReferenceSize", flow.headerReferenceSize, .zero)
    defaults.row("footerReferenceSize", flow.footerReferenceSize, .zero)
    defaults.row("sectionHeadersPinToVisibleBounds", flow.sectionHeadersPinToVisibleBounds, false)
    defaults.row("sectionFootersPinToVisibleBounds", flow.sectionFootersPinToVisibleBounds, false)
    defaults.row("collectionViewContentSize", flow.collectionViewContentSize, .zero)
    defaults.finish()
  }
}
