import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import { deleteMessageRoute } from "#domain/conversations/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { messageRoute, ownReportsRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { type Browser, countRows, runForumSql, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { sendMessage } from "#tests/support/messages.ts";
import {
  addComment,
  addThread,
  claimCase,
  fetchCase,
  openReportCase,
  resolveCase,
  sendReport,
} from "#tests/support/report-case.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";

const PICTURE = "00000000-0000-4000-8000-00000000000b";

const [reporter, owner, moderator, admin] = [
  await signedInUser(),
  await signedInUser({ bio: "I am rude", headshot: PICTURE }),
  await signedInUser({ role: "moderator" }),
  await signedInUser({ role: "admin" }),
];

const ownReports = async (member: TestUser, input = {}) => {
  const response = await member.call(ownReportsRoute, input);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { response, ...(response.body as OutputOf<typeof ownReportsRoute>) };
};
const casesOf = (type: ReportType, target: string | number) =>
  runSql<{ id: number; reports_count: number; state: string }>`select id, reports_count, state from cases
    where type = ${type} and target = ${String(target)} order by id`;

describe("a report", () => {
  test("stores a copy of every type of target, with its picture and place", async () => {
    const shown = { title: "Rude level", description: "Look\nhere", thumbnail: PICTURE };
    const level = await addLevel(owner.id, shown);
    const item = await addItem(owner.id);
    const { thread, reply } = await addThread(owner.id);
    const [{ title = "" } = {}] = await runForumSql<{ title: string }>`select title from threads
      where id = ${thread}`;
    const [{ name = "" } = {}] = await runSql<{ name: string }>`select name from items where id = ${item}`;
    const message = await sendMessage(owner, reporter, "something rude");
    const place = { level: await addLevel(reporter.id, { title: "Lava Tower" }) };
    const comment = await addComment("level", place.level, owner.id);
    const remark = await addComment("user", reporter.id, owner.id);
    const picture_url = `/assets/${PICTURE}`;
    const text = "something rude";
    const { username } = owner;
    const rude = { title: shown.title, text: "Look\nhere", picture_url };
    const opening = { title, text: `${title} begins`, place: "Thread in Off Topic" };
    const replied = { text: `${title} goes on`, place: `Reply in ${title}` };
    const bio = { title: username, text: "I am rude", picture_url };
    const chat = `/chat?as=${reporter.id}&with=${owner.id}&message=${message.id}`;
    const profile = { place: `Comment on ${reporter.username}'s profile` };
    const expected: [type: ReportType, target: string | number, name: string, url: string, copy: object][] = [
      ["level", level, shown.title, `/levels/${level}`, rude],
      ["item", item, name, `/items/${item}`, { title: name }],
      ["thread", thread, title, `/forums/thread/${thread}`, opening],
      ["reply", reply, replied.text, `/forums/thread/${thread}?reply=${reply}#reply-${reply}`, replied],
      ["comment", comment, text, `/levels/${place.level}#comments`, { text, place: "Comment on Lava Tower" }],
      ["comment", remark, text, `/users/${reporter.username}#comments`, profile],
      ["user", username, username, `/users/${username}`, bio],
      ["message", message.id, text, chat, { text, place: `Chat with ${reporter.username}` }],
    ];
    for (const [type, target, name, url, copy] of expected) {
      const id = await openReportCase(reporter, type, target, { details: "see" });
      const found = await fetchCase(moderator, id);
      expect(found, type).toMatchObject({
        type,
        name,
        url,
        user: { id: owner.id },
        reports_count: 1,
        present: true,
        reports: [{ user: { id: reporter.id }, reason: "spam", details: "see" }],
      });
      expect(found.evidence, type).toMatchObject([copy]);
    }
  });

  test("includes ten messages before and after a reported one, without removed ones", async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const ids: string[] = [];
    for (let i = 0; i < 26; i++)
      ids.push((await sendMessage(i % 2 ? ann : bob, i % 2 ? bob : ann, `line ${i}`)).id);
    await admin.call(deleteMessageRoute, { messageId: ids[8] ?? "" });
    const {
      evidence: [copy],
    } = await fetchCase(moderator, await openReportCase(ann, "message", ids[12] ?? ""));
    expect(copy?.messages.map(({ body }) => body)).toEqual(
      Array.from({ length: 21 }, (_, i) => (i + 2 === 8 ? "" : `line ${i + 2}`)),
    );
    expect(copy?.messages.filter(({ reported }) => reported).map(({ id }) => id)).toEqual([ids[12]]);
    expect(copy?.messages[0]?.user.id).toBe(bob.id);
  });

  test("has a name that ends with a whole word", async () => {
    const body = "Everyone should come and look at this extraordinarily beautiful neighbourhood";
    const id = await addComment("user", owner.id, owner.id);
    await runSql`update comments set body = ${body} where id = ${id}`;
    const opened = await openReportCase(reporter, "comment", id);
    const [one] = await runSql<{ name: string }>`select name from cases where id = ${opened}`;
    expect(one?.name).toBe("Everyone should come and look at this extraordinarily…");
  });

  test("keeps its copy when the target changes or is deleted; a later report adds a new copy", async () => {
    const level = await addLevel(owner.id, { title: "First name" });
    const id = await openReportCase(reporter, "level", level);
    await sendReport(moderator, "level", level);
    expect((await fetchCase(moderator, id)).evidence).toHaveLength(1);
    await runSql`update levels set title = 'Second name' where id = ${level}`;
    await sendReport(reporter, "level", level, { reason: "hate", details: "now this" });
    await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    const found = await fetchCase(moderator, id);
    expect(found.evidence.map(({ title }) => title)).toEqual(["First name", "Second name"]);
    expect(found).toMatchObject({ reports_count: 2, present: false });
    // A repeated report by the same member replaces their first one.
    expect(found.reports.find(({ user }) => user.id === reporter.id)).toMatchObject({
      reason: "hate",
      details: "now this",
    });
  });

  test("by ten members at once, twice each, makes one case that counts ten", async () => {
    const level = await addLevel(owner.id);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => signedInUser()));
    const responses = await Promise.all([...crowd, ...crowd].map((by) => sendReport(by, "level", level)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const [found] = await casesOf("level", level);
    expect(found).toMatchObject({ reports_count: 10, state: "open" });
    expect(await countRows("reports", sql`target = ${String(level)} and type = 'level'`)).toBe(10);
    expect(await countRows("evidence", sql`case_id = ${found?.id}`)).toBe(1);
  });

  test("of a decided target opens another case", async () => {
    const level = await addLevel(owner.id);
    const first = await openReportCase(reporter, "level", level);
    expect((await resolveCase(moderator, first)).status).toBe(200);
    expect(await openReportCase(reporter, "level", level)).toBeGreaterThan(first);
    expect(await casesOf("level", level)).toMatchObject([{ state: "decided" }, { state: "open" }]);
  });

  test("of a thread's opening post becomes one of the thread", async () => {
    const { thread, first } = await addThread(owner.id);
    await openReportCase(reporter, "reply", first);
    await openReportCase(moderator, "thread", thread);
    expect(await casesOf("thread", thread)).toMatchObject([{ reports_count: 2 }]);
    expect(await casesOf("reply", first)).toEqual([]);
  });

  test("of the reporter's own things or of things they can't see is rejected", async () => {
    const [item, hidden] = [await addItem(owner.id), await addItem(owner.id)];
    const level = await addLevel(owner.id);
    const secret = await addLevel(owner.id, { visibility: "private" });
    const { thread, first, reply } = await addThread(owner.id);
    const deletedThread = await addThread(owner.id);
    await runSql`update items set state = 'hidden' where id = ${hidden}`;
    await runForumSql`update threads set deleted_at = 1 where id = ${deletedThread.thread}`;
    const comment = await addComment("level", level, owner.id);
    const whisper = await addComment("level", secret, owner.id);
    const before = await countRows("cases");
    const own: [ReportType, string | number][] = [
      ["level", level],
      ["item", item],
      ["thread", thread],
      ["reply", first],
      ["reply", reply],
      ["comment", comment],
      ["user", owner.username],
    ];
    for (const [type, target] of own) expect((await sendReport(owner, type, target)).status, type).toBe(422);
    const absent: [ReportType, string | number][] = [
      ["level", secret],
      ["level", 999_999],
      ["item", hidden],
      ["comment", whisper],
      ["thread", deletedThread.thread],
      ["reply", deletedThread.first],
      ["reply", deletedThread.reply],
      ["user", "nobody_is_called_so"],
    ];
    for (const [type, target] of absent)
      expect((await sendReport(reporter, type, target)).status, `${type} ${target}`).toBe(404);
    expect(await countRows("cases")).toBe(before);
  });
});

