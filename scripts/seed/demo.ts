import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Database, type Statement } from "#db/database.ts";
import { build, type NewLevel, newLevelRow, newRevisionRow, newUserRow, toStatement } from "#db/new-rows.ts";
import { PLAY_TOTALS } from "#db/play-totals.ts";
import * as schema from "#db/schema/index.ts";
import * as play from "#db/schema/play/index.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { defineAchievements } from "#worker/achievements/award.ts";
import { ASSET_TYPES } from "#worker/assets/store.ts";
import { hashPassword } from "#worker/auth/password.ts";
import type { StoredChoice } from "#worker/render/draw-level.ts";
import { worldContent } from "#worker/runs/world-content.ts";
import { sealSecret } from "#worker/security/totp.ts";
import { databaseFile } from "../site/database-file.ts";
import { type Site, type SiteOptions, startSite } from "../site/site.ts";
import { assignRuns, runFiles } from "./assign-runs.ts";
import { seedEconomy } from "./content/economy/economy.ts";
import { seedForums } from "./content/forums/forums.ts";
import { type History, seedHistory } from "./content/history.ts";
import { type SeedLevel, seedLevels } from "./content/levels.ts";
import { type SeedPerson, seedPeople } from "./content/people.ts";
import { type SeedWardrobe, seedWardrobes } from "./content/wardrobes.ts";
import { dayRows } from "./days.ts";
import { economyRows, soldCopies } from "./economy.ts";
import { type SeededEvents, seedEvents } from "./events.ts";
import { forumRows, forumWorld } from "./forums.ts";
import { assetId, DAY_MS } from "./ids.ts";
import { seedItems } from "./items.ts";
import { type LevelPictures, levelDrawing, type SeedShot, seedShots, storeShots } from "./level-pictures.ts";
import { moderationRows, troublemakerRow } from "./moderation.ts";
import { noticeRows } from "./notices.ts";
import { type AssetFile, loadPictures, type StoredPicture, storePictures } from "./pictures.ts";
import { DEMO_LEVELS, readRecordedRuns } from "./recorded-runs.ts";
import { retry } from "./retry.ts";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "./sign-ins.ts";
import { equippedPreset, ownThemeRows } from "./themes.ts";

const FILES_AT_ONCE = 16;

/** The demo world's contents as of `now` (ms): the same people, levels and history every time. */
async function demoContents(sealing: Site["sealing"], now: number, fresh = false) {
  const people = seedPeople();
  // Oldest first, so ids grow with time as on a live site.
  const levels = seedLevels(DEMO_LEVELS).sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
  const { history, assigned } = assignRuns(seedHistory(people, levels), levels, readRecordedRuns());
  const recordings = await runFiles(assigned, now);
  const wardrobes = seedWardrobes(people);
  const economy = seedEconomy({ people, levels, history, wardrobes }, now);
  const items = await seedItems(people, wardrobes, (item) => soldCopies(economy, item + 1), now, fresh);
  const worlds = await Promise.all(levels.map(storedWorld));
  const shots = seedShots(worlds, fresh);
  const drawings = levels.map(({ creatorIndex, theme }, i) =>
    levelDrawing(
      { ...(worlds[i] as StoredWorld), theme },
      shots[i] as SeedShot,
      people[creatorIndex] as SeedPerson,
      wardrobes[creatorIndex] as SeedWardrobe,
    ),
  );
  const pictures = await loadPictures(
    drawings.map(({ drawing }) => drawing),
    fresh,
  );
  const staff = people.findIndex(({ role }) => role === "admin") + 1;
  const scenes = seedEvents(levels, staff, now);
  const forums = seedForums(forumWorld(people, levels));
  const documents = worlds.map(
    ({ document, text }): AssetFile => ({
      name: document,
      type: "json",
      bytes: new TextEncoder().encode(text),
    }),
  );
  return {
    documents: [...documents, ...recordings.files],
    sources: items.sources,
    pictures: [...pictures.flat(), ...items.pictures],
    storeShots: () => storeShots(worlds, shots),
    statements: [
      ...(await peopleRows(people, sealing, now)),
      ...ownThemeRows(people, now),
      ...items.statements,
      ...scenes.statements,
      ...levels.flatMap((level, i) =>
        levelRows(
          level,
          i,
          worlds[i] as StoredWorld,
          pictureColumns(worlds[i]?.document, drawings[i]?.names, shots[i]),
          scenes,
          now,
        ),
      ),
      ...historyRows(history, now),
      ...dayRows(history, now),
      ...economyRows(economy),
      ...troublemakerRow(people, now),
      ...moderationRows({ people, levels, forums }, now),
      ...noticeRows("bobby"),
    ],
    forumStatements: forumRows(forums, now),
    playStatements: [...playRows(history, now), ...recordings.statements],
  };
}

