import { type Columns, type SQL, sql, statement } from "#db/database.ts";
import { parseMessageId } from "#domain/conversations/ids.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import type { decideCaseRoute } from "#domain/moderation/api.ts";
import { CLAIM_DURATION_MS, caseActions } from "#domain/moderation/rules.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import { notifyHosts } from "../hosts/notify-hosts.ts";
import type { Call } from "../http/handle.ts";
import { isBanned } from "../http/session.ts";
import { tryDisconnect } from "../live/notify.ts";
import { conversationStub } from "../live/stubs.ts";
import { queueNotices } from "../notifications/queue.ts";
import { TO_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import { auditEntry } from "./audit.ts";
import { hasRole, parseBanEnd } from "./ban-statements.ts";
import { caseActionStatements, type Decision } from "./case-actions.ts";
import { caseSubject, checkCaseAccess } from "./case-details.ts";
import { type CaseDetailsRow, caseQuery, type StoredDecision } from "./case-queries.ts";
import { reporterNotices, subjectNotice } from "./notices.ts";
import { readContent } from "./reported-content.ts";

type DecideCall = Call<typeof decideCaseRoute>;

/** Condition for an open case that no other moderator has claimed recently. */
export const isClaimable = (me: number, now: number): SQL =>
  sql`(state = 'open' and (claimed_by is null or claimed_by = ${me} or claimed_at < ${now - CLAIM_DURATION_MS}))`;

const alreadyDecidedError = () =>
  new ApiError("conflict", {
    message: "Someone else claimed or decided this report. Check it again.",
  });

/** The decision to store, each action once. */
const decisionOf = ({ input }: DecideCall): StoredDecision => ({
  actions: [...new Set(input.acts)],
  reason: input.reason,
});

/** Whether the moderator already decided exactly this: a browser's own retry gets the same response. */
const isRepeated = ({ decided_by, decision }: CaseDetailsRow, call: DecideCall): boolean =>
  decided_by === call.viewer.id && decision === JSON.stringify(decisionOf(call));

/** Checks the chosen actions against the possible ones. Returns when a ban ends. */
function checkActions(
  { input, now }: DecideCall,
  actions: readonly CaseAction[],
  can: readonly CaseAction[],
  place: unknown,
): number | null {
  const unavailable = actions.filter((action) => !can.includes(action));
  if (unavailable.some((action) => action === "warn" || action === "ban"))
    throw new ApiError("forbidden", { message: "You can't warn or ban this person." });
  if (unavailable.length)
    throw fieldError("acts", `You can't do that here, or can't anymore: ${unavailable.join(", ")}.`);
  if (!input.reason && actions.some((action) => action === "warn" || action === "ban"))
    throw fieldError("reason", "Reason is required. The person will see it.");
  if (actions.includes("move") && (input.subforum_id === undefined || input.subforum_id === place))
    throw fieldError("subforum_id", "Choose another subforum to move it to.");
  return actions.includes("ban") ? parseBanEnd(input.until, now) : null;
}

const findCase = async ({ params, gate, viewer }: DecideCall): Promise<CaseDetailsRow> => {
  const { found } = await gate.read({ found: caseQuery(params.id) });
  return checkCaseAccess(found[0], viewer);
};

/** Resolves a case; returns the message shown. `done` are actions that another case already took. */
export async function decideCase(call: DecideCall, done: readonly CaseAction[] = []): Promise<string> {
  const { env, now } = call;
  const { acts: actions } = call.input;
  const found = await findCase(call);
  const isDecidedNow = found.state === "open" && (await decideOpen(call, found, done));
  // If nothing was written, the case was decided earlier or concurrently.
  const row = isDecidedNow || found.state === "decided" ? found : await findCase(call);
  if (!isDecidedNow && !isRepeated(row, call)) throw alreadyDecidedError();
  if (isDecidedNow && row.type === "level" && actions.includes("remove"))
    call.defer(notifyHosts(env, Number(row.target), null));
  if (actions.includes("ban") && (isDecidedNow || isBanned(row, now)))
    await tryDisconnect(env, row.subject_id, CLOSE_CODES.banned);
  return actions.length ? "Done. Everyone who reported it will be notified." : "Report dismissed.";
}

/** Decides an open case if still undecided; returns whether it did. Removes a message before, claimed. */
async function decideOpen(call: DecideCall, row: CaseDetailsRow, done: readonly CaseAction[]) {
  const { params, input, gate, viewer, env, now } = call;
  const { id } = params;
  const stored = decisionOf(call);
  const { actions } = stored;
  const content = await readContent(env, gate, row.type, row.target);
  const subject = caseSubject(row);
  // A deleted message can be removed again, in case the first attempt failed halfway.
  const present = content.present || row.type === "message";
  const can = caseActions(viewer, { type: row.type, subject, ...content, present });
  const until = checkActions(call, actions, can, content.state.subforum_id);
  if (row.type === "message" && actions.includes("remove") && !(await removeMessage(call, row.target)))
    return false;

  const punishes = actions.includes("warn") || actions.includes("ban");
  const isUndecided = sql`${isClaimable(viewer.id, now)} and ${punishes ? hasRole(subject) : sql`true`}`;
  const when = sql`exists (select 1 from cases where id = ${id} and ${isUndecided})`;
  const { reason, subforum_id } = input;
  const decision: Decision = {
    case: row,
    subject,
    content,
    staff: viewer,
    reason,
    until,
    subforum_id,
    now,
    when,
  };
  const acted = actions.length > 0;
  const outcome = acted ? "acted" : "dismissed";
  const taken = actions.filter((action) => !done.includes(action));
  const notice = subjectNotice(row, taken, { reason, subforum_id });
  const { decided } = await writeWithEffects(call, TO_FORUM, {
    audit: auditEntry(now, {
      actor_id: viewer.id,
      action: acted ? "case.decide" : "case.dismiss",
      subject_id: id,
      reason,
      details: { type: row.type, target: row.target, user_id: row.subject_id, actions },
      before: { state: "open", claimed_by: row.claimed_by },
      after: { state: "decided", outcome },
      when,
    }),
    actions: taken.flatMap((action) => caseActionStatements(action, decision)),
    subjectNotice: queueNotices(taken.length > 0 ? [{ user_id: row.subject_id, notice }] : [], now, when),
    reporterNotices: reporterNotices(row, acted, now, when),
    decided: statement`update cases set state = 'decided', outcome = ${outcome}, decision = ${JSON.stringify(stored)},
        decided_by = ${viewer.id}, decided_at = ${now} where id = ${id} and ${isUndecided} returning id`,
  });
  return decided.length === 1;
}

/** Claims the case while its message is removed. Returns whether the claim succeeded. */
async function removeMessage({ params, gate, viewer, env, now }: DecideCall, target: string) {
  const { held } = await gate.write({
    held: statement<Columns<"cases", "id">>`update cases set claimed_by = ${viewer.id}, claimed_at = ${now}
      where id = ${params.id} and ${isClaimable(viewer.id, now)} returning id`,
  });
  const message = parseMessageId(target);
  if (held.length === 0 || !message) return false;
  await conversationStub(env, message.low, message.high).remove(message.number, viewer.id);
  return true;
}
