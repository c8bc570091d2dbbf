// Makes names safe to show, whatever the host passes on.

const SEEN = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]/u;
// The characters that control the direction of text, or break a line. Joiners are not among them, as emoji and some scripts need them.
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** Returns a name without characters that affect other text; "" if it is not a name, or if nothing visible remains. */
export const visible = (name) => (typeof name === "string" && SEEN.test(name) ? name.replace(CONTROLS, "").trim() : "");
