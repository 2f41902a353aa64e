import { sql } from "drizzle-orm";
import { build, query } from "#db/build.ts";
import { Database, type Query, select } from "#db/client.ts";
import { makeLevel, makeRevision, makeUser } from "#db/factories.ts";
import * as schema from "#db/schema/index.ts";
import { seedEconomy } from "#db/seed/economy/economy.ts";
import { seedForums } from "#db/seed/forums/forums.ts";
import { type History, seedHistory } from "#db/seed/history.ts";
import { type SeedLevel, seedLevels } from "#db/seed/levels.ts";
import { type SeedPerson, seedPeople } from "#db/seed/people.ts";
import { seedWardrobes } from "#db/seed/wardrobes.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { serializeWorld } from "#domain/world/parse.ts";
import { defineAchievements } from "#worker/achievements/define.ts";
import { hashPassword } from "#worker/auth/password.ts";
import { sealSecret } from "#worker/security/secret.ts";
import type { Site } from "../site/site.ts";
import { dayRows } from "./days.ts";
import { economyRows, soldOf } from "./economy.ts";
import { type SeededScenes, seedScenes } from "./events.ts";
import { forumRows, forumWorld } from "./forums.ts";
import { assetId, DAY } from "./ids.ts";
import { putFiles, seedItems } from "./items.ts";
import { moderationRows, troublemakerRow } from "./moderation.ts";
import { drawAll } from "./pictures.ts";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "./sign-ins.ts";
import { ownThemeRows, presetWornBy } from "./themes.ts";

export { DEMO_SIGN_INS } from "./sign-ins.ts";

const LEVELS = 224;
const STATEMENTS_AT_ONCE = 400;

type Target = Pick<Site, "d1" | "bucket" | "sealing">;

/** Fills an empty site with the demo world and leaves any other as it is; answers whether it was empty. */
export async function seedIfEmpty(site: Target): Promise<boolean> {
  const db = new Database(site.d1);
  const row = await db.first(select<{ id: number }>(sql`select id from users limit 1`));
  if (row) return false;
  console.log("Making the demo world …");
  // What people do is counted towards achievements from the first moment on.
  await defineAchievements(db);
  await seedDemo(site, Date.now());
  return true;
}

/** The demo world as of `now` (milliseconds): the same people, levels and history every time. */
export async function seedDemo(site: Target, now: number): Promise<void> {
  const people = seedPeople();
  // Oldest first, so that ids grow with time as they do in a site that lives.
  const levels = seedLevels(LEVELS).sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
  const pictures = await drawAll(levels.map(({ world }) => ({ world })));
  const history = seedHistory(people, levels);
  const wardrobes = seedWardrobes(people);
  const economy = seedEconomy({ people, levels, history, wardrobes }, now);
  const items = await seedItems(people, wardrobes, (item) => soldOf(economy, item + 1), now);
  const staff = people.findIndex(({ role }) => role === "admin") + 1;
  const scenes = seedScenes(levels, staff, now);
  const forums = seedForums(forumWorld(people, levels));
  const puts = levels.flatMap((level, i) => [
    site.bucket.put(assetId("world", i), serializeWorld(level.world), {
      httpMetadata: { contentType: "application/json; charset=utf-8" },
    }),
    site.bucket.put(assetId("picture", i), pictures[i] ?? new Uint8Array(), {
      httpMetadata: { contentType: "image/png" },
    }),
  ]);
  await Promise.all([...puts, putFiles(site.bucket, items.files)]);
  const statements = [
    ...(await peopleRows(people, site.sealing, now)),
    ...ownThemeRows(people, now),
    ...items.statements,
    ...scenes.statements,
    ...levels.flatMap((level, i) => levelRows(level, i, scenes, now)),
    ...historyRows(history, now),
    ...dayRows(history, now),
    ...economyRows(economy),
    ...troublemakerRow(people, now),
    ...forumRows(forums, now),
    ...moderationRows({ people, levels, forums }, now),
  ];
  const db = new Database(site.d1);
  for (let at = 0; at < statements.length; at += STATEMENTS_AT_ONCE) {
    await db.batch(statements.slice(at, at + STATEMENTS_AT_ONCE));
  }
}

const at = (now: number, daysAgo: number) => Math.round(now - daysAgo * DAY);

/** Staff act with two factors only. */
const twoFactorOf = async (id: number, role: SeedPerson["role"], sealing: Site["sealing"], now: number) =>
  role === "member"
    ? {}
    : { two_factor_at: now, two_factor_secret: await sealSecret(sealing, id, DEMO_TWO_FACTOR) };

