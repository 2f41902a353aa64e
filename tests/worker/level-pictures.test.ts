import { sql } from "drizzle-orm";
import { DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import {
  createLevelRoute,
  editLevelRoute,
  type Level,
  type LevelShots,
  levelRoute,
  levelShotsRoute,
} from "#domain/levels/api.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import { addUser, Browser, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { pngPictureFile } from "#tests/support/picture-files.ts";
import { recordingRenderQueue, recordRenderJobs, runRenderJobs } from "#tests/support/render-jobs.ts";
import { storedObjects } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";
import { readJpegFrame } from "#worker/assets/picture.ts";
import { doublePictureName } from "#worker/render/consume-renders.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { PICTURE_SIZES } from "#worker/render/picture-sizes.ts";
import { sweepRenders } from "#worker/render/sweep.ts";

const levelOf = async (browser: Browser, id: number) =>
  (await browser.call(levelRoute, { id })).body.level as Level;

/** The sizes of a level's three pictures, and the bytes of the largest. */
async function picturesOf(user: TestUser, id: number) {
  const { picture_url, thumbnail_url, thumbnail_small_url } = await levelOf(user, id);
  const urls = [picture_url, thumbnail_url, thumbnail_small_url];
  const files = await Promise.all(
    urls.map(async (url) => {
      const object = await testEnv.BUCKET.get(url.replace("/assets/", ""));
      return new Uint8Array((await object?.arrayBuffer()) ?? []);
    }),
  );
  const sizes = files
    .map((bytes) => readJpegFrame(bytes))
    .map((frame) => `${frame?.width} × ${frame?.height}`);
  return { sizes, bytes: files[0] ?? new Uint8Array(), urls };
}

const draw = (id: number) => runRenderJobs([{ kind: "level", level_id: id, revision: 1 }]);
const CHOSEN_VIEW = '{"yaw":0,"pitch":30,"center":[0,0,0],"height":50}';
const SIZES = ["1024 × 576", "512 × 288", "256 × 144"];

test("a rendered level picture is stored in three sizes", async () => {
  const user = await signedInUser();
  const id = await addLevel(user.id, { thumbnail: null });
  expect(await levelOf(user, id)).toMatchObject({
    picture_url: "/static/drawing.svg",
    thumbnail_url: "/static/drawing.svg",
    thumbnail_small_url: "/static/drawing.svg",
  });
  await draw(id);
  const { sizes, bytes } = await picturesOf(user, id);
  expect(sizes).toEqual(SIZES);
  expect(bytes.length).toBeLessThanOrEqual(PICTURE_SIZES.large.maxBytes);
});

test("a rendered level picture is seen by the camera that its creator chose, under a name of its own", async () => {
  const user = await signedInUser();
  const id = await addLevel(user.id, { thumbnail: null });
  const render = async (view: PictureView | null) => {
    await runSql`update levels set thumbnail = null, picture_view = ${view && JSON.stringify(view)}
      where id = ${id}`;
    await draw(id);
    return picturesOf(user, id);
  };
  const chosen = await render(null);
  const near = await render({ yaw: 45, pitch: 32, center: [0, 0, 0], height: 20 });
  const far = await render({ yaw: 45, pitch: 32, center: [0, 0, 0], height: 200 });
  expect(new Set([chosen, near, far].flatMap(({ urls }) => urls)).size).toBe(9);
  expect(near.bytes).not.toEqual(far.bytes);
  expect((await render(null)).urls).toEqual(chosen.urls);
});

test("a rendered level picture of a camera that was replaced while it was rendered isn't used", async () => {
  const id = await addLevel((await signedInUser()).id, { thumbnail: null });
  const put = async (...args: Parameters<R2Bucket["put"]>) => {
    await runSql`update levels set picture_view = ${CHOSEN_VIEW} where id = ${id}`;
    return testEnv.BUCKET.put(...args);
  };
  const get = (key: string) => testEnv.BUCKET.get(key);
  const env = { ...testEnv, BUCKET: { get, put } as unknown as R2Bucket };
  await runRenderJobs([{ kind: "level", level_id: id, revision: 1 }], { env });
  expect(await runSql`select thumbnail, picture from levels where id = ${id}`).toEqual([
    { thumbnail: null, picture: null },
  ]);
});

const create = async (user: TestUser, width: number, height: number) => {
  const input = { title: "Photo", thumbnail: await pngPictureFile(width, height), file: worldFile() };
  return ((await user.call(createLevelRoute, input)).body.level as Level).id;
};

test.each([
  ["is stored in three sizes if it's large enough", 1_100, 600, SIZES],
  ["isn't enlarged to the large size", 600, 400, ["512 × 288", "512 × 288", "256 × 144"]],
])("an uploaded level picture %s", async (_, width, height, sizes) => {
  const user = await signedInUser();
  expect((await picturesOf(user, await create(user, width, height))).sizes).toEqual(sizes);
});

test("an uploaded level picture replaces the camera that was chosen, and goes with all its sizes", async () => {
  const user = await signedInUser();
  const id = await addLevel(user.id, { picture_view: CHOSEN_VIEW });
  await user.call(editLevelRoute, { id, thumbnail: await pngPictureFile(1_100, 600) });
  expect((await picturesOf(user, id)).sizes).toEqual(SIZES);
  expect(await runSql`select picture_view, thumbnail_own from levels where id = ${id}`).toEqual([
    { picture_view: null, thumbnail_own: 1 },
  ]);
  await user.call(editLevelRoute, { id, remove_thumbnail: true });
  expect(await runSql`select thumbnail, picture, thumbnail_small from levels where id = ${id}`).toEqual([
    { thumbnail: null, picture: null, thumbnail_small: null },
  ]);
});

interface PictureRow {
  thumbnail: string | null;
  picture: string | null;
  thumbnail_own: 0 | 1;
  picture_view: string | null;
  picture_shot: string | null;
  picture_choice: string | null;
  picture_signature: string | null;
  picture_version: number;
}

const rowOf = async (id: number): Promise<PictureRow> => {
  const [row] =
    await runSql`select thumbnail, picture, thumbnail_own, picture_view, picture_shot, picture_choice,
    picture_signature, picture_version from levels where id = ${id}`;
  return row as unknown as PictureRow;
};
const cameraOf = ({ picture_choice }: PictureRow) =>
  (JSON.parse(picture_choice ?? "{}") as { view?: unknown }).view;

describe("the director's picture", () => {
  test("is the same after a repeated job, and stays so beside new neighbors", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    await draw(id);
    const first = await rowOf(id);
    expect(first).toMatchObject({ picture_version: DIRECTOR_VERSION, picture_shot: null });
    expect(first.picture_signature).toMatch(/^[0-9a-f]{192}$/);
    await addLevel(user.id, { picture_signature: first.picture_signature });
    await runSql`update levels set thumbnail = null where id = ${id}`;
    await draw(id);
    expect(await rowOf(id)).toEqual(first);
  });

  test("of the same world has another camera beside the first", async () => {
    const user = await signedInUser();
    const rows: PictureRow[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await addLevel(user.id, { thumbnail: null });
      await draw(id);
      rows.push(await rowOf(id));
    }
    expect(new Set(rows.map((row) => JSON.stringify(cameraOf(row)))).size).toBe(2);
    expect(new Set(rows.map(({ picture }) => picture)).size).toBe(2);
  });

  test("shows the creator's bopi as it looks then, and a plain one of a banned creator", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    const pictureWith = async (change: string) => {
      await runSql`update users set ${sql.raw(change)} where id = ${user.id}`;
      await runSql`update levels set thumbnail = null where id = ${id}`;
      await draw(id);
      return (await rowOf(id)).picture;
    };
    const colors = packColors({ ...DEFAULT_COLORS, head: "CC9966" });
    const own = await pictureWith(`colors = '${colors}'`);
    const banned = await pictureWith("banned_at = 1");
    expect(banned).not.toBe(own);
    expect(await pictureWith("banned_at = null, deleted_at = 1")).toBe(banned);
  });
});

