import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Config } from "#scripts/deploy/config.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { DeployState } from "#scripts/deploy/deploy-state.ts";
import { breakLock, DeployLock, withLock } from "#scripts/deploy/lock.ts";
import { deletePreview, previewEnvironment, previewSettings } from "#scripts/deploy/preview.ts";
import { PROBED_PATHS } from "#scripts/deploy/probe.ts";
import { Problem } from "#scripts/deploy/problem.ts";
import { releaseWorker } from "#scripts/deploy/release.ts";
import type { Settings } from "#scripts/deploy/settings.ts";
import { Wrangler, WranglerError } from "#scripts/deploy/wrangler.ts";
import { CloudflareAccount } from "#tests/support/cloudflare-account.ts";
import { deployConfig, deploySettings } from "#tests/support/deploy-config.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const URL = "https://bopolis.mine.workers.dev";
const stateOf = (account: CloudflareAccount) =>
  new DeployState(new RemoteDatabase(new Wrangler(account.run), deployConfig()));

/** Releases the worker to an account. */
function release(
  account: CloudflareAccount,
  own: Partial<Settings> = {},
  { config = deployConfig(own) }: { config?: Config } = {},
) {
  const options: Parameters<typeof releaseWorker>[0] = {
    wrangler: new Wrangler(account.run),
    settings: deploySettings(own),
    probeOf: () => account.probe,
    sleep: account.sleep,
  };
  const state = stateOf(account);
  const secrets = { A: "1" };
  return withLock(state, {}, (lock) => releaseWorker(options, { config, state, lock, secrets }));
}

/** Lets the clock advance by what a release sleeps. */
function advanceWithSleep(account: CloudflareAccount): void {
  const start = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => start + account.slept);
}

/** Gives the lock to another deployment. */
const takeOver = (account: CloudflareAccount) =>
  account.database
    .prepare("update d1_deployments set value = ?, expires_at = ? where name = 'lock'")
    .run(JSON.stringify({ id: "other", owner: "ben" }), Date.now() + 60_000);

/** An account with a deployed site whose version is `v1`. */
async function deployedAccount(): Promise<CloudflareAccount> {
  const account = new CloudflareAccount();
  await release(account);
  account.changes.length = 0;
  return account;
}

describe("a release", () => {
  test("deploys the first version at once", async () => {
    const account = new CloudflareAccount();
    expect(await release(account)).toBe(URL);
    expect(account.changes).toEqual(["deploy"]);
  });

  test("tests a version without traffic, then gives it 10, 50 and 100 % and applies its triggers", async () => {
    const account = await deployedAccount();
    expect(await release(account)).toBe(URL);
    expect(account.changes).toEqual([
      "versions upload",
      "versions deploy v2@0% v1@100%",
      "versions deploy v2@10% v1@90%",
      "versions deploy v2@50% v1@50%",
      "versions deploy v2@100%",
      "triggers deploy",
    ]);
    expect(account.traffic).toEqual(new Map([["v2", 100]]));
    expect(account.slept).toBeGreaterThanOrEqual(3 * 120_000);
  });

  test("has the steps and the wait of the settings", async () => {
    const account = await deployedAccount();
    await release(account, { rollout: [25, 100], rollout_wait_seconds: 0 });
    expect(account.changes.slice(2, 4)).toEqual(["versions deploy v2@25% v1@75%", "versions deploy v2@100%"]);
    expect(account.slept).toBe(30_000);
  });

  test("deploys at once if rollout is off, or when the classes of Durable Objects change", async () => {
    const account = await deployedAccount();
    await release(account, { rollout: [] });
    const config = deployConfig();
    const migrations = [...(config.migrations ?? []), { tag: "v2", new_sqlite_classes: ["Other"] }];
    await release(account, {}, { config: { ...config, migrations } });
    expect(account.changes).toEqual(["deploy", "deploy"]);
    account.changes.length = 0;
    await release(account, {}, { config: { ...config, migrations } });
    expect(account.changes[0]).toBe("versions upload");
  });

  test("deploys at once if a queue has no consumer yet", async () => {
    const account = await deployedAccount();
    const config = deployConfig();
    const consumers = [...(config.queues?.consumers ?? []), { queue: "bopolis-mails" }];
    account.queues = consumers.map(({ queue }) => queue);
    const withQueue = { ...config, queues: { ...config.queues, consumers } };
    await release(account, {}, { config: withQueue });
    expect(account.changes).toEqual(["deploy"]);
    expect(vi.mocked(console.log).mock.calls.flat().join()).toContain("the queue bopolis-mails is new");
    account.changes.length = 0;
    await release(account, {}, { config: withQueue });
    expect(account.changes[0]).toBe("versions upload");
  });

  test("waits until its version has arrived at this location", async () => {
    const account = await deployedAccount();
    let calls = 0;
    account.responseFault = (path) => (path === "/health" && ++calls < 4 ? { version: "v1" } : undefined);
    await release(account);
    expect(account.traffic).toEqual(new Map([["v2", 100]]));
  });

  test("keeps its lock during steps of an hour", async () => {
    const account = await deployedAccount();
    advanceWithSleep(account);
    const left: number[] = [];
    account.responseFault = () => {
      const lock = account.database
        .prepare("select expires_at from d1_deployments where name = 'lock'")
        .get();
      left.push(Number(lock?.expires_at) - Date.now());
      return undefined;
    };
    await release(account, { rollout_wait_seconds: 3_600 });
    expect(left.length).toBeGreaterThan(1_000);
    expect(Math.min(...left)).toBeGreaterThan(10 * 60_000);
  });

  test("goes on when its lock can't be extended for a while", async () => {
    const account = await deployedAccount();
    advanceWithSleep(account);
    let failures = 0;
    account.commandFault = (line) =>
      account.traffic.get("v2") === 50 && line.includes("update d1_deployments") && failures++ < 5
        ? "fetch failed"
        : undefined;
    await release(account);
    expect(failures).toBeGreaterThan(5);
    expect(account.traffic).toEqual(new Map([["v2", 100]]));
  });

  test("uses the domain of the settings", async () => {
    const account = new CloudflareAccount();
    expect(await release(account, { domains: ["play.example.com"] })).toBe("https://play.example.com");
  });

  test("survives a single failed request", async () => {
    const account = await deployedAccount();
    let failures = 0;
    account.responseFault = (path, version, percentage) =>
      percentage === 10 && path === "/shop" && version === "v2" && failures++ === 0
        ? { status: 0 }
        : undefined;
    await release(account);
    expect(account.traffic).toEqual(new Map([["v2", 100]]));
  });
});

