import { scratchWorld } from "#scripts/bench/worlds.ts";
import { DEMO_PASSWORD } from "#scripts/seed/sign-ins.ts";
import { startSite } from "#scripts/site/site.ts";
import { startLaggingSite } from "#tests/lagging-copy/options.ts";
import { STAND_IN_PORT_OFFSET } from "#tests/stand-ins/server.ts";
import { hashPassword, LOW_COST } from "#worker/auth/password.ts";

// Runs the site like `npm start`, on a copy of the demo world that's deleted when this process ends.
const state = await scratchWorld();
const vars = { RATE_LIMITS: "off", LOG: "errors", PASSWORD_COST: "low" };

// Run the schedule before the first visitor, to define achievements, and pay the daily coins.
const preparation = await startSite({ port: 0, state, vars });
await preparation.d1
  .prepare(
    `insert into audit_log (id, actor_id, action, subject_type, subject_id, reason, created_at)
    select 0, id, 'user.warn', 'user', id, 'Too loud in the first year', ?1 from users where username = 'admin'`,
  )
  .bind(Date.now() - 500 * 24 * 3_600_000)
  .run();
// More than a page of the audit log.
await preparation.d1
  .prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into audit_log (actor_id, action, subject_type, subject_id, reason, created_at)
    select id, 'user.warn', 'user', id, 'Too often', ?1 from n, users where username = 'admin'`,
  )
  .bind(Date.now())
  .run();
await preparation.runSchedule();
// Parallel tests sign in as the demo's staff, so their codes must work more than once.
await preparation.d1
  .prepare(
    `create trigger staff_codes after update of two_factor_step on users when new.role <> 'member' and new.two_factor_step > 0
    begin update users set two_factor_step = 0 where id = new.id; end`,
  )
  .run();
// Community items need a verified address.
await preparation.d1
  .prepare(
    `create trigger verified_accounts after insert on users when new.email like '%@verified.example'
    begin update users set email_verified_at = new.created_at where id = new.id; end`,
  )
  .run();
// The demo's password hashes have the full cost.
await preparation.d1
  .prepare("update users set password_hash = ?")
  .bind(await hashPassword(DEMO_PASSWORD, LOW_COST))
  .run();
await preparation.stop();

const port = Number(process.env.E2E_PORT ?? 8791);
const options = { port, state, vars, standInPort: port + STAND_IN_PORT_OFFSET };
// Reads can come from a copy of the database that lags behind, as with D1's read replication.
const isLagging = process.env.LAGGING_COPY === "on";
const site = await (isLagging ? startLaggingSite(options) : startSite(options));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void site.stop().finally(() => process.exit(0));
  });
}