describe("the sweep of level pictures", () => {
  const old = { picture_version: 0, thumbnail: "00000000-0000-4000-8000-0000000000aa" };
  const swept = async () => {
    const { jobs, queues } = recordingRenderQueue();
    await sweepRenders({ ...testEnv, ...queues });
    return jobs.flatMap((job) => (job.kind === "level" ? [job.level_id] : []));
  };

  test("draws older pictures again in batches, with the creator's camera, and no uploaded or deleted one", async () => {
    const user = await signedInUser();
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION}`;
    const drawn = await addLevel(user.id, old);
    const camera = await addLevel(user.id, { ...old, picture_view: CHOSEN_VIEW });
    const uploaded = await addLevel(user.id, { ...old, thumbnail_own: 1 });
    const deleted = await addLevel(user.id, { ...old, visibility: "deleted" });
    const jobs = await swept();
    expect(jobs).toEqual(expect.arrayContaining([drawn, camera]));
    expect(jobs).not.toEqual(expect.arrayContaining([uploaded]));
    expect(jobs).not.toEqual(expect.arrayContaining([deleted]));
    for (const id of [drawn, camera, uploaded]) await draw(id);
    expect(await rowOf(camera)).toMatchObject({
      picture_view: CHOSEN_VIEW,
      picture_version: DIRECTOR_VERSION,
    });
    expect((await rowOf(drawn)).thumbnail).not.toBe(old.thumbnail);
    expect(await rowOf(uploaded)).toMatchObject(old);
    expect(await swept()).not.toEqual(expect.arrayContaining([drawn]));
  });

  test("sends at most 25 older pictures at once and goes on with the rest", async () => {
    const user = await signedInUser();
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION}`;
    const ids: number[] = [];
    for (let i = 0; i < 27; i++) ids.push(await addLevel(user.id, old));
    const older = (jobs: number[]) => jobs.filter((id) => ids.includes(id));
    expect(older(await swept())).toEqual(ids.slice(0, 25));
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION} where id <= ${ids[24] ?? 0}`;
    expect(older(await swept())).toEqual(ids.slice(25));
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION}`;
  });

  test("leaves the old picture of a level without a document, once", async () => {
    const id = await addLevel((await signedInUser()).id, old);
    const [revision] = await runSql`select asset from level_revisions where level_id = ${id}`;
    await testEnv.BUCKET.delete(String(revision?.asset));
    expect(await draw(id)).toEqual({ done: [0], retried: [] });
    expect(expectWorkerErrors()).toEqual([expect.stringContaining("level not drawn again")]);
    expect(await rowOf(id)).toMatchObject({ thumbnail: old.thumbnail, picture_version: DIRECTOR_VERSION });
  });
});

