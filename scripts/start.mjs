import { mkdirSync, realpathSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { install, isInstalled, requireNode, root, runToEnd, spawnScript } from "./run-script.mjs";
import { HoldingPage } from "./start/holding-page.mjs";
import { onPhase, phase } from "./start/phase.mjs";
import { isProductionState, productionError } from "./start/production-state.mjs";

const MEGABYTE = 1024 * 1024;
/** Disk space in megabytes: for packages, build and demo world, or without the packages. */
const NEEDED = { fresh: 1000, installed: 200 };

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

requireNode();
const requested = process.env.PORT || "8787";
const port = Number(requested);
if (!/^\d{1,5}$/.test(requested) || port < 1 || port > 65_535)
  fail(`PORT must be a number from 1 to 65535, not "${requested}".`);
const bots = process.env.BOTS ?? "";
if (!/^\d{0,2}$/.test(bots)) fail(`BOTS must be a number from 0 to 99, not "${bots}".`);
console.log(`Bopolis is starting at http://localhost:${port}`);

const folder = process.env.BOPOLIS_STATE || join(root, ".bopolis");
try {
  mkdirSync(folder, { recursive: true });
} catch {
  fail(`The folder for the site's data can't be created: ${folder}`);
}
const state = realpathSync(folder);

if (isProductionState(state)) fail(productionError(state, "npm start"));

const { bavail, bsize } = statfsSync(state);
const free = Math.floor((bavail * bsize) / MEGABYTE);
const needed = isInstalled() ? NEEDED.installed : NEEDED.fresh;
if (free < needed) fail(`Bopolis needs ${needed} MB of disk space here, and only ${free} MB are free.`);

const holding = new HoldingPage();
onPhase((step) => holding.show(step));
async function openHoldingPage() {
  try {
    await holding.open(port);
  } catch (error) {
    fail(
      /** @type {NodeJS.ErrnoException} */ (error).code === "EACCES"
        ? `You need more permissions for port ${port}. Choose another: PORT=8787 npm start`
        : `Port ${port} is in use by another program. Choose another: PORT=${port + 10} npm start`,
    );
  }
}

if (!isInstalled()) {
  await openHoldingPage();
  const code = await phase("Installing packages", install).catch(() => null);
  if (code === null) fail("npm couldn't be started. It comes with Node: install both from nodejs.org.");
  if (code !== 0) fail("The packages couldn't be installed. See npm's message above.");
}

const child = spawnScript("scripts/start/main.ts", [], {
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: { ...process.env, PORT: String(port), BOPOLIS_STATE: state },
});
child.on("message", async (/** @type {{ step?: string, claimed?: true, release?: true }} */ message) => {
  const { step, claimed, release } = message;
  if (step) holding.show(step);
  // Until then, a site that was killed may still have the port.
  if (claimed) await openHoldingPage();
  if (release) await holding.release();
  if (claimed || release) child.send({ done: true });
});
process.exit(await runToEnd(child));
