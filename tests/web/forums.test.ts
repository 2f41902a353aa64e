import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readForumSearch, readThreadView, threadInput, writeForumSearch } from "#domain/forums/view.ts";
import { splitAtMatches } from "#web/features/forums/excerpt-parts.ts";
import { withThreadChange } from "#web/features/forums/patch-thread.ts";
import { firstUnread, lastPosition } from "#web/features/forums/use-mark-thread-read.ts";

describe("an excerpt", () => {
  const found = (excerpt: string, search: string) =>
    splitAtMatches(excerpt, search).flatMap((piece) => (piece.found ? piece.text : []));

  test("highlights the search terms at the start of words and in any case", () => {
    expect(found("Hats and a top hat, that is what hatters make.", "hat")).toEqual(["Hat", "hat", "hat"]);
    expect(found("A red HAT", "hat red")).toEqual(["red", "HAT"]);
    expect(found("Grüße aus dem Grünen", "grü")).toEqual(["Grü", "Grü"]);
  });

  test("takes signs in the search literally, and finds nothing without a term", () => {
    expect(found("a.b a+b (c)", "a.b")).toEqual(["a", "b", "a", "b"]);
    expect(splitAtMatches("Nothing", "((( ")).toEqual([{ at: 0, text: "Nothing", found: false }]);
  });

  test("is complete when its parts are joined", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (excerpt, search) => {
        expect(
          splitAtMatches(excerpt, search)
            .map(({ text }) => text)
            .join(""),
        ).toBe(excerpt);
      }),
    );
  });
});

describe("the unread part of a thread", () => {
  test("begins after the last reply that was read", () => {
    expect(firstUnread({ replies_count: 24, unread: { count: 4, url: "" } })).toBe(21);
    expect(firstUnread({ replies_count: 24, unread: null })).toBeNull();
  });

  test("ends with the last number of a page; a thread begins at 0", () => {
    expect(lastPosition([{ position: 21 }, { position: 22 }])).toBe(22);
    expect(lastPosition([])).toBe(0);
  });
});

test("a changed thread is changed wherever a response has it, and nothing else is", () => {
  const thread = (id: number) => ({ id, replies_count: 1, bookmarked: false, unread: null });
  const response = { data: [thread(1), thread(2)], latest: thread(1), user: { id: 1 } };
  const patched = withThreadChange(response, 1, { bookmarked: true });
  expect(patched.data[0]?.bookmarked).toBe(true);
  expect(patched.latest.bookmarked).toBe(true);
  expect(patched.data[1]).toBe(response.data[1]);
  expect(patched.user).toBe(response.user);
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
