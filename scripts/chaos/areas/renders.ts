import { drawWorld } from "#domain/world/picture.ts";
import type { World } from "#domain/world/schema.ts";
import { THUMBNAIL } from "#worker/render/level.ts";
import { decodePng, encodePng } from "#worker/render/png.ts";
import { Person } from "../../bench/client.ts";
import { show } from "../../bench/report.ts";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { levelForm, world, worldFile } from "../client.ts";
import { MortalSite } from "../mortal.ts";
import { drawRest, undrawnLevels } from "../pictures.ts";

const JOBS = 200;
const BUILDERS = 4;
/** Every so many levels get a second document right after the first. */
const EDITED = 10;

/** A level and the number of the world it shows. */
interface Made {
  id: number;
  shows: number;
}

/** Two hundred pictures to draw and the site killed twice on the way; each level has its one right picture in the end. */
export const judgeRenders: Area = async (report, { small }) => {
  const jobs = small ? 40 : JOBS;
  const site = await MortalSite.start(emptyScratch());
  const made: Made[] = [];
  const builders = Array.from({ length: BUILDERS }, (_, i) => build(site, `builder_${i}`, made, jobs));
  await reached(() => made.length >= jobs / 2);
  const drawnBefore = made.length - (await undrawnLevels(site));
  await site.killAndRestart();
  await Promise.all(builders);
  const undrawn = await undrawnLevels(site);
  await Promise.race([site.runSchedule(), pause(500)]);
  await site.killAndRestart();
  const schedules = await drawRest(site, undrawnLevels);
  report.told("levels made", made.length);
  report.told("pictures drawn when it was first killed", drawnBefore);
  report.told("pictures missing when it was killed again", undrawn);
  report.most("levels without a picture in the end", await undrawnLevels(site), 0, {
    notes: [`after ${schedules} runs of the schedule`],
  });
  const wrong = await wrongPictures(site, made);
  report.most("levels whose picture is not that of their newest document", wrong.length, 0, {
    notes: wrong.slice(0, 3),
  });
  const rows = await site.rows<{ thumbnail: string }>(
    "select thumbnail from levels where thumbnail is not null",
  );
  report.most("levels that share a picture", rows.length - new Set(rows.map((row) => row.thumbnail)).size, 0);
  const documents = await site.rows("select asset from level_revisions");
  const stored = await site.objects();
  report.told(
    "objects nothing names, left by deaths and edits",
    stored.length - documents.length - rows.length,
  );
  await site.stop();
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function reached(done: () => boolean): Promise<void> {
  while (!done()) await pause(20);
}

/** Makes levels until there are enough, one after the other; what was not acknowledged does not count. */
async function build(site: MortalSite, name: string, made: Made[], jobs: number): Promise<void> {
  const person = new Person(site.url);
  await person.open();
  const password = "builds without end";
  const email = `${name}@example.com`;
  await person.post("/api/auth/register", {
    username: name,
    email,
    password,
    password_confirmation: password,
  });
  for (let n = 0; made.length < jobs; n++) {
    try {
      const answer = await person.post("/api/levels", levelForm(`${name} ${n}`, n));
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      const { id } = (JSON.parse(answer.text) as { level: { id: number } }).level;
      const level = { id, shows: n };
      if (n % EDITED === 0) level.shows = await edit(person, id, n + 1);
      made.push(level);
    } catch {
      await site.up();
    }
  }
}

/** Gives the level another document and answers its number. */
async function edit(person: Person, id: number, n: number): Promise<number> {
  const form = new FormData();
  form.set("file", worldFile(n));
  const answer = await person.post(`/api/levels/${id}`, form);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return n;
}

/** How far a picture may lie from the one drawn here: two engines round their sines differently. */
const NEAR = 2;

const expected = new Map<World, Uint8Array>();
/** The pixels that a world's picture must show, four bytes each. */
function pixelsOf(n: number): Uint8Array {
  const shown = world(n);
  const known = expected.get(shown);
  if (known) return known;
  const drawn = encodePng({ ...THUMBNAIL, data: drawWorld(shown, THUMBNAIL) }, { colors: 96 });
  const { data } = decodePng(drawn);
  expected.set(shown, data);
  return data;
}

/** The mean difference of two pictures' bytes. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

async function wrongPictures(site: MortalSite, made: readonly Made[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, shows } of made) {
    const [row] = await site.rows<{ thumbnail: string | null }>(
      "select thumbnail from levels where id = ?",
      id,
    );
    const response = await fetch(`${site.url}/assets/${row?.thumbnail}`);
    if (!response.ok) {
      wrong.push(`level ${id}: ${response.status}`);
      continue;
    }
    const { data } = decodePng(new Uint8Array(await response.arrayBuffer()));
    const far = difference(data, pixelsOf(shows));
    if (far > NEAR) wrong.push(`level ${id}: ${show(far)} away from world ${shows}`);
  }
  return wrong;
}