const shotsOf = async (browser: Browser, id: number) => browser.call(levelShotsRoute, { id });

test("the shots to choose from are three pictures that aren't stored", async () => {
  const user = await signedInUser();
  const id = await addLevel(user.id);
  const before = await storedObjects();
  const response = await shotsOf(user, id);
  expectCost(response, { roundTrips: 2 });
  const { data, chosen } = response.body as unknown as LevelShots;
  expect(data.map(({ kind }) => kind)).toEqual(["hero", "spawn", "whole"]);
  for (const { picture } of data) {
    expect(picture).toMatch(/^data:image\/jpeg;base64,/);
    const bytes = Uint8Array.from(atob(picture.split(",")[1] ?? ""), (char) => char.charCodeAt(0));
    expect(readJpegFrame(bytes)).toMatchObject({ width: 384, height: 216 });
  }
  expect(chosen).toBe("auto");
  expect(await storedObjects()).toBe(before);
});

test("the shots to choose from return 404 to others if the level is private", async () => {
  const hidden = await addLevel((await signedInUser()).id, { visibility: "private" });
  expect((await shotsOf(await signedInUser(), hidden)).status).toBe(404);
});

test("the shots to choose from can be chosen: the picture is drawn again with that kind of shot", async () => {
  const user = await signedInUser();
  const id = await addLevel(user.id, { picture_view: CHOSEN_VIEW });
  const choose = async (picture_shot: string) => user.call(editLevelRoute, { id, picture_shot });
  expect((await choose("whole")).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ thumbnail: null, picture_view: null, picture_shot: "whole" });
  await draw(id);
  const chosen = await rowOf(id);
  expect(JSON.parse(chosen.picture_choice ?? "{}")).toMatchObject({ kind: "whole", wish: "whole" });
  // The same choice changes nothing.
  await choose("whole");
  expect(await rowOf(id)).toEqual(chosen);
  expect((await shotsOf(user, id)).body).toMatchObject({ chosen: "whole" });
  await choose("auto");
  expect(await rowOf(id)).toMatchObject({ thumbnail: null, picture_shot: null });
});

test("the shots to choose from replace an uploaded picture, and are replaced by one", async () => {
  const user = await signedInUser();
  const id = await addLevel(user.id, { thumbnail_own: 1 });
  const edit = (input: Record<string, unknown>) => user.call(editLevelRoute, { id, ...input });
  await edit({ picture_shot: "hero" });
  expect(await rowOf(id)).toMatchObject({ thumbnail: null, thumbnail_own: 0, picture_shot: "hero" });
  await edit({ picture_shot: "spawn", thumbnail: await pngPictureFile(600, 400) });
  expect(await rowOf(id)).toMatchObject({ thumbnail_own: 1, picture_shot: null });
});

