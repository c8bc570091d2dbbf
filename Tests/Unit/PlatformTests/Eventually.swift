import Glibc
import Model
import Platform

/// Returns whether `condition` becomes true within 60 s.
///
/// The end of a descriptor needs this. A process that another test starts has a copy of each descriptor until it runs its
/// own program, and the kernel ends a socket or a timer with the last copy.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let limit = Clock.now() + .seconds(60)
  while true {
    let isLast = Clock.now() >= limit
    if try condition() { return true }
    guard !isLast else { return false }
    sched_yield()
  }
}
