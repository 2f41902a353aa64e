import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readForumSearch, readThreadView, threadInput, writeForumSearch } from "#domain/forums/view.ts";
import { firstUnread, lastPosition } from "#web/features/forums/reading.ts";
import { cutAtWords } from "#web/features/forums/search-words.ts";
import { patchedThread } from "#web/features/forums/thread-cache.ts";

describe("an excerpt", () => {
  const found = (excerpt: string, search: string) =>
    cutAtWords(excerpt, search).flatMap((piece) => (piece.found ? piece.text : []));

  test("shows the words that were looked for, at the beginnings of words and in any case", () => {
    expect(found("Hats and a top hat, that is what hatters make.", "hat")).toEqual(["Hat", "hat", "hat"]);
    expect(found("A red HAT", "hat red")).toEqual(["red", "HAT"]);
    expect(found("Grüße aus dem Grünen", "grü")).toEqual(["Grü", "Grü"]);
  });

  test("takes signs in what was looked for as they are, and nothing as nothing", () => {
    expect(found("a.b a+b (c)", "a.b")).toEqual(["a", "b", "a", "b"]);
    expect(cutAtWords("Nothing", "((( ")).toEqual([{ at: 0, text: "Nothing", found: false }]);
  });

  test("is whole again when its pieces are put together", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (excerpt, search) => {
        expect(
          cutAtWords(excerpt, search)
            .map(({ text }) => text)
            .join(""),
        ).toBe(excerpt);
      }),
    );
  });
});

describe("what is unread", () => {
  test("begins after what was read", () => {
    expect(firstUnread({ replies_count: 24, unread: { count: 4, url: "" } })).toBe(21);
    expect(firstUnread({ replies_count: 24, unread: null })).toBeNull();
  });

  test("ends with the last number of a page; a thread's beginning is 0", () => {
    expect(lastPosition([{ position: 21 }, { position: 22 }])).toBe(22);
    expect(lastPosition([])).toBe(0);
  });
});

test("a thread that changes does so wherever an answer shows it, and nothing else with it", () => {
  const thread = (id: number) => ({ id, replies_count: 1, bookmarked: false, unread: null });
  const answer = { data: [thread(1), thread(2)], latest: thread(1), user: { id: 1 } };
  const patched = patchedThread(answer, 1, { bookmarked: true });
  expect(patched.data[0]?.bookmarked).toBe(true);
  expect(patched.latest.bookmarked).toBe(true);
  expect(patched.data[1]).toBe(answer.data[1]);
  expect(patched.user).toBe(answer.user);
});

describe("the addresses", () => {
  test("of a search are read as they are written, and values that mean nothing are left out", () => {
    const view = { search: "red hats", subforum: 2, page: 3 };
    expect(readForumSearch(writeForumSearch(view))).toEqual(view);
    expect(readForumSearch(new URLSearchParams("subforum=9&page=-1"))).toEqual({
      search: "",
      subforum: 0,
      page: 1,
    });
    expect(String(writeForumSearch({ search: "", subforum: 0, page: 1 }))).toBe("");
  });

  test("of a thread name a page, or a reply whose page is found by the site", () => {
    const asked = (query: string) => threadInput(readThreadView(new URLSearchParams(query)));
    expect(asked("page=3")).toEqual({ page: 3 });
    expect(asked("reply=12&page=3")).toEqual({ page: 1, reply: 12 });
    expect(asked("reply=x")).toEqual({ page: 1 });
  });
});
