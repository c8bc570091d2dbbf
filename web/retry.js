// Loads the page again if a part of it does not arrive, as on a phone that changes networks. Without this file, the page stays as it is.

addEventListener("error", ({ target }) => {
  if (["LINK", "SCRIPT"].includes(target.tagName)) setTimeout(() => location.reload(), 1000);
}, true);
