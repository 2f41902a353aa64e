import { type SQL, type Statement, sql } from "#db/database.ts";
import { type ForumEffect, type MainEffect, storeEffects } from "../outbox/effects.ts";
import { replyStatements, threadStatements } from "./commands.ts";

/**
 * Statements that publish a held post as if its author had just sent it, with the effects of its approval. If its place was closed
 * or deleted meanwhile, they put it back into the queue instead.
 */
export function publishStatements(
  { held_id, author, post, context, effects }: Extract<ForumEffect, { type: "publish" }>,
  now: number,
  when: SQL,
): Statement[] {
  const more = { context, effects };
  const { insert, isInserted, finish } =
    post.kind === "thread"
      ? threadStatements(author, post, more, now, when)
      : replyStatements(author, post, more, now, when);
  const heldBack: MainEffect = { type: "held_back", held_id };
  return [
    ...(Object.values(insert) as Statement[]),
    ...finish,
    ...storeEffects("main", [heldBack], now, sql`${when} and not ${isInserted}`),
  ];
}
