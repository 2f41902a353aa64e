import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import { seeWarningRoute, standingRoute } from "#domain/moderation/api.ts";
import { MAX_COUNTED_AHEAD } from "#domain/moderation/rules.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { isActiveBan, presentBan } from "./ban-statements.ts";

type Standing = OutputOf<typeof standingRoute>;

/** Only the newest warnings and held posts are shown. */
const MAX_WARNINGS = 50;
const MAX_HELD_POSTS = 20;

type AppealRow = Columns<"appeals", "id" | "body" | "state" | "answer" | "created_at">;

type WarningRow = Columns<"warnings", "id" | "reason" | "created_at" | "seen_at">;

type HeldRow = Omit<Standing["held"][number], "ahead" | "created_at_formatted" | "created_at"> &
  Columns<"held_posts", "created_at">;

const appealQuery = (me: number, now: number): Statement<AppealRow> =>
  statement`select id, body, state, answer, created_at from appeals
    where ban_id = (select max(id) from bans indexed by bans_holding where ${isActiveBan(me, now)})`;

const warningsQuery = (me: number): Statement<WarningRow> =>
  statement`select id, reason, created_at, seen_at from warnings where user_id = ${me} order by id desc limit ${MAX_WARNINGS}`;

type QueueRow = Columns<"appeals" | "held_posts", "id">;

/** The first entries of the queue, in order, if the user has an entry in it; they give the user's position. */
const queueHeadQuery = (table: "appeals" | "held_posts", me: number): Statement<QueueRow> => {
  const from = sql.identifier(table);
  return statement`select id from ${from} where state = 'waiting' and id < (
      select max(id) from (select id, state from ${from} where user_id = ${me} order by id desc limit ${MAX_HELD_POSTS}) where state = 'waiting')
    order by id limit ${MAX_COUNTED_AHEAD}`;
};

const countAhead = (id: number, state: string, head: readonly QueueRow[]): number =>
  state === "waiting" ? head.filter((entry) => entry.id < id).length : 0;

export function standingRoutes(app: HonoApp): void {
  handle(app, standingRoute, async ({ gate, viewer, now }) => {
    const { id } = viewer;
    const { appeal, warnings, held, appealHead, heldHead } = await gate.read({
      appeal: first(appealQuery(id, now)),
      warnings: warningsQuery(id),
      held: statement<HeldRow>`select id, kind, title, body, state, reason, created_at from held_posts
        where user_id = ${id} order by id desc limit ${MAX_HELD_POSTS}`,
      appealHead: queueHeadQuery("appeals", id),
      heldHead: queueHeadQuery("held_posts", id),
    });
    const account = await gate.member();
    const ban = presentBan(account, now);
    return {
      banned: ban && {
        ...ban,
        appeal: appeal
          ? {
              body: appeal.body,
              state: appeal.state,
              ahead: countAhead(appeal.id, appeal.state, appealHead),
              answer: appeal.answer,
              ...createdTimes(appeal.created_at),
            }
          : null,
        ...createdTimes(account.banned_at ?? now),
      },
      warnings: warnings.map(({ seen_at, created_at, ...warning }) => ({
        ...warning,
        seen: seen_at !== null,
        ...createdTimes(created_at),
      })),
      held: held.map(({ created_at, ...post }) => ({
        ...post,
        ahead: countAhead(post.id, post.state, heldHead),
        ...createdTimes(created_at),
      })),
    };
  });

  handle(app, seeWarningRoute, async ({ params, gate, viewer, now }) => {
    const own = sql`id = ${params.id} and user_id = ${viewer.id}`;
    const { warning } = await gate.write(
      {
        warnings: statement`update warnings set seen_at = ${now} where ${own} and seen_at is null`,
        warning: first<Columns<"warnings", "id">>`select id from warnings where ${own}`,
      },
      { idempotent: true },
    );
    if (!warning) throw new ApiError("not_found", { message: "This warning doesn't exist." });
    return { message: "Thanks for reading it." };
  });
}
