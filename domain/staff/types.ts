/** What staff do something with, as the audit log calls it, and where it names it. */
export const AUDIT_SUBJECTS = [
  "user",
  "level",
  "item",
  "comment",
  "rating",
  "message",
  "thread",
  "reply",
  "case",
  "word",
  "run",
  "event",
  "challenge",
  "host",
  "site",
] as const;
