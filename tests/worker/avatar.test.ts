import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { type Avatar, avatarInventoryRoute, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { COLOR_KEYS, keyedColors } from "#domain/avatar/color-keys.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/entity.ts";
import { Browser, countRows, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addWearable, giveItem, ownedItem } from "#tests/support/wardrobe.ts";

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

const update = (who: Person, input: Record<string, unknown>) =>
  who.browser.call(updateAvatarRoute, { input });
const look = async (userId: number) => {
  const { body } = await visitor.call(avatarRoute, { params: { userId } });
  return body as unknown as Avatar;
};
const wornIds = (avatar: Avatar) =>
  Object.fromEntries(SLOTS.flatMap((slot) => (avatar[slot] ? [[slot, avatar[slot].id]] : [])));
/** Everything about a bopi that a refused change must leave alone. */
const stored = (userId: number) =>
  db.all(
    statement(
      sql`select u.colors, b.* from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`,
    ),
  );

describe("a bopi", () => {
  test("that was never dressed wears nothing, has the default colours and shows drawings of them to everybody", async () => {
    const { id } = await person();
    const answer = await visitor.call(avatarRoute, { params: { userId: id } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user_id: id,
      ...Object.fromEntries(SLOTS.map((slot) => [slot, null])),
      ...keyedColors(DEFAULT_COLORS),
      headshot_url: "/static/bopi/headshot/default.svg",
      avatar_url: "/static/bopi/full/default.svg",
      rendered: false,
    });
    expectCost(answer, { rounds: 1, read: 12, written: 0 });
    expect((await visitor.fetch(`/api/avatar/${id}`)).body).toEqual(answer.body);
  });

  test("of nobody is a 404", async () => {
    expect((await visitor.call(avatarRoute, { params: { userId: 999_999 } })).status).toBe(404);
  });

  test("tells each worn item's id, uuid and type", async () => {
    const who = await person();
    const hat = await ownedItem(who.id, 1, { name: "Top hat" });
    const answer = await update(who, { hat2: hat.id });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.hat2).toEqual({
      id: hat.id,
      uuid: hat.uuid,
      type: { id: 1, name: "hat" },
      name: "Top hat",
      thumbnail_url: "/static/item.svg",
    });
    expect(await look(who.id)).toEqual(answer.body);
  });
});

describe("dressing", () => {
  test("changes only what is sent: the other slots and colours stay", async () => {
    const who = await person();
    const [hat, face, shirt] = [
      await ownedItem(who.id, 1),
      await ownedItem(who.id, 3),
      await ownedItem(who.id, 4),
    ];
    await update(who, { hat1: hat.id, face: face.id, head_color: "112233" });
    const answer = await update(who, { shirt: shirt.id, hat1: null, left_leg_color: "#aAbBcC" });
    expect(answer.status).toBe(200);
    const after = await look(who.id);
    expect(wornIds(after)).toEqual({ face: face.id, shirt: shirt.id });
    expect(after).toMatchObject({
      ...keyedColors(DEFAULT_COLORS),
      head_color: "112233",
      left_leg_color: "AABBCC",
    });
    expect(answer.body).toEqual(after);
  });

  test("fills every slot and empties every slot", async () => {
    const who = await person();
    const types = [1, 1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(who.id, type)));
    const all = Object.fromEntries(SLOTS.map((slot, i) => [slot, items[i]?.id]));
    const dressed = await update(who, all);
    expect(wornIds(dressed.body as unknown as Avatar)).toEqual(all);
    expectCost(dressed, { read: 100, written: 25 });
    expectCost(await visitor.call(avatarRoute, { params: { userId: who.id } }), { rounds: 1, read: 40 });
    const bare = await update(who, Object.fromEntries(SLOTS.map((slot) => [slot, null])));
    expect(wornIds(bare.body as unknown as Avatar)).toEqual({});
  });

  test("sends each new look to be drawn once, under a new revision, and sends nothing where nothing was asked", async () => {
    const who = await person();
    await update(who, { head_color: "010203" });
    await update(who, {});
    await update(who, { head_color: "030201" });
    const [row] = (await stored(who.id)) as [{ revision: number }];
    expect(who.jobs).toEqual([
      { kind: "avatar", user_id: who.id, revision: row.revision - 1 },
      { kind: "avatar", user_id: who.id, revision: row.revision },
    ]);
    expect((await look(who.id)).rendered).toBe(false);
  });

  test("keeps both of two changes that come at once to different parts, whatever they are", async () => {
    const who = await person();
    const slots = ["hat1", "hat2", "face", "toy", "shirt", "pants", "shoes"] as const;
    const types = [1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(who.id, type)));
    const worn = Object.fromEntries(slots.map((slot, i) => [slot, items[i]?.id ?? 0]));
    const colors = Object.fromEntries(COLOR_KEYS.map((key, i) => [key, `${i}`.repeat(6)]));
    const changes = [...Object.entries(worn), ...Object.entries(colors)];
    const answers = await Promise.all(changes.map(([key, value]) => update(who, { [key]: value })));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const after = await look(who.id);
    expect(wornIds(after)).toEqual(worn);
    expect(after).toMatchObject(colors);
    // As many looks, as many revisions: the last of them is the one that will be drawn.
    const revisions = who.jobs.map((job) => (job.kind === "avatar" ? job.revision : 0));
    expect(new Set(revisions).size).toBe(changes.length);
    const [row] = (await stored(who.id)) as [{ revision: number }];
    expect(Math.max(...revisions)).toBe(row.revision);
  });

  test("moves a hat to another slot in one go and lets two hats change places", async () => {
    const who = await person();
    const [one, two] = [await ownedItem(who.id, 1), await ownedItem(who.id, 1)];
    await update(who, { hat1: one.id, hat2: two.id });
    expect((await update(who, { hat1: two.id, hat2: one.id })).status).toBe(200);
    expect(wornIds(await look(who.id))).toEqual({ hat1: two.id, hat2: one.id });
    expect((await update(who, { hat1: null, hat3: two.id })).status).toBe(200);
    expect(wornIds(await look(who.id))).toEqual({ hat2: one.id, hat3: two.id });
  });
});

