import RectoJSON
import RectoPageModel
import RectoSnapshots
import TestSupport
import Testing

/// The built-in devices, and the file format for others.
@Suite struct DeviceProfileTests {
  private func read(_ json: String) throws -> [DeviceProfile] {
    let folder = try temporaryFolder()
    return try DeviceProfile.profiles(inFileAt: folder.write(Array(json.utf8), to: "devices.json"))
  }

  @Test func theBuiltInOnesHaveNamesOfTheirOwnAndRoomForAPage() {
    let profiles = DeviceProfile.builtIn
    #expect(Set(profiles.map(\.name)).count == profiles.count)
    #expect(
      profiles.contains { $0.size.width > $0.size.height } && profiles.contains { $0.showsSpreads })
    for profile in profiles {
      #expect(profile.pageArea.width > 100 && profile.pageArea.height > 100)
      guard case .fit(let size) = profile.request.scale else {
        Issue.record("\(profile.name) does not fit pages")
        continue
      }
      #expect(size.width <= profile.pixels.width && size.height <= profile.pixels.height)
      #expect(profile.request.isDeterministic)
    }
  }

  @Test func aFileAddsDevices() throws {
    let profiles = try read(
      """
      {"devices": [{"name": "kiosk", "pixels": [1080, 1920], "scale": 2, "gray": true,
                    "safeArea": {"top": 40}}]}
      """)
    #expect(
      profiles == [
        DeviceProfile(
          name: "kiosk", size: Size(width: 540, height: 960), scale: 2,
          safeArea: SafeArea(top: 40), isGray: true)
      ])
  }

  @Test func writtenProfilesAreReadBack() throws {
    var json = JSONWriter(isExact: true)
    json.object { json in
      json.key("devices")
      json.array(DeviceProfile.builtIn) { $0.value($1) }
    }
    #expect(try read(String(decoding: json.bytes, as: UTF8.self)) == DeviceProfile.builtIn)
  }

  @Test(arguments: [
    ("", "not JSON"), ("{}", "devices"), ("{\"devices\": [{}]}", "name"),
    ("{\"devices\": [{\"name\": \"a/b\", \"size\": [10, 10]}]}", "letters"),
    ("{\"devices\": [{\"name\": \"page\", \"size\": [10, 10]}]}", "page"),
    ("{\"devices\": [{\"name\": \"a\", \"size\": [10, 10], \"scael\": 2}]}", "scael"),
    ("{\"devices\": [{\"name\": \"a\", \"size\": [10, 10], \"scale\": 0}]}", "scale"),
    ("{\"devices\": [{\"name\": \"a\", \"size\": [90000, 10]}]}", "32767"),
    (
      "{\"devices\": [{\"name\": \"a\", \"size\": [10, 10], \"safeArea\": {\"top\": 10}}]}", "32767"
    ),
    (
      "{\"devices\": [{\"name\": \"a\", \"size\": [9, 9]}, {\"name\": \"a\", \"size\": [9, 9]}]}",
      "twice"
    ),
  ])
  func mistakesAreReportedWithTheirPlace(_ json: String, _ word: String) throws {
    let error = #expect(throws: PageError.self) { try read(json) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(word) ?? false, "\(error?.message ?? "")")
  }
}
