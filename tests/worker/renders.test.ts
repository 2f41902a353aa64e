import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { ITEM_TYPE_IDS } from "#domain/items/item-types.ts";
import { createOutfitRoute, type Outfit, outfitListRoute, wearOutfitRoute } from "#domain/outfits/api.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import { addUser, Browser, db, runSql, testEnv } from "#tests/support/browser.ts";
import { recordingRenderQueue, runRenderJobs } from "#tests/support/render-jobs.ts";
import { storedObjects } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem, ownedItem } from "#tests/support/wearable.ts";
import { withBinding } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { textureFile } from "#worker/assets/store.ts";
import { PICTURE_SIDE } from "#worker/render/pictures.ts";
import { decodePng } from "#worker/render/png.ts";
import { sweepRenders } from "#worker/render/sweep.ts";

const visitor = await Browser.visitor();

const fetchAvatar = (userId: number) => visitor.output(avatarRoute, { userId });
const itemOf = async (id: number) => (await visitor.output(itemRoute, { id })).item;
const dress = (user: TestUser, input: Record<string, unknown>) => user.call(updateAvatarRoute, input);
const outfitsOf = async (user: TestUser) => (await user.output(outfitListRoute, { page: 1 })).data;
const drawAll = (user: TestUser) => runRenderJobs(user.jobs.splice(0));
const nameIn = (url: string) => url.replace("/assets/", "");
async function pictureAt(url: string) {
  expect(url).toMatch(/^\/assets\/[0-9a-f-]{36}$/);
  const response = await visitor.fetch(url);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const object = await testEnv.BUCKET.get(nameIn(url));
  const picture = decodePng(new Uint8Array((await object?.arrayBuffer()) ?? []));
  const covered = picture.data.filter((value, i) => i % 4 === 3 && value > 0).length;
  expect(covered / (picture.width * picture.height)).toBeGreaterThan(0.05);
  return { ...picture, version: object?.version };
}

