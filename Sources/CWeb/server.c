#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* The time that a request, its headers or a handshake may take, and the idle time between two requests, in s. */
#define PATIENCE 10
#define REST 30

/* The size of the longest head that is read, so that its peer can be told of WEB_HEAD_ROOM: beyond it, libwebsockets closes the
 * connection without an answer. */
#define HEADS 61440
/* The size of the longest TLS record, in bytes, so that a record is always read as a whole. */
#define TLS_RECORD 16384
/* The cipher suites of TLS 1.2: only AEAD suites (RFC 9325 §4.2); TLS 1.3 has no others. */
#define SUITES "ECDHE+AESGCM:ECDHE+CHACHA20"

static int writable(struct web_connection *connection) {
  if (connection->is_closing) return -1;
  if (connection->is_stream || connection->is_socket) web_tell(connection, WEB_WRITABLE);
  return connection->is_closing ? -1 : 0;
}

static int opened(struct web_connection *connection) {
  connection->is_socket = 1;
  connection->size = 0;
  web_tell(connection, WEB_OPENED);
  return connection->is_closing ? -1 : 0;
}

static int wake(struct web_server *server) {
  struct web_event event = {.kind = WEB_WAKE, .bytes = server->room};
  server->settings.hear(server->settings.listener, &event);
  return 0;
}

/* Handles a callback for one connection. */
static int serve(struct web_connection *connection, enum lws_callback_reasons reason, void *in, size_t size) {
  connection->server->is_moving = 1;
  switch (reason) {
    case LWS_CALLBACK_HTTP: return web_begin(connection);
    case LWS_CALLBACK_HTTP_BODY: return web_take_body(connection, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return web_ask(connection);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return web_judge(connection);
    case LWS_CALLBACK_ESTABLISHED: return opened(connection);
    case LWS_CALLBACK_RECEIVE: return web_take_message(connection, in, size);
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE: return writable(connection);
    case LWS_CALLBACK_WSI_DESTROY: web_drop(connection); return 0;
    // After CONNECT the connection no longer speaks HTTP.
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX: return -1;
    default: return 0;
  }
}

static int hear(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
  struct web_server *server = lws_context_user(lws_get_context(wsi));
  switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
      server->tls = user;
      SSL_CTX_set_min_proto_version(server->tls, TLS1_2_VERSION);
      // libwebsockets tries a close_notify that cannot be sent again without end. Each answer tells its length instead.
      SSL_CTX_set_quiet_shutdown(server->tls, 1);
      SSL_CTX_set_cert_cb(server->tls, web_choose_certificate, server);
      return web_use_certificate(server, server->settings.key, server->settings.certificate);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return web_add(server, wsi);
    case LWS_CALLBACK_RAW_RX_FILE: return wake(server);
    case LWS_CALLBACK_WSI_CREATE:
    case LWS_CALLBACK_GET_THREAD_ID:
    case LWS_CALLBACK_PROTOCOL_INIT:
    case LWS_CALLBACK_PROTOCOL_DESTROY: return 0;
    default: break;
  }
  if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_CLIENT_VERIFY_CERTS) return 0;
  struct web_connection *connection = lws_get_opaque_user_data(wsi);
  return connection == NULL ? 0 : serve(connection, reason, in, size);
}

/* The protocols: the first serves HTTP; a WebSocket has to ask for one of the others, a controller's or the host's. Each
 * takes a TLS record as a whole: libwebsockets reads the rest of a record without end when the connection is closing. */
static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = hear, .rx_buffer_size = TLS_RECORD},
    {.name = "tpp.v1", .callback = hear, .rx_buffer_size = TLS_RECORD},
    {.name = "tpp.host.v1", .callback = hear, .rx_buffer_size = TLS_RECORD},
    {0},
};

/* The keep-alive of WebSockets: a ping after 10 s of silence, the end of the connection after 20 s. */
static const lws_retry_bo_t silence = {.secs_since_valid_ping = 10, .secs_since_valid_hangup = 20};

/* Makes a virtual host of libwebsockets, which gets its connections by web_adopt; `tls` has the options for TLS, or is 0 without. */
static struct lws_vhost *make_host(struct web_server *server, const char *name, uint64_t tls) {
  struct lws_context_creation_info info = {
      .vhost_name = name,
      .port = CONTEXT_PORT_NO_LISTEN_SERVER,
      .protocols = protocols,
      .alpn = "http/1.1",
      .ssl_cipher_list = SUITES,
      .timeout_secs_ah_idle = PATIENCE,
      .keepalive_timeout = REST,
      .retry_and_idle_policy = &silence,
      // Pages show no certificate; loading the system's list of authorities was two thirds of the cost of a start.
      .options = tls | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS,
  };
  return lws_create_vhost(server->context, &info);
}

static int make_hosts(struct web_server *server) {
  uint64_t tls = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX;
  struct lws_context_creation_info info = {
      .user = server,
      .timeout_secs = PATIENCE,
      .max_http_header_data = HEADS,
      .pt_serv_buf_size = TLS_RECORD,
      .max_http_header_pool = WEB_CONNECTION_LIMIT,
      .fd_limit_per_thread = WEB_CONNECTION_LIMIT + 16,
      .options = tls | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
  };
  lws_set_log_level(0, NULL);
  server->context = lws_create_context(&info);
  if (server->context == NULL) return -ENOMEM;
  server->host = make_host(server, "secure", tls);
  server->plain = make_host(server, "plain", 0);
  return server->host == NULL || server->plain == NULL ? -EINVAL : 0;
}

/* Makes libwebsockets wait for a copy of `descriptor` too, which libwebsockets closes. */
static int wait_for(struct web_server *server, int descriptor) {
  lws_sock_file_fd_type file = {.filefd = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)};
  if (file.filefd < 0) return -errno;
  if (lws_adopt_descriptor_vhost(server->host, LWS_ADOPT_RAW_FILE_DESC, file, NULL, NULL) != NULL) return 0;
  close(file.filefd);
  return -ENOMEM;
}

int web_create(const struct web_settings *settings, struct web_server **created) {
  struct web_server *server = calloc(1, sizeof *server);
  if (server == NULL) return -ENOMEM;
  server->settings = *settings;
  int result = make_hosts(server);
  if (result == 0) result = wait_for(server, server->settings.descriptor);
  server->settings.key = server->settings.certificate = NULL;
  if (result != 0) {
    web_destroy(server);
    return result;
  }
  *created = server;
  return 0;
}

void web_destroy(struct web_server *server) {
  server->settings.listener = NULL;  // which is told nothing any more
  if (server->context != NULL) lws_context_destroy(server->context);
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) free(server->connections[index]);
  web_forget_domain(server);
  free(server);
}

int web_service(struct web_server *server) {
  int result = lws_service(server->context, 0);
  web_end_talkers(server);
  return result < 0 ? -EIO : 0;
}

uint64_t web_refusals(const struct web_server *server) { return server->refusals; }
