/** A host's key: `bph_{id}_{secret}`. */
const KEY = /^bph_([1-9]\d{0,14})_[\w-]{43}$/;

/** The id in a host's key, or null if the key is malformed. */
export function hostIdOf(key: string): number | null {
  const id = KEY.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

/** Whether a text can be a host's Idempotency-Key or a token's id. */
export const isRequestKey = (text: string): boolean => /^[\w-]{8,64}$/.test(text);
