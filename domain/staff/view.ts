import { isCalendarDay } from "../calendar-day.ts";
import { AUDIT_SUBJECTS } from "./types.ts";

/** The state of the audit log as its URL and its request have it. Empty fields don't filter. */
export interface AuditView {
  /** The staff member's username. */
  actor: string;
  action: string;
  subject_type: (typeof AUDIT_SUBJECTS)[number] | "";
  /** The subject's id; for users also the name. */
  subject: string;
  /** Days in UTC, inclusive: YYYY-MM-DD. */
  from: string;
  until: string;
  search: string;
  /** Only entries older than this one. */
  before: string;
}

const DAY = { test: isCalendarDay };
const FIELDS = {
  actor: /^[A-Za-z0-9_]{3,20}$/,
  action: /^[a-z_]{1,30}\.[a-z_-]{1,30}$/,
  subject_type: new RegExp(`^(?:${AUDIT_SUBJECTS.join("|")})$`),
  subject: /^[A-Za-z0-9_]{1,60}$/,
  from: DAY,
  until: DAY,
  search: /^.{1,100}$/su,
  before: /^[1-9]\d{0,14}$/,
} as const satisfies Record<keyof AuditView, Pick<RegExp, "test">>;
const NAMES = Object.keys(FIELDS) as (keyof AuditView)[];

export function readAuditView(query: URLSearchParams): AuditView {
  const entries = NAMES.map((name) => {
    const value = (query.get(name) ?? "").trim();
    return [name, FIELDS[name].test(value) ? value : ""] as const;
  });
  const view = Object.fromEntries(entries) as unknown as AuditView;
  // An id means nothing without its type.
  return view.subject_type ? view : { ...view, subject: "" };
}

export function writeAuditView(view: Partial<AuditView>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (view[name]) query.set(name, view[name]);
  const text = query.toString();
  return text ? `?${text}` : "?";
}

/** The URL of the audit entries about a user. */
export const auditUrl = (username: string): string =>
  `/staff/audit${writeAuditView({ subject_type: "user", subject: username })}`;
