import { scratchWorld } from "#scripts/bench/worlds.ts";
import { DEMO_PASSWORD } from "#scripts/seed/sign-ins.ts";
import { startSite } from "#scripts/site/site.ts";
import { STAND_INS_AFTER } from "#tests/stand-ins/stand-in.ts";
import { hashPassword, LOW_COST } from "#worker/auth/password.ts";

// The site as `npm start` runs it, on a copy of the demo world that goes when this process ends.
const state = await scratchWorld();
const vars = { RATE_LIMITS: "off", LOG: "errors", PASSWORD_COST: "low" };

// What the schedule sees to (achievements are defined, the day's coins paid) is done before the first visitor comes.
const before = await startSite({ port: 0, state, vars });
await before.runSchedule();
// Tests sign in as the demo's staff side by side: theirs is the one account whose codes are taken more than once.
await before.d1
  .prepare(
    `create trigger staff_codes after update of two_factor_step on users when new.role <> 'member' and new.two_factor_step > 0
    begin update users set two_factor_step = 0 where id = new.id; end`,
  )
  .run();
// The demo's own hash has the full cost.
await before.d1
  .prepare("update users set password_hash = ?")
  .bind(await hashPassword(DEMO_PASSWORD, LOW_COST))
  .run();
await before.stop();

const port = Number(process.env.E2E_PORT ?? 8791);
const site = await startSite({ port, state, vars, standInPort: port + STAND_INS_AFTER });

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void site.stop().finally(() => process.exit(0));
  });
}
