import { type Statement, statement } from "#db/database.ts";
import { parseMessageId } from "#domain/conversations/ids.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { findConversation } from "../conversations/find-conversation.ts";
import type { SessionGate } from "../http/session-gate.ts";

/** The current state of reported content. */
export interface ReportedContent {
  present: boolean;
  /** Actions that were taken already or would have no effect. */
  done: CaseAction[];
  /** The fields that an action can change. */
  state: Record<string, unknown>;
}

interface ContentRow {
  state: string;
  done: CaseAction | null;
}

const DELETED: ReportedContent = { present: false, done: [], state: {} };

/** The query for content that still exists; null for messages, which aren't stored in D1. */
function contentQuery(type: ReportType, target: string): Statement<ContentRow> | null {
  const id = Number(target);
  switch (type) {
    case "level":
      return statement`select json_object('visibility', visibility) as state,
          case when visibility = 'private' then 'remove' end as done
        from levels where id = ${id} and visibility <> 'deleted'`;
    case "item":
      return statement`select json_object('state', state) as state,
          case when state <> 'shown' then 'hide' end as done
        from items where id = ${id} and state <> 'rejected'`;
    case "comment":
      return statement`select json_object('body', body) as state, null as done
        from comments where id = ${id} and deleted_at is null`;
    case "thread":
      return statement`select json_object('title', title, 'subforum_id', subforum_id, 'locked', locked) as state,
          case when locked = 1 then 'lock' end as done
        from threads where id = ${id} and deleted_at is null`;
    case "reply":
      return statement`select json_object('body', r.body) as state, null as done
        from replies r cross join threads t on t.id = r.thread_id
        where r.id = ${id} and r.deleted_at is null and t.deleted_at is null`;
    case "user":
      return statement`select json_object('bio', bio) as state, case when bio = '' then 'remove' end as done
        from users where id = ${id} and deleted_at is null`;
    default:
      return null;
  }
}

/** Where reported content is. */
const databaseOf = (type: ReportType): DatabaseName =>
  type === "thread" || type === "reply" ? "forum" : "main";

/** The query for reported content if this database has it. */
export const contentIn = (
  database: DatabaseName,
  type: ReportType,
  target: string,
): Statement<ContentRow> | null => (databaseOf(type) === database ? contentQuery(type, target) : null);

/** Turns a row of `contentIn` into the content's state. */
export function toContent(row: ContentRow | undefined): ReportedContent {
  if (!row) return DELETED;
  const state = JSON.parse(row.state) as Record<string, unknown>;
  return { present: true, done: row.done ? [row.done] : [], state };
}

/** Reads reported content that isn't in the main database; null if it is. */
export async function readElsewhere(
  env: Env,
  gate: SessionGate,
  type: ReportType,
  target: string,
): Promise<ReportedContent | null> {
  if (type === "message") return { ...DELETED, present: await messageExists(env, target) };
  const query = contentIn("forum", type, target);
  return query && toContent(await gate.forum.first(query));
}

export async function readContent(
  env: Env,
  gate: SessionGate,
  type: ReportType,
  target: string,
): Promise<ReportedContent> {
  const query = contentIn("main", type, target);
  return (
    (await readElsewhere(env, gate, type, target)) ?? toContent(query ? await gate.first(query) : undefined)
  );
}

async function messageExists(env: Env, target: string): Promise<boolean> {
  const id = parseMessageId(target);
  const conversation = id && (await findConversation(env, [id.low, id.high]));
  const message = id && (await conversation?.message(id.number));
  return message ? !message.deleted : false;
}