describe("a change is refused whole, with its colours, and nothing is stored of it", () => {
  const color = { head_color: "ABCDEF" };

  async function expectRefused(who: Person, input: Record<string, unknown>, field: string, message: RegExp) {
    const [before, rows] = [await stored(who.id), await countRows("bopis")];
    who.jobs.length = 0;
    const answer = await update(who, input);
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(Object.keys(answer.body.errors as object)).toContain(field);
    expect(answer.body.message).toMatch(message);
    expect(await stored(who.id)).toEqual(before);
    expect(await countRows("bopis")).toBe(rows);
    expect(who.jobs).toEqual([]);
  }

  test("when an item is somebody else's, or nobody's", async () => {
    const [who, other] = [await person(), await person()];
    const theirs = await ownedItem(other.id, 4);
    const unowned = await addWearable(who.id, 4);
    for (const shirt of [theirs.id, unowned.id, 999_999_999])
      await expectRefused(who, { shirt, ...color }, "shirt", /own/);
  });

  test("when an item is worn somewhere else", async () => {
    const who = await person();
    const items = {
      hat: await ownedItem(who.id, 1),
      toy: await ownedItem(who.id, 2),
      face: await ownedItem(who.id, 3),
      shirt: await ownedItem(who.id, 4),
      pants: await ownedItem(who.id, 5),
      shoes: await ownedItem(who.id, 6),
    };
    for (const slot of SLOTS) {
      for (const [type, { id }] of Object.entries(items)) {
        if (slot.startsWith(type)) continue;
        await expectRefused(who, { [slot]: id, ...color }, slot, new RegExp(`worn as ${type}`));
      }
    }
  });

  test("when one hat would be worn twice: in one change, or beside the one on the head, also at the first dressing", async () => {
    const who = await person();
    const hat = await ownedItem(who.id, 1);
    await expectRefused(who, { hat1: hat.id, hat2: hat.id, ...color }, "hat1", /twice/);
    await expectRefused(who, { hat1: hat.id, hat3: hat.id, ...color }, "hat1", /twice/);
    await expectRefused(who, { hat2: hat.id, hat3: hat.id, ...color }, "hat1", /twice/);
    await update(who, { hat2: hat.id });
    await expectRefused(who, { hat1: hat.id, ...color }, "hat1", /twice/);
    await expectRefused(who, { hat3: hat.id, ...color }, "hat1", /twice/);
  });

  test("when one hat is put into all slots at once by calls that race: one wins, with its colour alone", async () => {
    const who = await person();
    const hat = await ownedItem(who.id, 1);
    const inputs = [
      { hat1: hat.id, head_color: "111111" },
      { hat2: hat.id, body_color: "222222" },
      { hat3: hat.id, left_arm_color: "333333" },
    ];
    const answers = await Promise.all(inputs.map((input) => update(who, input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const after = await look(who.id);
    expect(Object.values(wornIds(after))).toEqual([hat.id]);
    const painted = COLOR_KEYS.filter((key) => after[key] !== keyedColors(DEFAULT_COLORS)[key]);
    expect(painted).toHaveLength(1);
    expect(who.jobs).toHaveLength(1);
  });

  test("when a colour is none", async () => {
    const who = await person();
    const hat = await ownedItem(who.id, 1);
    for (const value of ["", "red", "12345", "1234567", "##12345", "GGGGGG", 123456, null])
      await expectRefused(who, { hat1: hat.id, body_color: value }, "body_color", /six hex digits/);
  });

  test("when an item's id is none", async () => {
    const who = await person();
    for (const value of [0, -1, 1.5, "x", [1], {}, true, 1e16])
      await expectRefused(who, { toy: value, ...color }, "toy", /whole number/);
  });
});

describe("the customiser's inventory", () => {
  const list = (browser: Browser, category: string, page: number | string = 1, search = "") =>
    browser.call(avatarInventoryRoute, { params: { category, page, search } });
  const idsOf = ({ body }: { body: Record<string, unknown> }) =>
    (body.data as WearableItem[]).map(({ id }) => id);

  test("is one's own alone, of one kind, the newest first", async () => {
    const [who, other] = [await person(), await person()];
    const mine = [await ownedItem(who.id, 4), await ownedItem(who.id, 4)];
    await ownedItem(who.id, 5);
    await ownedItem(other.id, 4);
    const answer = await list(who.browser, "shirt");
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(mine.map(({ id }) => id).reverse());
    expect(answer.body).toMatchObject({ meta: { total: 2 }, links: { next: null } });
    expect(idsOf(await list(who.browser, "toy"))).toEqual([]);
  });

  test("is read page by page, each address naming the next with the search in it", async () => {
    const who = await person();
    const all: number[] = [];
    for (let n = 0; n < 50; n++) {
      const { id } = await addWearable(who.id, 6, { name: `Boots ${n} 100%/_a` }, false);
      await giveItem(who.id, id);
      all.unshift(id);
    }
    for (const search of ["", "100%/_A"]) {
      let next: string | null = `/api/avatarinv/shoes/1/${encodeURIComponent(search)}`;
      const seen: number[] = [];
      const sizes: number[] = [];
      while (next) {
        const answer = await who.browser.fetch(next);
        expect(answer.status, next).toBe(200);
        expectCost(answer, { rounds: 2, read: search ? 400 : 6 * 24, written: 0 });
        sizes.push(idsOf(answer).length);
        seen.push(...idsOf(answer));
        next = (answer.body.links as { next: string | null }).next;
      }
      expect(seen).toEqual(all);
      expect(sizes).toEqual([24, 24, 2]);
    }
    expect(idsOf(await list(who.browser, "shoes", 9))).toEqual([]);
  });

  test("is searched for the letters themselves: % and _ stand for nothing else", async () => {
    const who = await person();
    const plain = await ownedItem(who.id, 3, { name: "Smile" });
    const odd = await ownedItem(who.id, 3, { name: "100%_\\ face" });
    expect(idsOf(await list(who.browser, "face", 1, "smIL"))).toEqual([plain.id]);
    for (const search of ["%", "_", "\\", "%_\\"])
      expect(idsOf(await list(who.browser, "face", 1, search)), search).toEqual([odd.id]);
    expect(idsOf(await list(who.browser, "face", 1, "nothing like it"))).toEqual([]);
  });

  test("has the kinds of items and no others, and pages from 1", async () => {
    const { browser } = await person();
    for (const category of ["gold", "all", "hats", "__proto__"])
      expect((await list(browser, category)).status, category).toBe(404);
    expect((await list(browser, "hat", 0)).status).toBe(404);
    expect((await list(browser, "hat", "x")).status).toBe(404);
    expect((await list(visitor, "hat")).status).toBe(401);
  });
});
