import Foundation
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

/// The declarations of capabilities fit together.
@Suite struct CapabilityTests {
  @Test func everyRequestHasANumberAndANameOfItsOwn() {
    let kinds = RequestKind.allCases
    #expect(Set(kinds.map(\.number)).count == kinds.count)
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    #expect(Set(Capability.allCases.map(\.rawValue)).count == Capability.allCases.count)
    for kind in kinds { #expect(RequestKind(number: kind.number)?.name == kind.name) }
    #expect(RequestKind(number: 0) == nil)
  }

  @Test func aTypeProvidesTheCapabilitiesOfItsProtocols() {
    #expect(Capability.provided(by: BarePublication.self, BarePage.self) == [])
    #expect(Capability.provided(by: BarePublication.self, LinkingPage.self) == [.links])
    let channel = Capability.provided(by: ChannelPublication.self, ChannelPage.self)
    #expect(channel == Capability.allCases)
  }

  /// A package or a book would lose a capability of pages that `ForwardedPage` does not pass on.
  @Test func aForwardedPageHasEveryCapabilityOfPages() {
    let ofPages = Capability.provided(by: BarePublication.self, ChannelPage.self)
    #expect(!ofPages.isEmpty)
    #expect(Capability.provided(by: BarePublication.self, ForwardedPage.self) == ofPages)
  }

  /// Plugins in C know a request by the name of a member, or by the name that `ask` gets.
  @Test func everyMemberOfTheTableIsTheNameOfARequest() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let header = String(
      decoding: try bytes(
        ofFile: root + "/Sources/C/RectoPlugin/include/recto_plugin.h"), as: UTF8.self)
    let members = header.matches(of: /int32_t \(\*(\w+)\)/).map { String($0.output.1) }
    let names = Set(RequestKind.allCases.map(\.name))
    #expect(
      members.filter { !names.contains($0) } == ["open", "paint", "text_runs", "ask", "characters"])
    let documentation = String(
      decoding: try bytes(ofFile: root + "/docs/plugins.md"), as: UTF8.self)
    for capability in Capability.allCases {
      #expect(documentation.contains("`\(capability.rawValue)`"))
    }
  }
}

private final class LinkingPage: BarePage, LinksPage {
  func links() throws(PageError) -> [Link] { [] }
}