describe("a report of a message", () => {
  test("is accepted from its recipient, in two round trips, once, until the message is removed", async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const { id } = await sendMessage(bob, ann, "something rude");
    const response = await sendReport(ann, "message", id);
    expect(response.status).toBe(201);
    expectCost(response, { written: 40 });
    expect((await sendReport(ann, "message", id)).status).toBe(201);
    const reported = sql`reporter_id = ${ann.id} and type = 'message' and target = ${id}`;
    expect(await countRows("reports", reported)).toBe(1);
    expect((await admin.call(deleteMessageRoute, { messageId: id })).status).toBe(200);
    expect((await sendReport(ann, "message", id)).status).toBe(404);
  });

  test("is preceded by a view of the message for the two members of its conversation only", async () => {
    const [ann, bob, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const { id } = await sendMessage(bob, ann, "something\nrude");
    const viewMessage = (browser: Browser, messageId = id) => browser.call(messageRoute, { messageId });
    for (const browser of [ann, bob]) {
      const response = await viewMessage(browser);
      expect(response.body).toMatchObject({
        message: { id, body: "something\nrude", sender_id: bob.id, deleted: false },
        user: { id: bob.id, username: bob.username },
      });
      expectCost(response, { read: 6, written: 0 });
    }
    for (const browser of [eve, moderator, admin]) expect((await viewMessage(browser)).status).toBe(404);
    expect((await viewMessage(ann, id.replace(/1$/, "2"))).status).toBe(404);
    await admin.call(deleteMessageRoute, { messageId: id });
    expect((await viewMessage(ann)).status).toBe(404);
  });

  test("is rejected from its author, and anyone else gets a 404", async () => {
    const [ann, bob, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const { id } = await sendMessage(bob, ann, "something rude");
    const pair = id.slice(0, id.lastIndexOf("_"));
    const [low = "", high = ""] = pair.split("_");
    expect((await sendReport(bob, "message", id)).status).toBe(422);
    for (const browser of [eve, moderator, admin])
      expect((await sendReport(browser, "message", id)).status).toBe(404);
    for (const target of [`${pair}_2`, `${high}_${low}_1`, pair, "1", "x", `${pair}_0`, `${id}_1`])
      expect((await sendReport(ann, "message", target)).status, target).toBe(404);
    expect(await countRows("reports", sql`reporter_id in (${ann.id}, ${bob.id}, ${eve.id})`)).toBe(0);
  });
});

describe("GET /api/reports", () => {
  test("returns what happened to each of the caller's reports, newest first, without the moderator", async () => {
    const ann = await signedInUser();
    const levels = await Promise.all(Array.from({ length: 4 }, () => addLevel(owner.id, { title: "Mine" })));
    const ids: number[] = [];
    for (const level of levels) ids.push(await openReportCase(ann, "level", level, { details: "why" }));
    const message = await sendMessage(owner, ann, "something rude");
    await openReportCase(ann, "message", message.id);
    const [, looked = 0, dismissed = 0, acted = 0] = ids;
    expect((await claimCase(moderator, looked)).status).toBe(200);
    expect((await resolveCase(moderator, dismissed)).status).toBe(200);
    expect((await resolveCase(moderator, acted, ["remove"])).status).toBe(200);
    const { data, meta, response } = await ownReports(ann);
    expect(data.map(({ state }) => state)).toEqual(["waiting", "acted", "dismissed", "looking", "waiting"]);
    expect(data[0]).toMatchObject({ url: `/chat?with=${owner.id}&message=${message.id}` });
    const url = `/levels/${levels[3]}`;
    expect(data[1]).toMatchObject({ name: "Mine", url, reason: "spam", details: "why" });
    expect(meta).toEqual({ current_page: 1, last_page: 1, total: 5 });
    expect(JSON.stringify(response.body)).not.toContain(moderator.username);
    expect((await ownReports(await signedInUser())).data).toEqual([]);
  });

  test("costs the same on its first and last page, however many reports there are", async () => {
    const ann = await signedInUser();
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2600)
      insert into cases (type, target, subject_id, reason, created_at, updated_at)
      select 'level', 5000000 + i, ${owner.id}, 'spam', 1, 1 from n`;
    await runSql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select type, target, ${ann.id}, 'spam', id, 1 from cases where cast(target as integer) > 5000000`;
    const size = LIMITS.pageSize.reports;
    const first = await ownReports(ann);
    expect(first.data).toHaveLength(size);
    expect(first.meta.total).toBe(2_600);
    expectCost(first.response, { roundTrips: 1, read: 4 * size, written: 0 });
    const last = await ownReports(ann, { page: 104 });
    const newest = first.data[0]?.id ?? 0;
    expect(last.data.map(({ id }) => newest - id)).toEqual(Array.from({ length: size }, (_, i) => 2_575 + i));
    expectCost(last.response, { roundTrips: 2, read: 4 * size, written: 0 });
    expect((await ownReports(ann, { page: 1_000 })).data).toEqual([]);
  });
});
