import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute, updateAccountRoute } from "#domain/auth/api.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  type CustomTheme,
  createThemeRoute,
  deleteThemeRoute,
  updateThemeRoute,
} from "#domain/themes/api.ts";
import { NEW_THEME, OWN_FROM, presets } from "#domain/themes/presets.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { type Profile, profileRoute, userListRoute } from "#domain/users/api.ts";
import { Browser, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";

const YEAR = 365 * 86_400_000;
const golden = () => person({ gold_until: Date.now() + YEAR });

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

type Input = Record<string, unknown>;
const create = (who: Person, input: Input = NEW_THEME) => who.browser.call(createThemeRoute, { input });
const update = (who: Person, id: number, input: Input) =>
  who.browser.call(updateThemeRoute, { params: { id }, input });
const remove = (who: Person, id: number) => who.browser.call(deleteThemeRoute, { params: { id } });
const choose = (who: Person, input: Input) => who.browser.call(updateAccountRoute, { input });
const run = (template: ReturnType<typeof sql>) => db.all(statement(template));
const lapse = (who: Person) => run(sql`update users set gold_until = 1 where id = ${who.id}`);
const renew = (who: Person) =>
  run(sql`update users set gold_until = ${Date.now() + YEAR} where id = ${who.id}`);

async function made(who: Person, input: Input = {}): Promise<CustomTheme> {
  const answer = await create(who, { ...NEW_THEME, ...input });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.custom_theme as CustomTheme;
}
async function worn(who: Person): Promise<ProfileTheme> {
  const answer = await visitor.call(profileRoute, { params: { username: who.username } });
  return (answer.body.user as Profile).custom_theme;
}
const stored = (who: Person) =>
  db.all(
    statement<{ id: number; name: string }>(
      sql`select * from custom_themes where user_id = ${who.id} order by id`,
    ),
  );
const chosen = async (who: Person) =>
  (
    await db.first(
      statement<{ custom_theme_id: number | null }>(
        sql`select custom_theme_id from users where id = ${who.id}`,
      ),
    )
  )?.custom_theme_id;

const [first, free] = presets();
const goldPreset = presets().find((one) => one.gold_only);
const shown = (theme: CustomTheme | undefined): ProfileTheme => {
  const {
    gradient_start_color,
    gradient_end_color,
    custom_pattern_color,
    custom_theme_pattern,
    theme: site,
  } = theme as CustomTheme;
  return {
    gradient_start_color,
    gradient_end_color,
    custom_pattern_color,
    custom_theme_pattern,
    theme: site,
  };
};

describe("a profile theme", () => {
  test("is made with Gold, answered as it was sent and not worn by itself", async () => {
    const who = await golden();
    const answer = await create(who, { ...NEW_THEME, name: "  Mine ", theme_id: 3, id: 5, user_id: 1 });
    expect(answer.status).toBe(201);
    expectCost(answer, { rounds: 2, read: 40, written: 6 });
    const { custom_theme } = answer.body as { custom_theme: CustomTheme };
    expect(custom_theme).toEqual({
      id: expect.any(Number),
      user_id: who.id,
      name: "Mine",
      gold_only: true,
      gradient_start_color: "0f0f0f",
      gradient_end_color: "f99205",
      custom_pattern_color: "f99205",
      custom_theme_pattern_id: 22,
      custom_theme_pattern: { id: 22, name: "Skyline", pattern_class: "skyline" },
      theme_id: 3,
      theme: { id: 3, name: "grape", name_formatted: "Grape" },
    });
    expect(custom_theme.id).toBeGreaterThanOrEqual(OWN_FROM);
    expect(await chosen(who)).toBeNull();
    expect(await worn(who)).toEqual(shown(first));
  });

  test("is put on at once where that is asked for, when it is made and when it is changed", async () => {
    const who = await golden();
    const { id } = await made(who, { auto_apply: true });
    expect(await chosen(who)).toBe(id);
    const other = await made(who, { name: "Other" });
    expect(await chosen(who)).toBe(id);
    await update(who, other.id, { ...NEW_THEME, gradient_start_color: "123456", auto_apply: true });
    expect(await chosen(who)).toBe(other.id);
    expect((await worn(who)).gradient_start_color).toBe("123456");
  });

  test("takes exactly six hex digits, upper or lower; what is left out is none", async () => {
    const who = await golden();
    const bare = await made(who, { gradient_start_color: "ABCDEF", gradient_end_color: null });
    expect(bare).toMatchObject({ gradient_start_color: "abcdef", gradient_end_color: null });
    const least = await create(who, { name: "Least", gradient_start_color: "0f0f0f" });
    expect(least.body.custom_theme).toMatchObject({
      gradient_end_color: null,
      custom_pattern_color: null,
      custom_theme_pattern_id: null,
      custom_theme_pattern: null,
      theme_id: null,
      theme: null,
    });
    const wrong = ["#0f0f0f", "fff", "0f0f0", "0f0f0f0", " 0f0f0f", "0f0f0g", "", 5, null];
    for (const color of wrong) {
      const answer = await create(who, { ...NEW_THEME, gradient_start_color: color });
      expect([answer.status, answer.body.errors], String(color)).toEqual([
        422,
        { gradient_start_color: ["Color must be six hex digits."] },
      ]);
    }
    const bad: [string, unknown][] = [
      ["gradient_end_color", "fff"],
      ["custom_pattern_color", "#f99205"],
      ["custom_theme_pattern_id", 0],
      ["custom_theme_pattern_id", 1_000],
      ["theme_id", 6],
      ["name", "x".repeat(LIMITS.themeName + 1)],
      ["name", " "],
      ["auto_apply", "perhaps"],
    ];
    for (const [field, value] of bad) {
      const answer = await create(who, { ...NEW_THEME, [field]: value });
      expect([answer.status, Object.keys(answer.body.errors as object)], field).toEqual([422, [field]]);
    }
    expect(await stored(who)).toHaveLength(2);
  });

  test("is changed and deleted by whom it belongs to alone; deleted, it comes off", async () => {
    const [who, other] = [await golden(), await golden()];
    const theme = await made(who, { auto_apply: true });
    const before = await stored(who);
    for (const answer of [await update(other, theme.id, NEW_THEME), await remove(other, theme.id)])
      expect([answer.status, answer.body.message]).toEqual([404, "You have no such profile theme."]);
    expect(await stored(who)).toEqual(before);
    const changed = await update(who, theme.id, { name: "New", gradient_start_color: "00ff00" });
    expect(changed.body.custom_theme).toMatchObject({
      id: theme.id,
      name: "New",
      gradient_start_color: "00ff00",
      gradient_end_color: null,
    });
    expect((await remove(who, theme.id)).body).toEqual({ message: "'New' is deleted." });
    expect(await chosen(who)).toBeNull();
    expect(await worn(who)).toEqual(shown(first));
    expect((await remove(who, theme.id)).status).toBe(404);
    expect((await update(who, theme.id, NEW_THEME)).status).toBe(404);
  });

  test("is not taken off by deleting another", async () => {
    const who = await golden();
    const [kept, gone] = [await made(who, { auto_apply: true }), await made(who)];
    await remove(who, gone.id);
    expect(await chosen(who)).toBe(kept.id);
  });

  test("can be had twenty times, also when several are made at once", async () => {
    const who = await golden();
    await run(sql`insert into custom_themes (user_id, name, gradient_start_color, created_at, updated_at)
      select ${who.id}, 'Old', '000000', 1, 1 from json_each(${JSON.stringify(Array(LIMITS.themesPerUser - 1).fill(0))})`);
    const answers = await Promise.all([create(who), create(who), create(who)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const refused = await create(who, { ...NEW_THEME, auto_apply: true });
    expect(refused.body).toMatchObject({ code: "theme_limit" });
    expect(await chosen(who)).toBeNull();
    expect(await stored(who)).toHaveLength(LIMITS.themesPerUser);
  });

  test("is for Gold members and nobody else; without Gold one can still be deleted", async () => {
    const [plain, who] = [await person(), await golden()];
    const theme = await made(who);
    await lapse(who);
    for (const answer of [await create(plain), await create(who), await update(who, theme.id, NEW_THEME)])
      expect([answer.status, answer.body.code]).toEqual([403, "no_gold"]);
    expect((await remove(who, theme.id)).status).toBe(200);
    for (const answer of [
      await visitor.call(createThemeRoute, { input: NEW_THEME }),
      await visitor.call(updateThemeRoute, { params: { id: theme.id }, input: NEW_THEME }),
      await visitor.call(deleteThemeRoute, { params: { id: theme.id } }),
    ])
      expect(answer.status).toBe(401);
  });
});

describe("what a profile wears", () => {
  test("is the site's first theme until one is chosen, one of the site's for everybody", async () => {
    const who = await person();
    expect(await worn(who)).toEqual(shown(first));
    expect((await choose(who, { custom_theme_id: free?.id })).body).toEqual({ message: "Saved." });
    expect(await worn(who)).toEqual(shown(free));
    await choose(who, { custom_theme_id: null });
    expect(await worn(who)).toEqual(shown(first));
  });

  test("needs Gold where it says so, and is one's own", async () => {
    const [plain, who] = [await person(), await golden()];
    const theme = await made(who);
    expect((await choose(plain, { custom_theme_id: goldPreset?.id })).body.code).toBe("no_gold");
    expect((await choose(plain, { custom_theme_id: theme.id })).body.code).toBe("no_gold");
    const [other] = [await golden()];
    for (const id of [theme.id, 999, OWN_FROM + 1e9, presets().length + 1]) {
      const answer = await choose(other, { custom_theme_id: id, theme_id: 4 });
      expect([answer.status, answer.body.errors], String(id)).toEqual([
        422,
        { custom_theme_id: ["There is no such profile theme."] },
      ]);
    }
    const { body } = await other.browser.call(sessionRoute, {});
    expect(body.user).toMatchObject({ theme_id: 1 });
    for (const id of [0, -1, "x", 1.5]) {
      const answer = await choose(who, { custom_theme_id: id });
      expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ["custom_theme_id"]]);
    }
    expect(await chosen(plain)).toBeNull();
    expect(await chosen(other)).toBeNull();
  });

  test.each([
    ["one of one's own", async (who: Person) => (await made(who, { gradient_start_color: "123456" })).id],
    ["a Gold theme of the site's", async () => goldPreset?.id],
  ])("is not shown when Gold ends, and comes back with it: %s", async (_, find) => {
    const who = await golden();
    await choose(who, { custom_theme_id: await find(who) });
    const theme = await worn(who);
    expect(theme).not.toEqual(shown(first));
    await lapse(who);
    expect(await worn(who)).toEqual(shown(first));
    await renew(who);
    expect(await worn(who)).toEqual(theme);
  });

  test("costs its profile no round more", async () => {
    const who = await golden();
    await made(who, { auto_apply: true });
    const answer = await visitor.call(profileRoute, { params: { username: who.username } });
    expectCost(answer, { rounds: 1, read: 20, written: 0 });
  });
});

describe("a golden name", () => {
  const nameOf = async (who: Person) => {
    const { body } = await visitor.call(profileRoute, { params: { username: who.username } });
    const { has_gold, gold_username } = body.user as Profile;
    const list = await who.browser.call(userListRoute, { input: { search: who.username } });
    const [card] = list.body.data as Profile[];
    expect(card).toMatchObject({ has_gold, gold_username });
    return { has_gold, gold_username };
  };

  test("is had with Gold unless it is switched off, and ends with it", async () => {
    const who = await golden();
    expect(await nameOf(who)).toEqual({ has_gold: true, gold_username: true });
    expect((await choose(who, { gold_username: false })).status).toBe(200);
    expect(await nameOf(who)).toEqual({ has_gold: true, gold_username: false });
    await choose(who, { gold_username: true });
    await lapse(who);
    expect(await nameOf(who)).toEqual({ has_gold: false, gold_username: false });
    const refused = await choose(who, { gold_username: true, theme_id: 4 });
    expect([refused.status, refused.body.code]).toEqual([403, "no_gold"]);
  });
});

describe("what somebody wants to see of others", () => {
  test("is known to the next page, in its very first bytes; visitors see all", async () => {
    const who = await person();
    const page = async (browser: Browser) => String((await browser.fetch("/users")).body.text);
    for (const html of [await page(who.browser), await page(visitor)])
      expect(html).not.toContain("data-hide");
    await choose(who, { show_custom_usernames: false });
    expect(await page(who.browser)).toMatch(/<html lang="en" data-theme="night" data-hide="names">/);
    const { body } = await who.browser.call(sessionRoute, {});
    expect(body.user).toMatchObject({ show_custom_usernames: false, show_custom_themes: true });
    await choose(who, { show_custom_themes: false });
    expect(await page(who.browser)).toContain('data-hide="themes names"');
    await choose(who, { show_custom_usernames: true });
    expect(await page(who.browser)).toContain('data-hide="themes"');
  });

  test("changes only by what is sent", async () => {
    const who = await golden();
    await choose(who, { theme_id: 3, show_custom_themes: false, message_privacy_permission_id: 2 });
    await choose(who, { gold_username: false });
    const { body } = await who.browser.call(sessionRoute, {});
    expect(body.user).toMatchObject({
      theme_id: 3,
      show_custom_themes: false,
      show_custom_usernames: true,
      message_privacy_permission_id: 2,
      gold_username: false,
    });
    expect((await choose(who, {})).status).toBe(422);
  });
});
