import { newYorkDay } from "#domain/new-york.ts";
import { fetchJson, posting } from "#scripts/host/client.ts";
import { type RunningHost, startHost } from "#scripts/host/host.ts";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { worldFile } from "./api.ts";
import { test as base, expect, unique } from "./fixtures.ts";
import { takePlace, watchLaunches } from "./play-page.ts";

const DAY = 24 * 60 * 60 * 1000;

/** A game host of the site that the tests share. */
const test = base.extend<{ host: RunningHost }>({
  host: async ({ origin, somebody }, use, testInfo) => {
    const host = await startHost({
      ...{ site: origin, port: 0, name: `Test ${unique()}`, region: "weur", capacity: 10 },
      admin: { username: "admin", password: DEMO_PASSWORD, twoFactor: DEMO_TWO_FACTOR },
      memory: testInfo.outputPath("host.json"),
      log: () => undefined,
    });
    const admin = await somebody("admin");
    const isOnline = async () => {
      const { data } = await admin.get<{ data: { id: number; online: boolean }[] }>("/api/staff/hosts");
      return data.some(({ id, online }) => id === host.id && online);
    };
    await expect.poll(isOnline).toBe(true);
    await use(host);
    await host.stop();
  },
});

/** What a client reads from the link that starts it. */
function readLink(link: string): { door: string; token: string } {
  const url = new URL(link);
  expect(url.protocol).toBe("bopolis:");
  return { door: `http://${url.searchParams.get("host")}`, token: url.searchParams.get("token") ?? "" };
}

/** Says something to a host as a client does. */
const say = async <T>(door: string, path: string, input: object): Promise<T> =>
  (await fetchJson(door + path, posting(input))).data as T;

test("a member presses Play, the host lets them in by the link, others see it, and what they clear counts and pays once", async ({
  page,
  join,
  api,
  somebody,
  openBrowser,
  host,
}) => {
  const maker = await somebody();
  const { id, title, url } = await maker.makeLevel({ title: `Pressed ${unique()}`, file: worldFile("obby") });
  const admin = await somebody("admin");
  const { challenge } = await admin.post<{ challenge: { id: number } }>("/api/staff/challenges", {
    ...{ name: `Dash ${unique()}`, level_id: id, goal_ms: 90_000, ends_on: newYorkDay(Date.now() + DAY) },
    coins: 40,
  });
  const paid = async () => {
    const { data } = await api.get<{ data: { source_id: number; coins: number }[] }>(
      "/api/auth/transactions?transaction_type=3",
    );
    return data.map(({ source_id, coins }) => [source_id, coins]);
  };
  const person = await join();

  const other = await openBrowser();
  await other.goto(`/users/${maker.person.username}/levels`);
  await expect(other.getByRole("link", { name: title })).toBeVisible();
  await expect(other.getByText("1 Playing")).toHaveCount(0);

  const launched = await watchLaunches(page);
  await page.goto(url);
  const stars = page.getByRole("main").getByRole("button", { name: /Not rated yet/ });
  await stars.click();
  await expect(page.getByText("Clear this level or play it for 10 minutes to rate it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("button", { name: /^Play/ }).click();
  await expect.poll(launched).toHaveLength(1);
  const { door, token } = readLink((await launched())[0] ?? "");
  await takePlace(page);
  expect(door).toBe(host.url);

  const player = await say<{ session: string; user: { username: string }; level: { id: number } }>(
    ...([door, "/join", { token }] as const),
  );
  expect(player).toMatchObject({ user: { username: person.username }, level: { id, title } });
  expect(host.players().map(({ user }) => user.username)).toEqual([person.username]);
  await expect(other.getByText("1 Playing")).toBeVisible();

  const { session } = player;
  const time_ms = 61_234;
  expect(await say(door, "/clear", { session, time_ms })).toMatchObject({
    recorded: true,
    first: true,
    best: true,
  });
  await stars.click();
  await expect(page.getByRole("button", { name: "Rate this level" })).toBeVisible();
  await page.keyboard.press("Escape");
  const clears = page.locator("#clears");
  await clears.scrollIntoViewIfNeeded();
  await expect(clears.getByText("1:01.234").first()).toBeVisible();
  await expect(page.getByRole("region", { name: /^Challenge: Dash/ }).getByText("Done")).toBeVisible();
  expect(await paid()).toEqual([[challenge.id, 40]]);

  expect(await say(door, "/clear", { session, time_ms: time_ms + 1 })).toMatchObject({
    first: false,
    best: false,
  });
  expect(await paid()).toEqual([[challenge.id, 40]]);

  await say(door, "/leave", { session });
  await expect(other.getByText("1 Playing")).toHaveCount(0);
  await admin.post(`/api/staff/challenges/${challenge.id}/end`);
});
