import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { finishJob } from "#tests/support/backups.ts";
import { ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import type { Env } from "#worker/env.ts";
import site from "#worker/index.ts";
import { backupStub } from "#worker/live/stubs.ts";
import { operatorResponse } from "#worker/operator/operator-response.ts";

interface Call {
  method?: string;
  secret?: string | undefined;
  input?: object;
  env?: Partial<Env>;
}

async function call(path: string, { method = "GET", secret, input, env }: Call = {}) {
  const request = new Request(`${ORIGIN}/api/operator/${path}`, {
    method,
    headers: secret ? { Authorization: `Bearer ${secret}` } : {},
    ...(input && { body: JSON.stringify(input) }),
  });
  const response = await operatorResponse(request, { ...testEnv, ...env });
  return response && { status: response.status, body: await response.json<unknown>() };
}

const secret = testEnv.OPERATOR_SECRET;

describe("the operator's endpoints", () => {
  test("start a backup and say how it went", async () => {
    const started = await call("backup", { method: "POST", secret, input: {} });
    expect(started).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const { id } = await backupStub(testEnv)
      .status()
      .then(({ running }) => running ?? { id: "" });
    expect(await call("backup", { secret })).toMatchObject({ status: 200, body: { running: { id } } });
    await finishJob();
    expect(await call("backup", { secret })).toMatchObject({ body: { running: null, newest: { id } } });
  });

  test("refuse to restore into a database in use, and a restore without an id", async () => {
    const input = { id: "2030-01-01T00-00-00" };
    expect(await call("restore", { method: "POST", secret, input })).toMatchObject({ status: 409 });
    expect(await call("restore", { method: "POST", secret, input: {} })).toMatchObject({ status: 422 });
  });

  test("switch read-only mode, and nothing else", async () => {
    const change = (value: unknown) => call("read-only", { method: "POST", secret, input: { value } });
    const stored = () => runSql(sql`select value from site_values where name = 'read_only'`);
    for (const value of ["on", "off"]) {
      expect(await change(value)).toEqual({ status: 200, body: { value } });
      expect(await stored()).toEqual([{ value }]);
    }
    expect(await change("maybe")).toMatchObject({ status: 422 });
    expect(await call("read-only", { method: "POST", input: { value: "on" } })).toMatchObject({
      status: 401,
    });
    expect(await stored()).toEqual([{ value: "off" }]);
  });

  test("need the operator's secret, and don't exist without one", async () => {
    expect(await call("backup")).toMatchObject({ status: 401 });
    expect(await call("backup", { secret: "wrong" })).toMatchObject({ status: 401 });
    expect(await call("other", { secret })).toMatchObject({ status: 404 });
    // The app responds with a 404.
    expect(await call("backup", { secret, env: { OPERATOR_SECRET: "" } })).toBeNull();
  });
});

test("a site that's being restored is closed for everyone else", async () => {
  const response = await operatorResponse(new Request(`${ORIGIN}/`), { ...testEnv, RESTORING: "on" });
  expect(response?.status).toBe(503);
  expect(response?.headers.get("Retry-After")).toBe("60");
});

test("a site that's being restored puts off all jobs", async () => {
  const sent: { body: unknown; delaySeconds: number }[] = [];
  const queue = { sendBatch: async (messages: typeof sent) => void sent.push(...messages) };
  const env = { ...testEnv, RESTORING: "on", RUNS: queue } as unknown as Env;
  const jobs = [1, 2].map((run_id) => ({ run_id }));
  const batch = createMessageBatch(
    "any-name-runs",
    jobs.map((body, i) => ({ id: `${i}`, timestamp: new Date(0), attempts: 1, body })),
  );
  await site.queue(batch as never, env);
  expect(sent).toEqual(jobs.map((body) => ({ body, delaySeconds: 30 })));
  expect(await getQueueResult(batch, createExecutionContext())).toMatchObject({ ackAll: true });
});
