import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import { systemRoute } from "#domain/system/api.ts";
import { SCHEDULE_JOBS } from "#domain/system/schedule.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { recordingRenderQueue } from "#tests/support/render-jobs.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

type Jobs = OutputOf<typeof systemRoute>["jobs"];

async function jobs(): Promise<Map<string, Jobs[number]>> {
  const staff = await signedInUser({ role: "moderator" });
  return new Map((await staff.output(systemRoute)).jobs.map((job) => [job.job, job]));
}

async function queueMail(): Promise<Partial<Env> & { sent: string[] }> {
  await runSql`insert into mails (recipient, subject, body, created_at)
    values ('a@example.com', 'Hi', 'Hi', ${Date.now()})`;
  const sent: string[] = [];
  const MAIL = { send: async ({ to }: { to: string }) => sent.push(to) } as unknown as SendEmail;
  return { MAIL, MAIL_FROM: "site@example.com", sent };
}

test("a job that fails doesn't stop the next ones, and staff see its error and its last success", async () => {
  const before = await jobs();
  expect([...before.keys()]).toEqual([...SCHEDULE_JOBS]);
  expect(before.get("pictures")).toMatchObject({ healthy: false, succeeded_at: null, took_ms: null });

  await addLevel((await signedInUser()).id, { thumbnail: null });
  const { sent, ...mailing } = await queueMail();
  const failing = { sendBatch: () => Promise.reject(new Error("the queue is down")) } as unknown;
  const queues = { RENDERS: failing as Env["RENDERS"], DRAWINGS: failing as Env["DRAWINGS"] };
  await runSchedule({ ...testEnv, ...mailing, ...queues });
  expect(expectWorkerErrors().join()).toContain("job failed");
  expect(sent).toEqual(["a@example.com"]);

  const failed = await jobs();
  const [text, error] = [expect.any(String), "Error: the queue is down"];
  const failure = { healthy: false, succeeded_at: null, took_ms: expect.any(Number), failed_at: text, error };
  expect(failed.get("pictures")).toMatchObject(failure);
  for (const job of SCHEDULE_JOBS.filter((name) => name !== "pictures"))
    expect(failed.get(job), job).toMatchObject({ healthy: true, succeeded_at: text, error: null });

  await runSchedule({ ...testEnv, ...recordingRenderQueue().queues });
  // Its last error stays visible.
  expect((await jobs()).get("pictures")).toMatchObject({ succeeded_at: text, error });
});

test("a job that never ends is abandoned after its time limit", async () => {
  await addLevel((await signedInUser()).id, { thumbnail: null });
  const { sent, ...mailing } = await queueMail();
  const DRAWINGS = { sendBatch: () => new Promise(() => {}) } as unknown as Env["DRAWINGS"];
  await runSchedule({ ...testEnv, ...mailing, DRAWINGS }, 1_000);
  expect(expectWorkerErrors().join()).toContain("not finished after 1000 ms");
  await vi.waitFor(() => expect(sent).toEqual(["a@example.com"]));
  expect((await jobs()).get("pictures")).toMatchObject({ healthy: false });
});

test("a job that can't be recorded doesn't stop the next ones", async () => {
  await runSql`alter table schedule_runs rename to schedule_runs_away`;
  const { sent, ...mailing } = await queueMail();
  await runSchedule({ ...testEnv, ...mailing, ...recordingRenderQueue().queues });
  await runSql`alter table schedule_runs_away rename to schedule_runs`;
  expect(expectWorkerErrors().join()).toContain("job not recorded");
  expect(sent).toEqual(["a@example.com"]);
  expect(await countRows("mails", sql`sent_at is null`)).toBe(0);
});
