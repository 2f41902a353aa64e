import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { Schedule } from "#scripts/serve/schedule.ts";
import { readServeSettings } from "#scripts/serve/settings.ts";
import { StateLock } from "#scripts/serve/state-lock.ts";
import { TrustedProxies } from "#scripts/serve/trusted-proxies.ts";
import { RotatingLog } from "#scripts/site/rotating-log.ts";
import { logLine } from "#scripts/site/site.ts";

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bopolis-self-"));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

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
    const { origin, host, port, logTo, vars } = readServeSettings({ ORIGIN: "https://play.example.com/" });
    expect({ origin, host, port, logTo }).toEqual({
      origin: "https://play.example.com",
      host: "127.0.0.1",
      port: 8787,
      logTo: "file",
    });
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
    expect([origin, vars.PRESENCE_SHARDS, vars.STRIPE_SECRET_KEY]).toEqual([
      "https://play.example.com",
      "4",
      undefined,
    ]);
  });

  test("have read-only mode, the nightly backup and the database's size", () => {
    const given = { READ_ONLY: "on", BACKUPS: "off", BACKUP_HOUR: "0", DATABASE_LIMIT_GB: "2.5" };
    expect(readServeSettings({ ORIGIN: "https://play.example.com", ...given }).vars).toMatchObject(given);
    expect(
      problemsOf({
        ORIGIN: "https://play.example.com",
        READ_ONLY: "true",
        BACKUPS: "nightly",
        BACKUP_HOUR: "24",
        DATABASE_LIMIT_GB: "0",
      }).split("\n"),
    ).toEqual([
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
        TRUSTED_PROXIES: "10.0.0.0/8, 10.0.0.0/33",
        SMTP_URL: "mail.example.com",
        RATE_LIMITS: "off",
        DISCORD_CLIENT_ID: "1",
      }).split("\n"),
    ).toEqual([
      "✗ RATE_LIMITS=off isn't possible in production. It's always on.",
      "✗ SMTP_URL and MAIL_FROM belong together: set both or none.",
      "✗ DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET belong together: set both or none.",
      "✗ ORIGIN must be the site's URL without a path, such as https://play.example.com.",
      "✗ HOST must be an IP address.",
      "✗ PORT must be a number from 1 to 65535.",
      "✗ LOG must be all or errors.",
      '✗ TRUSTED_PROXIES must be IP addresses and ranges such as 10.0.0.0/8, not "10.0.0.0/33".',
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

describe("the client's address", () => {
  const proxies = new TrustedProxies(["10.0.0.0/8", "192.168.1.1", "fd00::/8"]);

  test("is the peer's unless the peer is a trusted proxy", () => {
    expect(proxies.clientIp("203.0.113.9", "1.2.3.4")).toBe("203.0.113.9");
    expect(proxies.clientIp("10.1.2.3", "1.2.3.4")).toBe("1.2.3.4");
    expect(proxies.clientIp("10.1.2.3", undefined)).toBe("10.1.2.3");
  });

  test("is the last address in the chain that no trusted proxy has", () => {
    expect(proxies.clientIp("10.1.2.3", "6.6.6.6, 1.2.3.4, 192.168.1.1")).toBe("1.2.3.4");
    expect(proxies.clientIp("fd00::1", "6.6.6.6,2001:db8::7")).toBe("2001:db8::7");
    expect(proxies.clientIp("10.1.2.3", "1.2.3.4, unknown")).toBe("10.1.2.3");
  });

  test("is the same for an IPv4 address in IPv6 form", () => {
    expect(proxies.clientIp("::ffff:10.1.2.3", "::ffff:1.2.3.4")).toBe("1.2.3.4");
    expect(proxies.clientIp("::FFFF:203.0.113.9", "1.2.3.4")).toBe("203.0.113.9");
  });

  test("never depends on what a client wrote before the first trusted proxy's entry", () => {
    const anyEntry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    fc.assert(
      fc.property(fc.array(anyEntry), fc.ipV4(), (invented, client) => {
        fc.pre(!client.startsWith("10.") && client !== "192.168.1.1");
        const chain = [...invented, client, "10.9.9.9"].join(",");
        expect(proxies.clientIp("10.1.2.3", chain)).toBe(client);
        expect(proxies.clientIp(client, chain)).toBe(client);
      }),
    );
  });

  test("needs ranges that are valid", () => {
    for (const range of ["10.0.0.0/33", "fd00::/129", "10.0.0.0/", "10.0.0.0/8/8", "example.com", "10.0.0/8"])
      expect(() => new TrustedProxies([range])).toThrow(new RangeError(range));
  });
});

describe("the log", () => {
  test("starts a new file before one exceeds its size, and loses no line among the files it has", () => {
    const folder = newFolder();
    const path = join(folder, "site.log");
    const line = (n: number) => `line ${String(n).padStart(4, "0")}`;
    for (let part = 0; part < 4; part++) {
      // Each part is a process that ends without closing the file.
      const log = new RotatingLog(path, { maxBytes: 100, files: 3 });
      for (let n = 0; n < 6; n++) log.write(line(part * 6 + n));
    }
    const names = readdirSync(folder).sort();
    expect(names).toEqual(["site.log", "site.log.1", "site.log.2"]);
    const texts = names.map((name) => readFileSync(join(folder, name), "utf8"));
    expect(texts.every((text) => text.length <= 100)).toBe(true);
    // 10 bytes a line: two full files and the last four lines.
    expect(texts.reverse().join("").trimEnd().split("\n")).toEqual(
      Array.from({ length: 24 }, (_, n) => line(n)),
    );
  });

  test("adds the time to JSON lines and the level to others", () => {
    const now = new Date("2030-01-31T12:00:00.000Z");
    expect(JSON.parse(logLine('{"level":"error","event":"x"}', "error", now))).toEqual({
      time: "2030-01-31T12:00:00.000Z",
      level: "error",
      event: "x",
    });
    expect(JSON.parse(logLine('two\n"lines"', "warn", now))).toEqual({
      time: "2030-01-31T12:00:00.000Z",
      level: "warn",
      message: 'two\n"lines"',
    });
  });
});

describe("the lock of a state folder", () => {
  test("refuses a second process until the first has released it", () => {
    const state = join(newFolder(), "state");
    const first = new StateLock(state);
    expect(() => new StateLock(state)).toThrow(`✗ Another process uses the data in ${state}. Stop it first.`);
    first.release();
    new StateLock(state).release();
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
    const errors: unknown[] = [];
    const { error } = console;
    console.error = (reason: unknown) => errors.push(reason);
    await started[0]?.promise;
    runs[0]?.reject(new Error("a bad run"));
    await started[1]?.promise;
    runs[1]?.resolve();
    await started[2]?.promise;
    const stopped = schedule.stop();
    runs[2]?.resolve();
    await stopped;
    console.error = error;
    expect([runs.length, most, errors.map(String)]).toEqual([3, 1, ["Error: a bad run"]]);
  });

  test("stops without a job that takes too long, and logs nothing about its end", async () => {
    const run = Promise.withResolvers<void>();
    const schedule = new Schedule(() => run.promise);
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await schedule.stop(1);
    run.reject(new Error("the runtime has ended"));
    await setImmediate();
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});
