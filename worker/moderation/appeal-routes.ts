import {
  type Columns,
  type ColumnsAs,
  first,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { OutputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  type AppealCard,
  appealQueueRoute,
  appealRoute,
  decideAppealRoute,
  seeWarningRoute,
  standingRoute,
} from "#domain/moderation/api.ts";
import { canDecideAppeal, MAX_COUNTED_AHEAD } from "#domain/moderation/rules.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { isBanned } from "../http/session.ts";
import { clearPermits } from "../live/notify.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { presentUser, usersQuery } from "../users/present.ts";
import { auditEntry } from "./audit.ts";
import {
  type Bannable,
  closeAppeal,
  isActiveBan,
  isoTimeOrNull,
  presentBan,
  unbanStatements,
} from "./ban-statements.ts";
import { moderationNotice } from "./notices.ts";

type Standing = OutputOf<typeof standingRoute>;

/** Only the newest warnings and held posts are shown. */
const MAX_WARNINGS = 50;
const MAX_HELD_POSTS = 20;

type HeldRow = Omit<Standing["held"][number], "ahead" | "created_at_formatted" | "created_at"> &
  Columns<"held_posts", "created_at">;

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

function standingRoutes(app: HonoApp): void {
  handle(app, standingRoute, async ({ gate, viewer, now }) => {
    const { id } = viewer;
    const { appeal, warnings, held, appealHead, heldHead } = await gate.read({
      appeal: first<Columns<"appeals", "id" | "body" | "state" | "answer" | "created_at">>`select id, body,
        state, answer, created_at from appeals
        where ban_id = (select max(id) from bans indexed by bans_holding where ${isActiveBan(id, now)})`,
      warnings: statement<Columns<"warnings", "id" | "reason" | "created_at" | "seen_at">>`select id, reason,
        created_at, seen_at from warnings where user_id = ${id} order by id desc limit ${MAX_WARNINGS}`,
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

interface AppealRow
  extends Bannable,
    Columns<"appeals", "ban_id" | "body" | "answer" | "decided_by" | "decided_at" | "created_at">,
    ColumnsAs<"appeals", { appeal_id: "id" }>,
    ColumnsAs<
      "bans",
      {
        ban_reason_then: "reason";
        ban_until: "until";
        ban_staff: "staff_id";
        ban_case: "case_id";
        ban_at: "created_at";
        ban_ended_at: "ended_at";
      }
    > {
  state: AppealCard["state"];
}

const appealsQuery = (which: SQL): Statement<AppealRow> =>
  statement`with page as (select id from appeals where ${which})
    select a.id as appeal_id, a.ban_id, a.body, a.state, a.answer, a.decided_by, a.decided_at, a.created_at,
      b.reason as ban_reason_then, b.until as ban_until, b.staff_id as ban_staff, b.case_id as ban_case, b.created_at as ban_at,
      b.ended_at as ban_ended_at, u.id, u.username, u.role, u.banned_at, u.banned_until, u.ban_reason
    from page p cross join appeals a on a.id = p.id cross join bans b on b.id = a.ban_id cross join users u on u.id = a.user_id`;

/** A user's waiting appeals; `userId` is an expression for their id. */
export const userAppealsQuery = (userId: SQL): Statement<AppealRow> =>
  appealsQuery(sql`user_id = ${userId} and state = 'waiting' order by id limit 20`);

export function presentAppeal(
  row: AppealRow,
  user: UserCard,
  people: ReadonlyMap<number, UserCard>,
  viewer: Actor,
): AppealCard {
  return {
    id: row.appeal_id,
    user,
    body: row.body,
    state: row.state,
    ban: {
      reason: row.ban_reason_then,
      until: isoTimeOrNull(row.ban_until),
      staff: people.get(row.ban_staff ?? 0) ?? null,
      case_id: row.ban_case,
      ...createdTimes(row.ban_at),
    },
    answer: row.answer,
    decided_by: people.get(row.decided_by ?? 0) ?? null,
    decided_at: isoTimeOrNull(row.decided_at),
    can_decide: row.state === "waiting" && canDecideAppeal(viewer, row, row.ban_staff),
    ...createdTimes(row.created_at),
  };
}

const alreadyDecidedError = () =>
  new ApiError("conflict", { message: "This appeal was already decided, or its ban has ended." });

export function appealRoutes(app: HonoApp): void {
  standingRoutes(app);

  handle(app, appealRoute, async ({ input, gate, viewer, now }) => {
    const account = await gate.member();
    if (!isBanned(account, now)) throw new ApiError("conflict", { message: "You aren't banned." });
    const { id } = viewer;
    const isBannedNow = sql`exists (select 1 from users
      where id = ${id} and banned_at is not null and (banned_until is null or banned_until > ${now}))`;
    const { inserted } = await gate.write({
      inserted: statement<Columns<"appeals", "id">>`insert into appeals (ban_id, user_id, body, created_at)
        select id, user_id, ${input.body}, ${now} from bans indexed by bans_holding where ${isActiveBan(id, now)} and ${isBannedNow}
        order by id desc limit 1
        on conflict (ban_id) do nothing returning id`,
    });
    if (inserted.length === 0) throw new ApiError("conflict", { message: "You already appealed this ban." });
    return { message: "Your appeal is on its way. Another moderator will look at it." };
  });

  handle(app, appealQueueRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.appeals;
    const { state, page } = input;
    if (page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const { rows, count } = await gate.read({
      // Waiting appeals oldest first, decided ones newest first.
      rows: appealsQuery(sql`state = ${state} order by id ${sql.raw(state === "waiting" ? "asc" : "desc")}
        limit ${size} offset ${(page - 1) * size}`),
      count: first<
        Columns<"counters", "value">
      >`select value from counters where name = ${`appeals:${state}`}`,
    });
    const ids = rows.flatMap(({ id, ban_staff, decided_by }) => [id, ban_staff, decided_by]);
    const users = await gate.all(usersQuery([...new Set(ids.filter((id) => id !== null))]));
    const people = new Map(users.map((user) => [user.u_id, presentUser(user, now)]));
    return {
      data: rows.flatMap((row) => {
        const user = people.get(row.id);
        return user ? presentAppeal(row, user, people, viewer) : [];
      }),
      ...paginationLinks(request, page, size, count?.value ?? 0),
    };
  });

  handle(app, decideAppealRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { accept, answer } = input;
    const row = await gate.first(appealsQuery(sql`id = ${params.id}`));
    if (!row) throw new ApiError("not_found", { message: "This appeal doesn't exist." });
    if (!canDecideAppeal(viewer, row, row.ban_staff))
      throw new ApiError("forbidden", { message: "Someone else has to decide this appeal." });
    if (row.state !== "waiting") throw alreadyDecidedError();
    const isWaiting = sql`exists (select 1 from appeals where id = ${params.id} and state = 'waiting')`;
    const state = accept ? "accepted" : "declined";
    const group = `appeal:${params.id}`;
    const outcome = `Your appeal was ${accept ? "accepted: your ban has ended" : state}. ${answer}`;
    const notices = [{ user_id: row.id, notice: moderationNotice(group, outcome, "/standing") }];
    if (row.ban_staff !== null) {
      const text = `Your ban of ${row.username} was appealed, and the appeal was ${state}. ${answer}`;
      const notice = moderationNotice(group, text, `/staff/appeals?state=${state}`);
      notices.push({ user_id: row.ban_staff, notice });
    }
    const { closed } = await gate.write({
      audit: auditEntry(now, {
        actor_id: viewer.id,
        action: accept ? "appeal.accept" : "appeal.decline",
        subject_type: "user",
        subject_id: row.id,
        reason: answer,
        details: { appeal_id: params.id, ban_id: row.ban_id },
        before: { appeal: "waiting" },
        after: { appeal: state },
        when: isWaiting,
      }),
      notices: queueNotices(notices, now, isWaiting),
      unban: accept ? unbanStatements(row, viewer, answer, now, isWaiting) : [],
      // Must be last: it ends the condition of the other statements.
      closed: closeAppeal(row.id, viewer, { state, answer }, now, isWaiting),
    });
    if (closed.length !== 1) throw alreadyDecidedError();
    if (accept) await clearPermits(env, row.id);
    defer(deliverNotices(env));
    return {
      message: accept ? `${row.username} is no longer banned.` : `${row.username} stays banned.`,
    };
  });
}
