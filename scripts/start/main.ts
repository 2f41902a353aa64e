import { once } from "node:events";
import { relative } from "node:path";
import { buildSite } from "../site/build.ts";
import { prepareState } from "../site/prepare.ts";
import { type Site, startSite } from "../site/site.ts";
import { KEYS } from "../site/stand-ins.ts";
import { workingSignIns } from "./demo-sign-ins.ts";
import { explain } from "./explain.ts";
import { onPhase, phase } from "./phases.mjs";

// Started by scripts/start.mjs, which holds the port until the site can take it.

const FIVE_MINUTES = 5 * 60 * 1000;

const port = Number(process.env.PORT);
const state = process.env.BOPOLIS_STATE ?? "";
const given = Object.fromEntries(
  ["ORIGIN", "RATE_LIMITS", "DIAGNOSTICS", "LOG", ...KEYS].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  }),
);
const vars = { ORIGIN: `http://localhost:${port}`, ...given };

let site: Site | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    // While the site is set up nothing is worth waiting for: the next start begins again.
    if (site) void site.stop().finally(() => process.exit(0));
    else process.exit(0);
  });
onPhase((step) => process.send?.({ step }));

/** Has the parent process give up the port. */
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
// Finishes at once what the last process left half done.
await runSchedule();
setInterval(runSchedule, FIVE_MINUTES).unref();

const signIns = (await workingSignIns(site)).map(
  ({ username, password, what, hasCode }) =>
    `  ${username.padEnd(10)} ${password.padEnd(14)} ${what}${hasCode ? "; code: npm run code" : ""}`,
);
const standIns = Object.entries(site.standIns).map(
  ([company, url]) => `${company[0]?.toUpperCase()}${company.slice(1)} in test mode, played by ${url}`,
);
console.log(`
${[
  `Bopolis is at http://localhost:${port}`,
  ...(signIns.length ? [`Demo sign-ins:\n${signIns.join("\n")}`] : []),
  ...standIns,
  `Emails it would have sent: http://localhost:${port}/dev/outbox`,
].join("\n\n")}
Stop it with Ctrl-C; the data stays in ${relative("", state) || "."}/.`);
