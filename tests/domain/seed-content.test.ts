import { BOPI_PARTS } from "#domain/avatar/colors.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { parseWorld, serializeWorld } from "#domain/world/parse-world.ts";
import { categoryProblem } from "#domain/world/rules.ts";
import { levelComments, profileComments, seedHistory } from "#scripts/seed/content/history.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import { seedPeople } from "#scripts/seed/content/people.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { findUnreachable } from "#tests/support/find-unreachable.ts";

const length = (text: string) =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].length;
const levels = seedLevels(221);
const people = seedPeople();

test("each of the 17 themes varies by seed and difficulty", () => {
  expect(Object.keys(THEMES)).toHaveLength(17);
  for (const build of Object.values(THEMES)) {
    const one = serializeWorld(build({ seed: 1, difficulty: 3 }));
    expect(serializeWorld(build({ seed: 1, difficulty: 3 }))).toBe(one);
    expect(serializeWorld(build({ seed: 2, difficulty: 8 }))).not.toBe(one);
  }
});

test("every demo level is a valid document with reachable stars, checkpoints and goal", () => {
  for (const { title, world, category } of levels) {
    const parsed = parseWorld(serializeWorld(world));
    expect(parsed.ok || parsed.message, title).toBe(true);
    expect(categoryProblem(category, world), title).toBeNull();
    expect(world.goal ?? world.stars[0], title).toBeDefined();
    expect(world.blocks.length, title).toBeGreaterThanOrEqual(70);
    expect(world.blocks.length, title).toBeLessThanOrEqual(1500);
    expect(findUnreachable(world), title).toEqual([]);
  }
});

test("the check for reachability finds a star that is too far away", () => {
  const world = THEMES.tower({ seed: 1, difficulty: 3 });
  expect(findUnreachable({ ...world, stars: [{ position: [500, 3, 0] }] })).toEqual([[500, 3, 0]]);
});

test("titles and descriptions are unique and within the limits, for any count", () => {
  const many = seedLevels(460);
  expect(new Set(many.map((level) => level.title)).size).toBe(460);
  expect(new Set(many.map((level) => level.description)).size).toBe(460);
  for (const { title, description } of many) {
    expect(length(title)).toBeLessThanOrEqual(60);
    expect(length(description)).toBeLessThanOrEqual(2000);
    expect(description.trim()).not.toBe("");
  }
});

test("featured, private and popular levels come in believable numbers", () => {
  expect(levels.filter((level) => level.featured)).toHaveLength(14);
  expect(levels.filter((level) => level.featured && level.visibility === "private")).toEqual([]);
  expect(levels.filter((level) => level.visibility === "private").length).toBeGreaterThan(2);
  expect(levels.filter((level) => level.popularity > 0.5).length).toBeLessThan(8);
  for (const level of levels) {
    expect(people[level.creatorIndex]?.joinedDaysAgo).toBeGreaterThanOrEqual(level.createdDaysAgo);
    expect(level.updatedDaysAgo).toBeLessThanOrEqual(level.createdDaysAgo);
  }
});

test("people have allowed and unique names, and the 4 sign-ins come first", () => {
  expect(people.length).toBeGreaterThanOrEqual(64);
  expect(people.slice(0, 4).map(({ username, role, gold }) => [username, role, gold])).toEqual([
    ["admin", "admin", false],
    ["moderator", "moderator", false],
    ["goldie", "member", true],
    ["bobby", "member", false],
  ]);
  expect(new Set(people.map((person) => person.username.toLowerCase())).size).toBe(people.length);
  for (const { username, bio, colors } of people) {
    expect(username).toMatch(/^[A-Za-z0-9_]{3,20}$/);
    expect(length(bio)).toBeLessThanOrEqual(1000);
    expect(Object.keys(colors)).toEqual([...BOPI_PARTS]);
    for (const color of Object.values(colors)) expect(color).toMatch(/^[0-9a-f]{6}$/);
  }
});

test("people come back to levels in order of time, and no one clears a level faster than possible", () => {
  const { plays, clears } = seedHistory(people, levels);
  const minimums = levels.map(({ world }) => fastestClear(world));
  const isFalling = (ages: readonly number[]) => ages.every((age, i) => age <= (ages[i - 1] ?? age));
  for (const { level, person, visits, daysAgo } of plays) {
    expect(person).not.toBe(levels[level]?.creatorIndex);
    expect([isFalling(visits), visits.at(-1)]).toEqual([true, daysAgo]);
  }
  for (const { level, milliseconds, times, daysAgo, bestDaysAgo } of clears) {
    expect(milliseconds).toBeGreaterThanOrEqual(1.1 * (minimums[level] ?? 0));
    expect([isFalling(times), times[0], times.includes(bestDaysAgo)]).toEqual([true, daysAgo, true]);
  }
});

test("the 4 sign-ins have requests from and to strangers, and two of them have blocked someone", () => {
  const { buddies, requests, blocks } = seedHistory(people, levels);
  const buddyPairs = new Set(buddies.flatMap(([a, b]) => [String([a, b]), String([b, a])]));
  const requestPairs = new Set(requests.flatMap(([a, b]) => [String([a, b]), String([b, a])]));
  expect(requestPairs.size).toBe(2 * requests.length);
  for (const request of requests) expect(buddyPairs.has(String(request))).toBe(false);
  for (const block of blocks)
    expect(buddyPairs.has(String(block)) || requestPairs.has(String(block))).toBe(false);
  for (let person = 0; person < 4; person++) {
    expect(requests.filter(([, to]) => to === person)).toHaveLength(3);
    expect(requests.filter(([from]) => from === person)).toHaveLength(2);
  }
  expect(blocks.map(([blocker]) => blocker)).toEqual([2, 2, 3]);
  for (const [, blocked] of blocks) expect(people[blocked]?.role).toBe("member");
});

test("comments are the same every time, never repeat in one level and fit the limit", () => {
  const topic = { title: "Candy Mountain", creator: "goldie", difficultyHint: 8, qualityHint: 9 };
  const comments = levelComments(3, 60, topic);
  expect(levelComments(3, 60, topic)).toEqual(comments);
  expect(new Set(comments).size).toBe(60);
  const all = [
    ...comments,
    ...profileComments(5, 40, "bobby"),
    ...levelComments(4, 20, { ...topic, difficultyHint: 1, qualityHint: 2 }),
  ];
  const known =
    "angry block bopibody coin duck ghost_sword grapes happy heart shades shadescry smug sparkle star sword unamused".split(
      " ",
    );
  for (const comment of all) {
    expect(length(comment)).toBeLessThanOrEqual(500);
    expect(comment).not.toMatch(/\{\w+\}/);
    for (const [, code] of comment.matchAll(/:([a-z_]+):/g)) expect(known).toContain(code);
  }
});
