import { undoRemovalRoute } from "#domain/moderation/api.ts";
import type { RemovalType } from "#domain/moderation/types.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { undoRemoval } from "./undo.ts";

export function undoRoutes(app: HonoApp): void {
  handle(app, undoRemovalRoute, async (call) => {
    const { removalType, target } = call.params;
    return { message: await undoRemoval(call, removalType as RemovalType, target, call.input.reason) };
  });
}