const creator = (await addUser()).id;
const visitor = await Browser.visitor();
const jobs = recordRenderJobs(visitor);

const addDrawnLevel = async () => {
  const id = await addLevel(creator, { thumbnail: null });
  await runRenderJobs([{ kind: "level", level_id: id, revision: 1 }]);
  return id;
};
const urlOf = async (id: number) => (await levelOf(visitor, id)).picture_double_url ?? "";
const request = (url: string) => visitor.fetch(url, { redirect: "manual" });
const isStored = async (id: number) => {
  const picture = (await levelOf(visitor, id)).picture_url.replace("/assets/", "");
  return (await testEnv.BUCKET.head(doublePictureName(picture))) !== null;
};

test("a level's picture is drawn in twice its size once it's requested, and redirects until then", async () => {
  const id = await addDrawnLevel();
  const url = await urlOf(id);
  const { length } = jobs;
  const before = await request(url);
  expect(before.headers.get("Location")).toBe((await levelOf(visitor, id)).picture_url);
  expect(before.headers.get("Cache-Control")).toBe("public, max-age=60");
  // The redirect is cached, so it queues one job.
  expect((await request(`${url}?again`)).status).toBe(302);
  expect(jobs.slice(length)).toMatchObject([{ kind: "double", level_id: id }]);
  await runRenderJobs(jobs.slice(length));
  await (caches as unknown as { default: Cache }).default.delete(ORIGIN + url);
  const name = doublePictureName(url.slice(url.lastIndexOf("/") + 1, -"-2x.jpg".length));
  const bytes = new Uint8Array((await (await testEnv.BUCKET.get(name))?.arrayBuffer()) ?? new ArrayBuffer());
  expect(readJpegFrame(bytes)).toMatchObject({ width: 2048, height: 1152 });
  expect(bytes.length).toBeLessThan(400_000);
  const after = await request(url);
  expect(after.status).toBe(200);
  expect(after.headers.get("Content-Type")).toBe("image/jpeg");
  expect(after.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(jobs).toHaveLength(length + 1);
});

test("a level's page names both sizes of its picture; a job that is repeated or for a replaced picture draws nothing", async () => {
  const id = await addDrawnLevel();
  const { picture_url: picture, picture_double_url: double } = await levelOf(visitor, id);
  const { headers, body } = await visitor.fetch(`/levels/${id}`);
  expect(headers.get("Link")).toBe(
    `<${picture}>; rel=preload; as=image; fetchpriority=high; imagesrcset="${picture} 1024w, ${double} 2048w"; imagesizes="(max-width: 860px) 100vw, 720px"`,
  );
  expect(String(body.text)).toContain(`srcset="${picture} 1024w, ${double} 2048w"`);
  await request(await urlOf(id));
  const job = jobs.at(-1) as RenderJob;
  await runRenderJobs([job, job]);
  expect(await isStored(id)).toBe(true);
  const other = await addDrawnLevel();
  await request(await urlOf(other));
  await runSql`update levels set picture = '00000000-0000-4000-8000-00000000000b' where id = ${other}`;
  expect(await runRenderJobs([jobs.at(-1) as RenderJob])).toEqual({ done: [0], retried: [] });
  expect(await isStored(other)).toBe(false);
});

test("uploaded pictures and levels without a picture have no double", async () => {
  const uploaded = await addDrawnLevel();
  const url = await urlOf(uploaded);
  await runSql`update levels set thumbnail_own = 1 where id = ${uploaded}`;
  expect((await levelOf(visitor, uploaded)).picture_double_url).toBeNull();
  expect((await request(url)).status).toBe(404);
  expect(
    (await levelOf(visitor, await addLevel(creator, { thumbnail: null }))).picture_double_url,
  ).toBeNull();
});

test("returns 404 for another level's picture, a deleted level and broken URLs", async () => {
  const [one, other] = [await addDrawnLevel(), await addDrawnLevel()];
  const url = await urlOf(one);
  const deleted = await urlOf(other);
  await runSql`update levels set visibility = 'deleted' where id = ${other}`;
  const { length } = jobs;
  for (const wrong of [
    url.replace(`/${one}/`, `/${other}/`),
    url.replace(`/${one}/`, "/x/"),
    url.replace(`/${one}/`, "/99999999999999999999/"),
    url.replace("-2x", "-3x"),
    url.replace(/[^/]+$/, "..%2f..%2fsecret-2x.jpg"),
    deleted,
  ])
    expect((await request(wrong)).status, wrong).toBe(404);
  expect(jobs).toHaveLength(length);
});
