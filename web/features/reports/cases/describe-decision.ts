import { CASE_ACTIONS, type CaseAction } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { caseText as text } from "../text/case.ts";

interface DecisionPlan {
  type: ReportType;
  username: string;
  actions: readonly CaseAction[];
  /** The ban's length, in words. */
  length: string;
  /** The name of the thread's new subforum. */
  subforum: string;
  reporters: number;
}

/** Describes what a decision will do, in one sentence and in the order of the checkboxes. */
export function describeDecision(props: DecisionPlan): string {
  const { type, username, actions, length, subforum, reporters } = props;
  // Rejecting a texture also hides the item.
  const chosen = CASE_ACTIONS.filter(
    (action) => actions.includes(action) && !(action === "hide" && actions.includes("reject")),
  );
  if (chosen.length === 0) return text.nothingChosen;
  const parts = chosen.map((action) => text.plan[action](type, username, length, subforum));
  return text.will([...parts, text.planNotify(reporters)]);
}

export function applyTemplate(reason: string, template: string, templates: readonly string[]): string {
  const typed = reason.trim();
  if (!template) return reason;
  return !typed || templates.includes(typed) ? template : `${typed}\n${template}`;
}
