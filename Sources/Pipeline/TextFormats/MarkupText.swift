/// A number for an attribute of ALTO or hOCR, with two decimals at most.
func markupNumber(_ value: Double) -> String {
  let hundredths = (value * 100).rounded() / 100
  return hundredths == hundredths.rounded() && abs(hundredths) < 1e15
    ? "\(Int(hundredths))" : "\(hundredths)"
}
