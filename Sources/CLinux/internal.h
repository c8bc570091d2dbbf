#pragma once

#include "CLinux.h"

#include <sys/socket.h>

/* Writes `endpoint` as a socket address of `family`; returns its length, or 0 if it has no such form. */
socklen_t linux_address_of(struct sockaddr_storage *address, int family, const struct linux_endpoint *endpoint);
/* Returns the endpoint in a socket address of either IP family. */
struct linux_endpoint linux_endpoint_of(const struct sockaddr_storage *address);
