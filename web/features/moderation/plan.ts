import { CASE_ACTS, type CaseAct } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { caseText as text } from "#web/text/cases.ts";

interface Plan {
  type: ReportType;
  username: string;
  acts: readonly CaseAct[];
  /** How long a ban is, in words. */
  length: string;
  /** Where a thread is moved to, in words. */
  subforum: string;
  reporters: number;
}

/** What a decision will do, in one sentence, in the order in which it is offered. */
export function planOf({ type, username, acts, length, subforum, reporters }: Plan): string {
  // A rejected texture is out of the lists, too.
  const chosen = CASE_ACTS.filter(
    (act) => acts.includes(act) && !(act === "hide" && acts.includes("reject")),
  );
  if (chosen.length === 0) return text.nothingChosen;
  const parts = chosen.map((act) => text.plan[act](type, username, length, subforum));
  return text.will([...parts, text.planTell(reporters)]);
}

/** A reason with a template's text: in place of an untouched one, else after what was typed. */
export function withTemplate(reason: string, template: string, templates: readonly string[]): string {
  const typed = reason.trim();
  if (!template) return reason;
  return !typed || templates.includes(typed) ? template : `${typed}\n${template}`;
}
