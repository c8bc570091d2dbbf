"""The parts of an emulated guest: its image, its processors and memory, and the emulator's command line."""

import dataclasses
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CACHE = HERE.parents[2] / ".cache"

GUEST_UDP_PORT = 28460
GUEST_WEB_PORT = 28443
KERNEL_ARGUMENTS = (
    "root=/dev/vda rw console=ttyS0 net.ifnames=0 fsck.mode=skip mitigations=off "
    "apparmor=0 selinux=0 loglevel=4 "
    # The emulated processors share one TSC, which one instruction reads. Reading the HPET would have to leave the translated code.
    # Without expedited RCU, everything that unmounts, unplugs or ends a unit would wait for many ticks of both processors.
    "tsc=reliable rcupdate.rcu_expedited=1 "
    # The kernel's protection against attackers and hangs is of no use here, and would cost an emulated processor a fifth of its time.
    "init_on_alloc=0 hardened_usercopy=off randomize_kstack_offset=off audit=0 nowatchdog psi=0"
)

# Two processors, as fast as this machine can emulate them. The guest's clock is this machine's clock.
QUICK = ("-accel", "tcg,thread=multi", "-smp", "2")
# One processor whose clock follows its work: an instruction takes a nanosecond, however long its emulation takes. So what takes long in this
# guest also takes long on a slow real machine. A busy second of the guest takes several seconds of this machine.
STEADY = ("-accel", "tcg,thread=single", "-smp", "1", "-icount", "shift=0")


class VMError(Exception):
    """An error of the guest or its emulator, in one paragraph."""


@dataclasses.dataclass(frozen=True)
class Machine:
    """One kind of guest. The default values are those of the guest of the kernel tests."""

    name: str = "kernel"
    # The name of the Debian release that the guest runs.
    suite: str = "bookworm"
    memory_MiB: int = 768
    processor: str = "max,la57=off,smap=off,smep=off,pku=off,umip=off"
    # True for a guest with the processor and the clock of STEADY.
    is_steady: bool = False
    image_arguments: tuple = ()

    @property
    def slowness(self):
        """Returns how many times longer everything may take than in the guest of the kernel tests."""
        return 12 if self.is_steady else 1

    @property
    def nice(self):
        """Returns the emulator's nice value. A guest with this machine's clock has priority, so that other programs do not distort its times."""
        return 0 if self.is_steady else -20

    @property
    def serial_log(self):
        """Returns the file for the guest's serial output."""
        return CACHE / self.name / f"serial-{self.suite}.log"

    def image(self):
        """Returns the directory of the image, building it first if need be."""
        done = subprocess.run([str(HERE / "image"), "--suite", self.suite, *self.image_arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise VMError(f"Tests/System/Kernel/image could not make the guest (status {done.returncode}); see above.")
        return pathlib.Path(done.stdout.strip())

    def command(self, image, ssh_port, udp_port, web_port):
        """Returns the emulator's command line. The guest's changes go to a snapshot, so the image stays unchanged."""
        forwards = (f"hostfwd=tcp:127.0.0.1:{ssh_port}-:22,"
                    f"hostfwd=udp:127.0.0.1:{udp_port}-:{GUEST_UDP_PORT},"
                    f"hostfwd=udp:127.0.0.1:{web_port}-:{GUEST_WEB_PORT}")
        return [
            "qemu-system-x86_64", "-M", "pc", *(STEADY if self.is_steady else QUICK),
            "-cpu", self.processor, "-m", str(self.memory_MiB), "-nodefaults", "-display", "none",
            "-no-reboot", "-kernel", str(image / "vmlinuz"), "-initrd", str(image / "initrd.img"),
            "-append", KERNEL_ARGUMENTS, "-serial", f"file:{self.serial_log}",
            "-drive", f"file={image / 'root.img'},if=virtio,format=raw,snapshot=on",
            "-netdev", f"user,id=net,{forwards}", "-device", "virtio-net-pci,netdev=net",
            "-device", "virtio-rng-pci",
        ]