describe("a render job", () => {
  test("renders a bopi and its head, publishes both and is acknowledged", async () => {
    const user = await signedInUser();
    const types = [1, 1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(user.id, type)));
    const [hat1, hat2, hat3, face, toy, shirt, pants, shoes] = items.map(({ id }) => id);
    const changes = { hat1, hat2, hat3, face, toy, shirt, pants, shoes, head_color: "CC9966" };
    expect((await dress(user, changes)).body).toMatchObject({ rendered: false });
    expect(await drawAll(user)).toEqual({ done: [0], retried: [] });
    const avatar = await fetchAvatar(user.id);
    expect(avatar.rendered).toBe(true);
    expect(await pictureAt(avatar.avatar_url)).toMatchObject({ width: PICTURE_SIDE.avatar });
    expect(await pictureAt(avatar.headshot_url)).toMatchObject({ width: PICTURE_SIDE.headshot });
    const session = await user.fetch("/api/session");
    expect(session.body).toMatchObject({ user: { bopi: { headshot_url: avatar.headshot_url } } });
    const profile = await visitor.fetch(`/api/users/${user.username}`);
    expect(JSON.stringify(profile.body)).toContain(avatar.avatar_url);
  });

  test("renders an outfit, which keeps its picture whatever its owner equips later", async () => {
    const user = await signedInUser();
    await dress(user, { shirt: (await ownedItem(user.id, 4)).id, head_color: "99CC66" });
    await user.call(createOutfitRoute, { name: "Look" });
    expect((await outfitsOf(user))[0]?.rendered).toBe(false);
    expect(await drawAll(user)).toEqual({ done: [0, 1], retried: [] });
    const [outfit] = await outfitsOf(user);
    expect(outfit?.rendered).toBe(true);
    expect(await pictureAt(outfit?.thumbnail_url ?? "")).toMatchObject({ width: PICTURE_SIDE.outfit });
    await dress(user, { shirt: null });
    await drawAll(user);
    expect(await outfitsOf(user)).toEqual([outfit]);
  });

  test.each(ITEM_TYPE_IDS)("renders an item of type %i", async (type) => {
    const { id } = await addWearable((await addUser()).id, type);
    expect(await itemOf(id)).toMatchObject({ rendered: false, thumbnail_url: "/static/item.svg" });
    expect(await runRenderJobs([{ kind: "item", item_id: id }])).toEqual({ done: [0], retried: [] });
    const item = await itemOf(id);
    expect(item.rendered).toBe(true);
    expect(await pictureAt(item.thumbnail_url)).toMatchObject({ width: PICTURE_SIDE.item });
  });

  test("delivered twice renders once: the same file name, not written again", async () => {
    const user = await signedInUser();
    await dress(user, { shoes: (await ownedItem(user.id, 6)).id });
    await user.call(createOutfitRoute, { name: "Look" });
    const { id } = await addWearable(user.id, 5);
    const jobs = [...user.jobs, { kind: "item", item_id: id } as const];
    expect((await runRenderJobs([...jobs, ...jobs])).done).toHaveLength(6);
    const shown = async () => {
      const avatar = await fetchAvatar(user.id);
      const urls = [
        ...[avatar.avatar_url, avatar.headshot_url, (await itemOf(id)).thumbnail_url],
        ...(await outfitsOf(user)).map(({ thumbnail_url }) => thumbnail_url),
      ];
      const versionAt = async (url: string) => (await testEnv.BUCKET.head(nameIn(url)))?.version ?? "missing";
      return Promise.all(urls.map(async (url) => [url, await versionAt(url)]));
    };
    const before = await shown();
    expect(before).toHaveLength(4);
    expect((await runRenderJobs(jobs)).done).toHaveLength(3);
    // Even when a lost acknowledgement has reset their state in the database.
    await db.batch({
      bopi: statement(sql`update bopis set drawn = 0 where user_id = ${user.id}`),
      outfits: statement(sql`update outfits set thumbnail = null where user_id = ${user.id}`),
      item: statement(sql`update items set thumbnail = null where id = ${id}`),
    });
    expect((await runRenderJobs(jobs)).done).toHaveLength(3);
    expect(await shown()).toEqual(before);
  });

  test("for an older revision is skipped", async () => {
    const user = await signedInUser();
    await dress(user, { head_color: "111111" });
    await dress(user, { head_color: "222222" });
    const [old, latest] = user.jobs.splice(0);
    if (!old || !latest) throw new Error("two jobs were expected");
    const objects = await storedObjects();
    expect(await runRenderJobs([old])).toEqual({ done: [0], retried: [] });
    expect(await storedObjects(), "nothing was drawn").toBe(objects);
    expect(await fetchAvatar(user.id)).toMatchObject({ rendered: false });
    expect((await fetchAvatar(user.id)).avatar_url).toMatch(/^\/looks\//);
    await runRenderJobs([latest]);
    const { avatar_url, rendered } = await fetchAvatar(user.id);
    expect(rendered).toBe(true);
    await runRenderJobs([old]);
    expect(await fetchAvatar(user.id)).toMatchObject({ avatar_url, rendered: true });
  });

  test("publishes nothing when the bopi changes while it is rendered", async () => {
    const user = await signedInUser();
    await dress(user, { head_color: "333333" });
    const jobs = user.jobs.splice(0);
    const put: R2Bucket["put"] = async (...args: Parameters<R2Bucket["put"]>) => {
      await dress(user, { head_color: "444444" });
      return testEnv.BUCKET.put(...args);
    };
    await runRenderJobs(jobs, { env: withBinding("BUCKET", { put } as Partial<R2Bucket>) });
    expect(await fetchAvatar(user.id)).toMatchObject({ rendered: false, head_color: "444444" });
    expect((await fetchAvatar(user.id)).avatar_url).toMatch(/^\/looks\//);
    expect((await drawAll(user)).retried).toEqual([]);
    expect(await fetchAvatar(user.id)).toMatchObject({ rendered: true });
  });

  test("for a missing user, outfit, item or level is acknowledged silently", async () => {
    const jobs = [
      { kind: "avatar", user_id: 999_999, revision: 1 },
      { kind: "outfit", outfit_id: 999_999 },
      { kind: "item", item_id: 999_999 },
      { kind: "level", level_id: 999_999, revision: 1 },
    ] as const;
    expect((await runRenderJobs(jobs)).done).toEqual([0, 1, 2, 3]);
  });

  test("with a missing or broken texture is retried later and blocks no other", async () => {
    const user = await signedInUser();
    const missing = await addWearable(user.id, 4, {}, false);
    const broken = await addWearable(user.id, 4, {}, false);
    await testEnv.BUCKET.put(textureFile(broken.uuid), "not a picture");
    const noModel = await addWearable(user.id, 1, {}, false);
    const fine = await addWearable(user.id, 4);
    await giveItem(user.id, missing.id);
    await dress(user, { shirt: missing.id });
    const ids = [missing, broken, noModel, fine].map(({ id }) => id);
    const jobs = [...ids.map((item_id) => ({ kind: "item" as const, item_id })), ...user.jobs.splice(0)];
    expect(await runRenderJobs(jobs)).toEqual({ done: [3], retried: [0, 1, 2, 4] });
    const errors = expectWorkerErrors();
    expect(errors).toHaveLength(4);
    expect(errors[0]).toContain(`the bucket has no ${textureFile(missing.uuid)}`);
    expect((await itemOf(fine.id)).rendered).toBe(true);
    expect((await fetchAvatar(user.id)).rendered).toBe(false);
    // Once the file exists, the failure has no lasting effect.
    const source = await testEnv.BUCKET.get(textureFile(fine.uuid));
    await testEnv.BUCKET.put(textureFile(missing.uuid), await (source as R2ObjectBody).arrayBuffer());
    const again = [jobs[0], jobs[4]].flatMap((job) => job ?? []);
    expect((await runRenderJobs(again, { attempts: 2 })).retried).toEqual([]);
    expect((await fetchAvatar(user.id)).rendered).toBe(true);
  });

  test("in the dead-letter queue is logged and dropped", async () => {
    const { id } = await addWearable((await addUser()).id, 4, {}, false);
    const job = { kind: "item", item_id: id } as const;
    for (const queue of ["bopolis-renders-dead", "bopolis-drawings-dead"])
      expect(await runRenderJobs([job], { queue })).toEqual({ done: [0], retried: [] });
    expect(expectWorkerErrors().join()).toContain("render given up");
  });
});

test("equal looks of two users share their files, which are rendered once", async () => {
  const [one, two] = [await signedInUser(), await signedInUser()];
  const shirt = await ownedItem(one.id, 4);
  await giveItem(two.id, shirt.id);
  await dress(one, { shirt: shirt.id, head_color: "ABCABC" });
  await drawAll(one);
  const first = await fetchAvatar(one.id);
  const { version } = await pictureAt(first.avatar_url);
  await dress(two, { shirt: shirt.id, head_color: "ABCABC" });
  await drawAll(two);
  const second = await fetchAvatar(two.id);
  expect([second.avatar_url, second.headshot_url]).toEqual([first.avatar_url, first.headshot_url]);
  expect((await pictureAt(second.avatar_url)).version).toBe(version);
});

test("equal looks of an outfit that is equipped again need no rendering", async () => {
  const user = await signedInUser();
  await dress(user, { head_color: "0A0B0C" });
  const { body } = await user.call(createOutfitRoute, { name: "Look" });
  await drawAll(user);
  const { avatar_url } = await fetchAvatar(user.id);
  await dress(user, { head_color: "0C0B0A" });
  await user.call(wearOutfitRoute, { id: (body.outfit as Outfit).id });
  await drawAll(user);
  expect(await fetchAvatar(user.id)).toMatchObject({ avatar_url, rendered: true });
});

async function swept() {
  const { jobs, queues } = recordingRenderQueue();
  await sweepRenders({ ...testEnv, ...queues });
  return jobs;
}

test("the render sweep finds everything unrendered and nothing else", async () => {
  const user = await signedInUser();
  const item = await addWearable(user.id, 4);
  const levelId = await addLevel(user.id, { thumbnail: null });
  const deletedLevel = await addLevel(user.id, { thumbnail: null, visibility: "deleted" });
  const bare = await addWearable(user.id, 4, { uuid: "" }, false);
  await dress(user, { head_color: "445566" });
  await user.call(createOutfitRoute, { name: "Look" });
  const lost = [...user.jobs.splice(0), { kind: "item", item_id: item.id }];
  const found = await swept();
  expect(found).toEqual(expect.arrayContaining(lost));
  expect(found).toContainEqual({ kind: "level", level_id: levelId, revision: 1 });
  expect(found).not.toContainEqual(expect.objectContaining({ level_id: deletedLevel }));
  expect(found).not.toContainEqual(expect.objectContaining({ item_id: bare.id }));

  // Items broken by other tests stay broken; the rest is rendered and not found again.
  await runRenderJobs(found);
  const left = await swept();
  if (left.length > 0) expectWorkerErrors();
  for (const job of lost) expect(left).not.toContainEqual(job);
  expect(left).not.toContainEqual(expect.objectContaining({ level_id: levelId }));
  await runSql`delete from items where thumbnail is null and id > 0 and uuid <> ''`;
  expect(await swept()).toEqual([]);
});

test("the render sweep queues levels apart from bopis, which must not wait for them", async () => {
  const user = await signedInUser();
  await addLevel(user.id, { thumbnail: null });
  await dress(user, { head_color: "445566" });
  const [renders, drawings] = [recordingRenderQueue(), recordingRenderQueue()];
  await sweepRenders({ ...testEnv, RENDERS: renders.queue, DRAWINGS: drawings.queue });
  expect(renders.jobs).toContainEqual(expect.objectContaining({ kind: "avatar", user_id: user.id }));
  expect(new Set(drawings.jobs.map(({ kind }) => kind))).toEqual(new Set(["level"]));
  expect(renders.jobs).not.toContainEqual(expect.objectContaining({ kind: "level" }));
  await runRenderJobs([...renders.jobs, ...drawings.jobs]);
});

test("the render sweep reads only unrendered rows, however many are rendered", async () => {
  const user = await signedInUser();
  const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)`;
  await db.batch({
    items: statement(sql`${numbers} insert into items (type_id, user_id, name, uuid, thumbnail, created_at)
      select 4, ${user.id}, 'Drawn', 'x' || i, 'x', 1 from n`),
    outfits: statement(sql`${numbers} insert into outfits (user_id, name, thumbnail, created_at)
      select ${user.id}, 'Drawn', 'x', 1 from n`),
    more: statement(sql`${numbers}
      insert into levels (user_id, title, thumbnail, picture_version, created_at, updated_at)
      select ${user.id}, 'Drawn', 'x', ${DIRECTOR_VERSION}, 1, 1 from n`),
  });
  let read = 0;
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    const results = await testEnv.DB.batch<T>(statements);
    for (const { meta } of results) read += meta.rows_read;
    return results;
  };
  const { jobs, queues } = recordingRenderQueue();
  await sweepRenders({ ...withBinding("DB", { batch }), ...queues });
  expect(read).toBeLessThanOrEqual(2 * jobs.length + 5);
});

test("the render sweep takes at most a hundred of each kind at a time", async () => {
  const user = await signedInUser();
  await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 130)
      insert into outfits (user_id, name, created_at) select ${user.id}, 'Look ' || i, 1 from n`;
  expect(await swept()).toHaveLength(100);
  await runSql`delete from outfits where user_id = ${user.id}`;
});
