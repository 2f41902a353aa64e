import * as z from "zod/mini";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";

export interface ForumDraft {
  title: string;
  body: string;
  /** The id of the quoted reply. */
  quote: number | null;
}

const stored = z.object({
  title: z.string(),
  body: z.string(),
  quote: z.nullable(z.int()),
  at: z.number(),
});
export type StoredForumDraft = z.infer<typeof stored>;

/** The purpose of the draft: a reply to a thread, a new thread in a subforum, an edit of a reply or of a thread. */
export type DraftPlace = `thread:${number}` | `subforum:${number}` | `reply:${number}` | `edit:${number}`;

/** Returns the storage key of a draft. It contains the user, because others can sign in on this browser. */
export const forumDraftKey = (userId: number, place: DraftPlace): string =>
  `bopolis-draft:${userId}:${place}`;

/** Parses a stored draft; null if there is none or it is invalid. */
export function parseForumDraft(value: string | null): StoredForumDraft | null {
  return z.safeParse(stored, parseStored(value)).data ?? null;
}

export const isSameDraft = (a: ForumDraft, b: ForumDraft): boolean =>
  a.title === b.title && a.body === b.body;

export function readForumDraft(key: string): StoredForumDraft | null {
  return parseForumDraft(deviceStorage.get(key));
}

/** Stores a draft, or deletes it if null. Returns false if storage is blocked or full. */
export function writeForumDraft(key: string, draft: StoredForumDraft | null): boolean {
  return deviceStorage.set(key, draft && JSON.stringify(draft));
}
