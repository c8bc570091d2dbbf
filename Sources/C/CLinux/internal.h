#pragma once

#include "CLinux.h"

#include <sys/socket.h>

/* Writes `endpoint` as a socket address of `family`; returns the address's length, or 0 if there is no such form. */
socklen_t linux_address_of(struct sockaddr_storage *address, int family, const struct linux_endpoint *endpoint);
/* Returns the endpoint in a socket address of either IP family. */
struct linux_endpoint linux_endpoint_of(const struct sockaddr_storage *address);

/* --- answers.c: the addresses of this machine from which answers are sent --- */
/* The room for the kernel's control data about a received datagram, in bytes. */
#define LINUX_CONTROL_ROOM 96
/* The local addresses to which the newest senders' datagrams were sent; their number is fixed. */
struct linux_answers;
size_t linux_answers_size(void);
/* Prepares zeroed memory. */
void linux_answers_begin(struct linux_answers *answers);
/* Makes the kernel report the address to which each datagram was sent (ip(7) IP_PKTINFO, ipv6(7) IPV6_RECVPKTINFO). */
int linux_ask_for_addresses(int descriptor, int family);
/* Records the address to which the message received from `sender` was sent. */
void linux_note_asked(struct linux_answers *answers, const struct linux_endpoint *sender, struct msghdr *message);
/* Makes the message to `to`, which has no control data, come from the address that `to` has used, if that is known.
 * The control data is valid until the next message is received. */
void linux_answer_from(struct linux_answers *answers, const struct linux_endpoint *to, struct msghdr *message);
