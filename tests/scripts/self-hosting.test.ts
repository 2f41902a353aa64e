import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";
import { node, root } from "#scripts/run-script.mjs";
import { DiskGuard } from "#scripts/serve/disk-guard.ts";
import { Schedule } from "#scripts/serve/schedule.ts";
import { serveSite } from "#scripts/serve/serve-site.ts";
import { readServeSettings } from "#scripts/serve/settings.ts";
import { checkDatabases } from "#scripts/site/check-databases.ts";
import { databasePath } from "#scripts/site/database-file.ts";
import { LogFile, rotate } from "#scripts/site/log-file.ts";
import { localSecrets } from "#scripts/site/secrets.ts";
import { logLine } from "#scripts/site/site.ts";
import { StateLock } from "#scripts/site/state-lock.ts";
import { markAsProduction } from "#scripts/start/production-state.mjs";
import { newFolder } from "#tests/support/new-folder.ts";

describe("the settings of a self-hosted site", () => {
  const problemsOf = (environment: Record<string, string>): string => {
    try {
      readServeSettings(environment);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("are those of production, with defaults for all but the origin", () => {
    const { origin, host, port, vars } = readServeSettings({ ORIGIN: "https://play.example.com/" });
    expect([origin, host, port]).toEqual(["https://play.example.com", "127.0.0.1", 8787]);
    expect(vars).toEqual({
      ENVIRONMENT: "production",
      DIAGNOSTICS: "off",
      RATE_LIMITS: "on",
      PASSWORD_COST: "full",
      ORIGIN: "https://play.example.com",
      LOG: "all",
    });
  });

  test("take the origin from the domain, and ignore empty variables", () => {
    const { origin, vars } = readServeSettings({
      DOMAIN: "play.example.com",
      SMTP_URL: "",
      STRIPE_SECRET_KEY: " ",
      MAIL_FROM: "",
      PRESENCE_SHARDS: "4",
    });
    expect([origin, vars.PRESENCE_SHARDS]).toEqual(["https://play.example.com", "4"]);
    expect(vars.STRIPE_SECRET_KEY).toBeUndefined();
  });

  test("have read-only mode, the nightly backup and the database's size", () => {
    const given = { READ_ONLY: "on", BACKUPS: "off", BACKUP_HOUR: "0", DATABASE_LIMIT_GB: "2.5" };
    expect(readServeSettings({ ORIGIN: "https://play.example.com", ...given }).vars).toMatchObject(given);
    const wrong = { READ_ONLY: "true", BACKUPS: "nightly", BACKUP_HOUR: "24", DATABASE_LIMIT_GB: "0" };
    expect(problemsOf({ ORIGIN: "https://play.example.com", ...wrong }).split("\n")).toEqual([
      "✗ READ_ONLY must be on or off.",
      "✗ BACKUPS must be on or off.",
      "✗ BACKUP_HOUR must be a number from 0 to 23.",
      "✗ DATABASE_LIMIT_GB must be a number of gigabytes above 0, such as 50.",
    ]);
  });

  test("list every mistake at once", () => {
    expect(
      problemsOf({
        ORIGIN: "http://play.example.com",
        HOST: "example.com",
        PORT: "99999",
        LOG: "some",
        SMTP_URL: "mail.example.com",
        RATE_LIMITS: "off",
        DISCORD_CLIENT_ID: "1",
      }).split("\n"),
    ).toEqual([
      "✗ RATE_LIMITS=off isn't possible in production. It's always on.",
      "✗ SMTP_URL and MAIL_FROM belong together: set both or none.",
      "✗ DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET belong together: set both or none.",
      "✗ ORIGIN must be the site's URL without a path, such as https://play.example.com.",
      "✗ LOG must be all or errors.",
      "✗ HOST must be an IP address.",
      "✗ PORT must be a number from 1 to 65535.",
      "✗ SMTP_URL must be a mail server's URL, such as smtp://user:password@mail.example.com:587.",
    ]);
  });

  test("reject a URL that has more than an origin", () => {
    for (const ORIGIN of ["https://example.com/site", "https://user@example.com", "example.com", "https://"])
      expect(problemsOf({ ORIGIN })).toContain("✗ ORIGIN must be the site's URL without a path");
    expect(problemsOf({})).toBe(
      "✗ Set ORIGIN: it must be the site's URL without a path, such as https://play.example.com.",
    );
  });
});

describe("the log", () => {
  test("is renamed by the next start when it's large, and goes on otherwise", () => {
    const path = join(newFolder(), "site.log");
    // Each part is a process that ends without closing the file.
    for (const line of ["first", "second", "third"]) {
      rotate(path, 10);
      new LogFile(path).write(line);
    }
    expect(readFileSync(`${path}.1`, "utf8")).toBe("first\nsecond\n");
    expect(readFileSync(path, "utf8")).toBe("third\n");
  });

  test("never throws on a full disk, leaves no half line, and counts the missing lines when there's room again", () => {
    const path = join(newFolder(), "site.log");
    const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    let room = 20;
    const log = new LogFile(path, {
      openSync,
      // As the system does: what still fits is written, and the next call fails.
      writeSync: ((file: number, bytes: Buffer, at: number) => {
        if (room === 0) throw full();
        const written = writeSync(file, bytes, at, Math.min(room, bytes.length - at));
        room -= written;
        return written;
      }) as typeof writeSync,
    });
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const word of ["first", "the second one is too long", "third"]) log.write(word);
    expect(readFileSync(path, "utf8")).toBe("first\n");
    expect(errors.mock.calls).toEqual([[`${path} can't be written: ENOSPC: no space left on device, write`]]);
    errors.mockRestore();

    room = 1_000;
    log.write("fourth");
    const [first, counted, ...rest] = readFileSync(path, "utf8").trimEnd().split("\n");
    expect([first, JSON.parse(counted ?? "").count, rest]).toEqual(["first", 2, ["fourth"]]);
    log.close();
  });

  test("is opened as soon as that's possible if it wasn't at the start", () => {
    const path = join(newFolder(), "site.log");
    let isFull = true;
    const log = new LogFile(path, {
      writeSync,
      openSync: ((...args: Parameters<typeof openSync>) => {
        if (isFull) throw new Error("ENOSPC");
        return openSync(...args);
      }) as typeof openSync,
    });
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    log.write("a");
    isFull = false;
    log.write("b");
    errors.mockRestore();
    const [counted, ...rest] = readFileSync(path, "utf8").trimEnd().split("\n");
    expect([JSON.parse(counted ?? "").count, rest]).toEqual([1, ["b"]]);
    log.close();
  });

  test("adds the time to JSON lines and the level to others", () => {
    const time = "2030-01-31T12:00:00.000Z";
    const read = (...args: [line: string, level: "error" | "warn"]) =>
      JSON.parse(logLine(...args, new Date(time)));
    expect(read('{"level":"error","event":"x"}', "error")).toEqual({ time, level: "error", event: "x" });
    expect(read('two\n"lines"', "warn")).toEqual({ time, level: "warn", message: 'two\n"lines"' });
  });
});

describe("the lock of a state folder", () => {
  test("refuses a second process until the first has released it", () => {
    const state = join(newFolder(), "state");
    const first = new StateLock(state, { command: "npm run serve" });
    expect(() => new StateLock(state, { command: "npm run restore" })).toThrow(
      `✗ npm run serve (process ${process.pid}) uses the data in ${state}. Stop it first.`,
    );
    first.release();
    new StateLock(state, { command: "npm run restore" }).release();
  });

  test("is given to one of two processes that start together, and passes to the other when that one is killed", async () => {
    const state = join(newFolder(), "state");
    const script = `
      import { StateLock } from ${JSON.stringify(join(root, "scripts/site/state-lock.ts"))};
      try {
        new StateLock(${JSON.stringify(state)}, { command: "npm start" });
        console.log("locked");
        process.stdin.resume();
      } catch (error) {
        console.log(error.message);
      }`;
    const start = () => {
      const options = ["--disable-warning=ExperimentalWarning", "--input-type=module"];
      const child = spawn(node, [...options, "-e", script]);
      const output = once(child.stdout.setEncoding("utf8"), "data").then(([text]) => String(text).trim());
      return { child, output };
    };
    const both = [start(), start()];
    const output = await Promise.all(both.map((one) => one.output));
    const winner = both[output.indexOf("locked")]?.child;
    expect(output.toSorted()).toEqual(["locked", expect.stringMatching(/^✗ .* uses the data in /)]);
    expect(() => new StateLock(state, { command: "npm run serve" })).toThrow(
      `✗ npm start (process ${winner?.pid}) uses the data in ${state}.`,
    );
    const exit = once(winner as ChildProcess, "exit");
    winner?.kill("SIGKILL");
    await exit;
    new StateLock(state, { command: "npm run serve" }).release();
  });

  test("refuses a path that isn't a folder in one sentence", () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "state")])
      expect(() => new StateLock(path, { command: "npm run serve" })).toThrow(
        `✗ ${path} isn't a folder. Choose one: BOPOLIS_STATE=…`,
      );
  });

  test("isn't given to commands of development if the data is that of a site in production", () => {
    const command = "npm run seed";
    const state = newFolder();
    StateLock.forDevelopment(state, { command }).release();
    markAsProduction(state);
    expect(() => StateLock.forDevelopment(state, { command })).toThrow(
      `✗ ${state} has the data of a site in production, which only npm run serve opens: npm run seed would show`,
    );
  });
});

