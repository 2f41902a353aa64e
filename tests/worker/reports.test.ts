import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { deleteMessageRoute } from "#domain/conversations/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { messageRoute, ownReportsRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { Browser, countRows, db } from "#tests/support/browser.ts";
import { say } from "#tests/support/chat.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addComment, addThread, caseOf, claim, decide, openCase, report } from "#tests/support/moderation.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addItem, addLevel } from "#tests/support/world.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const PICTURE = "00000000-0000-4000-8000-00000000000b";

let visitor: Browser;
let reporter: Person;
let owner: Person;
let moderator: Person;
let admin: Person;

beforeAll(async () => {
  visitor = await Browser.visitor();
  [reporter, owner, moderator, admin] = [
    await person(),
    await person({ bio: "I am rude", headshot: PICTURE }),
    await person({ role: "moderator" }),
    await person({ role: "admin" }),
  ];
});

const ownReports = async (who: Person, input = {}) => {
  const answer = await who.browser.call(ownReportsRoute, { input });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { answer, ...(answer.body as OutputOf<typeof ownReportsRoute>) };
};
const casesOf = (type: ReportType, target: string | number) =>
  run<{ id: number; reports_count: number; state: string }>(sql`select id, reports_count, state from cases
    where type = ${type} and target = ${String(target)} order by id`);

