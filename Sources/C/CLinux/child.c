#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs in the child between fork(2) and execv(3), using only calls that are safe there. */
static void become(const char *path, char *const *arguments, pid_t parent, int output) {
  sigset_t none;
  if (output >= 0) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
  }
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent) execv(path, arguments);
  _exit(127);
}

/* Returns a descriptor of the process `child`; without one, kills the process and returns -errno. */
static int descriptor_of(pid_t child) {
  int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
  if (descriptor >= 0) return descriptor;
  int error = errno;
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return -error;
}

static int start(const char *path, char *const *arguments, int *number, int output) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) become(path, arguments, parent, output);
  *number = child;
  return descriptor_of(child);
}

int linux_child_start(const char *path, char *const *arguments, int *number) {
  return start(path, arguments, number, -1);
}

int linux_child_start_piped(const char *path, char *const *arguments, int *number, int *output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  int child = start(path, arguments, number, ends[1]);
  close(ends[1]);
  if (child < 0) close(ends[0]);
  *output = ends[0];
  return child;
}

int linux_child_signal(int child, int number) {
  return syscall(SYS_pidfd_send_signal, child, number, NULL, 0) < 0 ? -errno : 0;
}

int linux_child_ended(int child, int *status) {
  siginfo_t information = {0};
  int result;
  do result = waitid(P_PIDFD, (id_t)child, &information, WEXITED | WNOHANG);
  while (result < 0 && errno == EINTR);
  *status = result == 0 && information.si_code == CLD_EXITED ? information.si_status : -1;
  return result < 0 || information.si_pid != 0;
}

int linux_program_start(char *const *arguments) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(arguments[0], arguments);
    _exit(errno == ENOENT ? 127 : 126);
  }
  return descriptor_of(child);
}

int linux_program_status(int program) {
  siginfo_t information = {0};
  int result;
  do result = waitid(P_PIDFD, (id_t)program, &information, WEXITED | WNOHANG);
  while (result < 0 && errno == EINTR);
  if (result < 0) return 127;
  if (information.si_pid == 0) return -1;
  return information.si_code == CLD_EXITED ? information.si_status : 128 + information.si_status;
}

int linux_become(const char *path, char *const *arguments) {
  execv(path, arguments);
  return -errno;
}

void linux_child_end(int child) {
  linux_child_signal(child, SIGKILL);
  while (waitid(P_PIDFD, (id_t)child, NULL, WEXITED) < 0 && errno == EINTR) continue;
}