test("a start names the way out if its port is in use, or if the data is that of npm start", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const state = newFolder();
  const settings = { ...readServeSettings({ ORIGIN: "https://play.example.com" }), port, state };
  await expect(serveSite(settings)).rejects.toThrow(
    `✗ Port ${port} of 127.0.0.1 is in use by another program. Stop it, or choose another: PORT=${port + 10}`,
  );
  taken.close();
  new StateLock(state, { command: "npm run serve" }).release();
  const demo = stateOf("main", "").state;
  await expect(serveSite({ ...settings, state: demo })).rejects.toThrow(
    `✗ ${demo} has the data of npm start, whose passwords everyone knows.`,
  );
});

/** A state folder with a database that has this SQL. */
function stateOf(name: DatabaseName, sql: string): { state: string; file: string } {
  const state = newFolder();
  const file = databasePath(state, name);
  mkdirSync(dirname(file), { recursive: true });
  using database = new DatabaseSync(file);
  database.exec(sql);
  return { state, file };
}

describe("the secrets of a state folder", () => {
  /** A state folder whose main database has this SQL. */
  const stateWith = (sql: string) => stateOf("main", sql).state;

  test("are generated for a new site, once", () => {
    for (const state of [newFolder(), stateWith("create table users (id integer)"), stateWith("")]) {
      const secrets = localSecrets(state);
      expect(localSecrets(state)).toEqual(secrets);
    }
  });

  test("are never replaced if the site has users: it says where to copy them to, and how to go on without them", () => {
    const state = stateWith("create table users (id integer); insert into users values (1)");
    const file = join(state, "secrets.json");
    expect(() => localSecrets(state)).toThrow(
      `✗ The data in ${state} has users, but its secrets.json is missing. Copy the file from your backup to ${file}.`,
    );
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "{}");
    expect(Object.keys(localSecrets(state))).toContain("SEAL_SECRET");
  });

  test("aren't touched if their file is damaged", () => {
    for (const text of ["", "{", "[]", "null", '{"SEAL_SECRET":1}', '{"SEAL_SECRET":""}']) {
      const state = newFolder();
      const file = join(state, "secrets.json");
      writeFileSync(file, text);
      expect(() => localSecrets(state)).toThrow(`✗ ${file} is damaged: it must be a JSON object of texts.`);
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });
});

