/// Numbers that nobody can foresee.
public enum Chance {
  /// A number from the kernel's generator (getrandom(2), which Swift's own generator calls).
  public static func number() -> UInt32 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