async function peopleRows(people: SeedPerson[], sealing: Site["sealing"], now: number): Promise<Query[]> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const factors = await Promise.all(people.map(({ role }, i) => twoFactorOf(i + 1, role, sealing, now)));
  return people.map((person, i) => {
    const { username, bio, role, gold, colors, joinedDaysAgo } = person;
    return query(
      build.insert(schema.users).values(
        makeUser(i, at(now, joinedDaysAgo), {
          username,
          email: `${username.toLowerCase()}@example.com`,
          password_hash,
          bio,
          role,
          colors: packColors(colors),
          gold_until: gold ? now + 60 * DAY : null,
          custom_theme_id: presetWornBy(person),
          ...factors[i],
        }),
      ),
    );
  });
}

function levelRows(level: SeedLevel, i: number, scenes: SeededScenes, now: number): Query[] {
  const created_at = at(now, level.createdDaysAgo);
  const user_id = level.creatorIndex + 1;
  const row = makeLevel(i, user_id, created_at, {
    title: level.title,
    description: level.description,
    category: level.category,
    visibility: level.visibility,
    comments_enabled: level.commentsEnabled ? 1 : 0,
    thumbnail: assetId("picture", i),
    featured_at: level.featured ? created_at : null,
    event_id: scenes.eventOf.get(i + 1) ?? null,
    challenge_id: scenes.challengeOf.get(i + 1) ?? null,
    updated_at: at(now, level.updatedDaysAgo),
  });
  const revision = makeRevision(i + 1, user_id, created_at, {
    asset: assetId("world", i),
    bytes: serializeWorld(level.world).length,
    blocks: level.world.blocks.length,
    stars: level.world.stars.length,
    fastest_ms: fastestClear(level.world),
  });
  return [
    query(build.insert(schema.levels).values(row)),
    query(build.insert(schema.level_revisions).values(revision)),
  ];
}

function historyRows(history: History, now: number): Query[] {
  const { plays, clears, ratings, favorites, comments, buddies, requests, blocks } = history;
  const person = (index: number) => ({ user_id: index + 1 });
  return [
    ...plays.map((p) =>
      query(
        build.insert(schema.plays).values({
          ...person(p.person),
          level_id: p.level + 1,
          visits: p.visits.length,
          seconds: p.seconds,
          counted_until: at(now, p.daysAgo),
          played_at: at(now, p.daysAgo),
          played_day: newYorkDay(at(now, p.daysAgo)),
        }),
      ),
    ),
    ...clears.map((c) =>
      query(
        build.insert(schema.clears).values({
          ...person(c.person),
          level_id: c.level + 1,
          best_ms: c.milliseconds,
          best_at: at(now, c.bestDaysAgo),
          times: c.times.length,
          cleared_at: at(now, c.daysAgo),
        }),
      ),
    ),
    ...ratings.map((r) =>
      query(
        build.insert(schema.ratings).values({
          ...person(r.person),
          level_id: r.level + 1,
          rating: r.rating,
          difficulty: r.difficulty,
          created_at: at(now, r.daysAgo),
        }),
      ),
    ),
    ...favorites.map((f) =>
      query(
        build.insert(schema.favorites).values({
          ...person(f.person),
          target_type: "level",
          target_id: f.level + 1,
          created_at: at(now, f.daysAgo),
        }),
      ),
    ),
    ...comments.map((c) =>
      query(
        build.insert(schema.comments).values({
          ...person(c.person),
          target_type: c.on,
          target_id: c.target + 1,
          body: c.body,
          created_at: at(now, c.daysAgo),
        }),
      ),
    ),
    ...buddies.flatMap(([a, b], i) =>
      [[a, b] as const, [b, a] as const].map(([from, to]) =>
        query(
          build
            .insert(schema.buddies)
            .values({ user_id: from + 1, buddy_id: to + 1, created_at: at(now, 1 + (i % 11)) }),
        ),
      ),
    ),
    ...requests.map(([from, to], i) =>
      query(
        build
          .insert(schema.buddy_requests)
          .values({ from_id: from + 1, to_id: to + 1, created_at: at(now, 1 + i / 4) }),
      ),
    ),
    ...blocks.map(([who, whom], i) =>
      query(
        build
          .insert(schema.blocks)
          .values({ user_id: who + 1, blocked_id: whom + 1, created_at: at(now, 3 + i) }),
      ),
    ),
  ];
}
