#pragma once

#include "CLinux.h"

#include <sys/socket.h>

/* Returns the endpoint in a socket address of either IP family. */
struct linux_endpoint linux_endpoint_of(const struct sockaddr_storage *address);
