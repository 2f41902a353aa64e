import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { readMessageId } from "#domain/conversations/ids.ts";
import type { CaseAct } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import type { Env } from "../env.ts";
import { conversationOf } from "../live/stubs.ts";

/** A reported thing as it is now. */
export interface Thing {
  present: boolean;
  /** What has been done with it already, or has nothing to be done to. */
  done: CaseAct[];
  /** What of it an act may change. */
  state: Record<string, unknown>;
}

interface ThingRow {
  state: string;
  done: CaseAct | null;
}

const GONE: Thing = { present: false, done: [], state: {} };

/** What is there of a thing that is still there. Messages are in no table. */
function thingQuery(type: ReportType, target: string): Statement<ThingRow> {
  const id = Number(target);
  switch (type) {
    case "level":
      return statement(sql`select json_object('visibility', visibility) as state,
          case when visibility = 'private' then 'remove' end as done
        from levels where id = ${id} and visibility <> 'deleted'`);
    case "item":
      return statement(sql`select json_object('state', state) as state,
          case when state <> 'shown' then 'hide' end as done
        from items where id = ${id} and state <> 'rejected'`);
    case "comment":
      return statement(sql`select json_object('body', body) as state, null as done
        from comments where id = ${id} and deleted_at is null`);
    case "thread":
      return statement(sql`select json_object('title', title, 'subforum_id', subforum_id, 'locked', locked) as state,
          case when locked = 1 then 'lock' end as done
        from threads where id = ${id} and deleted_at is null`);
    case "reply":
      return statement(sql`select json_object('body', r.body) as state, null as done
        from replies r cross join threads t on t.id = r.thread_id
        where r.id = ${id} and r.deleted_at is null and t.deleted_at is null`);
    case "user":
      return statement(sql`select json_object('bio', bio) as state, case when bio = '' then 'remove' end as done
        from users where id = ${id} and deleted_at is null`);
    default:
      return statement(sql`select '{}' as state, null as done where false`);
  }
}

/** The queries that find a thing, and what makes one of their rows. */
export function lookUpThing(env: Env, type: ReportType, target: string) {
  const message = type === "message" ? messageStands(env, target) : null;
  return {
    query: thingQuery(type, target),
    read: async (row: ThingRow | undefined): Promise<Thing> => {
      if (message) return { ...GONE, present: await message };
      if (!row) return GONE;
      const state = JSON.parse(row.state) as Record<string, unknown>;
      return { present: true, done: row.done ? [row.done] : [], state };
    },
  };
}

async function messageStands(env: Env, target: string): Promise<boolean> {
  const id = readMessageId(target);
  const message = id && (await conversationOf(env, id.low, id.high).message(id.number));
  return message ? !message.deleted : false;
}
