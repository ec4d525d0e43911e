import RectoPageModel
import Testing

@testable import RectoServer

struct ImageRegionTests {
  @Test func aSquareIsCutFromTheMiddleOfTheLongerSide() throws {
    let landscape = try ImageRegion("square").area(of: PixelSize(width: 500, height: 300))
    #expect(landscape == PixelArea(x: 100, y: 0, width: 300, height: 300))
    let portrait = try ImageRegion("square").area(of: PixelSize(width: 300, height: 500))
    #expect(portrait == PixelArea(x: 0, y: 100, width: 300, height: 300))
  }

  @Test func aRegionIsCutToTheImage() throws {
    let area = try ImageRegion("400,250,200,200").area(of: PixelSize(width: 500, height: 300))
    #expect(area == PixelArea(x: 400, y: 250, width: 100, height: 50))
  }

  @Test(arguments: ["500,0,10,10", "0,300,10,10"])
  func aRegionOutsideOfTheImageIsABadRequest(text: String) throws {
    let region = try ImageRegion(text)
    let error = #expect(throws: ServerError.self) {
      try region.area(of: PixelSize(width: 500, height: 300))
    }
    #expect(error?.status == .badRequest)
  }
}
