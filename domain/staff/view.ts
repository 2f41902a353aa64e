import { AUDIT_SUBJECTS } from "./types.ts";

/** What the audit log shows, as its address has it and as it asks for it; what is empty does not matter. */
export interface AuditView {
  /** Who did it, by name. */
  actor: string;
  action: string;
  subject_type: (typeof AUDIT_SUBJECTS)[number] | "";
  /** Id of what it was done to; of a user the name, too. */
  subject: string;
  /** Days in UTC, both included: YYYY-MM-DD. */
  from: string;
  until: string;
  search: string;
  /** Only what is older than this entry: the page that follows it. */
  before: string;
}

export const DAY = /^\d{4}-\d\d-\d\d$/;
const FIELDS = {
  actor: /^[A-Za-z0-9_]{3,20}$/,
  action: /^[a-z_]{1,30}\.[a-z_-]{1,30}$/,
  subject_type: new RegExp(`^(?:${AUDIT_SUBJECTS.join("|")})$`),
  subject: /^[A-Za-z0-9_]{1,60}$/,
  from: DAY,
  until: DAY,
  search: /^.{1,100}$/su,
  before: /^[1-9]\d{0,14}$/,
} as const satisfies Record<keyof AuditView, RegExp>;
const NAMES = Object.keys(FIELDS) as (keyof AuditView)[];

/** Reads the log's address; what means nothing is left out. */
export function readAuditView(query: URLSearchParams): AuditView {
  const entries = NAMES.map((name) => {
    const value = (query.get(name) ?? "").trim();
    return [name, FIELDS[name].test(value) ? value : ""] as const;
  });
  const view = Object.fromEntries(entries) as unknown as AuditView;
  // An id alone names nothing.
  return view.subject_type ? view : { ...view, subject: "" };
}

/** The address's query of a view: what is empty is left out. */
export function writeAuditView(view: Partial<AuditView>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (view[name]) query.set(name, view[name]);
  const text = query.toString();
  return text ? `?${text}` : "?";
}

/** The log's entries about somebody. */
export const auditOf = (username: string): string =>
  `/staff/audit${writeAuditView({ subject_type: "user", subject: username })}`;
