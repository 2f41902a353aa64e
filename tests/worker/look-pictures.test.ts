import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { coloredLook, DEFAULT_LOOK, decodeLook, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { LOOK_POSES, LOOK_SIZES } from "#domain/avatar/look-url.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { addUser, Browser, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { storedObjects, tableSizes } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable, ownedItem } from "#tests/support/wearable.ts";
import { withBinding } from "#tests/support/with-session.ts";
import { LOOKS_PREFIX, sweepLookPictures } from "#worker/render/look-picture.ts";
import { decodePng } from "#worker/render/png.ts";

const visitor = await Browser.visitor();
visitor.variant = {};
const makerId = (await addUser()).id;

/** A look that no other test draws. */
const newLook = (items: Partial<typeof DEFAULT_LOOK.items> = {}): typeof DEFAULT_LOOK => {
  const head = unique().toString(16).padStart(6, "0").toUpperCase();
  return { colors: { ...DEFAULT_COLORS, head }, items: { ...DEFAULT_LOOK.items, ...items } };
};
const item = async (type: ItemTypeId, fields = {}) => (await addWearable(makerId, type, fields)).id;
const small = { pose: "idle", size: 160 } as const;
const lookObjects = async () => (await testEnv.BUCKET.list({ prefix: LOOKS_PREFIX })).objects;
describe("GET /looks/{token}/{pose}-{size}.png", () => {
  test("draws every pose and every size once, and serves it from the cache without a round trip", async () => {
    const look = newLook({ hat1: await item(1), shirt: await item(4) });
    const pictures = [
      ...LOOK_POSES.map((pose) => ({ pose, size: 160 }) as const),
      ...LOOK_SIZES.slice(1).map((size) => ({ pose: "idle", size }) as const),
    ];
    for (const picture of pictures) {
      const url = lookPictureUrl(look, picture);
      const response = await visitor.fetch(url);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=604800, immutable");
      expect(response.cost).toMatchObject({ roundTrips: 1, written: 0 });
      expect(response.cost.read).toBeLessThanOrEqual(6);
      const again = await visitor.fetch(url);
      expect([again.status, again.cost.roundTrips]).toEqual([200, 0]);
    }
    const stored = await lookObjects();
    expect(stored).toHaveLength(pictures.length);
    const sides = new Set<number>();
    for (const { key } of stored)
      sides.add(decodePng((await (await testEnv.BUCKET.get(key))?.bytes()) ?? new Uint8Array()).width);
    expect(sides).toEqual(new Set(LOOK_SIZES));
  });

  test("needs no round trip for a look without items, and ignores the query, which can't draw again", async () => {
    const response = await visitor.fetch(lookPictureUrl(newLook(), small));
    expect([response.status, response.cost.roundTrips]).toEqual([200, 0]);
    const url = lookPictureUrl(newLook({ face: await item(3) }), small);
    await visitor.fetch(url);
    expect((await visitor.fetch(`${url}?again=1`)).cost.roundTrips).toBe(0);
  });

  test("draws once for simultaneous requests", async () => {
    const put = vi.fn(testEnv.BUCKET.put.bind(testEnv.BUCKET));
    const browser = await browserWith(withBinding("BUCKET", { put } as Partial<R2Bucket>));
    const url = lookPictureUrl(newLook({ toy: await item(2) }), small);
    const responses = await Promise.all(Array.from({ length: 12 }, () => browser.fetch(url)));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(put).toHaveBeenCalledTimes(1);
  });

  test("leaves hidden items out, and caches such a picture only briefly", async () => {
    const look = newLook();
    const withHidden = { ...look, items: { ...look.items, hat1: await item(1, { state: "hidden" }) } };
    await visitor.fetch(lookPictureUrl(look, small));
    const before = await storedObjects();
    const response = await visitor.fetch(lookPictureUrl(withHidden, small));
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(await storedObjects(), "the same picture as without the hat").toBe(before);
  });

  test.each([
    ["an unknown pose", "/looks/d/handstand-256.png"],
    ["an unknown size", "/looks/d/idle-2048.png"],
    ["another file type", "/looks/d/idle-256.jpg"],
    ["a broken token", "/looks/d.0/idle-256.png"],
    ["a very long token", `/looks/${"A".repeat(5000)}/idle-256.png`],
    ["an unknown item", "/looks/d.0zzzz/idle-256.png"],
    ["a prototype's key", "/looks/d/constructor"],
  ])("returns 404 for %s and stores nothing", async (_name, url) => {
    const before = [await storedObjects(), await tableSizes()];
    expect((await visitor.fetch(url)).status).toBe(404);
    expect([await storedObjects(), await tableSizes()]).toEqual(before);
  });

  test("returns 404 for an item in a slot of another type", async () => {
    const shirt = await item(4);
    const before = await storedObjects();
    expect((await visitor.fetch(lookPictureUrl(newLook({ pants: shirt }), small))).status).toBe(404);
    expect(await storedObjects()).toBe(before);
  });

  test("limits how many pictures a visitor and a member can have drawn, but not stored ones", async () => {
    const [stranger, member] = [await browserWith({ RATE_LIMITS: "on" }), await signedInUser()];
    member.variant = { RATE_LIMITS: "on" };
    const stored = lookPictureUrl(newLook(), small);
    await visitor.fetch(stored);
    for (const [browser, key] of [
      [stranger, "look:address:local"],
      [member, `look:user:${member.id}`],
    ] as const) {
      expect((await browser.fetch(lookPictureUrl(newLook(), small))).status).toBe(200);
      const stub = testEnv.THROTTLE.getByName(key);
      for (let n = 0; n < 239; n++) await stub.attempt(240, 600);
      const before = await storedObjects();
      const rejected = await browser.fetch(lookPictureUrl(newLook(), small));
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await storedObjects()).toBe(before);
      expect((await browser.fetch(stored)).status).toBe(200);
    }
  });
});

test("the pictures of looks are deleted after a week, within a day of the schedule's runs, and nothing else is", async () => {
  await visitor.fetch(lookPictureUrl(newLook(), small));
  await testEnv.BUCKET.put("looks-elsewhere", "kept");
  // Some runs are late: none of the parts is left out.
  const day = Array.from({ length: 256 }, (_, run) => run * 5 * 60_000 + (run % 3) * 200_000);
  const count = (await lookObjects()).length;
  expect(count).toBeGreaterThan(0);
  for (const run of day) await sweepLookPictures(testEnv, Date.now() + run);
  expect(await lookObjects()).toHaveLength(count);
  const weekLater = Date.now() + 7.1 * 86_400_000;
  for (const run of day) await sweepLookPictures(testEnv, weekLater + run);
  expect(await lookObjects()).toHaveLength(0);
  expect(await testEnv.BUCKET.head("looks-elsewhere")).not.toBeNull();
});

test("a member's own look is part of their session: the default one at first, then what they equip", async () => {
  const user = await signedInUser();
  const look = async () => {
    return decodeLook(((await user.fetch("/api/session")).body.user as { look: string }).look);
  };
  expect(await look()).toEqual(DEFAULT_LOOK);
  const hat = await ownedItem(user.id, 1);
  await user.call(updateAvatarRoute, { hat2: hat.id, head_color: "ABCDEF" });
  const expected = coloredLook({ ...DEFAULT_COLORS, head: "ABCDEF" });
  expect(await look()).toEqual({ ...expected, items: { ...expected.items, hat2: hat.id } });
  await runSql`update items set state = 'hidden' where id = ${hat.id}`;
  expect((await look())?.items.hat2).toBe(hat.id);
});
