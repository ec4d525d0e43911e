/// The parts and the options of a newsstand.
public struct NewsstandConfiguration: Sendable {
  /// Makes the downloader that puts the files of issues into the given folder.
  public var makeDownloads: @Sendable (_ folder: String) -> any IssueDownloading
  /// Opens the catalog of a URL, which keeps its files in the given folder. With a publisher's
  /// key it offers only what is signed with that key.
  public var makeStore:
    @Sendable (_ url: String, _ folder: String, _ key: PublisherKey?) throws(NewsstandError)
      -> any IssueOffering
  /// The shop; nil for none.
  public var purchases: (any PurchaseProvider)?
  /// The time to wait for the shop's answer when it is asked about everything.
  public var shopPatience: Duration = .seconds(10)
  /// Sends the messages about issues that were downloaded automatically.
  public var push = PushSender()
  /// The files to make when an issue is installed.
  public var install = InstallOptions()
  /// True if downloaded issues are installed at once.
  public var installsAtOnce = true
  /// The access to the library: to change it, or to read it while another program may change it.
  public var access = LibraryAccess.readWrite
  /// True if damaged records are rebuilt when the library is opened.
  public var isRepairing = false
  /// True to open a library with single records that cannot be read, such as for `verify`.
  public var acceptsDamage = false
  /// The time to wait for another program that changes the library.
  public var lockTimeout: Duration = .seconds(2)
  /// Seconds since 1970-01-01T00:00:00Z.
  public var now: @Sendable () -> Double = currentTime

  /// Fetches everything from the network, `atOnce` issues at a time.
  public init(policy: FetchPolicy = FetchPolicy(), atOnce: Int = 2) {
    let fetcher = HTTPFetcher(policy: policy)
    self.init(
      makeDownloads: { DownloadManager(folder: $0, policy: policy, atOnce: atOnce) },
      makeStore: { url, folder, key throws(NewsstandError) in
        try Store(url: url, key: key, folder: folder, fetcher: fetcher)
      })
    push = PushSender(policy: policy)
  }

  /// From wherever these get things.
  public init(
    makeDownloads: @escaping @Sendable (_ folder: String) -> any IssueDownloading,
    makeStore:
      @escaping @Sendable (
        _ url: String, _ folder: String, _ key: PublisherKey?
      ) throws(NewsstandError) -> any IssueOffering
  ) {
    self.makeDownloads = makeDownloads
    self.makeStore = makeStore
  }
}
