import { newYorkDay } from "#domain/new-york.ts";
import { SiteClient } from "#scripts/client/site-client.ts";
import { type RunningHost, startHost } from "#scripts/host/host.ts";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { worldUpload } from "./api.ts";
import { test as base, expect, uniqueWord } from "./test.ts";
import { blurPage, openInClient, watchLaunches } from "./watch-launches.ts";

const DAY = 24 * 60 * 60 * 1000;

/** A game host of the shared site. */
const test = base.extend<{ host: RunningHost }>({
  host: async ({ origin, otherUser }, use, testInfo) => {
    const host = await startHost({
      site: origin,
      port: 0,
      name: `Test ${uniqueWord()}`,
      region: "weur",
      capacity: 10,
      admin: { username: "admin", password: DEMO_PASSWORD, twoFactor: DEMO_TWO_FACTOR },
      stateFile: testInfo.outputPath("host.json"),
      log: () => undefined,
    });
    const admin = await otherUser("admin");
    const isOnline = async () => {
      const { data } = await admin.get<{ data: { id: number; online: boolean }[] }>("/api/staff/hosts");
      return data.some(({ id, online }) => id === host.id && online);
    };
    await expect.poll(isOnline).toBe(true);
    await use(host);
    await host.stop();
  },
});

/** The host and the token in a link that starts a client. */
function readLink(link: string): { hostUrl: string; token: string } {
  const url = new URL(link);
  expect(url.protocol).toBe("bopolis:");
  return { hostUrl: `http://${url.searchParams.get("host")}`, token: url.searchParams.get("token") ?? "" };
}

/** Posts to a host as a client does. */
const postTo = <T>(hostUrl: string, path: string, input: object): Promise<T> =>
  new SiteClient(hostUrl).post<T>(path, input);

test("a member opens a level in the desktop client and joins the host by the link, others see it, and a clear counts and pays once", async ({
  page,
  signUp,
  api,
  otherUser,
  openBrowser,
  host,
}) => {
  const maker = await otherUser();
  const { id, title, url } = await maker.makeLevel({
    title: `Pressed ${uniqueWord()}`,
    file: worldUpload("obby"),
  });
  const admin = await otherUser("admin");
  const { challenge } = await admin.post<{ challenge: { id: number } }>("/api/staff/challenges", {
    name: `Dash ${uniqueWord()}`,
    level_id: id,
    goal_ms: 90_000,
    ends_on: newYorkDay(Date.now() + DAY),
    coins: 40,
  });
  const rewards = async () => {
    const { data } = await api.get<{ data: { source_id: number; coins: number }[] }>(
      "/api/auth/transactions?transaction_type=3",
    );
    return data.map(({ source_id, coins }) => [source_id, coins]);
  };
  const account = await signUp();

  const other = await openBrowser();
  await other.goto(`/users/${maker.account.username}/levels`);
  await expect(other.getByRole("link", { name: title, exact: true })).toBeVisible();
  await expect(other.getByText("1 Playing")).toHaveCount(0);

  const launched = await watchLaunches(page);
  await page.goto(url);
  const stars = page.getByRole("main").getByRole("button", { name: /Not rated yet/ });
  await stars.click();
  await expect(page.getByText("Clear this level or play it for 10 minutes to rate it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await openInClient(page);
  await expect.poll(launched).toHaveLength(1);
  const { hostUrl, token } = readLink((await launched())[0] ?? "");
  await blurPage(page);
  expect(hostUrl).toBe(host.url);

  const player = await postTo<{ session: string; user: { username: string }; level: { id: number } }>(
    hostUrl,
    "/join",
    { token },
  );
  expect(player).toMatchObject({ user: { username: account.username }, level: { id, title } });
  expect(host.players().map(({ user }) => user.username)).toEqual([account.username]);
  await expect(other.getByText("1 Playing")).toBeVisible();

  const { session } = player;
  const time_ms = 61_234;
  expect(await postTo(hostUrl, "/clear", { session, time_ms })).toMatchObject({
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
  expect(await rewards()).toEqual([[challenge.id, 40]]);

  expect(await postTo(hostUrl, "/clear", { session, time_ms: time_ms + 1 })).toMatchObject({
    first: false,
    best: false,
  });
  expect(await rewards()).toEqual([[challenge.id, 40]]);

  await postTo(hostUrl, "/leave", { session });
  await expect(other.getByText("1 Playing")).toHaveCount(0);
  await admin.post(`/api/staff/challenges/${challenge.id}/end`);
});
