import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { forumSearchRoute, previewRoute } from "#domain/forums/api.ts";
import { deleteLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { type Answer, addUser, Browser, db, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { matchSaid } from "#worker/search/match.ts";

type User = { id: number; username: string };
type Found = {
  thread: { id: number; title: string; url: string };
  reply: { id: number; position: number; url: string; excerpt: string; user: { username: string } };
};

let ann: User;
let annBrowser: Browser;
let visitor: Browser;

beforeAll(async () => {
  ann = await addUser();
  annBrowser = await Browser.signedIn(ann);
  visitor = await Browser.visitor();
});

const run = (template: ReturnType<typeof sql>) => db.all(statement<{ id: number }>(template));

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

/** A word that nothing else in the test's world has. */
const rareWord = () => `quagga${unique()}x`;
/** What visitors ask again within seconds is kept; a member gets what is true now. */
const search = (input: Record<string, unknown>, browser = annBrowser) =>
  browser.call(forumSearchRoute, { input });
const found = (answer: Answer) => answer.body.data as Found[];
const totalOf = (answer: Answer) => (answer.body.meta as { total: number }).total;

describe("the search of the forums", () => {
  test("finds titles and texts, the newest first, with the words around the match", async () => {
    const word = rareWord();
    const thread = await addThread(`My ${word} lives`, "Nobody believes me.");
    const reply = await addPost(thread, `> quoted\n\n${"Well. ".repeat(30)} **${word}s** are *extinct*.`, 1);
    const answer = await search({ search: word.toUpperCase() });
    expect(answer.status).toBe(200);
    expect(found(answer).map(({ reply }) => reply.position)).toEqual([1, 0]);
    const [first, second] = found(answer);
    expect(first?.thread).toMatchObject({
      id: thread,
      title: `My ${word} lives`,
      url: `/forums/thread/${thread}`,
    });
    expect(first?.reply.excerpt).toMatch(new RegExp(`^…Well\\. .*${word}s are extinct\\.$`));
    expect(first?.reply.url).toBe(`/forums/thread/${thread}?reply=${reply}#reply-${reply}`);
    expect(first?.reply.user.username).toBe(ann.username);
    expect(second?.reply.excerpt).toBe("Nobody believes me.");
    expectCost(answer, { rounds: 2, read: 30, written: 0 });
    expectCost(await search({ search: word }, visitor), { rounds: 2, read: 30, written: 0 });
  });

  test("looks in one subforum where that is asked for", async () => {
    const word = rareWord();
    await addThread(word, "x", 1);
    const help = await addThread(word, "x", 3);
    expect(found(await search({ search: word, subforum: 3 })).map(({ thread }) => thread.id)).toEqual([help]);
    expect(found(await search({ search: word }))).toHaveLength(2);
    expect((await search({ search: word, subforum: 4 })).status).toBe(422);
    expect((await search({ search: word, page: 0 })).status).toBe(422);
  });

  test("never shows what was deleted, nor replies of a thread that was", async () => {
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
      expect((await browser.call(paletteRoute, { input: { q: word } })).body.threads).toEqual([]);
    }
  });

  test("knows what a text says now, and not what it said before an edit", async () => {
    const [before, after] = [rareWord(), rareWord()];
    const thread = await addThread("Edited", before);
    await run(sql`update replies set body = ${after} where thread_id = ${thread} and position = 0`);
    expect(found(await search({ search: before }))).toEqual([]);
    expect(found(await search({ search: after }))).toHaveLength(1);
    await run(sql`update threads set title = ${before} where id = ${thread}`);
    expect(found(await search({ search: before }))).toHaveLength(1);
  });

  test.each(["", "  ", "***", "😀", '"'])("of %j finds nothing and asks nothing", async (text) => {
    const answer = await search({ search: text }, visitor);
    expect(found(answer)).toEqual([]);
    expect(answer.body).toMatchObject({ meta: { current_page: 1, last_page: 1, total: 0 } });
    expect(answer.cost.rounds).toBe(0);
  });

  test("takes the last two words for beginnings of words, and a single letter for itself", () => {
    expect(matchSaid("tower of 雪")).toBe('"tower" AND "of"* AND "雪"*');
    expect(matchSaid("tower a")).toBe('"tower"* AND "a"');
    expect(matchSaid("***")).toBeNull();
  });

  test("does not show what a spoiler hides", async () => {
    const word = rareWord();
    await addThread("Spoilers", `It was the ||${word}||.`);
    expect(found(await search({ search: word }))[0]?.reply.excerpt).toBe("It was the ▒▒▒.");
  });

  test("turns pages, and reads as few rows of a word that stands in every one of thousands of posts", async () => {
    const word = rareWord();
    const thread = await addThread("Long", "x");
    await run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into replies (thread_id, position, user_id, body, created_at)
      select ${thread}, i, ${ann.id}, ${word} || ' ' || i, 1 from n`);
    const first = await search({ search: word });
    expect(found(first)[0]?.reply.position).toBe(3000);
    expect(totalOf(first)).toBe(LIMITS.searchMatches);
    expect(first.body.links).toEqual({ next: `/api/forums/search?search=${word}&page=2` });
    expectCost(first, { rounds: 2, read: 1_700, written: 0 });
    const last = await search({ search: word, page: 25 });
    expect(found(last).at(-1)?.reply.position).toBe(2501);
    expectCost(last, { rounds: 2, read: 1_700, written: 0 });
    expect(found(await search({ search: word, page: 26 }))).toEqual([]);
    expectCost(await visitor.call(paletteRoute, { input: { q: word } }), { rounds: 1, read: 200 });
  });
});

describe("the palette", () => {
  test("shows threads: those named so before those in which it was said, each once", async () => {
    const word = rareWord();
    const said = await addThread("Something else", `a ${word}`);
    await addPost(said, word, 1);
    const quiet = await addThread(`The ${word}`, "x");
    const loud = await addThread(`A ${word}`, word, 2);
    await addPost(loud, "reply", 1);
    const answer = await visitor.call(paletteRoute, { input: { q: word } });
    const threads = answer.body.threads as { id: number }[];
    expect(threads.map(({ id }) => id)).toEqual([loud, quiet, said]);
    expect(threads[0]).toMatchObject({ subforum_id: 2, title: `A ${word}`, url: `/forums/thread/${loud}` });
  });
});

describe("a preview", () => {
  const preview = (body: unknown, browser = annBrowser) => browser.call(previewRoute, { input: { body } });

  test("shows a text as it will look, with the cards in it, and stores nothing", async () => {
    const level = await addLevel(ann.id, { title: "Lava" });
    const item = await addItem(ann.id);
    const answer = await preview(
      `**Hi**\n/levels/${level}\n[item:${item}]\n/levels/${level}\n/levels/999999999`,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.html).toContain("<p><strong>Hi</strong></p>");
    expect(answer.body.embeds).toMatchObject({
      levels: [{ id: level, title: "Lava" }],
      items: [{ id: item }],
    });
    expectCost(answer, { rounds: 2, read: 20, written: 0 });
    expectCost(await preview("Nothing in it"), { rounds: 1, read: 3, written: 0 });
  });

  test("shows a level's card only to whoever may see the level", async () => {
    const id = await addLevel(ann.id, { visibility: "private" });
    const shown = async (browser: Browser) =>
      ((await preview(`/levels/${id}`, browser)).body.embeds as { levels: unknown[] }).levels.length;
    expect(await shown(annBrowser)).toBe(1);
    expect(await shown(await Browser.signedIn(await addUser()))).toBe(0);
    await annBrowser.call(deleteLevelRoute, { params: { id } });
    expect(await shown(annBrowser)).toBe(0);
  });

  test("is for members, of a text that could be written", async () => {
    expect((await preview("x", visitor)).status).toBe(401);
    for (const body of ["", "  ", 5, null, "x".repeat(LIMITS.post + 1)])
      expect((await preview(body)).status, String(body).slice(0, 5)).toBe(422);
    expect((await preview("x".repeat(LIMITS.post))).status).toBe(200);
  });
});
