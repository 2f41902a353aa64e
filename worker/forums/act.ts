import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/client.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import type { RequestContext } from "../http/handle.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { staffNotice } from "./notices.ts";

/** Something that is done with a thread or a reply. */
interface ForumAct {
  kind: "thread" | "reply";
  id: number;
  /** Whose it is. */
  author_id: number;
  act: "delete" | "restore" | "pin" | "unpin" | "lock" | "unlock" | "move";
  /** Whether it would change anything: a condition that the act itself ends, so that twice is once. */
  when: SQL;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** What its author is told where staff do it, and where that leads. */
  words?: string;
  url: string;
}

/** Whether staff do it as staff: what they do with their own is theirs, but for what only staff can do. */
const isStaffAct = ({ author_id, act }: ForumAct, actor: Actor): boolean =>
  isStaff(actor) && (author_id !== actor.id || (act !== "delete" && act !== "restore"));

/** Does it in one batch with staff's note and the word to its author; answers the last statement's first row. */
export async function carryOut(
  {
    gate,
    env,
    now,
    defer,
    viewer,
  }: Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor },
  done: ForumAct,
  statements: readonly Statement[],
): Promise<unknown> {
  const { kind, id, author_id, act, when, before, after, words, url } = done;
  const asStaff = isStaffAct(done, viewer);
  const note = {
    ...{ actor_id: viewer.id, action: `${kind}.${act}` as const },
    ...{ subject_type: kind, subject_id: id, before, after },
  };
  const notices = asStaff && words ? staffNotice(author_id, viewer, `${kind}:${id}`, words, url) : [];
  const answers = await gate.write(
    ...(asStaff ? [auditEntry(note, now, when)] : []),
    ...queueNotices(notices, now, when),
    ...statements,
  );
  if (notices.length > 0) defer(deliverNotices(env));
  return answers.at(-1)?.[0];
}
