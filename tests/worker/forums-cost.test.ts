import { bookmarksRoute, forumIndexRoute, replyHistoryRoute, threadListRoute } from "#domain/forums/api.ts";
import { Browser, runForumSql, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { fillSubforum, fillThread, openThread, startThread } from "#tests/support/threads.ts";

const [ann, bob, visitor] = [
  await signedInUser({ created_at: 1 }),
  await signedInUser(),
  await Browser.visitor(),
];
// The reader blocks the author, so every possible lookup happens.
await runSql`insert into blocks (user_id, blocked_id, created_at) values (${ann.id}, ${bob.id}, 1)`;

const sizeOf = (response: TestResponse) => (response.body.data as object[]).length;

test("a page of a thread costs the same with a hundred and a hundred thousand replies, on every page", async () => {
  const [small, large] = [await startThread(bob), await startThread(bob)];
  await fillThread(small.id, bob.id, 100);
  await fillThread(large.id, bob.id, 100_000);
  for (const browser of [visitor, ann]) {
    expect((await openThread(browser, large.id)).cost).toEqual((await openThread(browser, small.id)).cost);
    for (const page of [1, 50, 2_500, 5_000]) {
      const response = await openThread(browser, large.id, { page });
      expect(sizeOf(response)).toBe(20);
      expectCost(response, { read: 120, written: 0 });
      const [first] = response.body.data as { id: number }[];
      expectCost(await openThread(browser, large.id, { reply: first?.id }), { read: 120, written: 0 });
    }
  }
});

describe("a forum with a hundred thousand threads", async () => {
  const LAST = 100_000 / 25;
  const list = (browser: Browser, page: number) => browser.call(threadListRoute, { subforum: 3, page });

  await fillSubforum(3, bob.id, 100_000);

  test.each([
    [1, 150],
    [50, 150 + 50 * 25],
    [LAST, 150],
  ])("shows page %i of a subforum by reading at most %i rows", async (page, most) => {
    for (const browser of [visitor, ann]) {
      const response = await list(browser, page);
      expect(sizeOf(response)).toBe(25);
      expectCost(response, { read: most, written: 0 });
    }
  });

  test("rejects a page in the middle with a hint, and shows its index by reading a few rows", async () => {
    expect((await list(visitor, 2_000)).body.code).toBe("page_too_deep");
    for (const browser of [visitor, ann])
      expectCost(await browser.call(forumIndexRoute), { read: 60, written: 0 });
  });

  test("stays within the limit on a page of visited threads with new replies", async () => {
    await runForumSql`insert into thread_visits (user_id, thread_id, position, seen_at)
      select ${ann.id}, id, 0, 2 from threads where subforum_id = 3 order by last_reply_at desc limit 60`;
    await runForumSql`insert into replies (thread_id, position, user_id, body, created_at)
      select thread_id, 1, ${bob.id}, 'News', 2000000000000 from thread_visits where user_id = ${ann.id}
        and position = 0`;
    const response = await list(ann, 1);
    expect((response.body.data as { unread: unknown }[]).every(({ unread }) => unread !== null)).toBe(true);
    expectCost(response, { read: 150, written: 0 });
  });

  test("reads few bookmarks on their first and last page", async () => {
    await runForumSql`insert into bookmarks (user_id, thread_id, created_at)
      select ${ann.id}, id, id from threads where subforum_id = 3 order by id limit 1000`;
    for (const page of [1, 40]) {
      const response = await ann.call(bookmarksRoute, { page });
      expect([sizeOf(response), response.body.meta]).toMatchObject([25, { total: 1_000, last_page: 40 }]);
      expectCost(response, { read: page === 1 ? 150 : 150 + 1_000, written: 0 });
    }
  });

  test("reads one page of a reply's thousand edits", async () => {
    const id = (await startThread(bob)).opening?.id ?? 0;
    await runForumSql`insert into reply_edits (reply_id, user_id, title, body, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
        select ${id}, ${bob.id}, 'T', 'B' || i, i from n`;
    await runForumSql`update replies set edits_count = 1000 where id = ${id}`;
    const response = await visitor.call(replyHistoryRoute, { id });
    expect([sizeOf(response), response.body.meta]).toMatchObject([20, { total: 1_000, last_page: 50 }]);
    expectCost(response, { read: 120, written: 0 });
  });
});
