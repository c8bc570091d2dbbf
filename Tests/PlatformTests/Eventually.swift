import Glibc
import Model
import Platform

/// Returns whether `condition` comes true within 20 s.
///
/// The end of a descriptor needs this. A process that another test starts has a copy of each descriptor until it runs its
/// own program, and the kernel ends a socket or a timer with the last copy.
func eventually(_ condition: () -> Bool) -> Bool {
  let limit = Clock.now() + .seconds(20)
  while !condition() {
    guard Clock.now() < limit else { return false }
    sched_yield()
  }
  return true
}
