import { type Statement, statement } from "#db/database.ts";

/** How long refused effects are a problem, in seconds. They stay stored. */
const SHOWN_SECONDS = 7 * 24 * 60 * 60;

/** Counts the effects that a database has refused lately. */
export const failuresQuery: Statement<{ count: number }> =
  statement`select count(*) as count from outbox_failures where failed_at > (unixepoch() - ${SHOWN_SECONDS}) * 1000`;

/** A read, and a write that changes nothing. */
export const probeStatements: Statement[] = [
  statement`select source from outbox_positions limit 1`,
  statement`insert into outbox_progress (target, relayed_to) values ('main', 0)
    on conflict (target) do update set relayed_to = relayed_to`,
];
