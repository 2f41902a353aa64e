/** A host's key: `bph_{id}_{secret}`. */
const KEY = /^bph_([1-9]\d{0,14})_[\w-]{43}$/;

/** The id in a host's key, or null when it is no key. */
export function hostIdOf(key: string): number | null {
  const id = KEY.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

/** A name that a host gives a call (its Idempotency-Key), or the site a token. */
export const isCallKey = (text: string): boolean => /^[\w-]{8,64}$/.test(text);
