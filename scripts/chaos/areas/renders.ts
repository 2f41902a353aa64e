import { setTimeout as pause } from "node:timers/promises";
import { drawWorld } from "#domain/world/draw-world.ts";
import type { World } from "#domain/world/schema.ts";
import { encodePicture } from "#worker/render/encode-picture.ts";
import { PICTURE_QUALITY, PICTURE_SIZES } from "#worker/render/picture-sizes.ts";
import { SiteClient } from "../../bench/client.ts";
import { formatFigure } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { chaosWorldFile, levelForm, levelWorld } from "../client.ts";
import { decodeJpeg } from "../decode-jpeg.ts";
import { drawRemaining, undrawnLevels } from "../draw-remaining.ts";
import { KillableSite } from "../killable-site.ts";

const JOBS = 200;
const BUILDERS = 4;
/** Every tenth level gets a second document right after the first. */
const EDITED = 10;

/** A level and the number of its world. */
interface BuiltLevel {
  id: number;
  shows: number;
}

/** Kills the site twice while it draws two hundred pictures. In the end, each level must have its correct picture. */
export const verifyRenders: BenchArea = async (report, { small }) => {
  const jobs = small ? 40 : JOBS;
  const site = await KillableSite.start(emptyScratchFolder());
  const built: BuiltLevel[] = [];
  const builders = Array.from({ length: BUILDERS }, (_, i) => build(site, `builder_${i}`, built, jobs));
  await waitUntil(() => built.length >= jobs / 2);
  const drawnBefore = built.length - (await undrawnLevels(site));
  await site.killAndRestart();
  await Promise.all(builders);
  const undrawn = await undrawnLevels(site);
  await Promise.race([site.runSchedule(), pause(500)]);
  await site.killAndRestart();
  const schedules = await drawRemaining(site, undrawnLevels);
  report.info("levels made", built.length);
  report.info("pictures drawn before the first kill", drawnBefore);
  report.info("pictures missing at the second kill", undrawn);
  report.atMost("levels without a picture in the end", await undrawnLevels(site), 0, {
    notes: [`after ${schedules} runs of the schedule`],
  });
  const wrong = await wrongPictures(site, built);
  report.atMost("levels whose picture isn't of their newest document", wrong.length, 0, {
    notes: wrong.slice(0, 3),
  });
  const rows = await site.rows<{ thumbnail: string }>(
    "select thumbnail from levels where thumbnail is not null",
  );
  report.atMost(
    "levels that share a picture",
    rows.length - new Set(rows.map((row) => row.thumbnail)).size,
    0,
  );
  const documents = await site.rows("select asset from level_revisions");
  const stored = await site.objects();
  report.info(
    "unreferenced objects left by crashes and edits",
    stored.length - documents.length - rows.length,
  );
  await site.stop();
};

async function waitUntil(done: () => boolean): Promise<void> {
  while (!done()) await pause(20);
}

/** Creates levels one by one until there are enough. Only acknowledged ones count. */
async function build(site: KillableSite, name: string, built: BuiltLevel[], jobs: number): Promise<void> {
  const client = new SiteClient(site.url);
  await client.open();
  const password = "builds endlessly";
  const email = `${name}@example.com`;
  await client.post("/api/auth/register", {
    username: name,
    email,
    password,
    password_confirmation: password,
  });
  for (let n = 0; built.length < jobs; n++) {
    try {
      const response = await client.post("/api/levels", levelForm(`${name} ${n}`, n));
      if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
      const { id } = (JSON.parse(response.text) as { level: { id: number } }).level;
      const level = { id, shows: n };
      if (n % EDITED === 0) level.shows = await edit(client, id, n + 1);
      built.push(level);
    } catch {
      await site.whenUp();
    }
  }
}

/** Replaces the level's document. Returns its number. */
async function edit(client: SiteClient, id: number, n: number): Promise<number> {
  const form = new FormData();
  form.set("file", chaosWorldFile(n));
  const response = await client.post(`/api/levels/${id}`, form);
  if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  return n;
}

/** The allowed mean difference: JavaScript engines round sines differently. */
const TOLERANCE = 2;

const expected = new Map<World, Uint8ClampedArray>();
/** Returns the expected RGBA pixels of a world's picture. */
async function pixelsOf(n: number): Promise<Uint8ClampedArray> {
  const shown = levelWorld(n);
  const known = expected.get(shown);
  if (known) return known;
  const { large, thumbnail } = PICTURE_SIZES;
  const jpeg = encodePicture({ ...large, data: drawWorld(shown, large) }, thumbnail, PICTURE_QUALITY);
  const data = await decodeJpeg(jpeg.buffer as ArrayBuffer);
  expected.set(shown, data);
  return data;
}

/** Returns the mean difference of two pictures' bytes. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

async function wrongPictures(site: KillableSite, built: readonly BuiltLevel[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, shows } of built) {
    const [row] = await site.rows<{ thumbnail: string | null }>(
      "select thumbnail from levels where id = ?",
      id,
    );
    const response = await fetch(`${site.url}/assets/${row?.thumbnail}`);
    if (!response.ok) {
      wrong.push(`level ${id}: ${response.status}`);
      continue;
    }
    const data = await decodeJpeg(await response.arrayBuffer());
    const meanDifference = difference(data, await pixelsOf(shows));
    if (meanDifference > TOLERANCE)
      wrong.push(`level ${id}: ${formatFigure(meanDifference)} away from world ${shows}`);
  }
  return wrong;
}
