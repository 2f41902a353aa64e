import { describe, expect, test } from "vitest";
import type { Actor } from "#domain/levels/rules.ts";
import { canBan, canScrub, canViewAs } from "#domain/moderation/rules.ts";

const member: Actor = { id: 1, role: "member" };
const otherMember: Actor = { id: 2, role: "member" };
const moderator: Actor = { id: 3, role: "moderator" };
const otherModerator: Actor = { id: 4, role: "moderator" };
const admin: Actor = { id: 5, role: "admin" };
const otherAdmin: Actor = { id: 6, role: "admin" };
const people = { member, otherMember, moderator, otherModerator, admin, otherAdmin };

describe("who may ban whom", () => {
  test.each<[string, Actor, (keyof typeof people)[]]>([
    ["a member nobody", member, []],
    ["a moderator members", moderator, ["member", "otherMember"]],
    ["an admin members and moderators", admin, ["member", "otherMember", "moderator", "otherModerator"]],
  ])("%s", (_, actor, targets) => {
    const names = Object.keys(people) as (keyof typeof people)[];
    expect(names.filter((name) => canBan(actor, people[name]))).toEqual(targets);
  });

  test("nobody themselves, whatever they are", () => {
    for (const one of Object.values(people)) expect(canBan(one, one)).toBe(false);
  });
});

describe("whose chat staff may look at", () => {
  test.each([moderator, admin])("where a message was reported, and nowhere else: $role", (actor) => {
    expect(canViewAs(actor, [7, 8], 8)).toBe(true);
    expect(canViewAs(actor, [7, 8], 9)).toBe(false);
    expect(canViewAs(actor, [], 7)).toBe(false);
  });

  test("the list of conversations, once there is something to see in it", () => {
    expect(canViewAs(moderator, [7])).toBe(true);
    expect(canViewAs(moderator, [])).toBe(false);
    expect(canViewAs(admin, [])).toBe(false);
  });

  test("members never", () => {
    expect(canViewAs(member, [7], 7)).toBe(false);
    expect(canViewAs(member, [7])).toBe(false);
  });
});

test("a message is taken away by admins, and by moderators where one of the conversation was reported", () => {
  expect(canScrub(admin, { reported: false })).toBe(true);
  expect(canScrub(admin, { reported: true })).toBe(true);
  expect(canScrub(moderator, { reported: true })).toBe(true);
  expect(canScrub(moderator, { reported: false })).toBe(false);
  expect(canScrub(member, { reported: true })).toBe(false);
});
