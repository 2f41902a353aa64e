import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import { seeWarningRoute, standingRoute } from "#domain/moderation/api.ts";
import { MOST_AHEAD } from "#domain/moderation/rules.ts";
import { timesOf } from "#domain/time.ts";
import { type App, handle } from "../http/handle.ts";
import { holding, presentBan } from "./ban-commands.ts";

type Standing = OutputOf<typeof standingRoute>;

/** Of warnings and of what waits so many are shown, the newest. */
const WARNINGS = 50;
const HELD = 20;

interface AppealRow {
  id: number;
  body: string;
  state: "waiting" | "accepted" | "declined";
  answer: string;
  created_at: number;
}

interface WarningRow {
  id: number;
  reason: string;
  created_at: number;
  seen_at: number | null;
}

type HeldRow = Omit<Standing["held"][number], "ahead" | "created_at_formatted" | "created_at"> & {
  created_at: number;
};

const appealQuery = (me: number, now: number): Statement<AppealRow> =>
  statement(sql`select id, body, state, answer, created_at from appeals
    where ban_id = (select max(id) from bans indexed by bans_holding where ${holding(me, now)})`);

const warningsQuery = (me: number): Statement<WarningRow> =>
  statement(
    sql`select id, reason, created_at, seen_at from warnings where user_id = ${me} order by id desc limit ${WARNINGS}`,
  );

const heldQuery = (me: number): Statement<HeldRow> =>
  statement(sql`select id, kind, title, body, state, reason, created_at from held_posts
    where user_id = ${me} order by id desc limit ${HELD}`);

/** The first of a queue, in order, where somebody has something in it: who stands there knows their place by them. */
const headQuery = (table: "appeals" | "held_posts", me: number): Statement<{ id: number }> => {
  const from = sql.identifier(table);
  return statement(sql`select id from ${from} where state = 'waiting' and id < (
      select max(id) from (select id, state from ${from} where user_id = ${me} order by id desc limit ${HELD}) where state = 'waiting')
    order by id limit ${MOST_AHEAD}`);
};

const aheadOf = (id: number, state: string, head: readonly { id: number }[]): number =>
  state === "waiting" ? head.filter((one) => one.id < id).length : 0;

export function standingRoutes(app: App): void {
  handle(app, standingRoute, async ({ gate, viewer, now }) => {
    const { id } = viewer;
    const [[appeal], warnings, held, appealHead, heldHead] = await gate.read(
      appealQuery(id, now),
      warningsQuery(id),
      heldQuery(id),
      headQuery("appeals", id),
      headQuery("held_posts", id),
    );
    const account = await gate.member();
    const ban = presentBan(account, now);
    return {
      banned: ban && {
        ...ban,
        appeal: appeal
          ? {
              body: appeal.body,
              state: appeal.state,
              ahead: aheadOf(appeal.id, appeal.state, appealHead),
              answer: appeal.answer,
              ...timesOf(appeal.created_at),
            }
          : null,
        ...timesOf(account.banned_at ?? now),
      },
      warnings: warnings.map(({ seen_at, created_at, ...warning }) => ({
        ...warning,
        seen: seen_at !== null,
        ...timesOf(created_at),
      })),
      held: held.map(({ created_at, ...post }) => ({
        ...post,
        ahead: aheadOf(post.id, post.state, heldHead),
        ...timesOf(created_at),
      })),
    };
  });

  handle(app, seeWarningRoute, async ({ params, gate, viewer, now }) => {
    const own = sql`id = ${params.id} and user_id = ${viewer.id}`;
    const [, [warning]] = await gate.write(
      statement(sql`update warnings set seen_at = ${now} where ${own} and seen_at is null`),
      statement<{ id: number }>(sql`select id from warnings where ${own}`),
    );
    if (!warning) throw new ApiError("not_found", { message: "There is no such warning." });
    return { message: "Thank you for reading it." };
  });
}
