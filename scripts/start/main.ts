import { join } from "node:path";
import { root } from "../bootstrap.mjs";
import { DEMO_SIGN_INS, seedIfEmpty } from "../seed/demo.ts";
import { seedTalk } from "../seed/talk.ts";
import { buildSite } from "../site/build.ts";
import { startSite } from "../site/site.ts";
import { KEYS } from "../site/stand-ins.ts";
import { rememberRuntimes, takeOver } from "../site/take-over.ts";

const FIVE_MINUTES = 5 * 60 * 1000;

const port = Number(process.env.PORT ?? 8787);
const given = Object.fromEntries(
  ["ORIGIN", "RATE_LIMITS", "DIAGNOSTICS", "LOG", ...KEYS].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  }),
);
const vars = { ORIGIN: `http://localhost:${port}`, ...given };

const state = process.env.BOPOLIS_STATE ?? join(root, ".bopolis");

buildSite();
await takeOver(state);
const site = await startSite({ port, state, vars });
rememberRuntimes(state);
if (await seedIfEmpty(site)) await seedTalk(site);
// What the last process left half done is seen to at once.
await site.runSchedule();
setInterval(() => site.runSchedule().catch((error: unknown) => console.error(error)), FIVE_MINUTES).unref();

console.log(`\nBopolis is at http://localhost:${port}\n\nDemo sign-ins:`);
for (const { username, password, what, hasCode } of DEMO_SIGN_INS) {
  console.log(
    `  ${username.padEnd(10)} ${password.padEnd(14)} ${what}${hasCode ? "; code: npm run code" : ""}`,
  );
}
for (const [company, url] of Object.entries(site.standIns))
  console.log(`\n${company[0]?.toUpperCase()}${company.slice(1)} in test mode, played by ${url}`);
console.log(
  `\nMails it would have sent: http://localhost:${port}/dev/outbox\nStop it with Ctrl-C; the data stays in .bopolis/.`,
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    void site.stop().finally(() => process.exit(0));
  });
}
