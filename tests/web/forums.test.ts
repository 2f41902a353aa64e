import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { readForumSearch, readThreadView, threadInput, writeForumSearch } from "#domain/forums/view.ts";
import { forAll } from "#tests/support/for-all.ts";
import { patchThread } from "#web/features/forums/bookmark.ts";
import { splitAtMatches } from "#web/features/forums/excerpt-parts.ts";
import { firstUnread, lastPosition } from "#web/features/forums/use-mark-thread-read.ts";

describe("an excerpt", () => {
  const found = (excerpt: string, search: string) =>
    splitAtMatches(excerpt, search).flatMap((piece) => (piece.found ? piece.text : []));

  test("highlights the search terms at the start of words, in any case and with signs taken literally", () => {
    expect(found("Hats and a top hat, that is what hatters make.", "hat")).toEqual(["Hat", "hat", "hat"]);
    expect(found("A red HAT", "hat red")).toEqual(["red", "HAT"]);
    expect(found("Grüße aus dem Grünen", "grü")).toEqual(["Grü", "Grü"]);
    expect(found("a.b a+b (c)", "a.b")).toEqual(["a", "b", "a", "b"]);
    expect(splitAtMatches("Nothing", "((( ")).toEqual([{ at: 0, text: "Nothing", found: false }]);
  });

  test("is complete when its parts are joined", () => {
    forAll(fc.string({ unit: "grapheme" }), fc.string(), (excerpt, search) => {
      const texts = splitAtMatches(excerpt, search).map(({ text }) => text);
      expect(texts.join("")).toBe(excerpt);
    });
  });
});

describe("the unread part of a thread", () => {
  test("begins after the last reply that was read, and ends with the last number of a page", () => {
    expect(firstUnread({ replies_count: 24, unread: { count: 4, url: "" } })).toBe(21);
    expect(firstUnread({ replies_count: 24, unread: null })).toBeNull();
    expect(lastPosition([{ position: 21 }, { position: 22 }])).toBe(22);
    expect(lastPosition([])).toBe(0);
  });
});

test("a changed thread is changed wherever a response has it, and nothing else is", () => {
  const thread = (id: number) => ({ id, replies_count: 1, bookmarked: false, unread: null });
  const response = { data: [thread(1), thread(2)], user: { id: 1 } };
  const client = new QueryClient();
  client.setQueryData(["/api/forums/2?page=1"], response);
  client.setQueryData(["/api/forums/3?page=1"], { data: [thread(2)] });
  client.setQueryData(["/api/forums/bookmarks?page=1"], response);
  client.setQueryData(["/api/forums"], {
    data: [
      { id: 1, latest: thread(1) },
      { id: 2, latest: null },
    ],
  });
  client.setQueryData(["/api/forums/thread/1?page=1"], { thread: thread(1), data: [] });
  client.setQueryData(["/api/forums/search?search=hat"], { data: [{ thread: { id: 1 } }] });
  const before = client.getQueryData(["/api/forums/3?page=1"]);
  patchThread(client, 1, { bookmarked: true });

  for (const key of ["/api/forums/2?page=1", "/api/forums/bookmarks?page=1"]) {
    const patched = client.getQueryData<typeof response>([key]);
    expect(patched?.data[0]?.bookmarked).toBe(true);
    expect(patched?.data[1]).toBe(response.data[1]);
    expect(patched?.user).toBe(response.user);
  }
  const index = client.getQueryData<{ data: { latest: { bookmarked: boolean } | null }[] }>(["/api/forums"]);
  expect(index?.data.map(({ latest }) => latest?.bookmarked)).toEqual([true, undefined]);
  expect(client.getQueryData(["/api/forums/thread/1?page=1"])).toMatchObject({
    thread: { bookmarked: true },
  });
  expect(client.getQueryData(["/api/forums/search?search=hat"])).toEqual({ data: [{ thread: { id: 1 } }] });
  expect(client.getQueryData(["/api/forums/3?page=1"])).toBe(before);
});

describe("the URLs of the forums", () => {
  test("of a search are read back as written, without invalid values", () => {
    const view = { search: "red hats", subforum: 2, page: 3 };
    expect(readForumSearch(writeForumSearch(view))).toEqual(view);
    expect(readForumSearch(new URLSearchParams("subforum=9&page=-1"))).toEqual({
      search: "",
      subforum: 0,
      page: 1,
    });
    expect(String(writeForumSearch({ search: "", subforum: 0, page: 1 }))).toBe("");
  });

  test("of a thread name a page, or a reply whose page the site finds", () => {
    const inputFor = (query: string) => threadInput(readThreadView(new URLSearchParams(query)));
    expect(inputFor("page=3")).toEqual({ page: 3 });
    expect(inputFor("reply=12&page=3")).toEqual({ page: 1, reply: 12 });
    expect(inputFor("reply=x")).toEqual({ page: 1 });
  });
});
