import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { EXPORT_LIFE, EXPORT_PATIENCE, EXPORT_PAUSE } from "#domain/settings/rules.ts";
import { exportReadyMail } from "../../mail/messages.ts";
import { queueMail } from "../../mail/send.ts";
import { queueNotices } from "../../notifications/queue.ts";
import type { ExportJob } from "./job.ts";

export interface ExportRow {
  id: string;
  state: "waiting" | "ready" | "failed";
  bytes: number;
  created_at: number;
  expires_at: number;
}

/** Somebody's newest package that is still there. */
export const newestQuery = (userId: number, now: number): Statement<ExportRow> =>
  statement(sql`select id, state, bytes, created_at, expires_at from exports
    where user_id = ${userId} and expires_at > ${now} order by created_at desc limit 1`);

/** Begins a package, unless one is being made or was made of late. */
export const beginExport = (id: string, userId: number, now: number): Statement<{ id: string }> =>
  statement(sql`insert into exports (id, user_id, created_at, expires_at) select ${id}, ${userId}, ${now}, ${now + EXPORT_LIFE}
    where not exists (select 1 from exports where user_id = ${userId} and (
      (state = 'waiting' and created_at >= ${now - EXPORT_PATIENCE}) or (state = 'ready' and created_at > ${now - EXPORT_PAUSE})))
    returning id`);

/** Whose package is to be made, while it is. */
export const waitingQuery = (id: string): Statement<{ user_id: number; username: string; email: string }> =>
  statement(sql`select e.user_id, u.username, u.email from exports e join users u on u.id = e.user_id
    where e.id = ${id} and e.state = 'waiting'`);

interface Owner {
  user_id: number;
  username: string;
  email: string;
}

/** Statements that give a package to its owner, once; the last one answers whether they have. */
export function finishExport({ id, origin }: ExportJob, owner: Owner, bytes: number, now: number) {
  const waits = sql`exists (select 1 from exports where id = ${id} and state = 'waiting')`;
  return [
    ...told(owner.user_id, "Your data is ready. Fetch it from your settings.", now, waits),
    queueMail(exportReadyMail(owner.email, owner.username, origin), now, waits),
    statement<{ id: string }>(sql`update exports set state = 'ready', bytes = ${bytes}, ready_at = ${now},
      expires_at = ${now + EXPORT_LIFE} where id = ${id} and state = 'waiting' returning id`),
  ];
}

/** Statements that give a package up. */
export const failExport = (id: string, userId: number, now: number): Statement[] => [
  ...told(
    userId,
    "Your data could not be packed. Please try again.",
    now,
    sql`exists (select 1 from exports where id = ${id} and state = 'waiting')`,
  ),
  statement(sql`update exports set state = 'failed' where id = ${id} and state = 'waiting'`),
];

const told = (user_id: number, title: string, now: number, when: ReturnType<typeof sql>) =>
  queueNotices(
    [
      {
        user_id,
        notice: { type: "account", group: "account:export", actor: null, title, url: "/settings/account" },
      },
    ],
    now,
    when,
  );
