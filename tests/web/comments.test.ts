import { expect, test } from "vitest";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { commentsOf } from "#web/features/comments/comment-query.ts";
import { escapeLoose, mayHaveMarkup } from "#web/lib/sanitise.ts";
import { isOnlyEmoticons, splitEmoticons } from "#web/ui/emoticons.ts";

test("every shortcode becomes its emoticon and the text around it stays as it was", () => {
  for (const emoticon of EMOTICONS) {
    expect(splitEmoticons(`a\n:${emoticon}: b`)).toEqual([
      { at: 0, text: "a\n" },
      { at: 2, emoticon },
      { at: emoticon.length + 4, text: " b" },
    ]);
  }
});

test("words between colons that name no emoticon stay text", () => {
  for (const text of ["", "12:30:45", ":nope:", ": star :", ":STAR:", ":star", "a:b"]) {
    expect(splitEmoticons(text)).toEqual(text ? [{ at: 0, text }] : []);
  }
});

test("emoticons side by side share no colon", () => {
  expect(splitEmoticons(":star::star:").map((piece) => "emoticon" in piece)).toEqual([true, true]);
  expect(splitEmoticons(":star:star:")).toEqual([
    { at: 0, emoticon: "star" },
    { at: 6, text: "star:" },
  ]);
});

test("a few emoticons alone are shown large", () => {
  const large = (text: string) => isOnlyEmoticons(splitEmoticons(text));
  expect(large(":star: :sword:\n:duck:")).toBe(true);
  expect(large(":star: wow")).toBe(false);
  expect(large(":star:".repeat(7))).toBe(false);
  expect(large("")).toBe(false);
});

test("only what opens a tag is left for the sanitiser to take out", () => {
  expect(escapeLoose("1 < 2, a<b, I <3 you")).toBe("1 &lt; 2, a&lt;b, I &lt;3 you");
  expect(escapeLoose("AT&amp;T & co")).toBe("AT&amp;amp;T &amp; co");
  expect(escapeLoose("<b>x</b><!-- y -->")).toBe("<b>x</b><!-- y -->");
  expect(escapeLoose("<<script>")).toBe("&lt;<script>");
  expect(mayHaveMarkup("plain & simple")).toBe(false);
  expect(mayHaveMarkup("<b")).toBe(true);
});

test("pages that shifted show each comment once, newest first", () => {
  const comment = (id: number) => ({ id }) as Parameters<typeof commentsOf>[0][number]["data"][number];
  const page = (...ids: number[]) => ({ data: ids.map(comment) }) as Parameters<typeof commentsOf>[0][number];
  expect(commentsOf([page(9, 8, 7), page(7, 6), page(10)]).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6]);
});
