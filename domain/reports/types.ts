export const REPORT_TYPES = ["level", "comment", "message", "item", "thread", "reply", "user"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_REASONS = [
  "harassment",
  "hate",
  "sexual",
  "violence",
  "personal information",
  "scam",
  "spam",
  "stolen work",
  "cheating",
  "other",
] as const;
