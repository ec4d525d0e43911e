import RectoPageModel
import RectoTypesetting
import Testing

@Suite struct CharacterPropertyTests {
  @Test(.enabled(if: UnicodeData.isInstalled, Comment(rawValue: needsUnicodeData)))
  func everyCharacterHasTheOrientationOfTheCharacterDatabase() throws {
    let names: [String: VerticalOrientation] = [
      "R": .rotated, "Tr": .transformedRotated, "Tu": .transformedUpright, "U": .upright,
    ]
    var wrong: [UInt32] = []
    try UnicodeData("VerticalOrientation.txt").forEachProperty { scalars, name in
      let expected = try #require(names[name])
      // Ends are enough for ranges such as those of planes.
      let some = Array(scalars.prefix(64)) + [scalars.upperBound]
      wrong += some.filter { VerticalOrientation(of: $0) != expected }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [
    ("a", VerticalOrientation.rotated), ("港", .upright), ("、", .transformedUpright),
    ("（", .transformedRotated), ("e\u{301}", .rotated), ("a\u{20DD}", .upright), ("😀", .upright),
  ])
  func aClusterStandsAsItsBaseDoesButUprightInAnEnclosure(
    text: String, expected: VerticalOrientation
  ) {
    #expect(VerticalOrientation(ofCluster: Array(text.utf16).span) == expected)
  }

  @Test(.enabled(if: UnicodeData.isInstalled, Comment(rawValue: needsUnicodeData)))
  func exactlyTheDefaultIgnorableCharactersAreInvisible() throws {
    var expected: Set<UInt32> = []
    try UnicodeData("DerivedCoreProperties.txt").forEachProperty { scalars, name in
      if name == "Default_Ignorable_Code_Point" { expected.formUnion(scalars) }
    }
    #expect(expected.count > 4_000)
    #expect(Set((0...0x10FFFF).filter(InvisibleCharacters.isDefaultIgnorable)) == expected)
  }

  @Test func controlsAreTheTwoRangesOfThem() {
    #expect((0...0x10FFFF).count(where: InvisibleCharacters.isControl) == 65)
    #expect(InvisibleCharacters.isControl(0x09) && InvisibleCharacters.isControl(0x85))
    #expect(!InvisibleCharacters.isControl(0x20) && !InvisibleCharacters.isControl(0xA0))
  }
}
