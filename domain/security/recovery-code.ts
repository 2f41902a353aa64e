/** Number of recovery codes of an account. */
export const RECOVERY_CODES = 16;
/** 32 digits and letters, without ones that look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const GROUP_LENGTH = 4;
const GROUPS = 3;
/** Random bytes for a code, 5 bits of each: 60 bits. */
export const RECOVERY_BYTES = GROUP_LENGTH * GROUPS;

/** Formats a code: "k7dm-2xqf-0wz9". */
export function recoveryCode(bytes: ArrayLike<number>): string {
  const characters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return characters.replace(new RegExp(`.{${GROUP_LENGTH}}(?=.)`, "g"), "$&-");
}

/** Normalizes a typed code: ignores case and separators, and reads letters as the digits they look like. */
export const plainRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
