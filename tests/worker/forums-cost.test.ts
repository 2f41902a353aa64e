import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { bookmarksRoute, forumIndexRoute, replyHistoryRoute, threadListRoute } from "#domain/forums/api.ts";
import { type Answer, Browser, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { begin, fillSubforum, fillThread, openThread } from "#tests/support/forums.ts";
import { type Person, person } from "#tests/support/people.ts";

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));

let ann: Person;
let bob: Person;
let visitor: Browser;
beforeAll(async () => {
  [ann, bob, visitor] = [await person({ created_at: 1 }), await person(), await Browser.visitor()];
  // Whoever reads has blocked whoever wrote, so that there is all to look up that there can be.
  await run(sql`insert into blocks (user_id, blocked_id, created_at) values (${ann.id}, ${bob.id}, 1)`);
});

const sizeOf = (answer: Answer) => (answer.body.data as object[]).length;

test("a page of a thread costs the same with a hundred replies and with a hundred thousand, and on every page", async () => {
  const [small, large] = [await begin(bob.browser), await begin(bob.browser)];
  await fillThread(small.id, bob.id, 100);
  await fillThread(large.id, bob.id, 100_000);
  for (const browser of [visitor, ann.browser]) {
    const few = await openThread(browser, small.id);
    const many = await openThread(browser, large.id);
    expect(many.cost).toEqual(few.cost);
    for (const page of [1, 50, 2_500, 5_000]) {
      const answer = await openThread(browser, large.id, { page });
      expect(sizeOf(answer)).toBe(20);
      expectCost(answer, { rounds: 1, read: 120, written: 0 });
      const [first] = answer.body.data as { id: number }[];
      expectCost(await openThread(browser, large.id, { reply: first?.id }), {
        rounds: 1,
        read: 120,
        written: 0,
      });
    }
  }
});

describe("with a hundred thousand threads", () => {
  const LAST = 100_000 / 25;
  const list = (browser: Browser, page: number) =>
    browser.call(threadListRoute, { params: { subforum: 3 }, input: { page } });

  beforeAll(async () => {
    await fillSubforum(3, bob.id, 100_000);
  });

  test.each([
    [1, 150],
    [50, 150 + 50 * 25],
    [LAST, 150],
  ])("page %i of a subforum reads at most %i rows", async (page, most) => {
    for (const browser of [visitor, ann.browser]) {
      const answer = await list(browser, page);
      expect(sizeOf(answer)).toBe(25);
      expectCost(answer, { read: most, written: 0 });
    }
  });

  test("what is in the middle is refused with a hint", async () => {
    expect((await list(visitor, 2_000)).body.code).toBe("page_too_deep");
  });

  test("the index reads a few rows", async () => {
    for (const browser of [visitor, ann.browser])
      expectCost(await browser.call(forumIndexRoute), { rounds: 1, read: 60, written: 0 });
  });

  test("a page whose every thread was visited and has something new keeps to the line, too", async () => {
    await run(sql`insert into thread_visits (user_id, thread_id, position, seen_at)
      select ${ann.id}, id, 0, 2 from threads where subforum_id = 3 order by last_reply_at desc limit 60`);
    await run(sql`insert into replies (thread_id, position, user_id, body, created_at)
      select thread_id, 1, ${bob.id}, 'News', 2000000000000 from thread_visits where user_id = ${ann.id} and position = 0`);
    const answer = await list(ann.browser, 1);
    expect((answer.body.data as { unread: unknown }[]).every(({ unread }) => unread !== null)).toBe(true);
    expectCost(answer, { rounds: 1, read: 150, written: 0 });
  });

  test("bookmarks read as few on their first and on their last page", async () => {
    await run(sql`insert into bookmarks (user_id, thread_id, created_at)
      select ${ann.id}, id, id from threads where subforum_id = 3 order by id limit 1000`);
    for (const page of [1, 40]) {
      const answer = await ann.browser.call(bookmarksRoute, { input: { page } });
      expect([sizeOf(answer), answer.body.meta]).toMatchObject([25, { total: 1_000, last_page: 40 }]);
      expectCost(answer, { rounds: 1, read: page === 1 ? 150 : 150 + 1_000, written: 0 });
    }
  });

  test("the history of a reply that was edited a thousand times reads a page of it", async () => {
    const { opening } = await begin(bob.browser);
    const id = opening?.id ?? 0;
    await run(sql`insert into reply_edits (reply_id, user_id, title, body, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) select ${id}, ${bob.id}, 'T', 'B' || i, i from n`);
    await run(sql`update replies set edits_count = 1000 where id = ${id}`);
    const answer = await visitor.call(replyHistoryRoute, { params: { id } });
    expect([sizeOf(answer), answer.body.meta]).toMatchObject([20, { total: 1_000, last_page: 50 }]);
    expectCost(answer, { rounds: 1, read: 120, written: 0 });
  });
});
