/// The one list of rules, in the order in which they are listed.
let preflightRules: [any PreflightRule] = [
  FontsRule(), ResolutionRule(), ColorRule(), MissingPictureRule(), SafeAreaRule(), GutterRule(),
  BleedRule(), PageSizeRule(), EmptyPageRule(), LinksRule(), OutlineRule(), MediaRule(),
  AlternativeTextRule(), LanguageRule(), TitleRule(), HeadingsRule(), ReadingOrderRule(),
  TextLayerRule(), UnmappedTextRule(), ContrastRule(), WeightRule(), UnreadablePageRule(),
  WarningsRule(),
]

extension Preflight {
  /// All rules of preflight, in the order in which they are listed.
  public static let rules: [PreflightRuleKind] =
    preflightRules.flatMap(\.kinds) + [EnginesRule.kind]
}
