import { Problem } from "./problem.ts";

/** Reads the value of `--read-only`. Throws a Problem if it's neither `on` nor `off`. */
export function readSwitch(value: string): "on" | "off" {
  if (value === "on" || value === "off") return value;
  throw new Problem(`✗ --read-only ${JSON.stringify(value)} isn't possible: enter on or off.`);
}

/** Returns the SQL that switches read-only mode. */
export const readOnlySql = (value: "on" | "off"): string =>
  `insert into site_values (name, value) values ('read_only', '${value}') on conflict (name) do update set value = excluded.value`;
