import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { NEWCOMER_MESSAGES_PER_MINUTE } from "#domain/spam/rules.ts";
import { addUser, runSql, testEnv } from "#tests/support/browser.ts";
import { withSession } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { RoomChat } from "#worker/room/room-chat.ts";

const NOW = Date.now();
const WORDS = JSON.stringify([
  ["duck", "refuse", 0],
  ["goose", "hold", 1],
]);

let ann: number;
let ben: number;
let chat: RoomChat;
beforeEach(async () => {
  const verified = { created_at: 1, email_verified_at: 1 };
  [ann, ben] = [(await addUser(verified)).id, (await addUser(verified)).id];
  chat = new RoomChat({ ...testEnv, RATE_LIMITS: "on" });
  for (const user of [ann, ben]) chat.learn(user, { newcomer: false, words: WORDS }, NOW);
});

const everyone = () => [ann, ben];
const sendLine = (user: number, text: string, at = NOW) => chat.send(user, text, everyone, at);
const problemOf = async (user: number, text: string, at?: number) => {
  const result = await sendLine(user, text, at);
  return "problem" in result ? result.problem : null;
};
const storeWords = (words: unknown[][]) =>
  runSql`insert into site_values (name, value) values ('words', ${JSON.stringify(words)})
    on conflict (name) do update set value = excluded.value`;

describe("a line of chat", () => {
  test("has at most 200 characters, as people count them", async () => {
    const family = "👨‍👩‍👧‍👦";
    expect(await problemOf(ann, family.repeat(ROOM_LIMITS.chatLength))).toBeNull();
    const problem = await problemOf(ben, family.repeat(ROOM_LIMITS.chatLength + 1));
    expect(problem).toBe("Your message must be at most 200 characters.");
  });

  test.each([
    ["", "Write something first."],
    [" \u200b ", "Write something first."],
    ["two\nlines", "Your message must be a single line."],
  ])("like %j isn't sent", async (text, problem) => {
    expect(await problemOf(ann, text)).toBe(problem);
    expect(chat.linesFor(ben, ann)).toEqual([]);
  });

  test("can be sent once a second, each by itself, also when its author leaves and comes back", async () => {
    expect(await problemOf(ann, "one")).toBeNull();
    expect(await problemOf(ann, "two", NOW + 999)).toBe("Wait a second before you write again.");
    expect(await problemOf(ben, "mine", NOW + 999)).toBeNull();
    expect(await problemOf(ann, "three", NOW + 1_000)).toBeNull();
    chat.forget(ann, NOW + 1_010);
    chat.learn(ann, { newcomer: false, words: WORDS }, NOW + 1_020);
    expect(await problemOf(ann, "four", NOW + 1_030)).toBe("Wait a second before you write again.");
  });

  test("can't contain filtered words, not even those that are held for review elsewhere", async () => {
    expect(await problemOf(ann, "what a d u c k")).toBe("“duck” isn't allowed here.");
    expect(await problemOf(ben, "a goose")).toBe("“goose” isn't allowed here.");
    expect(await problemOf(ben, "a mongoose", NOW + 1_000)).toBeNull();
  });

  test("can have one link of a newcomer and eight of others, as comments do before they are held", async () => {
    const links = (count: number) => Array.from({ length: count }, (_, i) => `site${i}.com`).join(" ");
    chat.learn(ann, { newcomer: true, words: WORDS }, NOW);
    expect(await problemOf(ann, links(1))).toBeNull();
    expect(await problemOf(ann, links(2), NOW + 1_000)).toMatch(/too many links/);
    expect(await problemOf(ben, links(8))).toBeNull();
    expect(await problemOf(ben, links(9), NOW + 1_000)).toMatch(/too many links/);
  });

  test("reaches its audience, trimmed, but isn't stored if its author has left meanwhile", async () => {
    expect(await chat.send(ann, "Bye", () => [], NOW)).toEqual({ text: "Bye", audience: [] });
    expect(chat.linesFor(ben, ann)).toEqual([]);
    expect(await sendLine(ann, "  Hello there \n", NOW + 1_000)).toEqual({
      text: "Hello there",
      audience: [ann, ben],
    });
  });
});

test("a newcomer can write a few lines a minute, also after joining again", async () => {
  chat.learn(ann, { newcomer: true, words: null }, NOW);
  for (let i = 0; i < NEWCOMER_MESSAGES_PER_MINUTE; i++)
    expect(await sendLine(ann, `Line ${i}`, NOW + i * 1_000)).toHaveProperty("text");
  chat.forget(ann, Date.now());
  chat.learn(ann, { newcomer: true, words: null }, NOW);
  expect(await problemOf(ann, "One more", NOW + 30_000)).toMatch(/too fast/);
});

test("the filtered words are read again a minute later, once for everyone, and only if someone writes", async () => {
  await storeWords([["swan", "refuse", 0]]);
  expect(await problemOf(ann, "A swan", NOW + 59_000)).toBeNull();
  expect(await problemOf(ann, "A swan", NOW + 60_000)).toBe("“swan” isn't allowed here.");
  await storeWords([]);
  // Ben's list is as new.
  expect(await problemOf(ben, "A swan", NOW + 61_000)).toBe("“swan” isn't allowed here.");
  expect(await problemOf(ben, "A swan", NOW + 120_000)).toBeNull();
});

test("the filtered words stay as they are if the database fails, and are read again a minute later", async () => {
  const prepare = () => {
    throw new Error("D1 is down");
  };
  const broken = new RoomChat({ ...testEnv, DB: withSession({ prepare }) });
  broken.learn(ann, { newcomer: false, words: WORDS }, NOW);
  expect(await broken.send(ann, "a duck", everyone, NOW + 60_000)).toHaveProperty("problem");
  expect(await broken.send(ann, "a dog", everyone, NOW + 61_000)).toHaveProperty("text");
  expectWorkerErrors();
});

test("the filtered words are read together with who is a newcomer", async () => {
  await storeWords([]);
  chat.learn(ann, { newcomer: true, words: null }, NOW);
  for (let i = 0; i < NEWCOMER_MESSAGES_PER_MINUTE; i++)
    await chat.send(ann, `Line ${i}`, everyone, NOW + i * 1_000);
  expect(await problemOf(ann, "One more", NOW + 59_000)).toMatch(/too fast/);
  expect(await problemOf(ann, "One more", NOW + 60_000)).toBeNull();
});

test("an emote can be sent every two seconds", () => {
  expect(chat.emote(ann, NOW)).toBeNull();
  expect(chat.emote(ann, NOW + 1_999)).toBe("Wait two seconds between emotes.");
  expect(chat.emote(ben, NOW + 1_999)).toBeNull();
  expect(chat.emote(ann, NOW + 2_000)).toBeNull();
});

test("the lines for a report are the newest 50, also by those who have left", async () => {
  for (let i = 0; i < ROOM_LIMITS.chatLines + 5; i++) await sendLine(ann, `Line ${i}`, NOW + i * 1_000);
  chat.forget(ann, NOW + 100_000);
  const lines = chat.linesFor(ben, ann);
  expect(lines).toHaveLength(ROOM_LIMITS.chatLines);
  expect(lines[0]?.text).toBe("Line 5");
});
