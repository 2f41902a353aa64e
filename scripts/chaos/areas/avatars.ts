import { unpackColors } from "#domain/avatar/colors.ts";
import { NOTHING_WORN } from "#domain/avatar/model/assemble.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { drawAvatar } from "#worker/render/pictures.ts";
import { decodePng, encodeDrawing } from "#worker/render/png.ts";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { MortalSite } from "../mortal.ts";
import { drawRest, undrawnBopis } from "../pictures.ts";

const BOPIS = 1_000;
/** Every so many jobs are put twice. */
const DOUBLED = 5;
/** Pictures that are drawn here too and compared byte for byte. */
const LOOKED_AT = 25;

/** A thousand bopis, no two of the same colours, to be drawn at once; the process that draws dies in the middle. */
export const judgeAvatars: Area = async (report, { small }) => {
  const bopis = small ? 200 : BOPIS;
  const site = await MortalSite.start(emptyScratch());
  await addBopis(site, bopis);
  const jobs = Array.from(
    { length: bopis },
    (_, i): RenderJob => ({
      kind: "avatar",
      user_id: i + 1,
      revision: 1,
    }),
  );
  await site.draw([...jobs, ...jobs.filter((_, i) => i % DOUBLED === 0)]);
  await until(async () => (await undrawnBopis(site)) < bopis * 0.7);
  await site.killAndRestart();
  const drawn = bopis - (await undrawnBopis(site));
  // What died with the process is put back by the schedule; the other half is put once more by hand, all at once.
  await site.draw(jobs);
  await until(async () => (await undrawnBopis(site)) < (bopis - drawn) / 2);
  await site.killAndRestart();
  const schedules = await drawRest(site, undrawnBopis);
  report.told("bopis to draw", bopis);
  report.told("drawn when the site was first killed", drawn);
  report.most("bopis without a picture in the end", await undrawnBopis(site), 0, {
    notes: [`after ${site.deaths} deaths and ${schedules} runs of the schedule`],
  });
  const users = await site.rows<Drawn>("select id, colors, avatar, headshot from users order by id");
  const objects = new Set(await site.objects());
  const named = users.flatMap(({ avatar, headshot }) => [avatar, headshot]);
  report.most("pictures named and not there", named.filter((name) => !objects.has(name)).length, 0);
  report.most("looks that share a picture", named.length - new Set(named).size, 0);
  report.most("pictures drawn twice, or that nothing names", objects.size - named.length, 0);
  report.most("pictures that are not of their bopi, byte for byte", await countWrong(site, users), 0);
  await site.stop();
};

interface Drawn {
  id: number;
  colors: string;
  avatar: string;
  headshot: string;
}

/** Users with bopis of their own colours, put straight into the database. */
async function addBopis(site: MortalSite, count: number): Promise<void> {
  await site.rows(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into users (username, email, password_hash, colors, created_at)
    select 'bopi_' || n, 'bopi_' || n || '@example.com', '',
      printf('%06X', n * 7919) || replace(printf('%09d', 0), '0', '-' || printf('%06X', n * 104729 % 16777216)), n from numbers`,
    count,
  );
  await site.rows("insert into bopis (user_id) select id from users");
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function countWrong(site: MortalSite, users: readonly Drawn[]): Promise<number> {
  let wrong = 0;
  const step = Math.max(1, Math.floor(users.length / LOOKED_AT));
  for (const { colors, avatar } of users.filter((_, i) => i % step === 0)) {
    const response = await fetch(`${site.url}/assets/${avatar}`);
    const { data } = decodePng(new Uint8Array(await response.arrayBuffer()));
    const packed = unpackColors(colors);
    if (!packed) throw new Error(`${colors} are no colours`);
    const expected = decodePng(encodeDrawing(drawAvatar(packed, NOTHING_WORN))).data;
    if (Buffer.compare(data, expected) !== 0) wrong++;
  }
  return wrong;
}
