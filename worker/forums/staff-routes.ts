import { sql } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { lockThreadRoute, moveThreadRoute, pinThreadRoute } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { lockThreadStatements, moveThreadStatements, pinThreadStatement } from "./commands.ts";
import { runForumAction } from "./forum-action.ts";
import { type ThreadRow, threadQuery } from "./queries.ts";
import { visibleThread } from "./visible-thread.ts";

async function findThread(gate: SessionGate, id: number, viewer: Actor): Promise<ThreadRow> {
  const found = await gate.forum.first(threadQuery(id, viewer));
  return visibleThread(found, viewer);
}

/** Thread actions for staff. */
export function forumStaffRoutes(app: HonoApp): void {
  handle(app, pinThreadRoute, async (call) => {
    const { id, user_id, title } = await findThread(call.gate, call.params.id, call.viewer);
    const { pinned } = call.input;
    await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: pinned ? "pin" : "unpin",
        url: threadUrl(id),
        name: title,
        before: { title, pinned: !pinned },
        after: { title, pinned },
        when: sql`exists (select 1 from threads where id = ${id} and pinned <> ${pinned ? 1 : 0})`,
      },
      [pinThreadStatement(id, pinned)],
      threadQuery(id, call.viewer),
    );
    return { message: pinned ? "The thread is pinned." : "The thread is no longer pinned.", pinned };
  });

  handle(app, lockThreadRoute, async (call) => {
    const { id, user_id, title } = await findThread(call.gate, call.params.id, call.viewer);
    const { locked } = call.input;
    await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: locked ? "lock" : "unlock",
        url: threadUrl(id),
        name: title,
        before: { title, locked: !locked },
        after: { title, locked },
        when: sql`exists (select 1 from threads where id = ${id} and locked <> ${locked ? 1 : 0})`,
        noticeTitle: `Your thread ${title} was ${locked ? "locked" : "opened again"} by our staff.`,
      },
      lockThreadStatements(id, locked),
      threadQuery(id, call.viewer),
    );
    return { message: locked ? "The thread is locked." : "The thread is open.", locked };
  });

  handle(app, moveThreadRoute, async (call) => {
    const {
      id,
      user_id,
      title,
      subforum_id: from,
    } = await findThread(call.gate, call.params.id, call.viewer);
    const to = call.input.subforum_id as SubforumId;
    const { name } = SUBFORUMS[to];
    await runForumAction(
      call,
      {
        kind: "thread",
        id,
        author_id: user_id,
        action: "move",
        url: threadUrl(id),
        name: title,
        before: { title, subforum: SUBFORUMS[from].name },
        after: { title, subforum: name },
        when: sql`exists (select 1 from threads where id = ${id} and subforum_id <> ${to})`,
        noticeTitle: `Your thread ${title} was moved to ${name} by our staff.`,
      },
      moveThreadStatements(id, to),
      threadQuery(id, call.viewer),
    );
    return { message: `The thread is in ${name} now.`, subforum_id: to };
  });
}
