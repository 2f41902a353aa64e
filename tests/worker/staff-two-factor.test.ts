import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import {
  createHostRoute,
  hostListRoute,
  rotateHostKeyRoute,
  rotateSigningKeyRoute,
} from "#domain/hosts/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { reportQueueRoute } from "#domain/moderation/api.ts";
import {
  confirmRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { type Owner, owner, PASSWORD } from "#tests/support/account.ts";
import { db } from "#tests/support/browser.ts";
import { send } from "#tests/support/chat.ts";
import { person } from "#tests/support/people.ts";
import { codeIn } from "#tests/support/two-factor.ts";
import { addLevel } from "#tests/support/world.ts";

const run = (template: ReturnType<typeof sql>) => db.all(statement<Record<string, unknown>>(template));

/** Staff who have not turned two-factor authentication on. */
const idle = (role: "admin" | "moderator") => owner({ role, two_factor_at: null });
const self = async ({ browser }: Owner) =>
  (await browser.call(sessionRoute)).body.user as Record<string, unknown>;

async function turnOn({ browser }: Owner): Promise<void> {
  const { body } = await browser.call(twoFactorGenerateRoute);
  const code = codeIn({ secret: String(body.secret) });
  expect((await browser.call(twoFactorEnableRoute, { input: { code } })).status).toBe(200);
}
const turnOff = ({ browser }: Owner) =>
  browser.call(twoFactorDisableRoute, { input: { password: PASSWORD } });

describe("staff without two-factor authentication", () => {
  test("are told so wherever they act, and act as soon as it is on, until it is off", async () => {
    for (const [role, route, other] of [
      ["moderator", reportQueueRoute, hostListRoute],
      ["admin", hostListRoute, null],
    ] as const) {
      const staff = await idle(role);
      const act = async () => {
        const { status, body } = await staff.browser.call(route);
        return [status, body.code];
      };
      const NEEDED = [403, "two_factor_required"];
      expect(await act()).toEqual(NEEDED);
      expect(API_ERRORS.two_factor_required[1]).toBe(
        "Staff need two-factor authentication to act. Turn it on in your settings.",
      );
      // What is beyond their rank is beyond it with two factors, too.
      if (other) expect((await staff.browser.call(other)).body.code).toBe("forbidden");
      expect(await self(staff)).toMatchObject({ role: "member", needs_two_factor: true });
      await turnOn(staff);
      expect(await act()).toEqual([200, undefined]);
      expect(await self(staff)).toMatchObject({ role, needs_two_factor: false });
      await turnOff(staff);
      expect(await act()).toEqual(NEEDED);
    }
  });

  test("are members in everything else: they write to whom members may, and see what members see", async () => {
    const staff = await idle("moderator");
    const shy = await person({ message_privacy: 3 });
    const hidden = await addLevel((await person()).id, { visibility: "private" });
    const reach = async () => [
      (await send(staff, shy, "Hello")).status,
      (await staff.browser.call(levelRoute, { params: { id: hidden } })).status,
    ];
    expect(await reach()).toEqual([403, 404]);
    await turnOn(staff);
    expect(await reach()).toEqual([200, 200]);
    await turnOff(staff);
    expect(await reach()).toEqual([403, 404]);
  });

  test("find their pages, which say why they stay empty; for others there are none", async () => {
    const path = "/staff/hosts";
    expect((await (await idle("admin")).browser.fetch(path)).status).toBe(200);
    expect((await (await idle("moderator")).browser.fetch(path)).status).toBe(404);
    expect((await (await owner()).browser.fetch(path)).status).toBe(404);
  });
});

describe("what is dangerous", () => {
  test("wants a password of the last half hour from whoever is signed in as staff", async () => {
    const admin = await owner({ role: "admin" });
    const { username } = await person();
    const host = { name: "Host of a test", ip_address: "203.0.113.7", region: "weur", capacity: 10 };
    const made = await admin.browser.call(createHostRoute, { input: host });
    expect(made.status).toBe(201);
    const { id } = made.body.host as { id: number };
    const acts = () =>
      Promise.all([
        admin.browser.call(createHostRoute, { input: { ...host, name: "Another host of a test" } }),
        admin.browser.call(rotateHostKeyRoute, { params: { id } }),
        admin.browser.call(rotateSigningKeyRoute),
        admin.browser.call(grantRoute, { params: { username }, input: { coins: 5, reason: "A test" } }),
      ]);
    await run(
      sql`update sessions set confirmed_at = ${Date.now() - 31 * 60 * 1000} where user_id = ${admin.id}`,
    );
    for (const { status, body } of await acts()) expect([status, body.code]).toEqual([403, "confirm_needed"]);
    expect((await admin.browser.call(confirmRoute, { input: { password: PASSWORD } })).status).toBe(200);
    for (const { status } of await acts()) expect([200, 201]).toContain(status);
  });
});
