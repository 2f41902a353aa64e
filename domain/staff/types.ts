/** Subjects of audit entries, by their stored names. */
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
