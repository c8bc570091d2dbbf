import Commands
import Glibc
import Platform

exit(Tiltpad.run(Surroundings.arguments))
