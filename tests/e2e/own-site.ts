import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { type RunningHost, startHost } from "#scripts/host/host.ts";
import { Memory } from "#scripts/host/memory.ts";
import { DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { sealSecret } from "#worker/security/secret.ts";
import { Api, type Level, worldFile } from "./api.ts";
import { newPerson, type Person, unique } from "./fixtures.ts";
import { onOwnState } from "./own-state.ts";

/** What the keys of join tokens follow from, so that tests can sign what the site never would. */
export const JOIN_SECRET = "a secret of the browser tests alone";

export interface OwnSite {
  url: string;
  state: string;
  /** With the secret of their authenticator app. */
  admin: Person & { twoFactor: string };
  /** The admin's own way to the site. */
  staff: Api;
  /** Has the site take a code of the admin's that it has taken before: a test does not wait for the next one. */
  forgetCodes: () => Promise<unknown>;
  /** A level that anybody may play. */
  level: Level;
  /** A newly made member. */
  member: () => Promise<Api & { id: number }>;
}

export interface OwnHost extends RunningHost {
  key: string;
}

/** A site for the tests of one file, with nobody on it but an admin who has made a level, and a game host of it. */
export const test = base.extend<object, { own: OwnSite; host: OwnHost }>({
  own: [
    async ({ playwright }, use) => {
      await onOwnState(async (start, state) => {
        const site = await start({ vars: { JOIN_SECRET } });
        const requests: { dispose(): Promise<void> }[] = [];
        const register = async (person: Person) => {
          const request = await playwright.request.newContext();
          requests.push(request);
          const api = new Api(request, site.url);
          const { username, email, password } = person;
          const { user } = await api.post<{ user: { id: number } }>("/api/auth/register", {
            ...{ username, email, password, password_confirmation: password },
          });
          return Object.assign(api, { id: user.id });
        };
        const admin = { ...newPerson(), twoFactor: DEMO_TWO_FACTOR };
        const maker = await register(admin);
        await site.d1
          .prepare("update users set role = 'admin', two_factor_at = 1, two_factor_secret = ?2 where id = ?1")
          .bind(maker.id, await sealSecret(site.sealing, maker.id, DEMO_TWO_FACTOR))
          .run();
        const level = await maker.makeLevel({ title: `Steps ${unique()}`, file: worldFile("obby") });
        const forgetCodes = () => site.d1.prepare("update users set two_factor_step = 0").run();
        await use({
          forgetCodes,
          url: site.url,
          state,
          admin,
          staff: maker,
          level,
          member: () => register(newPerson()),
        });
        await Promise.all(requests.map((request) => request.dispose()));
      });
    },
    { scope: "worker" },
  ],

  host: [
    async ({ own }, use) => {
      const file = join(own.state, "host.json");
      const host = await startHost({
        ...{ site: own.url, port: 0, region: "weur", capacity: 10 },
        admin: own.admin,
        ...{ memory: file, log: () => undefined },
      });
      const port = Number(new URL(host.url).port);
      const key = new Memory(file).host(own.url, port)?.key ?? "";
      const isOnline = async () =>
        (await own.staff.get<{ data: { online: boolean }[] }>("/api/staff/hosts")).data.some(
          ({ online }) => online,
        );
      await expect.poll(isOnline).toBe(true);
      await use({ ...host, key });
      await host.stop();
    },
    { scope: "worker" },
  ],
});
