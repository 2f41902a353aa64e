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
