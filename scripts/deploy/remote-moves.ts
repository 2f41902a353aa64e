import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { MOVES } from "#db/moves.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { MoveDatabase } from "../move/move-database.ts";
import { Mover } from "../move/mover.ts";
import type { Config } from "./config.ts";
import { RemoteDatabase } from "./database.ts";
import type { DeployState } from "./deploy-state.ts";
import { liveVersions } from "./deploy-worker.ts";
import { logHeading, logStep } from "./log.ts";
import { readOnlySql } from "./read-only.ts";
import { withScratchFolder } from "./scratch.ts";
import type { Wrangler } from "./wrangler.ts";

/** Every process follows read-only mode within five seconds, and requests under way end. */
const READ_ONLY_MS = 15_000;
const PAGE_ROWS = 4_000;

/** A database on Cloudflare. Several statements are one transaction if they're imported as a file. */
const remoteMoveDatabase = (database: RemoteDatabase): MoveDatabase => ({
  all: (sql) => database.query(sql),
  async run(statements) {
    const [only] = statements;
    // An import keeps others waiting. A trigger has semicolons, at which a command is split.
    if (statements.length === 1 && only && !only.includes(";")) await database.query(only);
    else
      await withScratchFolder((folder) => {
        const file = join(folder, "move.sql");
        writeFileSync(file, statements.map((sql) => `${sql};\n`).join(""));
        return database.importFile(file);
      });
  },
});

interface RemoteMovesOptions {
  wrangler: Wrangler;
  config: Config;
  state: DeployState;
  sleep(ms: number): Promise<void>;
  /** Throws if this process may no longer change the databases. */
  extendLock(): Promise<void>;
}

/** The moves of rows that a deployment makes (db/moves.ts). */
export class RemoteMoves {
  readonly #options: RemoteMovesOptions;
  readonly #main: RemoteDatabase;
  readonly #movers: { name: string; mover: Mover }[];

  constructor(options: RemoteMovesOptions) {
    const { wrangler, config, extendLock } = options;
    this.#options = options;
    const of = (name: DatabaseName) =>
      new RemoteDatabase(
        wrangler,
        config,
        DATABASES.find((source) => source.name === name),
      );
    this.#main = of("main");
    this.#movers = MOVES.map((move) => ({
      name: move.name,
      mover: new Mover(move, {
        source: remoteMoveDatabase(of(move.source)),
        target: remoteMoveDatabase(of(move.target)),
        pageRows: PAGE_ROWS,
        verify: "sums",
        async onStep(text) {
          await extendLock();
          logStep(`move of ${move.name}`, text);
        },
      }),
    }));
  }

  /** Copies what has to be moved, while the deployed version goes on. */
  async copy(): Promise<void> {
    for (const { name, mover } of this.#movers) {
      if (!(await mover.isNeeded())) continue;
      logStep(`move of ${name}`, "copying; the site goes on meanwhile");
      await mover.copy();
    }
  }

  /**
   * Ends the moves in read-only mode, and releases the version that finds the rows. If the release fails and the version before goes
   * on, its tables are opened again.
   */
  async withMovedRows(release: (hasMoved: boolean) => Promise<string>): Promise<string> {
    const { wrangler, state, sleep } = this.#options;
    const known = await state.read();
    const released = known.moved?.split(",") ?? [];
    const pending = [];
    for (const one of this.#movers)
      if (!released.includes(one.name) && (await one.mover.isNeeded())) pending.push(one);
    if (pending.length === 0) return release(false);
    logHeading("Moving rows");
    // A run that was interrupted has already turned it on.
    const before = known.read_only_before || (await this.#readOnly());
    await state.write({ read_only_before: before });
    await this.#main.query(readOnlySql("on"));
    logStep("read-only mode", "on until the new version runs");
    await sleep(READ_ONLY_MS);
    const live = JSON.stringify(await liveVersions(wrangler).catch(() => []));
    try {
      for (const { mover } of pending) await mover.switchOver();
      const url = await release(true);
      await state.write({ moved: [...released, ...pending.map(({ name }) => name)].join(",") });
      await this.#endReadOnly(before);
      return url;
    } catch (error) {
      if (JSON.stringify(await liveVersions(wrangler).catch(() => [])) !== live) throw error;
      for (const { mover } of pending) await mover.reopen();
      await this.#endReadOnly(before);
      logStep("moved rows", "the version before goes on with its own. Deploy again to finish.");
      throw error;
    }
  }

  /** Deletes the rows where they were before. */
  async clear(): Promise<void> {
    for (const { mover } of this.#movers) await mover.clear();
  }

  async #readOnly(): Promise<"on" | "off"> {
    const [row] = await this.#main.query<{ value: string }>(
      "select value from site_values where name = 'read_only'",
    );
    return row?.value === "on" ? "on" : "off";
  }

  async #endReadOnly(before: string): Promise<void> {
    await this.#main.query(readOnlySql(before === "on" ? "on" : "off"));
    await this.#options.state.write({ read_only_before: "" });
    logStep("read-only mode", before === "on" ? "stays on, as before" : "off");
  }
}
