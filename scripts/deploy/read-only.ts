import { DatabaseSync } from "node:sqlite";
import { localOperator } from "../backup/back-up-locally.ts";
import { callOperator } from "../serve/operator-socket.ts";
import { StateLock } from "../serve/state-lock.ts";
import { findDatabaseFile } from "../site/database-file.ts";
import { runningSiteUrl } from "../site/site-url.ts";
import { RemoteDatabase } from "./database.ts";
import { logStep } from "./log.ts";
import { connect, type Operation } from "./operations.ts";
import { Problem } from "./problem.ts";

/** Reads the value of `--read-only`. Throws a Problem if it's neither `on` nor `off`. */
export function readSwitch(value: string): "on" | "off" {
  if (value === "on" || value === "off") return value;
  throw new Problem(`✗ --read-only ${JSON.stringify(value)} isn't possible: enter on or off.`);
}

/** Returns the SQL that switches read-only mode. */
export const readOnlySql = (value: "on" | "off"): string =>
  `insert into site_values (name, value) values ('read_only', '${value}') on conflict (name) do update set value = excluded.value`;

const report = (value: "on" | "off"): void =>
  logStep(
    "read-only mode",
    value === "on"
      ? "on: within five seconds nothing is saved any more"
      : "off: within five seconds everything is saved again",
  );

/** Switches read-only mode of the deployed site, through its database: that works even if its worker doesn't. */
export async function setReadOnly(operation: Operation, value: "on" | "off"): Promise<void> {
  const { wrangler, config } = await connect(operation);
  await new RemoteDatabase(wrangler, config).query(readOnlySql(value));
  report(value);
}

/** Switches read-only mode of the local site in a state folder. A running site does it itself: two writers disturb each other. */
export async function setReadOnlyLocally(state: string, value: "on" | "off"): Promise<void> {
  const file = findDatabaseFile(state);
  if (!file) throw new Problem(`✗ No site has its data in ${state}.`);
  // The socket of a self-hosted site's runtime accepts only what its own server sends.
  if ((await callOperator(state, { read_only: value })) !== null) return report(value);
  const url = await runningSiteUrl(state);
  if (url) await localOperator(url, state).setReadOnly(value);
  else {
    const lock = new StateLock(state, { command: "npm run deploy -- --read-only --local" });
    using database = new DatabaseSync(file);
    database.exec(readOnlySql(value));
    lock.release();
  }
  report(value);
}