describe("the check of databases", () => {
  const ROWS = `create table t (text); create index i on t (text);
    with recursive n(n) as (select 1 union all select n + 1 from n where n < 5000) insert into t select 'row ' || n from n`;

  test("names a file that isn't a database any more, and one with a damaged page when it reads all of them", () => {
    const { state, file } = stateOf("forum", ROWS);
    expect(() => checkDatabases(state, "header")).not.toThrow();
    writeFileSync(file, "spilled coffee".repeat(1_000));
    expect(() => checkDatabases(state, "header")).toThrow(
      `✗ The database forum in ${file} is damaged (file is not a database). Restore a backup`,
    );
    const main = stateOf("main", ROWS);
    const bytes = readFileSync(main.file);
    bytes.fill(0xff, 3 * 4096, 8 * 4096);
    writeFileSync(main.file, bytes);
    expect(() => checkDatabases(main.state, "header")).not.toThrow();
    expect(() => checkDatabases(main.state, "pages")).toThrow(
      `✗ The database main in ${main.file} is damaged (`,
    );
  });
});

describe("the guard of the disk", () => {
  const MB = 1024 * 1024;
  /** A guard of a disk whose free bytes are what `rest` leaves beside the reserve. */
  function guardOf() {
    const state = newFolder();
    const reserve = join(state, "reserve");
    const changes: boolean[] = [];
    const reserved = () => (existsSync(reserve) ? statSync(reserve).size : 0);
    let rest = 0;
    const onChange = (isFull: boolean) => changes.push(isFull);
    const guard = new DiskGuard(state, onChange, () => rest - reserved());
    /** Whether the disk counts as full with so many megabytes, and those in reserve then. */
    const stateAt = (megabytes: number) => {
      rest = megabytes * MB;
      guard.check();
      return [guard.isFull, reserved() / MB];
    };
    return { changes, stateAt };
  }

  test("keeps a reserve, stops saving before there's no room, and gives the reserve back in parts", () => {
    const { changes, stateAt } = guardOf();
    expect(stateAt(1_000)).toEqual([false, 32]);
    expect(stateAt(47)).toEqual([true, 32]);
    // Another program fills the rest to the last byte.
    expect(stateAt(32)).toEqual([true, 24]);
    stateAt(24);
    expect(stateAt(4)).toEqual([true, 0]);
    expect(stateAt(20)[0]).toBe(true);
    expect(stateAt(40)).toEqual([false, 8]);
    stateAt(40);
    expect(changes).toEqual([true, false]);
  });

  test("keeps no reserve on a small disk, and lets the site save", () => {
    expect(guardOf().stateAt(20)).toEqual([false, 0]);
  });
});

describe("the schedule", () => {
  test("starts immediately, never overlaps, and continues after an error", async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    let active = 0;
    let most = 0;
    const started = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const schedule = new Schedule(async () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      most = Math.max(most, ++active);
      started[runs.length - 1]?.resolve();
      await run.promise.finally(() => active--);
    }, 1);
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await started[0]?.promise;
    runs[0]?.reject(new Error("a bad run"));
    await started[1]?.promise;
    runs[1]?.resolve();
    await started[2]?.promise;
    const stopped = schedule.stop();
    runs[2]?.resolve();
    await stopped;
    expect([runs.length, most, log.mock.calls.map(String)]).toEqual([3, 1, ["Error: a bad run"]]);
    log.mockRestore();
  });

  test("logs nothing about a job that is cut off when it stops", async () => {
    const run = Promise.withResolvers<void>();
    const schedule = new Schedule(() => run.promise);
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const stopped = schedule.stop();
    run.reject(new Error("the runtime has ended"));
    await stopped;
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});
