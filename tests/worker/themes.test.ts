import { sessionRoute } from "#domain/auth/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import {
  type CustomTheme,
  createThemeRoute,
  deleteThemeRoute,
  updateThemeRoute,
} from "#domain/themes/api.ts";
import { FIRST_CUSTOM_THEME_ID, NEW_THEME, presets } from "#domain/themes/presets.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { profileRoute, userListRoute } from "#domain/users/api.ts";
import { Browser, firstRow, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const YEAR = 365 * 86_400_000;
const golden = () => signedInUser({ gold_until: Date.now() + YEAR });

const visitor = await Browser.visitor();

type Input = Record<string, unknown>;
const create = (user: TestUser, input: Input = NEW_THEME) => user.call(createThemeRoute, input);
const update = (user: TestUser, id: number, input: Input) => user.call(updateThemeRoute, { id, ...input });
const remove = (user: TestUser, id: number) => user.call(deleteThemeRoute, { id });
const choose = (user: TestUser, input: Input) => user.call(updateAccountRoute, input);
const lapse = (user: TestUser) => runSql`update users set gold_until = 1 where id = ${user.id}`;
const renew = (user: TestUser) =>
  runSql`update users set gold_until = ${Date.now() + YEAR} where id = ${user.id}`;

async function made(user: TestUser, input: Input = {}): Promise<CustomTheme> {
  return (await user.output(createThemeRoute, { ...NEW_THEME, ...input })).custom_theme;
}
const appliedTheme = async ({ username }: TestUser): Promise<ProfileTheme> =>
  (await visitor.output(profileRoute, { username })).user.custom_theme;
const stored = (user: TestUser) =>
  runSql<{ id: number; name: string }>`select * from custom_themes where user_id = ${user.id} order by id`;
const chosen = async ({ id }: TestUser) =>
  (await firstRow<{ id: number | null }>`select custom_theme_id as id from users where id = ${id}`)?.id;

const [first, free] = presets();
const goldPreset = presets().find((one) => one.gold_only);
const shown = (theme: CustomTheme | undefined): ProfileTheme => {
  const { gradient_start_color, gradient_end_color, custom_pattern_color } = theme as CustomTheme;
  const { custom_theme_pattern, theme: site } = theme as CustomTheme;
  const colors = { gradient_start_color, gradient_end_color, custom_pattern_color };
  return { ...colors, custom_theme_pattern, theme: site };
};
const expectErrors = (response: TestResponse, fields: string[], label?: unknown) =>
  expect([response.status, Object.keys(response.body.errors as object)], String(label)).toEqual([
    422,
    fields,
  ]);

describe("a profile theme", () => {
  test("is created with Gold, returned as sent, and not applied by itself", async () => {
    const user = await golden();
    const response = await create(user, { ...NEW_THEME, name: "  Mine ", theme_id: 3, id: 5, user_id: 1 });
    expect(response.status).toBe(201);
    expectCost(response, { roundTrips: 2, read: 40, written: 6 });
    const { custom_theme } = response.body as { custom_theme: CustomTheme };
    expect(custom_theme).toEqual({
      id: expect.any(Number),
      user_id: user.id,
      name: "Mine",
      gold_only: true,
      gradient_start_color: "0f0f0f",
      gradient_end_color: "f99205",
      custom_pattern_color: "f99205",
      custom_theme_pattern_id: 22,
      custom_theme_pattern: { id: 22, name: "Skyline", pattern_class: "skyline" },
      theme_id: 3,
      theme: { id: 3, name: "grape", name_formatted: "Grape" },
      auto_apply: false,
    });
    expect(custom_theme.id).toBeGreaterThanOrEqual(FIRST_CUSTOM_THEME_ID);
    expect(await chosen(user)).toBeNull();
    expect(await appliedTheme(user)).toEqual(shown(first));
  });

  test("is applied at once on request, when created or changed", async () => {
    const user = await golden();
    const { id } = await made(user, { auto_apply: true });
    expect(await chosen(user)).toBe(id);
    const other = await made(user, { name: "Other" });
    expect(await chosen(user)).toBe(id);
    await update(user, other.id, { ...NEW_THEME, gradient_start_color: "123456", auto_apply: true });
    expect(await chosen(user)).toBe(other.id);
    expect((await appliedTheme(user)).gradient_start_color).toBe("123456");
  });

  test("accepts exactly six hex digits per color; missing colors are null", async () => {
    const user = await golden();
    const bare = await made(user, { gradient_start_color: "ABCDEF", gradient_end_color: null });
    expect(bare).toMatchObject({ gradient_start_color: "abcdef", gradient_end_color: null });
    const least = await create(user, { name: "Least", gradient_start_color: "0f0f0f" });
    const none = { gradient_end_color: null, custom_pattern_color: null, theme_id: null, theme: null };
    const noPattern = { custom_theme_pattern_id: null, custom_theme_pattern: null };
    expect(least.body.custom_theme).toMatchObject({ ...none, ...noPattern });
    for (const color of ["#0f0f0f", "fff", "0f0f0", "0f0f0f0", " 0f0f0f", "0f0f0g", "", 5, null]) {
      const { status, body } = await create(user, { ...NEW_THEME, gradient_start_color: color });
      const why = ["Color must be 6 hex digits."];
      expect([status, body.errors], String(color)).toEqual([422, { gradient_start_color: why }]);
    }
    for (const [field, value] of [
      ["custom_theme_pattern_id", 1_000],
      ["theme_id", 6],
    ] as const)
      expectErrors(await create(user, { ...NEW_THEME, [field]: value }), [field], field);
    expect(await stored(user)).toHaveLength(2);
  });

  test("can be changed and deleted; deleting it unapplies it, deleting another one doesn't", async () => {
    const user = await golden();
    const theme = await made(user, { auto_apply: true });
    await remove(user, (await made(user)).id);
    expect(await chosen(user)).toBe(theme.id);
    const changes = { name: "New", gradient_start_color: "00ff00" };
    const { custom_theme } = (await update(user, theme.id, changes)).body;
    expect(custom_theme).toMatchObject({ id: theme.id, ...changes, gradient_end_color: null });
    expect((await remove(user, theme.id)).body).toEqual({ message: "'New' is deleted." });
    expect([await chosen(user), await stored(user)]).toEqual([null, []]);
    expect(await appliedTheme(user)).toEqual(shown(first));
  });

  test("is limited to twenty per member, even for concurrent requests", async () => {
    const user = await golden();
    await runSql`insert into custom_themes (user_id, name, gradient_start_color, created_at, updated_at)
      select ${user.id}, 'Old', '000000', 1, 1
        from json_each(${JSON.stringify(Array(LIMITS.themesPerUser - 1).fill(0))})`;
    const responses = await Promise.all([create(user), create(user), create(user)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const rejected = await create(user, { ...NEW_THEME, auto_apply: true });
    expect(rejected.body).toMatchObject({ code: "theme_limit" });
    expect(await chosen(user)).toBeNull();
    expect(await stored(user)).toHaveLength(LIMITS.themesPerUser);
  });

  test("is for Gold members; without Gold it can still be deleted", async () => {
    const [plain, user] = [await signedInUser(), await golden()];
    const theme = await made(user);
    await lapse(user);
    for (const response of [await create(plain), await create(user), await update(user, theme.id, NEW_THEME)])
      expect([response.status, response.body.code]).toEqual([403, "no_gold"]);
    expect((await remove(user, theme.id)).status).toBe(200);
  });
});

describe("the theme applied to a profile", () => {
  test("is the site's first theme until another is chosen; free ones are for everyone", async () => {
    const user = await signedInUser();
    expect(await appliedTheme(user)).toEqual(shown(first));
    expect((await choose(user, { custom_theme_id: free?.id })).body).toEqual({ message: "Saved." });
    expect(await appliedTheme(user)).toEqual(shown(free));
    await choose(user, { custom_theme_id: null });
    expect(await appliedTheme(user)).toEqual(shown(first));
  });

  test("must be the member's own or the site's, and needs Gold where required", async () => {
    const [plain, user] = [await signedInUser(), await golden()];
    const theme = await made(user);
    expect((await choose(plain, { custom_theme_id: goldPreset?.id })).body.code).toBe("no_gold");
    expect((await choose(plain, { custom_theme_id: theme.id })).body.code).toBe("no_gold");
    const other = await golden();
    for (const id of [theme.id, 999, FIRST_CUSTOM_THEME_ID + 1e9, presets().length + 1]) {
      const { status, body } = await choose(other, { custom_theme_id: id, theme_id: 4 });
      const custom_theme_id = ["This profile theme doesn't exist."];
      expect([status, body.errors], String(id)).toEqual([422, { custom_theme_id }]);
    }
    expect((await other.call(sessionRoute, {})).body.user).toMatchObject({ theme_id: 1 });
    expect(await chosen(plain)).toBeNull();
    expect(await chosen(other)).toBeNull();
  });

  test("costs the profile no extra round trip, is hidden when Gold ends and comes back with it", async () => {
    const user = await golden();
    await made(user, { gradient_start_color: "123456", auto_apply: true });
    const theme = await appliedTheme(user);
    expect(theme).not.toEqual(shown(first));
    await lapse(user);
    expect(await appliedTheme(user)).toEqual(shown(first));
    await renew(user);
    expect(await appliedTheme(user)).toEqual(theme);
    const response = await visitor.call(profileRoute, { username: user.username });
    expectCost(response, { roundTrips: 1, read: 20, written: 0 });
  });
});

const nameOf = async (user: TestUser) => {
  const { has_gold, gold_username } = (await visitor.output(profileRoute, { username: user.username })).user;
  const [card] = (await user.output(userListRoute, { search: user.username })).data;
  expect(card).toMatchObject({ has_gold, gold_username });
  return { has_gold, gold_username };
};

test("a golden username comes with Gold unless it is switched off, and ends with it", async () => {
  const user = await golden();
  expect(await nameOf(user)).toEqual({ has_gold: true, gold_username: true });
  expect((await choose(user, { gold_username: false })).status).toBe(200);
  expect(await nameOf(user)).toEqual({ has_gold: true, gold_username: false });
  await choose(user, { gold_username: true });
  await lapse(user);
  expect(await nameOf(user)).toEqual({ has_gold: false, gold_username: false });
  const rejected = await choose(user, { gold_username: true, theme_id: 4 });
  expect([rejected.status, rejected.body.code]).toEqual([403, "no_gold"]);
});

test("display preferences are in the first bytes of the next page; visitors see everything", async () => {
  const user = await signedInUser();
  const page = async (browser: Browser) => String((await browser.fetch("/users")).body.text);
  for (const html of [await page(user), await page(visitor)]) expect(html).not.toContain("data-hide");
  await choose(user, { show_custom_usernames: false });
  expect(await page(user)).toMatch(/<html lang="en" data-theme="night" data-hide="names">/);
  const { body } = await user.call(sessionRoute, {});
  expect(body.user).toMatchObject({ show_custom_usernames: false, show_custom_themes: true });
  await choose(user, { show_custom_themes: false });
  expect(await page(user)).toContain('data-hide="themes names"');
  await choose(user, { show_custom_usernames: true });
  expect(await page(user)).toContain('data-hide="themes"');
});

test("display preferences change only by what is sent", async () => {
  const user = await golden();
  const sent = { theme_id: 3, show_custom_themes: false, message_privacy_permission_id: 2 };
  await choose(user, sent);
  await choose(user, { gold_username: false });
  const { body } = await user.call(sessionRoute, {});
  expect(body.user).toMatchObject({ ...sent, show_custom_usernames: true, gold_username: false });
  expect((await choose(user, {})).status).toBe(422);
});
