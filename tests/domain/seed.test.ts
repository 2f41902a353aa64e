import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { BOPI_PARTS } from "#domain/avatar/colors.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { creatorShare, hasTemplate, monthOf, netPrice } from "#domain/items/rules.ts";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import { newYorkDay } from "#domain/time.ts";
import { TRANSACTION_TYPE_IDS } from "#domain/transactions/types.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { PLAYER } from "#domain/world/limits.ts";
import { parseWorld, serializeWorld } from "#domain/world/parse-world.ts";
import { categoryProblem } from "#domain/world/rules.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { seedEconomy } from "#scripts/seed/content/economy/economy.ts";
import { seedForums } from "#scripts/seed/content/forums/forums.ts";
import { levelComments, profileComments, seedHistory } from "#scripts/seed/content/history.ts";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import { seedPeople } from "#scripts/seed/content/people.ts";
import { seedWardrobes } from "#scripts/seed/content/wardrobes.ts";
import { edgeGap, jumpReach, type Pad } from "#scripts/seed/content/worlds/pad.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { forumWorld } from "#scripts/seed/forums.ts";

interface Floor extends Pad {
  bounce: boolean;
}

/**
 * Returns the stars, checkpoints and goal that can't be reached from the spawn by walking and jumping between the tops of
 * blocks. Ignores walls in between. Rotated blocks count as their bounding box.
 */
function findUnreachable(world: World): Vec3[] {
  const floors: Floor[] = world.blocks
    .filter((block) => block.effect !== "ghost" && block.shape !== "cone" && block.shape !== "pyramid")
    .map(({ position, size, rotation, effect }) => ({
      ...extent(size, rotation?.[1] ?? 0),
      x: position[0],
      z: position[2],
      top: position[1] + size[1] / 2,
      bounce: effect === "bounce",
    }));
  const reached = flood(floors, world.spawn.position);
  const goals = [...world.stars, ...world.checkpoints, ...(world.goal ? [world.goal] : [])];
  return goals.map((goal) => goal.position).filter((at) => !reached.some((floor) => canTouch(floor, at)));
}

function extent(size: Vec3, yaw: number): { w: number; d: number } {
  const [s, c] = [Math.abs(Math.sin((yaw * Math.PI) / 180)), Math.abs(Math.cos((yaw * Math.PI) / 180))];
  return { w: size[0] * c + size[2] * s, d: size[0] * s + size[2] * c };
}

function flood(floors: readonly Floor[], spawn: Vec3): Floor[] {
  const open = floors.filter((floor) => canTouch(floor, spawn) && Math.abs(floor.top - spawn[1]) < 2);
  const left = new Set(floors);
  for (const floor of open) left.delete(floor);
  for (const from of open) {
    for (const to of left) {
      const rise = to.top - from.top;
      const gain = from.bounce ? PLAYER.bounceHeight - PLAYER.jumpHeight : 0;
      if (rise - gain > PLAYER.jumpHeight || edgeGap(from, to) > jumpReach(rise - gain)) continue;
      left.delete(to);
      open.push(to);
    }
  }
  return open;
}

/** Returns whether a player standing on the floor, or jumping from it, touches the point. */
function canTouch(floor: Floor, [x, y, z]: Vec3): boolean {
  const above = y - floor.top;
  return above > -1.5 && above < PLAYER.jumpHeight + 2 && edgeGap(floor, { x, z, w: 2, d: 2, top: y }) < 3;
}

const length = (text: string) =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].length;
const levels = seedLevels(224).sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
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

const history = seedHistory(people, levels);
const wardrobes = seedWardrobes(people);
const [GOLDIE, BOBBY] = [3, 4];
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

/** A normal time, the first seconds of a month, a night with a clock change in New York, a month's last hours. */
const TIMES = [
  "2026-11-21T18:00:00Z",
  "2026-12-01T00:00:20Z",
  "2026-11-01T05:30:00Z",
  "2027-01-31T23:30:00Z",
];