/** Returns the demo world's pictures. Draws all of them with `fresh`. */
export const demoPictures = async ({ fresh = false } = {}): Promise<StoredPicture[]> =>
  (await demoContents({ SEAL_SECRET: "only for pictures" }, Date.now(), fresh)).pictures;

/** Draws all pictures, and stores them and what the director chose. */
export async function drawDemoPictures(): Promise<void> {
  const contents = await demoContents({ SEAL_SECRET: "only for pictures" }, Date.now(), true);
  contents.storeShots();
  storePictures(contents.pictures);
}

type PictureColumns = Pick<
  NewLevel,
  "thumbnail" | "picture" | "thumbnail_small" | "picture_signature" | "picture_choice" | "picture_version"
>;

const pictureColumns = (document?: string, names?: LevelPictures, shot?: SeedShot): PictureColumns => ({
  thumbnail: names?.thumbnail ?? null,
  picture: names?.large ?? null,
  thumbnail_small: names?.small ?? null,
  picture_signature: shot?.signature ?? null,
  picture_choice:
    shot && document
      ? JSON.stringify({
          kind: shot.kind,
          view: shot.view,
          place: shot.place,
          asset: document,
          wish: null,
          version: DIRECTOR_VERSION,
        } satisfies StoredChoice)
      : null,
  picture_version: DIRECTOR_VERSION,
});

/** Creates the demo world as of `now` (ms) in an empty state folder. `vars` are the site's variables. */
export async function seedDemo(state: string, now: number, vars: SiteOptions["vars"] = {}): Promise<void> {
  const site = await startSite({ port: 0, state, vars });
  const { documents, sources, pictures, statements, forumStatements, playStatements } = await demoContents(
    site.sealing,
    now,
  );
  const files = [...documents, ...sources, ...pictures];
  for (let at = 0; at < files.length; at += FILES_AT_ONCE)
    await Promise.all(
      files.slice(at, at + FILES_AT_ONCE).map((file) => retry(() => putFile(site.bucket, file))),
    );
  // Defined first, so everything counts towards achievements from the start.
  await defineAchievements(new Database(site.d1));
  await site.stop();
  writeRows(databaseFile(state), statements);
  writeRows(databaseFile(state, "forum"), forumStatements);
  writeRows(databaseFile(state, "play"), playStatements);
  addPlayTotals(state);
}

/** Counts play data, whose rows have no effects on the main database. */
function addPlayTotals(state: string): void {
  const database = new DatabaseSync(databaseFile(state));
  database.prepare("attach ? as play").run(databaseFile(state, "play"));
  for (const sql of PLAY_TOTALS) database.exec(sql);
  database.close();
}

/**
 * Runs statements in one transaction on a stopped site's database. Through miniflare's D1 binding each statement costs
 * Node two synchronous calls, about 2 ms.
 */
function writeRows(file: string, statements: readonly Statement[]): void {
  const database = new DatabaseSync(file);
  const prepared = new Map<string, StatementSync>();
  database.exec("begin");
  for (const { sql, params } of statements) {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...(params as SQLInputValue[]));
  }
  database.exec("commit");
  database.close();
}

const putFile = (bucket: Site["bucket"], { name, type, bytes }: AssetFile) =>
  bucket.put(name, bytes, { httpMetadata: { contentType: ASSET_TYPES[type] } });

/** A level's document as text, with the names of the document and its picture in the bucket. */
async function storedWorld({ world }: SeedLevel) {
  const text = serializeWorld(world);
  const document = assetId("world", text);
  return {
    world,
    text,
    document,
    content: await worldContent(world),
  };
}
type StoredWorld = Awaited<ReturnType<typeof storedWorld>>;

