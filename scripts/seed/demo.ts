import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Database, type Statement } from "#db/database.ts";
import { newLevelRow, newRevisionRow, newUserRow } from "#db/new-rows.ts";
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
import { economyRows, insertRow, soldCopies } from "./economy.ts";
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
  const drawings = levels.map((level, i) => {
    const [world, shot] = [worlds[i] as StoredWorld, shots[i] as SeedShot];
    const creator = people[level.creatorIndex] as SeedPerson;
    const wardrobe = wardrobes[level.creatorIndex] as SeedWardrobe;
    const { names, drawing } = levelDrawing({ ...world, theme: level.theme }, shot, creator, wardrobe);
    return { level, world, drawing, columns: pictureColumns(world.document, names, shot) };
  });
  const pictures = await loadPictures(
    drawings.map(({ drawing }) => drawing),
    fresh,
  );
  const staff = people.findIndex(({ role }) => role === "admin") + 1;
  const scenes = seedEvents(levels, staff, now);
  const forums = seedForums(forumWorld(people, levels));
  const documents = worlds.map(({ document: name, text }): AssetFile => {
    return { name, type: "json", bytes: new TextEncoder().encode(text) };
  });
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
      ...drawings.flatMap(({ level, world, columns }, i) => levelRows(level, i, world, columns, scenes, now)),
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

function pictureColumns(asset: string, names: LevelPictures, shot: SeedShot) {
  const { kind, view, place, signature } = shot;
  const choice: StoredChoice = { kind, view, place, asset, wish: null, version: DIRECTOR_VERSION };
  return {
    thumbnail: names.thumbnail,
    picture: names.large,
    thumbnail_small: names.small,
    picture_signature: signature,
    picture_choice: JSON.stringify(choice),
    picture_version: DIRECTOR_VERSION,
  };
}

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
  return { world, text, document, content: await worldContent(world) };
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
    const fields = {
      ...{ username, password_hash, bio, role, ...factors[i] },
      email: `${username.toLowerCase()}@example.com`,
      colors: packColors(colors),
      gold_until: gold ? now + 60 * DAY_MS : null,
      custom_theme_id: equippedPreset(person),
    };
    return insertRow(schema.users, newUserRow(i, at(now, joinedDaysAgo), fields));
  });
}

function levelRows(
  level: SeedLevel,
  i: number,
  { world, text, document, content }: StoredWorld,
  picture: ReturnType<typeof pictureColumns>,
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
  return [insertRow(schema.levels, row), insertRow(schema.level_revisions, revision)];
}

/** Rows for the database of play data. */
function playRows({ plays, clears }: History, now: number): Statement[] {
  const ids = (person: number, level: number) => ({ user_id: person + 1, level_id: level + 1 });
  return [
    ...plays.map(({ person, level, visits, seconds, daysAgo }) => {
      const played_at = at(now, daysAgo);
      const times = { counted_until: played_at, played_at, played_day: newYorkDay(played_at) };
      return insertRow(play.plays, { ...ids(person, level), visits: visits.length, seconds, ...times });
    }),
    ...clears.map(({ person, level, milliseconds, bestDaysAgo, times, daysAgo }) =>
      insertRow(play.clears, {
        ...ids(person, level),
        best_ms: milliseconds,
        best_at: at(now, bestDaysAgo),
        times: times.length,
        cleared_at: at(now, daysAgo),
      }),
    ),
  ];
}

function historyRows(history: History, now: number): Statement[] {
  const { ratings, favorites, comments, buddies, requests, blocks } = history;
  const by = ({ person, daysAgo }: { person: number; daysAgo: number }) => ({
    user_id: person + 1,
    created_at: at(now, daysAgo),
  });
  return [
    ...ratings.map(({ level, rating, difficulty, ...one }) =>
      insertRow(schema.ratings, { ...by(one), level_id: level + 1, rating, difficulty }),
    ),
    ...favorites.map(({ level, ...one }) =>
      insertRow(schema.favorites, { ...by(one), target_type: "level", target_id: level + 1 }),
    ),
    ...comments.map(({ on, target, body, ...one }) =>
      insertRow(schema.comments, { ...by(one), target_type: on, target_id: target + 1, body }),
    ),
    ...buddies.flatMap((pair, i) =>
      [pair, pair.toReversed()].map(([person = 0, buddy = 0]) =>
        insertRow(schema.buddies, { ...by({ person, daysAgo: 1 + (i % 11) }), buddy_id: buddy + 1 }),
      ),
    ),
    ...requests.map(([from, to], i) =>
      insertRow(schema.buddy_requests, { from_id: from + 1, to_id: to + 1, created_at: at(now, 1 + i / 4) }),
    ),
    ...blocks.map(([person, blocked], i) =>
      insertRow(schema.blocks, { ...by({ person, daysAgo: 3 + i }), blocked_id: blocked + 1 }),
    ),
  ];
}
