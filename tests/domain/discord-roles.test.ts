import fc from "fast-check";
import { ROLE_RECORDS, roleConnection } from "#domain/discord/roles.ts";
import { discordResultUrl } from "#domain/discord/strings.ts";
import { forAll } from "#tests/support/for-all.ts";

const facts = fc.record({
  username: fc.string({ minLength: 3, maxLength: 20 }),
  has_gold: fc.boolean(),
  level: fc.integer({ min: 1, max: 1e6 }),
  levels_count: fc.nat(1_000),
  created_at: fc.integer({ min: 0, max: 4e12 }),
});

test("Discord gets a short text for every registered record and nothing else", () => {
  forAll(facts, (of) => {
    const { platform_name, platform_username, metadata } = roleConnection(of);
    expect([platform_name, platform_username]).toEqual(["Bopolis", of.username]);
    expect(Object.keys(metadata)).toEqual(ROLE_RECORDS.map(({ key }) => key));
    expect(metadata.gold).toBe(of.has_gold ? "1" : "0");
    expect(Number(metadata.spirit_level)).toBe(of.level);
    expect(Number(metadata.levels_count)).toBe(of.levels_count);
    // The start of the day, never later than the time itself.
    const day = Date.parse(metadata.member_since);
    expect(of.created_at - day).toBeGreaterThanOrEqual(0);
    expect(of.created_at - day).toBeLessThan(24 * 60 * 60 * 1000);
  });
});

test("a link attempt ends in the settings, which show its result", () => {
  expect(discordResultUrl()).toBe("/settings/account");
  expect(discordResultUrl("linked")).toBe("/settings/account?message=discord_linked");
  expect(discordResultUrl("taken")).toBe("/settings/account?error=discord_taken");
});
