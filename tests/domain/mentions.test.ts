import { MAX_MENTIONS, mentionedNames, splitMentions } from "#domain/comments/mentions.ts";
import { NOTICE_TYPES } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";

test("a name after an @ is a mention, and the text around it stays unchanged", () => {
  expect(splitMentions("Hi @Bob_1, look")).toEqual([
    { at: 0, text: "Hi " },
    { at: 3, username: "Bob_1" },
    { at: 9, text: ", look" },
  ]);
  expect(splitMentions("@bob")).toEqual([{ at: 0, username: "bob" }]);
  expect(splitMentions("(@bob)\n@ann.")).toEqual([
    { at: 0, text: "(" },
    { at: 1, username: "bob" },
    { at: 5, text: ")\n" },
    { at: 7, username: "ann" },
    { at: 11, text: "." },
  ]);
});

test.each([
  "",
  "mail a@b.com or ann@example.org",
  "ä@bob",
  "0@bob",
  "_@bob",
  "@@bob",
  "@bob@example.com",
  "https://site.com/@bob",
  "@ab",
  "@a23456789012345678901",
  "@bobä",
  "@ bob",
  "@",
])("%j mentions no one and stays unchanged", (text) => {
  expect(splitMentions(text)).toEqual(text ? [{ at: 0, text }] : []);
  expect(mentionedNames(text)).toEqual([]);
});

test("names of 3 to 20 characters are mentioned, including the shortest and the longest", () => {
  expect(mentionedNames("@abc @a2345678901234567890")).toEqual(["abc", "a2345678901234567890"]);
});

test("each name counts once in any case, up to the limit", () => {
  const names = Array.from({ length: MAX_MENTIONS + 2 }, (_, i) => `user_${i}`);
  const text = names.map((name) => `@${name} @${name.toUpperCase()}`).join(" ");
  expect(mentionedNames(text)).toEqual(names.slice(0, MAX_MENTIONS));
});

test("a long text of nothing but @ is read quickly", () => {
  expect(mentionedNames("@".repeat(100_000))).toEqual([]);
  expect(mentionedNames("@a".repeat(50_000))).toEqual([]);
});

test("everything except staff decisions can be muted", () => {
  expect(NOTICE_TYPES.filter((type) => !canMute(type))).toEqual(["account", "moderation"]);
});