describe("a release that fails", () => {
  test.each<[string, CloudflareAccount["responseFault"], RegExp]>([
    ["its database can't be written", () => ({ failing: { d1_write: "no space" } }), /d1_write: no space/],
    [
      "its queues don't deliver",
      () => ({ failing: { queues: "renders hasn't delivered" } }),
      /renders hasn't/,
    ],
    [
      "a page has an error",
      (path) => (path === "/levels" ? { status: 500 } : undefined),
      /\/levels: status 500/,
    ],
    ["it never arrives", () => ({ version: "v1" }), /status 200 of v1/],
    ["the site can't be reached", () => ({ status: 0 }), /ECONNREFUSED/],
  ])("the smoke test because %s gives it no traffic", async (_, fault, message) => {
    const account = await deployedAccount();
    account.responseFault = fault;
    await expect(release(account)).rejects.toThrow(message);
    expect(account.traffic).toEqual(new Map([["v1", 100]]));
    expect(account.changes.some((line) => line.includes("@10%"))).toBe(false);
    expect(await stateOf(account).holder()).toBeNull();
  });

  test.each([10, 50, 100])(
    "at %i percent of the traffic goes back to the previous version and says why",
    async (at) => {
      const account = await deployedAccount();
      account.responseFault = (path, _, percentage) =>
        percentage === at && path === "/health"
          ? { failing: { errors: "31 of 400 requests failed" } }
          : undefined;
      const failure = release(account);
      await expect(failure).rejects.toThrow(Problem);
      await expect(failure).rejects.toThrow(/31 of 400[\s\S]*v1 has all traffic again/);
      expect(account.traffic).toEqual(new Map([["v1", 100]]));
      expect(account.changes).not.toContain("triggers deploy");
    },
  );

  test("the upload changes nothing", async () => {
    const account = await deployedAccount();
    account.commandFault = (line) => (line.startsWith("versions upload") ? "code: 10021" : undefined);
    await expect(release(account)).rejects.toThrow(WranglerError);
    expect(account.traffic).toEqual(new Map([["v1", 100]]));
    expect(account.changes).toEqual([]);
    expect(await stateOf(account).holder()).toBeNull();
  });

  test("to go back says how to do it by hand", async () => {
    const account = await deployedAccount();
    account.responseFault = (_, version, percentage) =>
      version === "v2" && percentage === 10 ? { status: 500, failing: { r2: "away" } } : undefined;
    account.commandFault = (line) =>
      line.startsWith("versions deploy v1@100%") ? "The API can't be reached" : undefined;
    const failure = release(account);
    await expect(failure).rejects.toThrow(/r2: away/);
    await expect(failure).rejects.toThrow(/npx wrangler versions deploy v1@100% --yes/);
  });

  test("because its lock was removed goes back", async () => {
    const account = await deployedAccount();
    account.responseFault = (_path, _version, percentage) => {
      if (percentage === 10) account.database.exec("delete from d1_deployments where name = 'lock'");
      return undefined;
    };
    await expect(release(account)).rejects.toThrow(/or was removed with/);
    expect(account.traffic).toEqual(new Map([["v1", 100]]));
  });

  test.each([0, 10, 100])(
    "because its lock was taken over at %i percent leaves the traffic alone",
    async (at) => {
      const account = await deployedAccount();
      advanceWithSleep(account);
      account.responseFault = (_path, _version, percentage) => {
        if (percentage === at) takeOver(account);
        return undefined;
      };
      const failure = release(account);
      await expect(failure).rejects.toThrow(/taken over by ben[\s\S]*traffic stays as it is/);
      await expect(failure).rejects.toThrow(Problem);
      expect(account.traffic.get("v2")).toBe(at);
      expect(account.changes).not.toContain("triggers deploy");
      expect(await stateOf(account).holder()).toContain("ben");
    },
  );

  test("after another one has finished in the meantime leaves the traffic to it", async () => {
    const account = await deployedAccount();
    account.responseFault = (_path, _version, percentage) => {
      if (percentage !== 10) return undefined;
      account.database.exec("delete from d1_deployments where name = 'lock'");
      account.traffic = new Map([["other", 100]]);
      return undefined;
    };
    await expect(release(account)).rejects.toThrow(/released other[\s\S]*stays as it is/);
    expect(account.traffic).toEqual(new Map([["other", 100]]));
    expect(await stateOf(account).holder()).toBeNull();
  });

  test("while another deployment has the lock leaves the traffic alone", async () => {
    const account = await deployedAccount();
    account.responseFault = (_path, _version, percentage) => {
      if (percentage !== 10) return undefined;
      takeOver(account);
      return { failing: { errors: "31 of 400 requests failed" } };
    };
    await expect(release(account)).rejects.toThrow(/31 of 400[\s\S]*taken over by ben/);
    expect(account.traffic.get("v2")).toBe(10);
  });

  test("goes back also while the database can't be reached", async () => {
    const account = await deployedAccount();
    account.responseFault = (_path, _version, percentage) => {
      if (percentage !== 10) return undefined;
      account.commandFault = (line) => (line.startsWith("d1") ? "fetch failed" : undefined);
      return { failing: { d1_read: "away" } };
    };
    await expect(release(account)).rejects.toThrow(/d1_read: away[\s\S]*v1 has all traffic again/);
    expect(account.traffic).toEqual(new Map([["v1", 100]]));
  });

  test("leaves the next one to go back to the version with most of the traffic", async () => {
    const account = await deployedAccount();
    account.traffic = new Map([
      ["v0", 10],
      ["v1", 90],
    ]);
    account.responseFault = () => ({ status: 500 });
    await expect(release(account)).rejects.toThrow(/v1 has all traffic/);
  });
});

