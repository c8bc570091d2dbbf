#include "CLinux.h"

#include <errno.h>
#include <linux/filter.h>
#include <netinet/udp.h>
#include <sys/random.h>
#include <sys/socket.h>

/* A filter is a program in classic BPF (Documentation/networking/filter.rst): a UDP socket's filter sees the datagram with its UDP
   header, and the IP header before it from SKF_NET_OFF on. */

enum {
  HEADER = sizeof(struct udphdr),
  WORDS = 4, /* of an IPv6 address; an IPv4 address is the last of them */
  SHAPE_STEPS = 6,
  FRIEND_STEPS = 2,
  OTHER_STEPS = 64,
  ROOM = SHAPE_STEPS * LINUX_SHAPE_LIMIT + FRIEND_STEPS * LINUX_FRIEND_LIMIT + OTHER_STEPS,
  /* The places in the IP headers of their version and of the sender's address. */
  VERSION = SKF_NET_OFF,
  ADDRESS_V4 = SKF_NET_OFF + 12,
  ADDRESS_V6 = SKF_NET_OFF + 8,
  SUM = 0, /* the place in the program's memory */
};

static const uint32_t whole = UINT32_MAX;

struct program {
  unsigned short count;
  struct sock_filter steps[ROOM];
};

/* Senders are told apart by a sum of their port and of their address's words, each times one of these: nobody who does not know
   them can choose an address with the sum of another's. */
struct keys {
  uint32_t words[WORDS];
  uint32_t port;
};

static void step(struct program *program, uint16_t code, uint32_t value) {
  program->steps[program->count++] = (struct sock_filter)BPF_STMT(code, value);
}

/* Goes `yes` steps further if the comparison with `value` holds, or else `no`. */
static void jump(struct program *program, uint16_t comparison, uint32_t value, uint8_t yes, uint8_t no) {
  program->steps[program->count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_K | comparison, value, yes, no);
}

static void load(struct program *program, uint16_t size, int place) {
  step(program, (uint16_t)(BPF_LD | BPF_ABS | size), (uint32_t)place);
}

static void end(struct program *program, uint32_t length) { step(program, BPF_RET | BPF_K, length); }

/* Drops a datagram that has none of the shapes. */
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

/* Adds what was loaded, times `key`, to the sum. */
static void add(struct program *program, uint32_t key) {
  step(program, BPF_ALU | BPF_MUL | BPF_K, key);
  step(program, BPF_LDX | BPF_MEM, SUM);
  step(program, BPF_ALU | BPF_ADD | BPF_X, 0);
  step(program, BPF_ST, SUM);
}

/* Computes the sum for the sender of the datagram. */
static void add_sender(struct program *program, const struct keys *keys) {
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
  load(program, BPF_H, 0);
  add(program, keys->port);
}

/* Returns the sum for a friend. */
static uint32_t sum_of(const struct linux_endpoint *friend, const struct keys *keys) {
  int is_v4 = friend->high == 0 && friend->low >> 32 == 0xffff;
  uint32_t sum = friend->port * keys->port + (uint32_t)friend->low * keys->words[3];
  if (is_v4) return sum;
  return sum + (uint32_t)(friend->high >> 32) * keys->words[0] + (uint32_t)friend->high * keys->words[1] +
         (uint32_t)(friend->low >> 32) * keys->words[2];
}

int linux_datagram_filter(int descriptor, const struct linux_filter *filter) {
  struct program program = {0};
  if (filter->shape_count < 1 || filter->shape_count > LINUX_SHAPE_LIMIT) return -EINVAL;
  if (filter->friend_count < 0 || filter->friend_count > LINUX_FRIEND_LIMIT) return -EINVAL;
  check_shape(&program, filter);
  if (filter->share != whole) {
    struct keys keys;
    if (getrandom(&keys, sizeof keys, 0) != sizeof keys) return -errno;
    add_sender(&program, &keys);
    for (int index = 0; index < filter->friend_count; index++) {
      jump(&program, BPF_JEQ, sum_of(&filter->friends[index], &keys), 0, 1);
      end(&program, UINT32_MAX);
    }
    load(&program, BPF_W, SKF_AD_OFF + SKF_AD_RANDOM);
    jump(&program, BPF_JGE, filter->share, 0, 1);
    end(&program, 0);
  }
  end(&program, UINT32_MAX);
  struct sock_fprog text = {.len = program.count, .filter = program.steps};
  return setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &text, sizeof text) < 0 ? -errno : 0;
}