describe.each(TIMES)("the demo world's economy on %s", (time) => {
  const now = Date.parse(time);
  const { rows, copies, achieved, prices, wishes, daily } = seedEconomy(
    { people, levels, history, wardrobes },
    now,
  );
  const own = Map.groupBy(rows, ({ user_id }) => user_id);

  test("has no negative balance, ids in order of time, and nothing twice or in the future", () => {
    const balances = new Map<number, number>();
    rows.forEach((row, i) => {
      const after = (balances.get(row.user_id) ?? 0) + row.coins;
      expect(after, row.key).toBeGreaterThanOrEqual(0);
      balances.set(row.user_id, after);
      expect(row.id).toBe(i + 1);
      expect(row.created_at).toBeGreaterThanOrEqual(rows[i - 1]?.created_at ?? 0);
      expect(row.created_at).toBeLessThan(now);
    });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    for (const user of [1, 2, GOLDIE, BOBBY]) expect(balances.get(user)).toBeGreaterThanOrEqual(500);
  });

  test("has each copy of the wardrobes once, numbered without gaps and from a row of its owner", () => {
    const pairs = copies.map(({ user_id, item_id }) => `${user_id} ${item_id}`).sort();
    const owned = wardrobes.flatMap(({ owned: items }, i) => items.map((item) => `${i + 1} ${item + 1}`));
    expect(pairs).toEqual(owned.sort());
    for (const [item, list] of Map.groupBy(copies, ({ item_id }) => item_id)) {
      const serials = list.map(({ serial }) => serial).filter((serial) => serial !== null);
      expect(
        serials.sort((a, b) => a - b),
        `item ${item}`,
      ).toEqual(serials.map((_, i) => i + 1));
    }
    for (const { user_id, item_id, serial, transaction_id } of copies)
      if (serial === null) expect(SEED_ITEMS[item_id - 1]?.owner).toBe(user_id - 1);
      else expect(rows[(transaction_id ?? 0) - 1]).toMatchObject({ user_id, copies: [[item_id, serial]] });
  });

  test("pays every seller the price minus the tax, for their own items and for resales", () => {
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const bought = rows.filter((row) => row.type_id === 1 && row.source_type === "item" && row.copies);
    expect(bought.some(({ previous_id }) => previous_id)).toBe(true);
    for (const { key, source_id, user_id, coins, copies: soldCopies, previous_id } of bought) {
      const item = SEED_ITEMS[source_id - 1] as (typeof SEED_ITEMS)[0];
      const share = previous_id ? netPrice(-coins) : creatorShare(item.type_id, -coins);
      const seller = previous_id ? rows[previous_id - 1]?.user_id : item.owner + 1;
      const sale = byKey.get(`${key}:sale`);
      if (share === 0) expect(sale, key).toBeUndefined();
      else
        expect(sale, key).toMatchObject({
          user_id: seller,
          type_id: 1,
          source_type: "user",
          source_id: user_id,
          coins: share,
          copies: soldCopies,
        });
    }
  });

  test("pays spirit levels and achievements as the site does", () => {
    for (const [user, list] of own) {
      const paid = list.filter(({ type_id }) => type_id === 8);
      const level = spiritLevel(sum(list.map(({ xp }) => xp)));
      expect(paid.map(({ key }) => key)).toEqual(
        Array.from({ length: level - 1 }, (_, i) => `spirit:${user}:${i + 2}`),
      );
      for (const { source_id, coins } of paid) expect(coins).toBe(10 * source_id);
    }
    const rewards = new Map(
      ACHIEVEMENT_SETS.flatMap((set) => set.achievements.map(({ id, reward }) => [id, reward])),
    );
    const due = achieved.filter(({ achievement_id }) => rewards.get(achievement_id));
    const given = rows.filter(({ type_id }) => type_id === 12);
    expect(given.map(({ key }) => key).sort()).toEqual(
      due.map(({ achievement_id, user_id }) => `achievement:${achievement_id}:${user_id}`).sort(),
    );
    const buyers = ACHIEVEMENT_SETS.find(({ stat }) => stat === "purchases_count")?.achievements ?? [];
    for (const [user, list] of own) {
      const bought = list.filter((row) => row.type_id === 1 && row.source_type === "item" && row.copies);
      const has = achieved.filter((one) => one.user_id === user).map((one) => one.achievement_id);
      for (const { id, value } of buyers)
        expect(has.includes(id), `${user} ${id}`).toBe(bought.length >= value);
    }
  });

  test("has limited items sold out and resold over two months, except one, and Gold items bought in their month", () => {
    const limited = SEED_ITEMS.flatMap(({ limited: state }, i) => (state ? [{ how: state, id: i + 1 }] : []));
    expect(limited.filter(({ how: state }) => state === "sold out").length).toBeGreaterThanOrEqual(3);
    expect(limited.filter(({ how: state }) => state === "on sale")).toHaveLength(1);
    for (const { how: state, id } of limited) {
      const offers = copies.filter((copy) => copy.item_id === id && copy.resale_price !== null);
      const days = prices.filter(({ item_id }) => item_id === id);
      expect(offers.length >= 4, `offers of ${id}`).toBe(state === "sold out");
      expect(days.length >= 10, `prices of ${id}`).toBe(state === "sold out");
      for (const { user_id, item_id } of offers)
        expect(Object.values(wardrobes[user_id - 1]?.equipped ?? {})).not.toContain(item_id - 1);
    }
    const month = Date.parse(monthOf(now));
    SEED_ITEMS.forEach(({ gold }, i) => {
      for (const { user_id, created_at, serial } of copies.filter(({ item_id }) => item_id === i + 1)) {
        if (!gold || serial === null) continue;
        expect(people[user_id - 1]?.gold).toBe(true);
        expect(created_at >= month, `${user_id} ${i + 1}`).toBe(gold === "now");
      }
    });
    expect(SEED_ITEMS.filter(({ gold }) => gold).map(({ gold }) => gold)).toEqual(
      expect.arrayContaining(["now", "past"]),
    );
    expect(SEED_ITEMS.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(6);
  });

  test("gives goldie and bobby rows of every type and wishes for what they lack, and bobby 3 of today's 5 levels", () => {
    for (const user of [GOLDIE, BOBBY]) {
      const types = new Set((own.get(user) ?? []).map(({ type_id }) => type_id));
      expect([...types].sort((a, b) => a - b)).toEqual(TRANSACTION_TYPE_IDS);
      const wanted = wishes.filter((wish) => wish.user_id === user);
      expect(wanted.length).toBeGreaterThanOrEqual(5);
      for (const { item_id } of wanted)
        expect(copies.some((copy) => copy.user_id === user && copy.item_id === item_id)).toBe(false);
    }
    expect(daily.filter(({ user_id }) => user_id === BOBBY)).toHaveLength(3);
    for (const { day } of daily) expect(day).toBe(newYorkDay(now));
    expect(rows.some(({ key }) => key === `challenge:${newYorkDay(now)}:${BOBBY}`)).toBe(false);
  });
});

test("every item for sale was made by a member who had already joined", () => {
  SEED_ITEMS.forEach(({ type_id, owner, name }, i) => {
    if (!hasTemplate(type_id)) expect(owner, name).toBe(0);
    else expect(people[owner]?.joinedDaysAgo, name).toBeGreaterThan((SEED_ITEMS.length - i) * 3);
  });
});

const world = forumWorld(people, levels);
const { threads, posts, bookmarks } = seedForums(world);

test("the demo forums are the same every time, with much to read and one thread of several pages", () => {
  expect(seedForums(world)).toEqual({ threads, posts, bookmarks });
  expect(threads.length).toBeGreaterThanOrEqual(60);
  expect(posts.length - threads.length).toBeGreaterThanOrEqual(600);
  for (const id of [1, 2, 3])
    expect(threads.filter(({ subforum_id }) => subforum_id === id).length).toBeGreaterThan(10);
  const sizes = threads.map(({ id }) => posts.filter(({ thread_id }) => thread_id === id).length);
  expect(Math.max(...sizes)).toBeGreaterThan(3 * LIMITS.pageSize.replies);
});

test("no one writes before joining, in the future or before the post they quote", () => {
  for (const post of posts) {
    const { username = "", joinedDaysAgo = 0 } = world.people[post.person] ?? {};
    expect(post.daysAgo, username).toBeLessThanOrEqual(joinedDaysAgo);
    expect(post.daysAgo, username).toBeGreaterThan(0);
    if (post.quote_id !== null) expect(post.quote_id, post.body).toBeLessThan(post.id);
  }
  for (const { id } of threads) {
    const ages = posts.filter(({ thread_id }) => thread_id === id).sort((a, b) => a.position - b.position);
    expect(ages.map(({ position }) => position)).toEqual(ages.map((_, i) => i));
    expect(ages.map(({ id }) => id)).toEqual(ages.map(({ id }) => id).sort((a, b) => a - b));
  }
});

test("every text is within the limits and leaves no unrendered markup behind", () => {
  for (const { title } of threads)
    expect(countCharacters(title), title).toBeLessThanOrEqual(LIMITS.threadTitle);
  for (const { body } of posts) {
    expect(countCharacters(body)).toBeLessThanOrEqual(LIMITS.post);
    const shown = renderMarkdown(body).html.replace(/<code>.*?<\/code>/gs, "");
    expect(shown).not.toMatch(/\{\w+:|\*\*|\|\|/);
  }
});
