import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { type RunningHost, startHost } from "#scripts/host/host.ts";
import { StateFile } from "#scripts/host/state-file.ts";
import { DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { sealSecret } from "#worker/security/totp.ts";
import { Api, type ApiLevel, worldUpload } from "./api.ts";
import { type Account, newAccount, register, uniqueWord } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

/** The secret behind the keys of join tokens. */
const JOIN_SECRET = "a secret of the browser tests alone";

export interface OwnSite {
  url: string;
  state: string;
  /** With the secret of the admin's authenticator app. */
  admin: Account & { twoFactor: string };
  /** The API with the admin's cookies. */
  staff: Api;
  /** Makes the site accept a code of the admin's again, because a test doesn't wait for the next one. */
  forgetCodes: () => Promise<unknown>;
  /** A level that anyone can play. */
  level: ApiLevel;
  /** Signs up a new member. */
  member: () => Promise<Api & { id: number }>;
}

export interface OwnHost extends RunningHost {
  key: string;
}

/** A site for the tests of one file with only an admin, who has created a level, and a game host. */
export const testOwnSite = base.extend<object, { own: OwnSite; host: OwnHost }>({
  own: [
    async ({ playwright }, use) => {
      await withOwnState(async (start, state) => {
        const site = await start({ vars: { JOIN_SECRET } });
        const requests: { dispose(): Promise<void> }[] = [];
        const addMember = async (account: Account) => {
          const request = await playwright.request.newContext();
          requests.push(request);
          const api = new Api(request, site.url);
          const { user } = await register(api, account);
          return Object.assign(api, { id: user.id });
        };
        const admin = { ...newAccount(), twoFactor: DEMO_TWO_FACTOR };
        const maker = await addMember(admin);
        await site.d1
          .prepare("update users set role = 'admin', two_factor_at = 1, two_factor_secret = ?2 where id = ?1")
          .bind(maker.id, await sealSecret(site.sealing, maker.id, DEMO_TWO_FACTOR))
          .run();
        const level = await maker.makeLevel({ title: `Steps ${uniqueWord()}`, file: worldUpload("obby") });
        const forgetCodes = () => site.d1.prepare("update users set two_factor_step = 0").run();
        await use({
          forgetCodes,
          url: site.url,
          state,
          admin,
          staff: maker,
          level,
          member: () => addMember(newAccount()),
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
        site: own.url,
        port: 0,
        region: "weur",
        capacity: 10,
        admin: own.admin,
        stateFile: file,
        log: () => undefined,
      });
      const port = Number(new URL(host.url).port);
      const key = new StateFile(file).host(own.url, port)?.key ?? "";
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