const at = (now: number, daysAgo: number) => Math.round(now - daysAgo * DAY_MS);

/** Staff need two-factor authentication. */
const twoFactorFields = async (
  id: number,
  role: SeedPerson["role"],
  sealing: Site["sealing"],
  now: number,
) =>
  role === "member"
    ? {}
    : { two_factor_at: now, two_factor_secret: await sealSecret(sealing, id, DEMO_TWO_FACTOR) };

async function peopleRows(people: SeedPerson[], sealing: Site["sealing"], now: number): Promise<Statement[]> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const factors = await Promise.all(people.map(({ role }, i) => twoFactorFields(i + 1, role, sealing, now)));
  return people.map((person, i) => {
    const { username, bio, role, gold, colors, joinedDaysAgo } = person;
    return toStatement(
      build.insert(schema.users).values(
        newUserRow(i, at(now, joinedDaysAgo), {
          username,
          email: `${username.toLowerCase()}@example.com`,
          password_hash,
          bio,
          role,
          colors: packColors(colors),
          gold_until: gold ? now + 60 * DAY_MS : null,
          custom_theme_id: equippedPreset(person),
          ...factors[i],
        }),
      ),
    );
  });
}

function levelRows(
  level: SeedLevel,
  i: number,
  { world, text, document, content }: StoredWorld,
  picture: PictureColumns,
  events: SeededEvents,
  now: number,
): Statement[] {
  const created_at = at(now, level.createdDaysAgo);
  const user_id = level.creatorIndex + 1;
  const row = newLevelRow(i, user_id, created_at, {
    title: level.title,
    description: level.description,
    category: level.category,
    visibility: level.visibility,
    comments_enabled: level.commentsEnabled ? 1 : 0,
    ...picture,
    featured_at: level.featured ? created_at : null,
    event_id: events.eventOf.get(i + 1) ?? null,
    challenge_id: events.challengeOf.get(i + 1) ?? null,
    updated_at: at(now, level.updatedDaysAgo),
  });
  const revision = newRevisionRow(i + 1, user_id, created_at, {
    asset: document,
    bytes: text.length,
    blocks: world.blocks.length,
    stars: world.stars.length,
    fastest_ms: fastestClear(world),
    ...content,
  });
  return [
    toStatement(build.insert(schema.levels).values(row)),
    toStatement(build.insert(schema.level_revisions).values(revision)),
  ];
}

/** Rows for the database of play data. */
function playRows({ plays, clears }: History, now: number): Statement[] {
  const person = (index: number) => ({ user_id: index + 1 });
  return [
    ...plays.map((p) =>
      toStatement(
        build.insert(play.plays).values({
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
      toStatement(
        build.insert(play.clears).values({
          ...person(c.person),
          level_id: c.level + 1,
          best_ms: c.milliseconds,
          best_at: at(now, c.bestDaysAgo),
          times: c.times.length,
          cleared_at: at(now, c.daysAgo),
        }),
      ),
    ),
  ];
}

function historyRows(history: History, now: number): Statement[] {
  const { ratings, favorites, comments, buddies, requests, blocks } = history;
  const person = (index: number) => ({ user_id: index + 1 });
  return [
    ...ratings.map((r) =>
      toStatement(
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
      toStatement(
        build.insert(schema.favorites).values({
          ...person(f.person),
          target_type: "level",
          target_id: f.level + 1,
          created_at: at(now, f.daysAgo),
        }),
      ),
    ),
    ...comments.map((c) =>
      toStatement(
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
        toStatement(
          build
            .insert(schema.buddies)
            .values({ user_id: from + 1, buddy_id: to + 1, created_at: at(now, 1 + (i % 11)) }),
        ),
      ),
    ),
    ...requests.map(([from, to], i) =>
      toStatement(
        build
          .insert(schema.buddy_requests)
          .values({ from_id: from + 1, to_id: to + 1, created_at: at(now, 1 + i / 4) }),
      ),
    ),
    ...blocks.map(([blocker, blocked], i) =>
      toStatement(
        build
          .insert(schema.blocks)
          .values({ user_id: blocker + 1, blocked_id: blocked + 1, created_at: at(now, 3 + i) }),
      ),
    ),
  ];
}
