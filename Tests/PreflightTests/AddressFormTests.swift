import Testing

@testable import RectoPreview

struct AddressFormTests {
  @Test(arguments: [
    "https://publisher.example/a?b#c", "https://publisher.example.:8443", "https://[::1]/",
    "mailto:desk@publisher.example", "mailto:?to=desk@publisher.example",
    "mailto:?subject=Tides", "mailto:?subject=Tides&body=a=b",
    "mailto:desk%40publisher.example", "tel:+44-20", "geo:1,2",
  ])
  func addressesThatLeadSomewhereAreGood(address: String) {
    #expect(AddressForm(address) == .good)
  }

  @Test func addressesWithoutEncryptionAreInsecure() {
    #expect(AddressForm("http://publisher.example/") == .insecure)
  }

  @Test(arguments: [
    "https:///a", "https://.example/", "https://publisher..example/", "https:publisher.example",
    "mailto:", "mailto:desk", "mailto:@publisher.example", "mailto:desk@",
    "mailto:%40publisher.example", "mailto:?", "mailto:?subject", "mailto:?subject=", "mailto:?=a",
    "mailto:?subject=Tides&",
    "tel:none", "geo:",
    "www.publisher.example", "1a:b", "https://a b/",
  ])
  func addressesThatLeadNowhereAreMalformed(address: String) {
    guard case .malformed = AddressForm(address) else {
      Issue.record("\(address) is said to lead somewhere")
      return
    }
  }
}
