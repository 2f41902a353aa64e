import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { readMessageId } from "#domain/conversations/ids.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { CLOSE } from "#domain/live/frames.ts";
import type { decideCaseRoute } from "#domain/moderation/api.ts";
import { CLAIM_LASTS, caseActs } from "#domain/moderation/rules.ts";
import type { CaseAct } from "#domain/moderation/types.ts";
import type { Call } from "../http/handle.ts";
import { isBanned } from "../http/session.ts";
import { cutQuietly } from "../live/access.ts";
import { conversationOf } from "../live/stubs.ts";
import { queueNotices } from "../notifications/queue.ts";
import { actStatements, type Decision } from "./acts.ts";
import { auditEntry } from "./audit.ts";
import { readUntil } from "./ban-commands.ts";
import { admitted, subjectOf } from "./case-details.ts";
import { caseQuery, type Done, type WholeCaseRow } from "./case-queries.ts";
import { reporterNotices, subjectNotice } from "./notices.ts";
import { lookUpThing } from "./things.ts";

type DecideCall = Call<typeof decideCaseRoute>;

/** A case that is open and that nobody else has taken on of late. */
export const isFree = (me: number, now: number): SQL =>
  sql`(state = 'open' and (claimed_by is null or claimed_by = ${me} or claimed_at < ${now - CLAIM_LASTS}))`;

const decidedMeanwhile = () =>
  new ApiError("conflict", {
    message: "Somebody else has this report, or has decided it. Look at it again.",
  });

/** What is kept of a decision: what was ordered, each act once. */
const doneBy = ({ input }: DecideCall): Done => ({ acts: [...new Set(input.acts)], reason: input.reason });

/**
 * Whether a case has been decided just so by whoever asks: a browser whose connection breaks sends a call once more, unasked.
 * Then it is answered as it would have been.
 */
const isAgain = ({ decided_by, acts }: WholeCaseRow, call: DecideCall): boolean =>
  decided_by === call.viewer.id && acts === JSON.stringify(doneBy(call));

/** What was ordered, held against what can be done; answers when a ban ends. */
function checkOrder(
  { input, now }: DecideCall,
  acts: readonly CaseAct[],
  can: readonly CaseAct[],
  place: unknown,
): number | null {
  const impossible = acts.filter((act) => !can.includes(act));
  if (impossible.some((act) => act === "warn" || act === "ban"))
    throw new ApiError("forbidden", { message: "You can't warn or ban this person." });
  if (impossible.length)
    throw fieldError("acts", `That can't be done here, or not any more: ${impossible.join(", ")}.`);
  if (!input.reason && acts.some((act) => act === "warn" || act === "ban"))
    throw fieldError("reason", "Reason is required: the person is told why.");
  if (acts.includes("move") && (input.subforum_id === undefined || input.subforum_id === place))
    throw fieldError("subforum_id", "Choose another subforum to move it to.");
  return acts.includes("ban") ? readUntil(input.until, now) : null;
}

const findCase = async ({ params, gate, viewer }: DecideCall): Promise<WholeCaseRow> => {
  const [[found]] = await gate.read(caseQuery(params.id));
  return admitted(found, viewer);
};

/** Decides a case; answers what whoever has decided is told. */
export async function decideCase(call: DecideCall): Promise<string> {
  const { env, now } = call;
  const { acts } = call.input;
  const found = await findCase(call);
  const isDone = found.state === "open" && (await decideOpen(call, found));
  // What could not be done now was decided before, or has just been.
  const row = isDone || found.state === "decided" ? found : await findCase(call);
  if (!isDone && !isAgain(row, call)) throw decidedMeanwhile();
  if (acts.includes("ban") && (isDone || isBanned(row, now)))
    await cutQuietly(env, row.subject_id, CLOSE.banned);
  return acts.length
    ? "It is done, and everybody who reported it will be told."
    : "The report has been dismissed.";
}

/**
 * Decides an open case: everything is one batch under the condition that the case is still to be decided, so of two decisions
 * at once one is done; answers whether it was this one. A message is taken away before, which does no harm twice; the case is
 * held meanwhile.
 */
async function decideOpen(call: DecideCall, row: WholeCaseRow): Promise<boolean> {
  const { params, input, gate, viewer, env, now } = call;
  const { id } = params;
  const done = doneBy(call);
  const { acts } = done;
  const { query, read } = lookUpThing(env, row.type, row.target);
  const [[thingRow]] = await gate.read(query);
  const thing = await read(thingRow);
  const subject = subjectOf(row);
  // A message that has gone already may be taken away again, should the first time have ended half way.
  const present = thing.present || row.type === "message";
  const can = caseActs(viewer, { type: row.type, subject, ...thing, present });
  const until = checkOrder(call, acts, can, thing.state.subforum_id);
  if (row.type === "message" && acts.includes("remove") && !(await removeMessage(call, row.target)))
    return false;

  const when = sql`exists (select 1 from cases where id = ${id} and ${isFree(viewer.id, now)})`;
  const { reason, subforum_id } = input;
  const decision: Decision = {
    case: row,
    subject,
    thing,
    staff: viewer,
    reason,
    until,
    subforum_id,
    now,
    when,
  };
  const acted = acts.length > 0;
  const outcome = acted ? "acted" : "dismissed";
  const notice = subjectNotice(row, acts, { reason, subforum_id });
  const answers = await gate.write(
    auditEntry(
      {
        actor_id: viewer.id,
        action: acted ? "case.decide" : "case.dismiss",
        subject_type: "case",
        subject_id: id,
        reason,
        details: { type: row.type, target: row.target, user_id: row.subject_id, acts },
        before: { state: "open", claimed_by: row.claimed_by },
        after: { state: "decided", outcome },
      },
      now,
      when,
    ),
    ...acts.flatMap((act) => actStatements(act, decision)),
    ...queueNotices(acted ? [{ user_id: row.subject_id, notice }] : [], now, when),
    reporterNotices(row, acted, now, when),
    statement(sql`update cases set state = 'decided', outcome = ${outcome}, acts = ${JSON.stringify(done)},
        decided_by = ${viewer.id}, decided_at = ${now} where id = ${id} and ${isFree(viewer.id, now)} returning id`),
  );
  return answers.at(-1)?.length === 1;
}

/**
 * Takes a case on for as long as its message is taken away: nobody else decides it otherwise meanwhile. Answers whether it
 * could be taken on.
 */
async function removeMessage(
  { params, gate, viewer, env, now }: DecideCall,
  target: string,
): Promise<boolean> {
  const [held] = await gate.write(
    statement<{ id: number }>(sql`update cases set claimed_by = ${viewer.id}, claimed_at = ${now}
      where id = ${params.id} and ${isFree(viewer.id, now)} returning id`),
  );
  const message = readMessageId(target);
  if (held.length === 0 || !message) return false;
  await conversationOf(env, message.low, message.high).remove(message.number, viewer.id);
  return true;
}
