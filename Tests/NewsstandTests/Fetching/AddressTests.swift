import TestSupport
import Testing

@testable import RectoNewsstand

struct AddressTests {
  @Test(arguments: [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "::1", "::",
    "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001::1", "2001:db8::1", "::127.0.0.1",
  ])
  func addressesOfNetworksOfOnesOwnAreNotPublic(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "1.1.1.1", "172.32.0.1", "172.15.0.1", "100.63.0.1", "100.128.0.1", "192.169.0.1", "223.1.1.1",
    "2606:4700::1111", "2001:4860::8888", "::ffff:1.1.1.1", "64:ff9b::101:101",
  ])
  func othersAre(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic)
  }

  @Test func aNameIsNoAddress() {
    #expect(NetworkAddress("localhost") == nil && NetworkAddress("127.1") == nil)
  }

  private let local = NetworkAddress("127.0.0.1")
  private let other = NetworkAddress("127.0.0.77")
  private let internet = NetworkAddress("1.1.1.1")

  @Test func aRedirectFromTheInternetDoesNotLeadIntoANetworkOfOnesOwn() throws {
    let first = try FetchURL("https://example.org/a")
    var gate = AddressGate(FetchPolicy(), first: first, namedBy: nil)
    gate.reached(internet, redirects: 0)
    let next = try FetchURL("http://router.example/")
    #expect(gate.mayReach(internet, for: next, redirects: 1))
    #expect(!gate.mayReach(local, for: next, redirects: 1))
    // A name that stood for another address a moment ago.
    #expect(!gate.mayReach(local, for: first, redirects: 1))
    #expect(!gate.mayReach(nil, for: next, redirects: 1))
  }

  @Test func aRedirectWithinAMachineThatThePersonNamedIsFollowed() throws {
    let first = try FetchURL("http://shelf.local/a")
    var gate = AddressGate(FetchPolicy(), first: first, namedBy: nil)
    #expect(gate.mayReach(local, for: first, redirects: 0))
    gate.reached(local, redirects: 0)
    #expect(gate.mayReach(local, for: try FetchURL("http://127.0.0.1:9/"), redirects: 1))
    #expect(gate.mayReach(other, for: try FetchURL("https://shelf.local/"), redirects: 1))
    #expect(!gate.mayReach(other, for: try FetchURL("http://127.0.0.77/"), redirects: 1))
  }

  /// Its owner can change what it stands for between the catalog and the issue.
  @Test(arguments: [
    "127.0.0.1", "::1", "169.254.169.254", "0.0.0.0", "fe80::1", "::ffff:127.0.0.1",
  ])
  func aNameOfTheInternetNeverLeadsToThisMachine(address: String) throws {
    let first = try FetchURL("https://store.example.org/issue.pdf")
    let feed = try FetchURL("https://store.example.org/feed")
    for namedBy in [feed, nil] {
      var gate = AddressGate(FetchPolicy(), first: first, namedBy: namedBy)
      #expect(!gate.mayReach(NetworkAddress(address), for: first, redirects: 0))
      gate.reached(NetworkAddress("192.168.1.9"), redirects: 0)
      #expect(!gate.mayReach(NetworkAddress(address), for: first, redirects: 1))
    }
    // One's own network, whose servers may have such names.
    let gate = AddressGate(FetchPolicy(), first: first, namedBy: feed)
    #expect(gate.mayReach(NetworkAddress("192.168.1.9"), for: first, redirects: 0))
    for host in ["localhost", "shelf", "shelf.local", "a.localhost", "127.0.0.1", "[::1]"] {
      let url = try FetchURL("http://\(host)/")
      let own = AddressGate(FetchPolicy(), first: url, namedBy: nil)
      #expect(own.mayReach(NetworkAddress(address), for: url, redirects: 0))
    }
  }

  @Test func aCatalogNamesPrivateAddressesOnItsOwnHostOnly() throws {
    let first = try FetchURL("http://192.168.1.9/a.zip")
    let address = NetworkAddress("192.168.1.9")
    let far = AddressGate(
      FetchPolicy(), first: first, namedBy: try FetchURL("https://example.org/"))
    #expect(!far.mayReach(address, for: first, redirects: 0))
    #expect(far.mayReach(internet, for: first, redirects: 0))
    let near = AddressGate(
      FetchPolicy(), first: first, namedBy: try FetchURL("http://192.168.1.9:8000/feed"))
    #expect(near.mayReach(address, for: first, redirects: 0))
    var policy = FetchPolicy()
    policy.isPrivateAllowed = true
    let free = AddressGate(policy, first: first, namedBy: try FetchURL("https://example.org/"))
    #expect(free.mayReach(address, for: first, redirects: 3))
  }

  @Test func addressesAreJudgedWhereTheConnectionGoes() async throws {
    let peer = try await Peer()
    let port = peer.url.split(separator: ":").last ?? ""
    let fixture = try DownloadFixture()
    // A name stands for the address.
    let named = IssueAsset(url: "http://localhost:\(port)/size=10")
    #expect(await fixture.failure(named, namedBy: "http://example.org/feed")?.code == .refused)
    #expect(try await peer.log().isEmpty)
    #expect(await fixture.failure(named) == nil)
    let far = IssueAsset(url: peer.url("to=\("http://127.0.0.2:\(port)/size=10".hex)"))
    let failure = await fixture.failure(far)
    #expect(failure?.code == .refused)
    #expect(failure?.message.contains("127.0.0.2") == true)
    #expect(try await peer.log().count == 2)
  }
}
