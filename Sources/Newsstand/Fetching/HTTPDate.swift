import CRectoCurl

/// Seconds since 1970-01-01T00:00:00Z of a date in HTTP's form (RFC 9110, section 5.6.7); nil if it
/// is invalid. Calls `curl_getdate`.
func seconds(ofHTTPDate text: String) -> Int? {
  let seconds = curl_getdate(text, nil)
  return seconds >= 0 ? seconds : nil
}

/// Seconds to wait that `Retry-After` asks for (RFC 9110, section 10.2.3), from `now`, in seconds
/// since 1970; nil for anything else. More than any date is away is that.
func secondsToWait(_ text: String, now: Int) -> Double? {
  if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
    return Double(text).map { min($0, 4e9) }
  }
  return seconds(ofHTTPDate: text).map { Double(max(0, $0 - now)) }
}
