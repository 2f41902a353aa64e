import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { type Avatar, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { COLOR_KEYS } from "#domain/avatar/color-keys.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  createOutfitRoute,
  deleteOutfitRoute,
  editOutfitRoute,
  type Outfit,
  outfitListRoute,
  wearOutfitRoute,
} from "#domain/outfits/api.ts";
import { Browser, countRows, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { ownedItem } from "#tests/support/wardrobe.ts";

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

const create = (who: Person, name: unknown) => who.browser.call(createOutfitRoute, { input: { name } });
const rename = (who: Person, id: number, name: unknown) =>
  who.browser.call(editOutfitRoute, { params: { id }, input: { name } });
const remove = (who: Person, id: number) => who.browser.call(deleteOutfitRoute, { params: { id } });
const wear = (who: Person, id: unknown) => who.browser.call(wearOutfitRoute, { input: { id } });
const dress = (who: Person, input: Record<string, unknown>) => who.browser.call(updateAvatarRoute, { input });

async function made(who: Person, name = "Look"): Promise<number> {
  const answer = await create(who, name);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body.outfit as Outfit).id;
}
const list = async (who: Person, page = 1, search = "") => {
  const answer = await who.browser.call(outfitListRoute, {
    params: { page, search },
    input: { pretty: "1" },
  });
  return { ...answer, outfits: answer.body.data as Outfit[] };
};
const look = async (who: Person) => {
  const { body } = await visitor.call(avatarRoute, { params: { userId: who.id } });
  const avatar = body as unknown as Avatar;
  const worn = SLOTS.map((slot) => [slot, avatar[slot]?.id ?? null]);
  const colors = COLOR_KEYS.map((key) => [key, avatar[key]]);
  return Object.fromEntries([...worn, ...colors]);
};
const stored = (who: Person) =>
  db.all(statement(sql`select * from outfits where user_id = ${who.id} order by id`));

describe("an outfit", () => {
  test("is what one wears and its colours under a name, and is sent to be drawn", async () => {
    const who = await person();
    const [hat, shoes] = [await ownedItem(who.id, 1), await ownedItem(who.id, 6)];
    await dress(who, { hat3: hat.id, shoes: shoes.id, head_color: "123456" });
    who.jobs.length = 0;
    const answer = await create(who, "  Sunday best ");
    expect(answer.status).toBe(201);
    expectCost(answer, { read: 60, written: 10 });
    const { id } = answer.body.outfit as Outfit;
    expect(answer.body).toEqual({
      outfit: {
        id,
        name: "Sunday best",
        rendered: false,
        thumbnail_url:
          "/static/bopi/full/123456-9E9E9E-FFB800-FFB800-FFB800-FFB800-232323-232323-0F0F0F-0F0F0F.svg",
      },
    });
    expect(who.jobs).toEqual([{ kind: "outfit", outfit_id: id }]);
    expect((await visitor.fetch((answer.body.outfit as Outfit).thumbnail_url)).status).toBe(200);
  });

  test("can be kept of a bopi that was never dressed, and worn", async () => {
    const who = await person();
    const bare = await look(who);
    const id = await made(who, "Bare");
    expect((await list(who)).outfits[0]?.thumbnail_url).toBe("/static/bopi/full/default.svg");
    await dress(who, { head_color: "FF0000", toy: (await ownedItem(who.id, 2)).id });
    expect((await wear(who, id)).status).toBe(200);
    expect(await look(who)).toEqual(bare);
  });

  test("needs a name of 1 to 30 characters, as people count them, and takes a name twice", async () => {
    const who = await person();
    for (const name of [undefined, "", "   ", "x".repeat(31), "\u0000", "two\nlines", 5, null]) {
      const answer = await create(who, name);
      expect([answer.status, Object.keys(answer.body.errors as object)], String(name)).toEqual([
        422,
        ["name"],
      ]);
    }
    expect(await stored(who)).toEqual([]);
    expect(who.jobs).toEqual([]);
    const family = "👨‍👩‍👧‍👦".repeat(30);
    for (const name of [family, "x".repeat(30), "x".repeat(30), "<b>&amp;"]) await made(who, name);
    expect((await list(who)).outfits.map(({ name }) => name)).toEqual([
      "<b>&amp;",
      "x".repeat(30),
      "x".repeat(30),
      family,
    ]);
    const [id = 0] = (await list(who)).outfits.map((outfit) => outfit.id);
    for (const name of ["", "x".repeat(31)]) expect((await rename(who, id, name)).status).toBe(422);
    expect((await list(who)).outfits[0]?.name).toBe("<b>&amp;");
  });

  test("is renamed, and stays what it is in everything else", async () => {
    const who = await person();
    const id = await made(who, "Old");
    const [before] = await stored(who);
    const answer = await rename(who, id, "New");
    expect(answer.body).toMatchObject({ outfit: { id, name: "New" } });
    expectCost(answer, { read: 10, written: 3 });
    expect(await stored(who)).toEqual([{ ...(before as object), name: "New" }]);
  });

  test("is deleted for good", async () => {
    const who = await person();
    const [kept, id] = [await made(who, "Kept"), await made(who, "Gone")];
    expect((await remove(who, id)).body).toEqual({ message: "'Gone' is deleted." });
    expect((await list(who)).outfits.map((outfit) => outfit.id)).toEqual([kept]);
    for (const answer of [await remove(who, id), await rename(who, id, "Back"), await wear(who, id)])
      expect(answer.status).toBe(404);
  });

  test("brings back items and colours when it is worn, and takes off what it doesn't have", async () => {
    const who = await person();
    const types = [1, 1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(who.id, type)));
    const [hat1, hat2, hat3, face, toy, shirt, pants, shoes] = items.map(({ id }) => id);
    await dress(who, { hat1, hat3, face, pants, head_color: "AA0000", left_shoe_color: "00BB00" });
    const first = await look(who);
    const outfit = await made(who, "First");
    await dress(who, { hat1: null, hat2, hat3: hat1, face: null, toy, shirt, shoes, head_color: "0000CC" });
    const second = await look(who);
    const other = await made(who, "Second");
    who.jobs.length = 0;
    const answer = await wear(who, outfit);
    expect(answer.status).toBe(200);
    expectCost(answer, { read: 70, written: 10 });
    expect(answer.body).toMatchObject({ user_id: who.id, hat1: { id: hat1 }, toy: null, rendered: false });
    expect(await look(who)).toEqual(first);
    await wear(who, other);
    expect(await look(who)).toEqual(second);
    const revisions = who.jobs.map((job) => (job.kind === "avatar" ? job.revision : 0));
    expect(revisions).toHaveLength(2);
    expect(revisions[1]).toBe((revisions[0] ?? 0) + 1);
  });

  test("of somebody else is not there: neither to be renamed nor deleted nor worn nor listed", async () => {
    const [who, other] = [await person(), await person()];
    await dress(other, { head_color: "ABABAB" });
    const id = await made(other, "Theirs");
    const [mine, theirs] = [await look(who), await stored(other)];
    for (const answer of [await rename(who, id, "Mine"), await remove(who, id), await wear(who, id)]) {
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe("You have no such outfit.");
    }
    expect((await list(who)).outfits).toEqual([]);
    expect(await stored(other)).toEqual(theirs);
    expect(await look(who)).toEqual(mine);
    expect(who.jobs).toEqual([]);
    expect(await countRows("bopis", sql`user_id = ${who.id}`)).toBe(0);
  });

  test("is worn by its id and nothing else", async () => {
    const who = await person();
    for (const id of [undefined, 0, -1, "x", 1.5, [1]]) expect((await wear(who, id)).status).toBe(422);
  });
});

