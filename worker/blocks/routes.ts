import { sql } from "drizzle-orm";
import { blockListRoute, deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { act } from "../buddies/commands.ts";
import { otherNamed } from "../buddies/queries.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { listOwn } from "../users/own-lists.ts";
import { presentPresentUser } from "../users/present.ts";
import { block, unblock } from "./commands.ts";

const unblocked = (username: string) => ({ message: `${username} is not blocked any more.`, blocked: false });

export function blockRoutes(app: App): void {
  handle(app, blockListRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.blocks;
    const { rows, total } = await listOwn(gate, "blocks", sql`${viewer.id}`, { ...input, size });
    return {
      data: rows.map((row) => presentPresentUser(row, now)),
      ...pageLinks(request, input.page, size, total),
    };
  });

  handle(app, toggleBlockRoute, async (call) => {
    const { viewer, now } = call;
    const other = await otherNamed(call.gate, viewer, call.params.username);
    // Pressed twice at once, both find the same and do the same.
    if (other.blocks_them) {
      await act(call, viewer, other, unblock(viewer, other));
      return unblocked(other.username);
    }
    await act(call, viewer, other, block(viewer, other, now));
    return { message: `${other.username} is blocked.`, blocked: true };
  });

  handle(app, deleteBlockRoute, async (call) => {
    const other = await otherNamed(call.gate, call.viewer, call.params.username);
    await act(call, call.viewer, other, unblock(call.viewer, other));
    return unblocked(other.username);
  });
}
