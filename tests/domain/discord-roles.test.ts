import fc from "fast-check";
import { expect, test } from "vitest";
import { ROLE_RECORDS, roleConnection } from "#domain/discord/roles.ts";
import { discordEndAddress } from "#domain/discord/words.ts";

const facts = fc.record({
  username: fc.string({ minLength: 3, maxLength: 20 }),
  has_gold: fc.boolean(),
  level: fc.integer({ min: 1, max: 1e6 }),
  levels_count: fc.nat(1_000),
  created_at: fc.integer({ min: 0, max: 4e12 }),
});

test("what Discord is told has a short text for every registered record and no other", () => {
  fc.assert(
    fc.property(facts, (of) => {
      const { platform_name, platform_username, metadata } = roleConnection(of);
      expect([platform_name, platform_username]).toEqual(["Bopolis", of.username]);
      expect(Object.keys(metadata)).toEqual(ROLE_RECORDS.map(({ key }) => key));
      expect(metadata.gold).toBe(of.has_gold ? "1" : "0");
      expect(Number(metadata.spirit_level)).toBe(of.level);
      expect(Number(metadata.levels_count)).toBe(of.levels_count);
      // A day that is never after the one it tells of.
      const day = Date.parse(metadata.member_since);
      expect(of.created_at - day).toBeGreaterThanOrEqual(0);
      expect(of.created_at - day).toBeLessThan(24 * 60 * 60 * 1000);
    }),
  );
});

test("a try to link ends in the settings, which are told how", () => {
  expect(discordEndAddress()).toBe("/settings/account");
  expect(discordEndAddress("linked")).toBe("/settings/account?message=discord_linked");
  expect(discordEndAddress("taken")).toBe("/settings/account?error=discord_taken");
});
