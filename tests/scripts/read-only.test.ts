import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "#scripts/chaos/free-port.ts";
import { readSwitch, setReadOnlyLocally } from "#scripts/deploy/read-only.ts";
import { databasePath } from "#scripts/site/database-file.ts";
import { siteUrlFile } from "#scripts/site/site-url.ts";

let state: string;
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  state = mkdtempSync(join(tmpdir(), "bopolis-read-only-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(state, { recursive: true });
});

test("the switch is on or off and nothing else", () => {
  expect([readSwitch("on"), readSwitch("off")]).toEqual(["on", "off"]);
  for (const value of ["", "ON", "true", "yes"]) expect(() => readSwitch(value)).toThrow("enter on or off");
});

test("read-only mode of a stopped site is switched in its database, also after the site was killed", async () => {
  const file = databasePath(state, "main");
  mkdirSync(dirname(file), { recursive: true });
  using database = new DatabaseSync(file);
  database.exec("create table site_values (name text primary key, value text not null) without rowid");
  const stored = () => database.prepare("select name, value from site_values").all();
  await setReadOnlyLocally(state, "on");
  expect(stored()).toEqual([{ name: "read_only", value: "on" }]);
  // Nothing listens there any more.
  writeFileSync(siteUrlFile(state), `http://127.0.0.1:${await freePort()}`);
  await setReadOnlyLocally(state, "off");
  expect(stored()).toEqual([{ name: "read_only", value: "off" }]);
});

test("a folder without a site is an error", async () => {
  await expect(setReadOnlyLocally(state, "on")).rejects.toThrow(`✗ No site has its data in ${state}.`);
});
