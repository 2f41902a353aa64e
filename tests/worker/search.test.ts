import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { deleteLevelRoute, editLevelRoute, levelListRoute, userLevelsRoute } from "#domain/levels/api.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { shopRoute } from "#domain/shop/api.ts";
import { Browser, db, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { matchWords } from "#worker/search/match.ts";

const owner = await signedInUser({ username: "Lava_Lover" });
const visitor = await Browser.visitor();

const palette = (q: string, browser = visitor) => browser.call(paletteRoute, { q });
const list = (search: string, browser = visitor) => browser.call(levelListRoute, { search });
const titlesOf = (response: TestResponse) =>
  (response.body.levels as { title: string }[]).map(({ title }) => title);
const namesOf = (response: TestResponse) =>
  (response.body.users as { username: string }[]).map(({ username }) => username);
const idsOf = (response: TestResponse) => (response.body.data as { id: number }[]).map(({ id }) => id);

const MARKS = [..."\"'*^:(){}-+,;%_\\ \n\0", "--"];
const WORDS = ["NEAR", "AND", "OR", "NOT", "title", "owner", "rowid", "lava"];
const LETTERS = [
  "\ud83d",
  "\u0301",
  "\u00df",
  "\u0130",
  "\u{1e900}",
  "\u4e2d",
  "\u0e01\u0e33",
  "\u0939\u093f",
];
/** Texts close to the syntax of the full-text query language. */
const typed = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.array(fc.constantFrom(...MARKS, ...WORDS, ...LETTERS), { maxLength: 14 }).map((parts) => parts.join("")),
);

test("any search text becomes a query that the full-text index accepts", async () => {
  await forAllAsync(300, typed, async (text) => {
    const words = matchWords(text);
    if (words === null) return;
    const queries = [words, `{title description creator} : (${words})`, `(${words}) AND owner : "owner1"`];
    await db.batch({
      searches: queries.map((match) =>
        statement(sql`select rowid from level_search where level_search match ${match} limit 5`),
      ),
    });
  });
});

test("any search text gets a 200 from every endpoint that searches", async () => {
  await forAllAsync(60, typed, async (text) => {
    const own = { username: owner.username, search: text };
    for (const response of [
      await palette(text),
      await list(text),
      await visitor.call(shopRoute, { search: text }),
      await visitor.call(userLevelsRoute, own),
      await owner.call(levelListRoute, { search: text, showPrivateLevels: true }),
    ]) {
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      expect(response.cost.roundTrips).toBeLessThanOrEqual(2);
    }
  });
});

test("any search text is matched by at most eight words, each as a prefix", () => {
  expect(matchWords("sky  castle!")).toBe('"sky"* AND "castle"*');
  expect(matchWords("a b c d e f g h i j")?.split(" AND ")).toHaveLength(8);
  expect(matchWords("x".repeat(100))).toBe(`"${"x".repeat(40)}"*`);
  for (const nothing of ["", " ", '"*"', "😀", "\u0301", "---"]) expect(matchWords(nothing)).toBeNull();
});

test("GET /api/search returns five levels, the most cleared first, and users by name", async () => {
  for (let n = 1; n <= 7; n++) await addLevel(owner.id, { title: `Volcano ${n}`, clears_count: n });
  expect(titlesOf(await palette("volc"))).toEqual([
    "Volcano 7",
    "Volcano 6",
    "Volcano 5",
    "Volcano 4",
    "Volcano 3",
  ]);
  for (const part of ["lava", "LOV"]) expect(namesOf(await palette(part))).toEqual(["Lava_Lover"]);
  expect((await palette("")).body).toEqual({ levels: [], items: [], users: [], threads: [] });
});

test("GET /api/search never returns private or deleted levels, not even to their creator or an admin", async () => {
  const admin = await signedInUser({ role: "admin" });
  const id = await addLevel(owner.id, { title: "Hidden quagga", visibility: "private" });
  for (const browser of [visitor, owner, admin])
    expect(titlesOf(await palette("quagga", browser))).toEqual([]);
  await owner.call(editLevelRoute, { id, visibility: "public" });
  expect(titlesOf(await palette("quagga"))).toEqual(["Hidden quagga"]);
  await owner.call(deleteLevelRoute, { id });
  expect(titlesOf(await palette("quagga"))).toEqual([]);
});

test("GET /api/search reads few rows in one round trip", async () => {
  expectCost(await palette("volcano 5", owner), { roundTrips: 1, read: 300, written: 0 });
});

test("a search word is found however its accents are encoded on either side", async () => {
  const composed = await addLevel(owner.id, { title: "\u00dcber den Caf\u00e9s" });
  const apart = await addLevel(owner.id, { title: "U\u0308ber den Cafe\u0301s" });
  for (const search of ["\u00fcber", "u\u0308ber", "uber", "\u00dcBER CAF\u00c9S", "cafe\u0301s"])
    expect(idsOf(await list(search)).sort(), search).toEqual([composed, apart].sort());
});

test.each([
  ["Замок в небе", "зам"],
  ["Κάστρο", "κάσ"],
  ["空の城 迷路", "迷路"],
  ["قلعة السماء", "قلعة"],
  ["हिन्दी क़िला", "हिन्दी"],
  ["R2-D2's level_5", "level_5"],
  ["R2-D2's level_5", "d2"],
])("a search word of the title %j is found by %j", async (title, search) => {
  const id = await addLevel(owner.id, { title });
  expect(idsOf(await list(search))).toContain(id);
});

test("a search word that only the owner column contains finds nothing", async () => {
  await addLevel(owner.id, { title: "Plain", visibility: "private" });
  const search = `owner${owner.id}`;
  expect(idsOf(await list(search))).toEqual([]);
  expect(idsOf(await list(search, owner))).toEqual([]);
  expect(idsOf(await owner.call(levelListRoute, { search, showPrivateLevels: true }))).toEqual([]);
});
