// The form of a ticket and of a browser's secret: 128 bits in base64url.

const SECRET = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Returns whether `text` can be a ticket or a secret. */
export const isSecret = (text) => SECRET.test(text ?? "");
