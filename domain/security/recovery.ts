/** How many recovery codes there are at a time. */
export const RECOVERY_CODES = 16;
/** 32 digits and letters without those that are taken for one another. */
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";
const GROUP = 4;
const GROUPS = 3;
/** Random bytes that a code is made of, five bits of each: 60 bits. */
export const RECOVERY_BYTES = GROUP * GROUPS;

/** A code as it is shown: "k7dm-2xqf-0wz9". */
export function recoveryCode(bytes: ArrayLike<number>): string {
  const signs = Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join("");
  return signs.replace(new RegExp(`.{${GROUP}}(?=.)`, "g"), "$&-");
}

/** What of a code counts: however it was typed, and with letters read as the digits they look like. */
export const plainRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
