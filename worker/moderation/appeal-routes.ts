import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { appealQueueRoute, appealRoute, decideAppealRoute } from "#domain/moderation/api.ts";
import { canDecideAppeal } from "#domain/moderation/rules.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { isBanned } from "../http/session.ts";
import { forgetPermits } from "../live/access.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { presentUser } from "../users/present.ts";
import { usersQuery } from "../users/queries.ts";
import { appealCountQuery, appealPageQuery, appealQuery, presentAppeal } from "./appeal-queries.ts";
import { auditEntry } from "./audit.ts";
import { closeAppeal, holding, unbanStatements } from "./ban-commands.ts";
import { toldOf } from "./notices.ts";
import { standingRoutes } from "./standing.ts";

const decidedAlready = () =>
  new ApiError("conflict", { message: "This appeal has been decided already, or its ban has ended." });

export function appealRoutes(app: App): void {
  standingRoutes(app);

  handle(app, appealRoute, async ({ input, gate, viewer, now }) => {
    const account = await gate.member();
    if (!isBanned(account, now)) throw new ApiError("conflict", { message: "You are not banned." });
    const { id } = viewer;
    const isHeld = sql`banned_at is not null and (banned_until is null or banned_until > ${now})`;
    const [, made] = await gate.write(
      // A ban from before bans were kept.
      statement(sql`insert into bans (user_id, reason, until, created_at)
        select id, coalesce(ban_reason, ''), banned_until, banned_at from users where id = ${id} and ${isHeld}
          and not exists (select 1 from bans indexed by bans_holding where ${holding(id, now)})`),
      statement<{ id: number }>(sql`insert into appeals (ban_id, user_id, body, created_at)
        select (select max(id) from bans indexed by bans_holding where ${holding(id, now)}), id, ${input.body}, ${now}
        from users where id = ${id} and ${isHeld}
        on conflict (ban_id) do nothing returning id`),
    );
    if (made.length === 0)
      throw new ApiError("conflict", { message: "You have appealed against this ban already." });
    return { message: "Your appeal is on its way. Another moderator will look at it." };
  });

  handle(app, appealQueueRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.appeals;
    const { state, page } = input;
    if (page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const [rows, [count]] = await gate.read(
      appealPageQuery(state, size, (page - 1) * size),
      appealCountQuery(state),
    );
    const ids = rows.flatMap(({ id, ban_staff, decided_by }) => [id, ban_staff, decided_by]);
    const [users] = await gate.read(usersQuery([...new Set(ids.filter((id) => id !== null))]));
    const people = new Map(users.map((user) => [user.u_id, presentUser(user, now)]));
    return {
      data: rows.flatMap((row) => {
        const user = people.get(row.id);
        return user ? presentAppeal(row, user, people, viewer) : [];
      }),
      ...pageLinks(request, page, size, count?.value ?? 0),
    };
  });

  handle(app, decideAppealRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { accept, answer } = input;
    const [[row]] = await gate.read(appealQuery(params.id));
    if (!row) throw new ApiError("not_found", { message: "There is no such appeal." });
    if (!canDecideAppeal(viewer, row, row.ban_staff))
      throw new ApiError("forbidden", { message: "Somebody else has to decide about this appeal." });
    if (row.state !== "waiting") throw decidedAlready();
    const waits = sql`exists (select 1 from appeals where id = ${params.id} and state = 'waiting')`;
    const said = accept ? "accepted: your ban has ended" : "declined";
    const notices = [
      {
        user_id: row.id,
        notice: toldOf(`appeal:${params.id}`, `Your appeal was ${said}. ${answer}`, "/standing"),
      },
      ...(row.ban_staff === null
        ? []
        : [
            {
              user_id: row.ban_staff,
              notice: toldOf(
                `appeal:${params.id}`,
                `The appeal of ${row.username}, whom you banned, was ${accept ? "accepted" : "declined"}. ${answer}`,
                `/staff/appeals?state=${accept ? "accepted" : "declined"}`,
              ),
            },
          ]),
    ];
    const to = accept ? "accepted" : "declined";
    const answers = await gate.write(
      auditEntry(
        {
          actor_id: viewer.id,
          action: accept ? "appeal.accept" : "appeal.decline",
          subject_type: "user",
          subject_id: row.id,
          reason: answer,
          details: { appeal_id: params.id, ban_id: row.ban_id },
          before: { appeal: "waiting" },
          after: { appeal: to },
        },
        now,
        waits,
      ),
      ...queueNotices(notices, now, waits),
      ...(accept ? unbanStatements(row, viewer, answer, now, waits) : []),
      // Last, for it ends what the others wait for.
      closeAppeal(row.id, viewer, { state: to, answer }, now, waits),
    );
    if (answers.at(-1)?.length !== 1) throw decidedAlready();
    if (accept) await forgetPermits(env, row.id);
    defer(deliverNotices(env));
    return {
      message: accept ? `${row.username} is not banned any more.` : `${row.username}'s ban stands.`,
    };
  });
}
