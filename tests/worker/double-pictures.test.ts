import { type Level, levelRoute } from "#domain/levels/api.ts";
import { addUser, Browser, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { recordRenderJobs, runRenderJobs } from "#tests/support/render-jobs.ts";
import { addLevel } from "#tests/support/world.ts";
import { readJpegFrame } from "#worker/assets/picture.ts";
import { doublePictureName } from "#worker/render/consume-renders.ts";
import type { RenderJob } from "#worker/render/job.ts";

const creator = (await addUser()).id;
const visitor = await Browser.visitor();
const jobs = recordRenderJobs(visitor);

const addDrawnLevel = async () => {
  const id = await addLevel(creator, { thumbnail: null });
  await runRenderJobs([{ kind: "level", level_id: id, revision: 1 }]);
  return id;
};
const levelOf = async (id: number) => (await visitor.call(levelRoute, { id })).body.level as Level;
const urlOf = async (id: number) => (await levelOf(id)).picture_double_url ?? "";
const request = (url: string) => visitor.fetch(url, { redirect: "manual" });
const isStored = async (id: number) => {
  const picture = (await levelOf(id)).picture_url.replace("/assets/", "");
  return (await testEnv.BUCKET.head(doublePictureName(picture))) !== null;
};

test("a level's picture is drawn in twice its size once it's requested, and redirects until then", async () => {
  const id = await addDrawnLevel();
  const url = await urlOf(id);
  const { length } = jobs;
  const before = await request(url);
  expect(before.headers.get("Location")).toBe((await levelOf(id)).picture_url);
  expect(before.headers.get("Cache-Control")).toBe("public, max-age=60");
  // The redirect is cached, so it queues one job.
  expect((await request(`${url}?again`)).status).toBe(302);
  expect(jobs.slice(length)).toMatchObject([{ kind: "double", level_id: id }]);
  await runRenderJobs(jobs.slice(length));
  await (caches as unknown as { default: Cache }).default.delete(ORIGIN + url);
  const name = doublePictureName(url.slice(url.lastIndexOf("/") + 1, -"-2x.jpg".length));
  const stored = await testEnv.BUCKET.get(name);
  const bytes = new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer());
  expect(readJpegFrame(bytes)).toMatchObject({ width: 2048, height: 1152 });
  expect(bytes.length).toBeLessThan(400_000);
  const after = await request(url);
  expect(after.status).toBe(200);
  expect(after.headers.get("Content-Type")).toBe("image/jpeg");
  expect(after.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(jobs).toHaveLength(length + 1);
});

test("a level's page names both sizes of its picture in a header, and the browser chooses", async () => {
  const id = await addDrawnLevel();
  const { picture_url: picture, picture_double_url: double } = await levelOf(id);
  const { headers, body } = await visitor.fetch(`/levels/${id}`);
  expect(headers.get("Link")).toBe(
    `<${picture}>; rel=preload; as=image; fetchpriority=high; imagesrcset="${picture} 1024w, ${double} 2048w"; imagesizes="(max-width: 860px) 100vw, 720px"`,
  );
  expect(String(body.text)).toContain(`srcset="${picture} 1024w, ${double} 2048w"`);
});

test("a repeated job draws nothing again, and one for a replaced picture draws nothing at all", async () => {
  const id = await addDrawnLevel();
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
  expect((await levelOf(uploaded)).picture_double_url).toBeNull();
  expect((await request(url)).status).toBe(404);
  expect((await levelOf(await addLevel(creator, { thumbnail: null }))).picture_double_url).toBeNull();
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
