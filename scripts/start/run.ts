import { once } from "node:events";
import { relative } from "node:path";
import { buildSite } from "../site/build.ts";
import { KEY_VARIABLES } from "../site/key-variables.ts";
import { prepareState } from "../site/prepare.ts";
import { type Site, startSite } from "../site/site.ts";
import { DEFAULT_BOTS, startBots } from "./bots.ts";
import { explain } from "./explain.ts";
import { onPhase, phase } from "./phase.mjs";
import { workingSignIns } from "./working-sign-ins.ts";

// The site of `npm start`. Its parent process serves a holding page on the port until the site is ready.

const FIVE_MINUTES = 5 * 60 * 1000;

const port = Number(process.env.PORT);
const state = process.env.BOPOLIS_STATE ?? "";
const botCount = Number(process.env.BOTS || DEFAULT_BOTS);
const given = Object.fromEntries(
  ["ORIGIN", "RATE_LIMITS", "DIAGNOSTICS", "LOG", ...KEY_VARIABLES].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  }),
);
const vars = { ORIGIN: `http://localhost:${port}`, ...given };

let site: Site | undefined;
let bots: ReturnType<typeof startBots> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    // Setup needs no clean exit: the next start repeats it.
    if (site) void stop().finally(() => process.exit(0));
    else process.exit(0);
  });
// The parent was killed, and its port and data must be free for the next start.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
const stop = async () => {
  await bots?.stop();
  await site?.stop();
};
onPhase((step) => process.send?.({ step }));

/** Asks the parent process to release the port. */
async function releasePort(): Promise<void> {
  process.send?.({ release: true });
  await once(process, "message");
}

try {
  await buildSite();
  await prepareState(state);
  site = await phase("Starting the site", async () => {
    await releasePort();
    return startSite({ port, state, vars });
  });
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

const runSchedule = () => site?.runSchedule().catch((error: unknown) => console.error(error));
// Finish right away what the last process left half done.
await runSchedule();
setInterval(runSchedule, FIVE_MINUTES).unref();

const demoSignIns = await workingSignIns(site);
// Bots are members of the demo world. They play only on this computer.
const hasBots =
  botCount > 0 && demoSignIns.length > 0 && /^http:\/\/(?:localhost|127\.0\.0\.1):/.test(vars.ORIGIN);
if (hasBots) bots = startBots({ count: botCount, site: vars.ORIGIN, state });
const signIns = demoSignIns.map(
  ({ username, password, role, hasCode }) =>
    `  ${username.padEnd(10)} ${password.padEnd(14)} ${role}${hasCode ? "; code: npm run code" : ""}`,
);
const standIns = Object.entries(site.standIns).map(
  ([company, url]) => `${company[0]?.toUpperCase()}${company.slice(1)} in test mode, simulated at ${url}`,
);
console.log(`
${[
  `Bopolis is at http://localhost:${port}`,
  ...(signIns.length ? [`Demo sign-ins:\n${signIns.join("\n")}`] : []),
  ...(hasBots ? [`${botCount} bots play in popular levels. Without them: BOTS=0 npm start`] : []),
  ...standIns,
  `Emails the site would send: http://localhost:${port}/dev/outbox`,
].join("\n\n")}
Press Ctrl-C to stop. Your data stays in ${relative("", state) || "."}/.`);