describe("the lock", () => {
  test("lets one of two deployments pass that begin at once, and names it to the other", async () => {
    const account = new CloudflareAccount();
    const results = await Promise.allSettled([
      DeployLock.take(stateOf(account), { GITHUB_ACTOR: "ann", GITHUB_RUN_ID: "7" }),
      DeployLock.take(stateOf(account), { GITHUB_ACTOR: "ben" }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(String((results[1] as PromiseRejectedResult).reason)).toMatch(/ann on GitHub, run 7/);
  });

  test("is free again after the deployment, also after one that failed", async () => {
    const account = new CloudflareAccount();
    await withLock(stateOf(account), {}, async () => {});
    await expect(withLock(stateOf(account), {}, () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    await DeployLock.take(stateOf(account), {});
  });

  test("expires when its holder has been silent, and can be freed by hand", async () => {
    const account = new CloudflareAccount();
    const lost = await DeployLock.take(stateOf(account), { GITHUB_ACTOR: "ann" }, 0);
    await expect(DeployLock.take(stateOf(account), {}, 15 * 60_000 - 1)).rejects.toThrow(/ann/);
    await lost.extend(60_000);
    await expect(DeployLock.take(stateOf(account), {}, 15 * 60_000)).rejects.toThrow(/ann/);
    await DeployLock.take(stateOf(account), { GITHUB_ACTOR: "ben" }, 60 * 60_000);
    await expect(lost.extend()).rejects.toThrow(/taken over by ben/);
    await lost.release();
    expect(await breakLock(stateOf(account))).toContain("ben");
    expect(await breakLock(stateOf(account))).toBeNull();
    await DeployLock.take(stateOf(account), {});
  });

  test("stores names with quotes", async () => {
    const account = new CloudflareAccount();
    await DeployLock.take(stateOf(account), { GITHUB_ACTOR: "o'neil" });
    await expect(DeployLock.take(stateOf(account), {})).rejects.toThrow(/o'neil/);
  });
});

describe("a preview", () => {
  const settings = deploySettings({ domains: ["play.example.com"], mail_from: "a@b.example" });

  test("is a site of its own without domains and mail", () => {
    expect(previewSettings(settings, "pr-7")).toMatchObject({ name: "bopolis-preview-pr-7", domains: [] });
    expect(previewSettings(settings)).not.toHaveProperty("mail_from");
    expect(previewSettings(settings).name).toBe("bopolis-preview-main");
  });

  test.each(["", "Bad", "a b", "-a", "a-", "x".repeat(40)])("can't be named %j", (name) => {
    expect(() => previewSettings(settings, name)).toThrow(Problem);
  });

  const resources = { databases: ["p"], buckets: ["p"], queues: ["p-renders"] };
  test("has its own secrets, and the site's keys of other companies", () => {
    const environment = { SEAL_SECRET: "a", SESSION_SECRET: "b", VAPID_KEY: "c", STRIPE_SECRET_KEY: "d" };
    expect(previewEnvironment(environment)).toEqual({ STRIPE_SECRET_KEY: "d" });
  });

  /** Deletes a preview; `respond` is the error of a command, if any. Returns the commands. */
  async function deletion(respond: (line: string) => string | undefined): Promise<string[]> {
    const lines: string[] = [];
    const wrangler = new Wrangler(async (args, { env = {} } = {}) => {
      lines.push(args.join(" "));
      if (args[0] === "deploy")
        writeFileSync(
          env.WRANGLER_OUTPUT_FILE_PATH ?? "",
          JSON.stringify({
            type: "deploy",
            targets: ["https://p-sweeper.mine.workers.dev"],
            bundle_size: { gzip_bytes: 1 },
          }),
        );
      const error = respond(lines.at(-1) ?? "");
      return { code: error ? 1 : 0, stdout: "", stderr: error ?? "" };
    });
    await deletePreview(wrangler, "p", resources);
    return lines;
  }

  test("is deleted with its worker, queues, database and bucket, also if some no longer exist", async () => {
    const all = [
      "queues consumer remove p-renders p",
      "delete p --force",
      "queues delete p-renders",
      "d1 delete p --skip-confirmation",
      "r2 bucket delete p",
      "delete p-sweeper --force",
    ];
    expect(await deletion(() => undefined)).toEqual(all);
    expect(await deletion(() => "The resource does not exist.")).toEqual(all);
    await expect(
      deletion((line) => (line.startsWith("d1") ? "Authentication error" : undefined)),
    ).rejects.toThrow(WranglerError);
  });

  test("with files in its bucket is deleted with them, by a worker that is deleted again", async () => {
    let files = 2_500;
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      requests.push(url);
      // It takes a moment to be reachable.
      if (requests.length === 1) return new Response(null, { status: 404 });
      files = Math.max(0, files - 1_000);
      return Response.json({ truncated: files > 0 });
    });
    const lines = await deletion((line) =>
      line === "r2 bucket delete p" && files > 0 ? "The bucket you tried to delete is not empty" : undefined,
    );
    expect(lines.slice(4).map((line) => line.replace(/ \/\S+/g, ""))).toEqual([
      "r2 bucket delete p",
      "deploy --config --secrets-file",
      "r2 bucket delete p",
      "delete p-sweeper --force",
    ]);
    expect(requests).toEqual(Array(4).fill("https://p-sweeper.mine.workers.dev"));
  });

  test("leaves no worker behind if its bucket can't be emptied", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.stubGlobal("fetch", async () => {
      vi.advanceTimersByTime(200_000);
      return new Response(null, { status: 500 });
    });
    const lines: string[] = [];
    await expect(
      deletion((line) => {
        lines.push(line);
        return line === "r2 bucket delete p" ? "code: 10008" : undefined;
      }),
    ).rejects.toThrow(/can't empty the bucket: it responded with 500/);
    vi.useRealTimers();
    expect(lines.at(-1)).toBe("delete p-sweeper --force");
  });
});

test("every release requests pages that exist", () => {
  expect(PROBED_PATHS).toContain("/");
  expect(new Set(PROBED_PATHS).size).toBe(PROBED_PATHS.length);
});
