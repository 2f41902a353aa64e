import * as z from "zod/mini";

/** What somebody was about to say. */
export interface Draft {
  title: string;
  body: string;
  /** The reply that is quoted in it. */
  quote: number | null;
}

const stored = z.object({
  title: z.string(),
  body: z.string(),
  quote: z.nullable(z.int()),
  at: z.number(),
});
export type StoredDraft = z.infer<typeof stored>;

/** Where it is written: a thread that is answered, a subforum for a new one, a reply or a thread that is changed. */
export type Place = `thread:${number}` | `subforum:${number}` | `reply:${number}` | `edit:${number}`;

/** An account's own, so that whoever else signs in here does not see it. */
export const draftKey = (userId: number, place: Place): string => `bopolis-draft:${userId}:${place}`;

/** A draft as it is kept; null where there is none, or one that can't be read. */
export function parseDraft(value: string | null): StoredDraft | null {
  try {
    return z.safeParse(stored, JSON.parse(value ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

export const isSame = (a: Draft, b: Draft): boolean => a.title === b.title && a.body === b.body;

export function readDraft(key: string): StoredDraft | null {
  try {
    return parseDraft(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Keeps a draft, or with null forgets it; false where the browser would not. */
export function writeDraft(key: string, draft: StoredDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
