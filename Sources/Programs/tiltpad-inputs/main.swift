import Console
import Glibc
import Platform

do throws(Failure) {
  exit(try Command.inputs.carryOut(Surroundings.arguments))
} catch {
  Stream.error.write(error.text)
  exit(error.status.rawValue)
}
