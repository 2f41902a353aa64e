import { unpackColors } from "#domain/avatar/colors.ts";
import { NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import type { BopiRenderJob } from "#worker/render/job.ts";
import { drawAvatar } from "#worker/render/pictures.ts";
import { decodePng, encodeDrawing } from "#worker/render/png.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { drawRemaining, undrawnBopis } from "../draw-remaining.ts";
import { KillableSite } from "../killable-site.ts";

const BOPIS = 1_000;
/** Every fifth job is queued twice. */
const DOUBLED = 5;
/** Pictures that are also drawn here and compared byte by byte. */
const SAMPLES = 25;

/** Queues a thousand bopis in different colors and kills the site while it draws them. */
export const verifyAvatars: BenchArea = async (report, { small }) => {
  const bopis = small ? 200 : BOPIS;
  const site = await KillableSite.start(emptyScratchFolder());
  await addBopis(site, bopis);
  const jobs = Array.from(
    { length: bopis },
    (_, i): BopiRenderJob => ({
      kind: "avatar",
      user_id: i + 1,
      revision: 1,
    }),
  );
  await site.draw([...jobs, ...jobs.filter((_, i) => i % DOUBLED === 0)]);
  await waitUntil(async () => (await undrawnBopis(site)) < bopis * 0.7);
  await site.killAndRestart();
  const drawn = bopis - (await undrawnBopis(site));
  // The schedule requeues lost jobs. All jobs are also queued again at once.
  await site.draw(jobs);
  await waitUntil(async () => (await undrawnBopis(site)) < (bopis - drawn) / 2);
  await site.killAndRestart();
  const schedules = await drawRemaining(site, undrawnBopis);
  report.info("bopis to draw", bopis);
  report.info("drawn before the first kill", drawn);
  report.atMost("bopis without a picture in the end", await undrawnBopis(site), 0, {
    notes: [`after ${site.kills} deaths and ${schedules} runs of the schedule`],
  });
  const users = await site.rows<Drawn>("select id, colors, avatar, headshot from users order by id");
  const objects = new Set(await site.objects());
  const named = users.flatMap(({ avatar, headshot }) => [avatar, headshot]);
  report.atMost(
    "pictures that are referenced but missing",
    named.filter((name) => !objects.has(name)).length,
    0,
  );
  report.atMost("looks that share a picture", named.length - new Set(named).size, 0);
  report.atMost("pictures drawn twice, or not referenced", objects.size - named.length, 0);
  report.atMost("pictures that are not of their bopi, byte for byte", await countWrong(site, users), 0);
  await site.stop();
};

interface Drawn {
  id: number;
  colors: string;
  avatar: string;
  headshot: string;
}

/** Inserts users with bopis in unique colors directly into the database. */
async function addBopis(site: KillableSite, count: number): Promise<void> {
  await site.rows(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into users (username, email, password_hash, colors, created_at)
    select 'bopi_' || n, 'bopi_' || n || '@example.com', '',
      printf('%06X', n * 7919) || replace(printf('%09d', 0), '0', '-' || printf('%06X', n * 104729 % 16777216)), n from numbers`,
    count,
  );
  await site.rows("insert into bopis (user_id) select id from users");
}

async function waitUntil(reached: () => Promise<boolean>): Promise<void> {
  while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function countWrong(site: KillableSite, users: readonly Drawn[]): Promise<number> {
  let wrong = 0;
  const step = Math.max(1, Math.floor(users.length / SAMPLES));
  for (const { colors, avatar } of users.filter((_, i) => i % step === 0)) {
    const response = await fetch(`${site.url}/assets/${avatar}`);
    const { data } = decodePng(new Uint8Array(await response.arrayBuffer()));
    const packed = unpackColors(colors);
    if (!packed) throw new Error(`${colors} isn't a valid set of colors.`);
    const expected = decodePng(encodeDrawing(drawAvatar(packed, NOTHING_EQUIPPED))).data;
    if (Buffer.compare(data, expected) !== 0) wrong++;
  }
  return wrong;
}
