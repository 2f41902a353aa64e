import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CloudflareApi, cloudflareApi } from "#scripts/deploy/cloudflare-api.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { setReadReplicas } from "#scripts/deploy/read-replicas.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { CloudflareAccount } from "#tests/support/cloudflare-account.ts";
import { ACCOUNT, deployConfig, deploySettings } from "#tests/support/deploy-config.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const logged = () => vi.mocked(console.log).mock.calls.flat().join("\n");

const ids = { bopolis: "id-1", "bopolis-forum": "id-2", "bopolis-play": "id-3" };
const config = { ...deployConfig({}, ids), account_id: ACCOUNT };
const PATHS = Object.values(ids).map((id) => `/accounts/${ACCOUNT}/d1/database/${id}`);

/** An account whose databases have these replicas. */
function accountWith(mode: "auto" | "disabled" | undefined) {
  const calls: unknown[] = [];
  const api: CloudflareApi = async <Result>(method: string, path: string, body?: object) => {
    calls.push(body ? [method, path, body] : [method, path]);
    return { read_replication: mode && { mode } } as Result;
  };
  return { api, calls };
}

describe("read replicas", () => {
  test.each([
    [undefined, "on", "auto"],
    ["disabled", "on", "auto"],
    ["auto", "on", null],
    ["auto", "off", "disabled"],
    ["disabled", "off", null],
    [undefined, "off", null],
  ] as const)(
    "of the mode %s are set to %s only if that changes them",
    async (before, read_replicas, mode) => {
      const { api, calls } = accountWith(before);
      await setReadReplicas(api, config, deploySettings({ read_replicas }));
      expect(calls).toEqual(
        PATHS.flatMap((path) => [
          ["GET", path],
          ...(mode ? [["PATCH", path, { read_replication: { mode } }]] : []),
        ]),
      );
    },
  );

  test("that can't be set don't stop a deployment", async () => {
    const api: CloudflareApi = () => Promise.reject(new Error("no permission"));
    await setReadReplicas(api, config, deploySettings());
    expect(logged()).toContain("not switched on: no permission");
  });
});

describe("Cloudflare's API", () => {
  const apiWith = (credentials: object) =>
    cloudflareApi(new Wrangler(async () => ({ code: 0, stdout: JSON.stringify(credentials), stderr: "" })));

  test.each([
    [{ type: "oauth", token: "t" }, { Authorization: "Bearer t" }],
    [{ type: "api_token", token: "t" }, { Authorization: "Bearer t" }],
    [
      { type: "api_key", key: "k", email: "e" },
      { "X-Auth-Key": "k", "X-Auth-Email": "e" },
    ],
  ])("is called with wrangler's credentials %j", async (credentials, headers) => {
    const requests: [string, RequestInit][] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      requests.push([url, init]);
      return Response.json({ success: true, result: { id: 1 } });
    });
    expect(await apiWith(credentials)("PATCH", "/a", { b: 1 })).toEqual({ id: 1 });
    expect(requests[0]?.[0]).toBe("https://api.cloudflare.com/client/v4/a");
    expect(requests[0]?.[1]).toMatchObject({ method: "PATCH", headers, body: '{"b":1}' });
  });

  test("names its errors", async () => {
    vi.stubGlobal("fetch", async () =>
      Response.json({ success: false, errors: [{ code: 10000, message: "Authentication error" }] }),
    );
    await expect(apiWith({ type: "oauth", token: "t" })("GET", "/a")).rejects.toThrow(
      "Authentication error (code 10000)",
    );
  });
});

test.each([
  ["WEUR", { location: "weur", colo: "AMS" }],
  ["OC", { location: "oc", colo: "AMS" }],
  [undefined, null],
])("a database that says %s is in %j", async (region, place) => {
  const account = new CloudflareAccount();
  account.region = region;
  const database = new RemoteDatabase(new Wrangler(account.run), config);
  expect(await database.location()).toEqual(place);
});
