import { sql, statement } from "#db/database.ts";
import { blockListRoute, deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { changeRelationship, unbuddyStatements } from "../buddies/commands.ts";
import { findOtherUser } from "../buddies/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { readOwnList } from "../users/own-lists.ts";
import { presentUserWithPresence } from "../users/present.ts";

type Change = Parameters<typeof changeRelationship>;

async function unblock(call: Change[0], me: Change[1], other: Change[2] & { username: string }) {
  const unblocked = statement`delete from blocks where user_id = ${me.id} and blocked_id = ${other.id}`;
  await changeRelationship(call, me, other, [unblocked]);
  return { message: `${other.username} is unblocked.`, blocked: false };
}

export function blockRoutes(app: HonoApp): void {
  handle(app, blockListRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.blocks;
    const { rows, total } = await readOwnList(gate, "blocks", sql`${viewer.id}`, { ...input, size });
    return {
      data: rows.map((row) => presentUserWithPresence(row, now)),
      ...paginationLinks(request, input.page, size, total),
    };
  });

  handle(app, toggleBlockRoute, async (call) => {
    const { viewer, now } = call;
    const other = await findOtherUser(call.gate, viewer, call.params.username);
    // Two clicks at once read the same state and do the same.
    if (other.blocks_them) return unblock(call, viewer, other);
    await changeRelationship(call, viewer, other, [
      statement`insert into blocks (user_id, blocked_id, created_at) values (${viewer.id}, ${other.id}, ${now})
        on conflict do nothing`,
      ...unbuddyStatements(viewer, other),
    ]);
    return { message: `${other.username} is blocked.`, blocked: true };
  });

  handle(app, deleteBlockRoute, async (call) => {
    const other = await findOtherUser(call.gate, call.viewer, call.params.username);
    return unblock(call, call.viewer, other);
  });
}