describe("thirty-five outfits", () => {
  test("are the most there can be, also when several are made at once; deleting one makes room", async () => {
    const who = await person();
    for (let n = 0; n < LIMITS.outfits - 2; n++) await made(who, `Look ${n}`);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => create(who, `Racing ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    for (const { status, body } of answers)
      if (status === 422) expect(body).toMatchObject({ code: "outfit_limit" });
    expect(await stored(who)).toHaveLength(35);
    expect(who.jobs).toHaveLength(35);
    await remove(who, (await list(who)).outfits[0]?.id ?? 0);
    expect((await create(who, "One more")).status).toBe(201);
    expect((await create(who, "One too many")).status).toBe(422);
    expect(await stored(who)).toHaveLength(35);
  });

  test("are listed newest first, page by page, and found by a part of their name", async () => {
    const who = await person();
    const ids: number[] = [];
    for (let n = 1; n <= 30; n++) ids.unshift(await made(who, n % 10 ? `Look ${n}` : `ÄRGER ${n}% a/b`));
    const first = await list(who);
    expect(first.outfits.map(({ id }) => id)).toEqual(ids.slice(0, 24));
    expect(first.body).toMatchObject({ meta: { total: 30, current_page: 1, last_page: 2 } });
    expectCost(first, { rounds: 1, read: 2 * 35 + 4, written: 0 });
    const { next } = first.body.links as { next: string };
    const second = await who.browser.fetch(next);
    expect((second.body.data as Outfit[]).map(({ id }) => id)).toEqual(ids.slice(24));
    expect(second.body.links).toEqual({ next: null });
    for (const search of ["ärger", "0% A/B", " ärger "]) {
      const found = await list(who, 1, search);
      expect(found.status, search).toBe(200);
      expect(
        found.outfits.map(({ id }) => id),
        search,
      ).toEqual(ids.filter((_, i) => i % 10 === 0));
      expect(found.body.meta).toMatchObject({ total: 3 });
    }
    expect((await list(who, 1, "nowhere")).outfits).toEqual([]);
    expect((await list(who, 3)).outfits).toEqual([]);
  });

  test("are nobody's without signing in", async () => {
    for (const answer of [
      await visitor.call(outfitListRoute, { params: { page: 1 } }),
      await visitor.call(createOutfitRoute, { input: { name: "Look" } }),
      await visitor.call(wearOutfitRoute, { input: { id: 1 } }),
    ])
      expect(answer.status).toBe(401);
  });
});