describe("a report", () => {
  test("keeps a copy of the thing as it is, of every kind, with its picture and where it stood", async () => {
    const level = await addLevel(owner.id, {
      title: "Rude level",
      description: "Look\nhere",
      thumbnail: PICTURE,
    });
    const item = await addItem(owner.id);
    const { thread, reply } = await addThread(owner.id);
    const [{ title = "" } = {}] = await run<{ title: string }>(
      sql`select title from threads where id = ${thread}`,
    );
    const [{ name = "" } = {}] = await run<{ name: string }>(sql`select name from items where id = ${item}`);
    const message = await say(owner, reporter, "something rude");
    const place = { level: await addLevel(reporter.id, { title: "Lava Tower" }) };
    const comment = await addComment("level", place.level, owner.id);
    const remark = await addComment("user", reporter.id, owner.id);
    const expected: [ReportType, string | number, string, string, object][] = [
      [
        "level",
        level,
        "Rude level",
        `/levels/${level}`,
        { title: "Rude level", text: "Look\nhere", picture_url: `/assets/${PICTURE}` },
      ],
      ["item", item, name, `/items/${item}`, { title: name }],
      [
        "thread",
        thread,
        title,
        `/forums/thread/${thread}`,
        { title, text: `${title} begins`, place: "Thread in Off Topic" },
      ],
      [
        "reply",
        reply,
        `${title} goes on`,
        `/forums/thread/${thread}?reply=${reply}#reply-${reply}`,
        { text: `${title} goes on`, place: `Reply in ${title}` },
      ],
      [
        "comment",
        comment,
        "something rude",
        `/levels/${place.level}#comments`,
        { text: "something rude", place: "Comment on Lava Tower" },
      ],
      [
        "comment",
        remark,
        "something rude",
        `/users/${reporter.username}#comments`,
        { place: `Comment on ${reporter.username}'s profile` },
      ],
      [
        "user",
        owner.username,
        owner.username,
        `/users/${owner.username}`,
        { title: owner.username, text: "I am rude", picture_url: `/assets/${PICTURE}` },
      ],
      [
        "message",
        message.id,
        "something rude",
        `/chat?as=${reporter.id}&with=${owner.id}&message=${message.id}`,
        { text: "something rude", place: `Chat with ${reporter.username}` },
      ],
    ];
    for (const [type, target, named, url, copy] of expected) {
      const found = await caseOf(
        moderator,
        await openCase(reporter.browser, type, target, { details: "see" }),
      );
      expect(found, type).toMatchObject({
        type,
        name: named,
        url,
        user: { id: owner.id },
        reports_count: 1,
        present: true,
        reports: [{ user: { id: reporter.id }, reason: "spam", details: "see" }],
      });
      expect(found.evidence, type).toMatchObject([copy]);
    }
  });

  test("copies what was said around a message, ten before and ten after, and not what was taken away", async () => {
    const [ann, bob] = [await person(), await person()];
    const ids: string[] = [];
    for (let i = 0; i < 26; i++) ids.push((await say(i % 2 ? ann : bob, i % 2 ? bob : ann, `line ${i}`)).id);
    await admin.browser.call(deleteMessageRoute, { params: { messageId: ids[8] ?? "" } });
    const { evidence } = await caseOf(moderator, await openCase(ann.browser, "message", ids[12] ?? ""));
    const [copy] = evidence;
    expect(copy?.messages.map(({ body }) => body)).toEqual(
      Array.from({ length: 21 }, (_, i) => (i + 2 === 8 ? "" : `line ${i + 2}`)),
    );
    expect(copy?.messages.filter(({ reported }) => reported).map(({ id }) => id)).toEqual([ids[12]]);
    expect(copy?.messages[0]?.user.id).toBe(bob.id);
  });

  test("has a name that ends with a whole word", async () => {
    const body = "Everybody should come and look at this extraordinarily beautiful neighbourhood";
    const id = await addComment("user", owner.id, owner.id);
    await run(sql`update comments set body = ${body} where id = ${id}`);
    const opened = await openCase(reporter.browser, "comment", id);
    const [one] = await run<{ name: string }>(sql`select name from cases where id = ${opened}`);
    expect(one?.name).toBe("Everybody should come and look at this extraordinarily…");
  });

  test("stays as it was when the thing changes or goes; a later report that finds it changed adds a copy", async () => {
    const level = await addLevel(owner.id, { title: "First name" });
    const id = await openCase(reporter.browser, "level", level);
    await report(moderator.browser, "level", level);
    expect((await caseOf(moderator, id)).evidence).toHaveLength(1);
    await run(sql`update levels set title = 'Second name' where id = ${level}`);
    await report(reporter.browser, "level", level, { reason: "hate", details: "now this" });
    await run(sql`update levels set visibility = 'deleted' where id = ${level}`);
    const found = await caseOf(moderator, id);
    expect(found.evidence.map(({ title }) => title)).toEqual(["First name", "Second name"]);
    expect(found).toMatchObject({ reports_count: 2, present: false });
    // The same person again has one report, which says what they said last.
    expect(found.reports.find(({ user }) => user.id === reporter.id)).toMatchObject({
      reason: "hate",
      details: "now this",
    });
  });

  test("by ten people at once, twice each, makes one case that counts ten", async () => {
    const level = await addLevel(owner.id);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => person()));
    const answers = await Promise.all(
      [...crowd, ...crowd].map(({ browser }) => report(browser, "level", level)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await casesOf("level", level)).toMatchObject([{ reports_count: 10, state: "open" }]);
    expect(await countRows("reports", sql`target = ${String(level)} and type = 'level'`)).toBe(10);
    expect(
      await countRows("evidence", sql`case_id in (select id from cases where target = ${String(level)})`),
    ).toBe(1);
  });

  test("of what was decided opens another case", async () => {
    const level = await addLevel(owner.id);
    const first = await openCase(reporter.browser, "level", level);
    expect((await decide(moderator, first)).status).toBe(200);
    const second = await openCase(reporter.browser, "level", level);
    expect(second).toBeGreaterThan(first);
    expect(await casesOf("level", level)).toMatchObject([{ state: "decided" }, { state: "open" }]);
  });

  test("of what began a thread is one of the thread", async () => {
    const { thread, first } = await addThread(owner.id);
    await openCase(reporter.browser, "reply", first);
    await openCase(moderator.browser, "thread", thread);
    expect(await casesOf("thread", thread)).toMatchObject([{ reports_count: 2 }]);
    expect(await casesOf("reply", first)).toEqual([]);
  });

  test("of one's own is refused, and so is one of what is not there for whoever reports it", async () => {
    const [level, item, hidden] = [
      await addLevel(owner.id),
      await addItem(owner.id),
      await addItem(owner.id),
    ];
    const secret = await addLevel(owner.id, { visibility: "private" });
    const { thread, first, reply } = await addThread(owner.id);
    const gone = await addThread(owner.id);
    await run(sql`update items set state = 'hidden' where id = ${hidden}`);
    await run(sql`update threads set deleted_at = 1 where id = ${gone.thread}`);
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
    for (const [type, target] of own)
      expect((await report(owner.browser, type, target)).status, type).toBe(422);
    const absent: [ReportType, string | number][] = [
      ["level", secret],
      ["level", 999_999],
      ["item", hidden],
      ["comment", whisper],
      ["thread", gone.thread],
      ["reply", gone.first],
      ["reply", gone.reply],
      ["user", "nobody_is_called_so"],
    ];
    for (const [type, target] of absent)
      expect((await report(reporter.browser, type, target)).status, `${type} ${target}`).toBe(404);
    expect(await countRows("cases")).toBe(before);
  });
});

