#include "CLinux.h"

#include <errno.h>
#include <linux/filter.h>
#include <netinet/udp.h>
#include <sys/random.h>
#include <sys/socket.h>

/* A filter is a program in classic BPF (Documentation/networking/filter.rst): a UDP socket's filter sees the
   datagram with its UDP header, and the preceding IP header at SKF_NET_OFF. The program that chooses among the
   queues of a port sees the datagram without its UDP header. */

enum {
  HEADER = sizeof(struct udphdr),
  WORDS = 4, /* of an IPv6 address; an IPv4 address is the last of them */
  SHAPE_STEPS = 6,
  FRIEND_STEPS = 2,
  OTHER_STEPS = 64,
  ROOM = SHAPE_STEPS * LINUX_SHAPE_LIMIT + FRIEND_STEPS * LINUX_FRIEND_LIMIT + OTHER_STEPS,
  /* The offsets of the version and of the sender's address in the IP headers. */
  VERSION = SKF_NET_OFF,
  ADDRESS_V4 = SKF_NET_OFF + 12,
  ADDRESS_V6 = SKF_NET_OFF + 8,
  SUM = 0, /* the index in the program's memory */
};

static const uint32_t whole = UINT32_MAX;

struct program {
  unsigned short count;
  struct sock_filter steps[ROOM];
};

/* Senders are distinguished by a sum of their port and their address's words, each multiplied by one of these:
   without knowing them, no one can choose an address with the same sum as another's. */
struct keys {
  uint32_t words[WORDS];
  uint32_t port;
};

static void step(struct program *program, uint16_t code, uint32_t value) {
  program->steps[program->count++] = (struct sock_filter)BPF_STMT(code, value);
}

/* Jumps `yes` steps forward if the comparison with `value` holds, or else `no` steps. */
static void jump(struct program *program, uint16_t comparison, uint32_t value, uint8_t yes, uint8_t no) {
  program->steps[program->count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_K | comparison, value, yes, no);
}

static void load(struct program *program, uint16_t size, int place) {
  step(program, (uint16_t)(BPF_LD | BPF_ABS | size), (uint32_t)place);
}

static void end(struct program *program, uint32_t length) { step(program, BPF_RET | BPF_K, length); }

/* Drops a datagram that matches none of the shapes. */
static void check_shape(struct program *program, const struct linux_filter *filter) {
  for (int left = filter->shape_count; left > 0; left--) {
    const struct linux_shape *shape = &filter->shapes[filter->shape_count - left];
    load(program, BPF_B, HEADER); /* drops a datagram without a first byte */
    jump(program, BPF_JEQ, shape->first, 0, 4);
    step(program, BPF_LD | BPF_W | BPF_LEN, 0);
    jump(program, BPF_JGE, HEADER + shape->least, 0, 2);
    jump(program, BPF_JGT, HEADER + shape->most, 1, 0);
    step(program, BPF_JMP | BPF_JA, (uint32_t)(SHAPE_STEPS * (left - 1) + 1));
  }
  end(program, 0);
}

/* Adds the loaded value, multiplied by `key`, to the sum. */
static void add(struct program *program, uint32_t key) {
  step(program, BPF_ALU | BPF_MUL | BPF_K, key);
  step(program, BPF_LDX | BPF_MEM, SUM);
  step(program, BPF_ALU | BPF_ADD | BPF_X, 0);
  step(program, BPF_ST, SUM);
}

/* Computes the sum for the address of the datagram's sender. */
static void add_address(struct program *program, const struct keys *keys) {
  enum { ADDING = 5, V6_STEPS = (WORDS - 1) * ADDING + 2 };
  step(program, BPF_LD | BPF_IMM, 0);
  step(program, BPF_ST, SUM);
  load(program, BPF_B, VERSION);
  step(program, BPF_ALU | BPF_RSH | BPF_K, 4);
  jump(program, BPF_JEQ, 6, 0, V6_STEPS);
  for (int word = 0; word < WORDS - 1; word++) {
    load(program, BPF_W, ADDRESS_V6 + 4 * word);
    add(program, keys->words[word]);
  }
  load(program, BPF_W, ADDRESS_V6 + 4 * (WORDS - 1));
  step(program, BPF_JMP | BPF_JA, 1);
  load(program, BPF_W, ADDRESS_V4);
  add(program, keys->words[WORDS - 1]);
}

/* Returns the sum for an address. */
static uint32_t sum_of(const struct linux_endpoint *place, const struct keys *keys) {
  int is_v4 = place->high == 0 && place->low >> 32 == 0xffff;
  uint32_t sum = (uint32_t)place->low * keys->words[3];
  if (is_v4) return sum;
  return sum + (uint32_t)(place->high >> 32) * keys->words[0] + (uint32_t)place->high * keys->words[1] +
         (uint32_t)(place->low >> 32) * keys->words[2];
}

static int draw(struct keys *keys) { return getrandom(keys, sizeof *keys, 0) == sizeof *keys ? 0 : -errno; }

static int attach(int descriptor, int option, struct program *program) {
  struct sock_fprog text = {.len = program->count, .filter = program->steps};
  return setsockopt(descriptor, SOL_SOCKET, option, &text, sizeof text) < 0 ? -errno : 0;
}

int linux_datagram_filter(int descriptor, const struct linux_filter *filter) {
  struct program program = {0};
  if (filter->shape_count < 1 || filter->shape_count > LINUX_SHAPE_LIMIT) return -EINVAL;
  if (filter->friend_count < 0 || filter->friend_count > LINUX_FRIEND_LIMIT) return -EINVAL;
  check_shape(&program, filter);
  if (filter->share != whole) {
    struct keys keys;
    int result = draw(&keys);
    if (result < 0) return result;
    add_address(&program, &keys);
    load(&program, BPF_H, 0);
    add(&program, keys.port);
    for (int index = 0; index < filter->friend_count; index++) {
      const struct linux_endpoint *friend = &filter->friends[index];
      jump(&program, BPF_JEQ, sum_of(friend, &keys) + friend->port * keys.port, 0, 1);
      end(&program, UINT32_MAX);
    }
    load(&program, BPF_W, SKF_AD_OFF + SKF_AD_RANDOM);
    jump(&program, BPF_JGE, filter->share, 0, 1);
    end(&program, 0);
  }
  end(&program, UINT32_MAX);
  return attach(descriptor, SO_ATTACH_FILTER, &program);
}

/* The program returns the number of the queue: the kernel counts them in the order in which they were bound. */
int linux_datagram_steer(int descriptor, const struct linux_endpoint *owners, int count) {
  struct program program = {0};
  struct keys keys;
  if (count < 0 || count > LINUX_FRIEND_LIMIT) return -EINVAL;
  int result = draw(&keys);
  if (result < 0) return result;
  add_address(&program, &keys);
  for (int index = 0; index < count; index++) {
    if (owners[index].high == 0 && owners[index].low == 0) continue;
    jump(&program, BPF_JEQ, sum_of(&owners[index], &keys), 0, 1);
    end(&program, (uint32_t)index + 1);
  }
  end(&program, 0);
  return attach(descriptor, SO_ATTACH_REUSEPORT_CBPF, &program);
}
