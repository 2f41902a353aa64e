import { ROLE_RECORDS } from "#domain/discord/roles.ts";
import { registerRecords } from "#scripts/discord/register.ts";
import { STAND_IN_BOT, STAND_IN_CLIENT, startDiscord } from "#tests/stand-ins/discord/start-discord.ts";
import type { StandIn } from "#tests/stand-ins/server.ts";

let discord: StandIn;
beforeAll(async () => {
  discord = await startDiscord({ port: 0 });
});
afterAll(() => discord.stop());

const { id } = STAND_IN_CLIENT;

test("registerRecords needs the bot's token", async () => {
  await registerRecords({ id, botToken: STAND_IN_BOT, base: discord.url });
  await expect(registerRecords({ id, botToken: "another", base: discord.url })).rejects.toThrow(
    /^Discord responded with 401: /,
  );
});

test("role records are within Discord's limits", () => {
  expect(ROLE_RECORDS.length).toBeLessThanOrEqual(5);
  for (const { key, name, description } of ROLE_RECORDS) {
    expect(key).toMatch(/^[a-z0-9_]{1,50}$/);
    expect(name.length).toBeLessThanOrEqual(100);
    expect(description.length).toBeLessThanOrEqual(200);
  }
});