describe("a report of a message", () => {
  test("is taken from the one it was written to, in two rounds, once", async () => {
    const [ann, bob] = [await person(), await person()];
    const { id } = await say(bob, ann, "something rude");
    const answer = await report(ann.browser, "message", id);
    expect(answer.status).toBe(201);
    expectCost(answer, { written: 40 });
    expect((await report(ann.browser, "message", id)).status).toBe(201);
    expect(
      await countRows("reports", sql`reporter_id = ${ann.id} and type = 'message' and target = ${id}`),
    ).toBe(1);
  });

  test("shows it first, to the two people of its conversation alone", async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()];
    const { id } = await say(bob, ann, "something\nrude");
    const ask = (browser: Browser, messageId = id) => browser.call(messageRoute, { params: { messageId } });
    for (const { browser } of [ann, bob]) {
      const answer = await ask(browser);
      expect(answer.body).toMatchObject({
        message: { id, body: "something\nrude", sender_id: bob.id, deleted: false },
        user: { id: bob.id, username: bob.username },
      });
      expectCost(answer, { read: 6, written: 0 });
    }
    expect((await ask(visitor)).status).toBe(401);
    for (const { browser } of [eve, moderator, admin]) expect((await ask(browser)).status).toBe(404);
    expect((await ask(ann.browser, id.replace(/1$/, "2"))).status).toBe(404);
    await admin.browser.call(deleteMessageRoute, { params: { messageId: id } });
    expect((await ask(ann.browser)).status).toBe(404);
  });

  test("is refused to its writer, and to everybody else the message does not exist", async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()];
    const { id } = await say(bob, ann, "something rude");
    const pair = id.slice(0, id.lastIndexOf("_"));
    const [low = "", high = ""] = pair.split("_");
    expect((await report(bob.browser, "message", id)).status).toBe(422);
    expect((await report(visitor, "message", id)).status).toBe(401);
    for (const { browser } of [eve, moderator, admin])
      expect((await report(browser, "message", id)).status).toBe(404);
    for (const target of [`${pair}_2`, `${high}_${low}_1`, pair, "1", "x", `${pair}_0`, `${id}_1`])
      expect((await report(ann.browser, "message", target)).status, target).toBe(404);
    expect(await countRows("reports", sql`reporter_id in (${ann.id}, ${bob.id}, ${eve.id})`)).toBe(0);
  });

  test("of one that was taken away comes too late", async () => {
    const [ann, bob] = [await person(), await person()];
    const { id } = await say(bob, ann, "something rude");
    expect((await admin.browser.call(deleteMessageRoute, { params: { messageId: id } })).status).toBe(200);
    expect((await report(ann.browser, "message", id)).status).toBe(404);
  });
});

describe("one's own reports", () => {
  test("tell what became of each, the newest first, and never who decided", async () => {
    const ann = await person();
    const levels = await Promise.all(Array.from({ length: 4 }, () => addLevel(owner.id, { title: "Mine" })));
    const ids: number[] = [];
    for (const level of levels) ids.push(await openCase(ann.browser, "level", level, { details: "why" }));
    const message = await say(owner, ann, "something rude");
    await openCase(ann.browser, "message", message.id);
    const [, looked = 0, dismissed = 0, acted = 0] = ids;
    expect((await claim(moderator, looked)).status).toBe(200);
    expect((await decide(moderator, dismissed)).status).toBe(200);
    expect((await decide(moderator, acted, ["remove"])).status).toBe(200);
    const { data, meta, answer } = await ownReports(ann);
    expect(data.map(({ state }) => state)).toEqual(["waiting", "acted", "dismissed", "looking", "waiting"]);
    expect(data[0]).toMatchObject({ url: `/chat?with=${owner.id}&message=${message.id}` });
    expect(data[1]).toMatchObject({
      name: "Mine",
      url: `/levels/${levels[3]}`,
      reason: "spam",
      details: "why",
    });
    expect(meta).toEqual({ current_page: 1, last_page: 1, total: 5 });
    expect(JSON.stringify(answer.body)).not.toContain(moderator.username);
    expect((await visitor.call(ownReportsRoute)).status).toBe(401);
    expect((await ownReports(await person())).data).toEqual([]);
  });

  test("cost the same however many they are", async () => {
    const ann = await person();
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
      insert into cases (type, target, subject_id, reason, created_at, updated_at)
      select 'level', 5000000 + i, ${owner.id}, 'spam', 1, 1 from n`);
    await run(sql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select type, target, ${ann.id}, 'spam', id, 1 from cases where cast(target as integer) > 5000000`);
    const size = LIMITS.pageSize.reports;
    const first = await ownReports(ann);
    expect(first.data).toHaveLength(size);
    expect(first.meta.total).toBe(500);
    expectCost(first.answer, { rounds: 1, read: 4 * size, written: 0 });
    const last = await ownReports(ann, { page: 20 });
    expect(last.data).toHaveLength(size);
    expect((await ann.browser.call(ownReportsRoute, { input: { page: 1_000 } })).body.code).toBe(
      "page_too_deep",
    );
  });
});
