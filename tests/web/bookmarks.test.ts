import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { BOOKMARK_COOKIE } from "#domain/api/bookmarks.ts";

/** A document's cookies: setting one replaces it, reading returns all. */
class CookieJar {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  set cookie(text: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    this.#cookies.set(name, value);
  }
}

const page = async () => {
  vi.resetModules();
  return import("#web/lib/bookmarks.ts");
};
const cookie = () => new RegExp(`${BOOKMARK_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];

beforeEach(() => {
  vi.stubGlobal("document", new CookieJar());
  vi.stubGlobal("window", { location: { protocol: "https:" } });
});

test("a page sends the newest state that it has seen, however its responses cross", async () => {
  const { addBookmarks, bookmarkHeaders } = await page();
  expect(bookmarkHeaders()).toEqual({ [BOOKMARK_HEADER]: "" });
  for (const text of ["main:02", "main:03", "main:01", null, "nonsense"]) addBookmarks(text, "passing");
  expect(bookmarkHeaders()).toEqual({ [BOOKMARK_HEADER]: "main:03" });
  expect(cookie()).toBeUndefined();
});

test("a state that the user wrote or was notified about lasts for the next page, and is only ever raised", async () => {
  const first = await page();
  first.addBookmarks("main:05", "lasting");
  (await page()).addBookmarks("main:09", "lasting");
  first.addBookmarks("main:07", "lasting");
  expect(cookie()).toBe("main:09");
});
