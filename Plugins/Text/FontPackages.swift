/// The Debian packages that have fonts for a script, to be named when no installed font shows it.
enum FontPackages {
  /// The package for an ISO 15924 name; nil if none is known.
  static func package(forScript script: String) -> String? { byScript[script] }

  private static let byScript = [
    "Arab": "fonts-hosny-amiri", "Hebr": "fonts-sil-ezra", "Deva": "fonts-lohit-deva",
    "Beng": "fonts-lohit-beng-bengali", "Taml": "fonts-lohit-taml", "Telu": "fonts-lohit-telu",
    "Gujr": "fonts-lohit-gujr", "Guru": "fonts-lohit-guru", "Knda": "fonts-lohit-knda",
    "Mlym": "fonts-lohit-mlym", "Orya": "fonts-lohit-orya", "Thai": "fonts-tlwg-norasi-otf",
    "Hang": "fonts-nanum", "Hani": "fonts-noto-cjk", "Hira": "fonts-ipafont-mincho",
    "Kana": "fonts-ipafont-mincho", "Zsye": "fonts-noto-color-emoji",
    "Ethi": "fonts-sil-abyssinica",
    "Khmr": "fonts-khmeros", "Laoo": "fonts-lao", "Tibt": "fonts-tibetan-machine",
    "Mymr": "fonts-sil-padauk",
  ]
}
