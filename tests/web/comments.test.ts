import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { isOnlyEmoticons, splitEmoticons } from "#web/components/emoticons.ts";
import { CommentBody } from "#web/features/comments/comment-body.tsx";
import { commentsOf } from "#web/features/comments/comment-list.ts";
import { MessageText } from "#web/features/conversations/message-list.tsx";

test("every shortcode becomes its emoticon, and the text around it stays unchanged", () => {
  for (const emoticon of EMOTICONS)
    expect(splitEmoticons(`a\n:${emoticon}: b`)).toEqual([
      { at: 0, text: "a\n" },
      { at: 2, emoticon },
      { at: emoticon.length + 4, text: " b" },
    ]);
});

test("words between colons that name no emoticon stay text, and adjacent emoticons share no colon", () => {
  for (const text of ["", "12:30:45", ":nope:", ": star :", ":STAR:", ":star", "a:b"])
    expect(splitEmoticons(text)).toEqual(text ? [{ at: 0, text }] : []);
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

/** The text that a reader sees of server-rendered HTML. */
const readable = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity] ?? entity);
const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

test("a comment and a message show every character of a text that looks like markup", () => {
  for (const body of [
    "List<String> and Map<K, V>",
    "if a<b then c>d",
    "<title>",
    "I <3 <b>you</b> & &lt;them&gt;",
    "before <script>hit()</script> after",
    "<style>p {}</style><img src=x onerror=hit()>",
    "<!-- hidden --> https://bopolis.test/a?b=1&c",
  ])
    for (const Part of [CommentBody, MessageText]) {
      const html = renderToStaticMarkup(createElement(Part, { body }));
      expect(readable(html)).toBe(body);
      expect(html).not.toMatch(/<(?!\/?(?:p|span|a)\b)/);
    }
});

test("overlapping pages show each comment once, newest first", () => {
  const comment = (id: number) => ({ id }) as Parameters<typeof commentsOf>[0][number]["data"][number];
  const page = (...ids: number[]) => ({ data: ids.map(comment) }) as Parameters<typeof commentsOf>[0][number];
  expect(commentsOf([page(9, 8, 7), page(7, 6), page(10)]).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6]);
});
