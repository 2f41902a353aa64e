import { sql } from "drizzle-orm";
import { forumSearchRoute, previewRoute } from "#domain/forums/api.ts";
import { deleteLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { addUser, Browser, runForumSql, type TestResponse, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { matchPostWords } from "#worker/search/match.ts";

type Found = {
  thread: { id: number; title: string; url: string };
  reply: { id: number; position: number; url: string; excerpt: string; user: { username: string } };
};

const ann = await addUser();
const annBrowser = await Browser.signedIn(ann);
const visitor = await Browser.visitor();

const run = (template: ReturnType<typeof sql>) => runForumSql<{ id: number }>`${template}`;

async function addPost(thread: number, body: string, position = 0): Promise<number> {
  const [row] = await run(sql`insert into replies (thread_id, position, user_id, body, created_at)
    values (${thread}, ${position}, ${ann.id}, ${body}, ${Date.now()}) returning id`);
  return row?.id ?? 0;
}

async function addThread(title: string, body: string, subforum = 1): Promise<number> {
  const now = Date.now();
  const [row] = await run(sql`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
    values (${subforum}, ${ann.id}, ${title}, ${now}, ${now}) returning id`);
  await addPost(row?.id ?? 0, body);
  return row?.id ?? 0;
}

/** A word that occurs nowhere else. */
const rareWord = () => `quagga${unique()}x`;
/** Responses to visitors are cached for seconds; members get the current state. */
const search = (input: Record<string, unknown>, browser = annBrowser) =>
  browser.call(forumSearchRoute, input);
const found = (response: TestResponse) => response.body.data as Found[];
const totalOf = (response: TestResponse) => (response.body.meta as { total: number }).total;

describe("GET /api/forums/search", () => {
  test("finds titles and texts, newest first, with an excerpt around the match", async () => {
    const word = rareWord();
    const thread = await addThread(`My ${word} lives`, "No one believes me.");
    const reply = await addPost(thread, `> quoted\n\n${"Well. ".repeat(30)} **${word}s** are *extinct*.`, 1);
    const response = await search({ search: word.toUpperCase() });
    expect(response.status).toBe(200);
    expect(found(response).map(({ reply }) => reply.position)).toEqual([1, 0]);
    const [first, second] = found(response);
    expect(first?.thread).toMatchObject({
      id: thread,
      title: `My ${word} lives`,
      url: `/forums/thread/${thread}`,
    });
    expect(first?.reply.excerpt).toMatch(new RegExp(`^…Well\\. .*${word}s are extinct\\.$`));
    expect(first?.reply.url).toBe(`/forums/thread/${thread}?reply=${reply}#reply-${reply}`);
    expect(first?.reply.user.username).toBe(ann.username);
    expect(second?.reply.excerpt).toBe("No one believes me.");
    expectCost(response, { roundTrips: 2, read: 30, written: 0 });
    expectCost(await search({ search: word }, visitor), { roundTrips: 2, read: 30, written: 0 });
  });

  test("searches one subforum if requested", async () => {
    const word = rareWord();
    await addThread(word, "x", 1);
    const help = await addThread(word, "x", 3);
    expect(found(await search({ search: word, subforum: 3 })).map(({ thread }) => thread.id)).toEqual([help]);
    expect(found(await search({ search: word }))).toHaveLength(2);
  });

  test("never returns deleted replies or replies of a deleted thread", async () => {
    const word = rareWord();
    const thread = await addThread(word, word);
    const reply = await addPost(thread, word, 1);
    await run(sql`update replies set deleted_at = 1, deleted_by = ${ann.id} where id = ${reply}`);
    expect(found(await search({ search: word })).map(({ reply }) => reply.position)).toEqual([0]);
    await run(sql`update replies set deleted_at = null, deleted_by = null where id = ${reply}`);
    expect(found(await search({ search: word }))).toHaveLength(2);
    await run(sql`update threads set deleted_at = 1, deleted_by = ${ann.id} where id = ${thread}`);
    const admin = await Browser.signedIn(await addUser({ role: "admin" }), "admin");
    for (const browser of [visitor, annBrowser, admin]) {
      expect(found(await search({ search: word }, browser))).toEqual([]);
      expect((await browser.call(paletteRoute, { q: word })).body.threads).toEqual([]);
    }
  });

  test("finds the current text and not an earlier one", async () => {
    const [before, after] = [rareWord(), rareWord()];
    const thread = await addThread("Edited", before);
    await run(sql`update replies set body = ${after} where thread_id = ${thread} and position = 0`);
    expect(found(await search({ search: before }))).toEqual([]);
    expect(found(await search({ search: after }))).toHaveLength(1);
    await run(sql`update threads set title = ${before} where id = ${thread}`);
    expect(found(await search({ search: before }))).toHaveLength(1);
  });

  test.each(["", "  ", "***", "😀", '"'])("returns nothing for %j without a query", async (text) => {
    const response = await search({ search: text }, visitor);
    expect(found(response)).toEqual([]);
    expect(response.body).toMatchObject({ meta: { current_page: 1, last_page: 1, total: 0 } });
    expect(response.cost.roundTrips).toBe(0);
  });

  test("matches the last two words as prefixes, and a single letter literally", () => {
    expect(matchPostWords("tower of 雪")).toBe('"tower" AND "of"* AND "雪"*');
    expect(matchPostWords("tower a")).toBe('"tower"* AND "a"');
    expect(matchPostWords("***")).toBeNull();
  });

  test("doesn't reveal the text of a spoiler", async () => {
    const word = rareWord();
    await addThread("Spoilers", `It was the ||${word}||.`);
    expect(found(await search({ search: word }))[0]?.reply.excerpt).toBe("It was the ▒▒▒.");
  });

  test("returns pages and reads a bounded number of rows for a very common word", async () => {
    const word = rareWord();
    const thread = await addThread("Long", "x");
    await run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into replies (thread_id, position, user_id, body, created_at)
      select ${thread}, i, ${ann.id}, ${word} || ' ' || i, 1 from n`);
    const first = await search({ search: word });
    expect(found(first)[0]?.reply.position).toBe(3000);
    expect(totalOf(first)).toBe(LIMITS.searchMatches);
    expect(first.body.links).toEqual({ next: `/api/forums/search?search=${word}&page=2` });
    expectCost(first, { roundTrips: 2, read: 1_700, written: 0 });
    const last = await search({ search: word, page: 25 });
    expect(found(last).at(-1)?.reply.position).toBe(2501);
    expectCost(last, { roundTrips: 2, read: 1_700, written: 0 });
    expect(found(await search({ search: word, page: 26 }))).toEqual([]);
    expectCost(await visitor.call(paletteRoute, { q: word }), { read: 200 });
  });
});

describe("GET /api/search", () => {
  test("returns threads, those with a matching title first, each once", async () => {
    const word = rareWord();
    const inBody = await addThread("Something else", `a ${word}`);
    await addPost(inBody, word, 1);
    const quiet = await addThread(`The ${word}`, "x");
    const loud = await addThread(`A ${word}`, word, 2);
    await addPost(loud, "reply", 1);
    const threads = (await visitor.call(paletteRoute, { q: word })).body.threads as { id: number }[];
    expect(threads.map(({ id }) => id)).toEqual([loud, quiet, inBody]);
    expect(threads[0]).toMatchObject({ subforum_id: 2, title: `A ${word}`, url: `/forums/thread/${loud}` });
  });
});

describe("POST /api/forums/preview", () => {
  const preview = (body: unknown, browser = annBrowser) => browser.call(previewRoute, { body });

  test("returns the rendered text with its cards and stores nothing", async () => {
    const level = await addLevel(ann.id, { title: "Lava" });
    const item = await addItem(ann.id);
    const response = await preview(
      `**Hi**\n/levels/${level}\n[item:${item}]\n/levels/${level}\n/levels/999999999`,
    );
    expect(response.body.html).toContain("<p><strong>Hi</strong></p>");
    expect(response.body.embeds).toMatchObject({
      levels: [{ id: level, title: "Lava" }],
      items: [{ id: item }],
    });
    expectCost(response, { roundTrips: 2, read: 20, written: 0 });
    expectCost(await preview("Nothing in it"), { roundTrips: 1, read: 3, written: 0 });
  });

  test("returns a level's card only to callers who can see the level", async () => {
    const id = await addLevel(ann.id, { visibility: "private" });
    const shown = async (browser: Browser) =>
      ((await preview(`/levels/${id}`, browser)).body.embeds as { levels: unknown[] }).levels.length;
    expect(await shown(annBrowser)).toBe(1);
    expect(await shown(await Browser.signedIn(await addUser()))).toBe(0);
    await annBrowser.call(deleteLevelRoute, { id });
    expect(await shown(annBrowser)).toBe(0);
  });

  test("is only for a text that could be posted", async () => {
    for (const body of ["", "  ", 5, null, "x".repeat(LIMITS.post + 1)])
      expect((await preview(body)).status, String(body).slice(0, 5)).toBe(422);
    expect((await preview("x".repeat(LIMITS.post))).status).toBe(200);
  });
});
