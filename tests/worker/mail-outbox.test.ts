import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { app } from "#worker/app.ts";
import type { MailRetry } from "#worker/mail/mail-retry.ts";
import { sendMails } from "#worker/mail/send.ts";
import { consumePushes } from "#worker/push/consume-pushes.ts";
import { runSchedule } from "#worker/schedule.ts";

const HOUR = 3_600_000;

describe("the mail outbox", () => {
  const mail = (body: string) =>
    runSql`insert into mails (recipient, subject, body, created_at)
      values ('x@example.com', '<b>Hi</b>', ${body}, 1)`;
  /** The environment with a mail service that calls this for each mail. */
  const mailing = (send: (mail: { text: string }) => Promise<unknown>) => ({
    ...testEnv,
    MAIL: { send } as unknown as SendEmail,
    MAIL_FROM: "site@example.com",
  });
  const waiting = () => countRows("mails", sql`sent_at is null`);

  test("shows unsent mails as escaped text with links, and is missing in production", async () => {
    await mail('<script>alert(1)</script> https://bopolis.test/x?a=1&b="2"');
    const page = await (await Browser.visitor()).fetch("/dev/outbox");
    expect(page.body.text).not.toContain("<script>alert");
    expect(page.body.text).not.toContain("<b>Hi");
    expect(page.body.text).toContain('<a href="https://bopolis.test/x?a=1');
    const production = await browserWith({ ENVIRONMENT: "production" });
    expect((await production.fetch("/dev/outbox")).status).toBe(404);
  });

  test("is shown to a developer's own browser only, by the host of its URL", async () => {
    const status = async (host: string, ORIGIN?: string) => {
      const env = ORIGIN === undefined ? testEnv : { ...testEnv, ORIGIN };
      const context = createExecutionContext();
      const response = await app.fetch(new Request(`http://${host}/dev/outbox`), env, context);
      await waitOnExecutionContext(context);
      return response.status;
    };
    for (const host of ["localhost:8787", "127.0.0.1", "[::1]:8787", "192.168.1.5:8787", "site.localhost"])
      expect(await status(host), host).toBe(200);
    // The name of someone else's site that leads to this computer.
    for (const host of ["evil.example:8787", "localhost.evil.example", "127.0.0.1.evil.example"])
      expect(await status(host), host).toBe(404);
    expect(await status("bopolis.example", "https://bopolis.example")).toBe(200);
  });

  test("is emptied through the mail binding, each message once, even by concurrent runs", async () => {
    await mail("one");
    const sent: string[] = [];
    const env = mailing(async ({ text }) => sent.push(text));
    const count = await waiting();
    for (let n = 0; n <= count / 50 + 1; n++)
      await Promise.all([sendMails(env, Date.now()), sendMails(env, Date.now())]);
    await runSchedule(env);
    expect(await waiting()).toBe(0);
    expect(sent).toHaveLength(count);
    expect(new Set(sent)).toContain("one");
  });

  test("drops mails a month after they were sent or given up, and those that waited for a year", async () => {
    const day = 24 * HOUR;
    const add = (body: string, ageDays: number, attempts: number, isSent = false) =>
      runSql`insert into mails (recipient, subject, body, attempts, created_at, sent_at)
       
          values ('x@example.com', 'Hi', ${body}, ${attempts}, ${Date.now() - ageDays * day}, ${isSent ? 1 : null})`;
    await runSql`delete from mails`;
    await add("sent", 31, 1, true);
    await add("sent lately", 29, 1, true);
    await add("given up", 31, 12);
    await add("given up lately", 29, 12);
    await add("waits", 364, 3);
    await add("has waited", 366, 0);
    await runSchedule(testEnv);
    expect(await runSql`select body from mails order by id`).toEqual([
      { body: "sent lately" },
      { body: "given up lately" },
      { body: "waits" },
    ]);
    await runSql`delete from mails`;
  });

  test("keeps a message that fails, retries it later, and gives up after twelve attempts", async () => {
    await mail("never");
    let tries = 0;
    const env = mailing(async () => {
      tries++;
      throw new Error("no such mailbox");
    });
    for (let hour = 0; hour < 14; hour++) await sendMails(env, Date.now() + hour * HOUR);
    expect(tries).toBe(12);
    expect(await waiting()).toBe(1);
    expect(expectWorkerErrors()).toHaveLength(12);
    await runSql`delete from mails`;
  });

  test("tries a failed message again within a minute, and others don't use up a try while the service is away", async () => {
    for (const body of ["first", "second", "third"]) await mail(body);
    let isAway = true;
    let tries = 0;
    const sending = mailing(async () => {
      tries++;
      if (isAway) throw new Error("connection refused");
    });
    const retries: unknown[] = [];
    const send = async (body: unknown, options: unknown) => retries.push([body, options]);
    const env = { ...sending, PUSHES: { send } as unknown as Env["PUSHES"] };
    const start = Date.now();
    await sendMails(env, start);
    expect(tries).toBe(2);
    expect(retries).toEqual([[{ retry_mails: true }, { delaySeconds: 45 }]]);
    expect(await countRows("mails", sql`attempts = 0 and claimed_until = 0`)).toBe(1);
    isAway = false;
    await sendMails(env, start);
    expect(await waiting()).toBe(2);
    await sendMails(env, start + 45_000);
    expect(await waiting()).toBe(0);
    expect([tries, retries.length]).toEqual([5, 1]);
    expectWorkerErrors();
  });

  test("sends what is due when a message of the queue says so", async () => {
    await mail("again");
    const sent: string[] = [];
    const message = { body: { retry_mails: true }, attempts: 1, ack: () => sent.push("ack") };
    const batch = { queue: "bopolis-pushes", messages: [message] } as unknown as MessageBatch<MailRetry>;
    await consumePushes(
      batch,
      mailing(async ({ text }) => sent.push(text)),
    );
    expect(sent).toEqual(["again", "ack"]);
  });
});
