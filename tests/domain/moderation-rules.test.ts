import { describe, expect, test } from "vitest";
import type { Actor } from "#domain/levels/rules.ts";
import {
  canBan,
  canDecideAppeal,
  canDecideCase,
  canScrub,
  canViewAs,
  canWarn,
  caseActs,
} from "#domain/moderation/rules.ts";
import type { CaseAct } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";

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

describe("what can be done about a case", () => {
  const alive = { ...otherMember, deleted: false };
  test.each<[ReportType, CaseAct[]]>([
    ["level", ["remove", "warn", "ban"]],
    ["comment", ["remove", "warn", "ban"]],
    ["message", ["remove", "warn", "ban"]],
    ["item", ["hide", "reject", "warn", "ban"]],
    ["thread", ["remove", "move", "lock", "warn", "ban"]],
    ["reply", ["remove", "warn", "ban"]],
    ["user", ["remove", "warn", "ban"]],
  ])("of a %s", (type, acts) => {
    for (const actor of [moderator, admin])
      expect(caseActs(actor, { type, subject: alive, present: true, done: [] })).toEqual(acts);
    expect(caseActs(member, { type, subject: alive, present: true, done: [] })).toEqual([]);
  });

  const facts = { type: "thread", subject: alive, present: true, done: [] } as const;
  test.each<[string, Actor, object, CaseAct[]]>([
    ["nothing to a thing that is gone", moderator, { present: false }, ["warn", "ban"]],
    ["nothing twice", moderator, { done: ["lock"] }, ["remove", "move", "warn", "ban"]],
    [
      "no punishment of a colleague by a moderator",
      moderator,
      { subject: { ...otherModerator, deleted: false } },
      ["remove", "move", "lock"],
    ],
    [
      "one by an admin",
      admin,
      { subject: { ...moderator, deleted: false } },
      ["remove", "move", "lock", "warn", "ban"],
    ],
    ["none of an admin", admin, { subject: { ...otherAdmin, deleted: false } }, ["remove", "move", "lock"]],
    [
      "none of a deleted account",
      admin,
      { subject: { ...alive, deleted: true } },
      ["remove", "move", "lock"],
    ],
    ["nothing about oneself", moderator, { subject: { ...moderator, deleted: false } }, []],
  ])("%s", (_, actor, change, acts) => {
    expect(caseActs(actor, { ...facts, ...change })).toEqual(acts);
  });

  test("is decided by staff, but not about themselves; whoever may be banned may be warned", () => {
    expect(canDecideCase(moderator, 1)).toBe(true);
    expect(canDecideCase(moderator, moderator.id)).toBe(false);
    expect(canDecideCase(member, 2)).toBe(false);
    for (const actor of Object.values(people))
      for (const target of Object.values(people)) expect(canWarn(actor, target)).toBe(canBan(actor, target));
  });
});

describe("who decides about an appeal", () => {
  test.each<[string, Actor, Actor, number | null, boolean]>([
    ["a moderator about a colleague's ban", moderator, member, otherModerator.id, true],
    ["a moderator about an admin's ban", moderator, member, admin.id, true],
    ["a moderator about a ban that nobody remembers", moderator, member, null, true],
    ["no moderator about their own ban", moderator, member, moderator.id, false],
    ["no admin about their own ban", admin, member, admin.id, false],
    ["an admin about a moderator who is banned", admin, moderator, otherAdmin.id, true],
    ["no moderator about a colleague who is banned", otherModerator, moderator, admin.id, false],
    ["nobody about themselves", moderator, moderator, admin.id, false],
    ["no member", member, otherMember, admin.id, false],
  ])("%s", (_, actor, user, bannedBy, may) => {
    expect(canDecideAppeal(actor, user, bannedBy)).toBe(may);
  });
});
