import type { Actor } from "#domain/auth/roles.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import {
  canBan,
  canDecideAppeal,
  canDecideCase,
  canDeleteMessage,
  canUndo,
  canViewAs,
  canWarn,
  caseActions,
  isWithinUndoPeriod,
  UNDO_PERIOD_MS,
} from "#domain/moderation/rules.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { assignableRoles, canSeeTraces, parseAccountLookup } from "#domain/staff/rules.ts";
import { auditUrl, readAuditView, writeAuditView } from "#domain/staff/view.ts";

const member: Actor = { id: 1, role: "member" };
const otherMember: Actor = { id: 2, role: "member" };
const moderator: Actor = { id: 3, role: "moderator" };
const otherModerator: Actor = { id: 4, role: "moderator" };
const admin: Actor = { id: 5, role: "admin" };
const otherAdmin: Actor = { id: 6, role: "admin" };
const people = { member, otherMember, moderator, otherModerator, admin, otherAdmin };

describe("the permission to ban", () => {
  test.each<[string, Actor, (keyof typeof people)[]]>([
    ["lets a member ban no one", member, []],
    ["lets a moderator ban members", moderator, ["member", "otherMember"]],
    [
      "lets an admin ban members and moderators",
      admin,
      ["member", "otherMember", "moderator", "otherModerator"],
    ],
  ])("%s", (_, actor, targets) => {
    const names = Object.keys(people) as (keyof typeof people)[];
    expect(names.filter((name) => canBan(actor, people[name]))).toEqual(targets);
  });

  test("lets no one ban themselves", () => {
    for (const one of Object.values(people)) expect(canBan(one, one)).toBe(false);
  });
});

describe("the permission to view a chat", () => {
  test.each([moderator, admin])(
    "is limited to conversations with a reported message for a $role",
    (actor) => {
      expect(canViewAs(actor, [7, 8], 8)).toBe(true);
      expect(canViewAs(actor, [7, 8], 9)).toBe(false);
      expect(canViewAs(actor, [], 7)).toBe(false);
    },
  );

  test("includes the conversation list once there is something to see, and is never given to members", () => {
    expect(canViewAs(moderator, [7])).toBe(true);
    expect(canViewAs(moderator, [])).toBe(false);
    expect(canViewAs(admin, [])).toBe(false);
    expect(canViewAs(member, [7], 7)).toBe(false);
    expect(canViewAs(member, [7])).toBe(false);
  });
});

test("admins can delete any message, moderators only in a conversation with a report", () => {
  expect(canDeleteMessage(admin, { reported: false })).toBe(true);
  expect(canDeleteMessage(admin, { reported: true })).toBe(true);
  expect(canDeleteMessage(moderator, { reported: true })).toBe(true);
  expect(canDeleteMessage(moderator, { reported: false })).toBe(false);
  expect(canDeleteMessage(member, { reported: true })).toBe(false);
});

describe("the actions on a case", () => {
  const alive = { ...otherMember, deleted: false };
  test.each<[ReportType, CaseAction[]]>([
    ["level", ["remove", "warn", "ban"]],
    ["comment", ["remove", "warn", "ban"]],
    ["message", ["remove", "warn", "ban"]],
    ["item", ["hide", "reject", "warn", "ban"]],
    ["thread", ["remove", "move", "lock", "warn", "ban"]],
    ["reply", ["remove", "warn", "ban"]],
    ["user", ["remove", "warn", "ban"]],
  ])("about a %s are for staff", (type, expected) => {
    for (const actor of [moderator, admin])
      expect(caseActions(actor, { type, subject: alive, present: true, done: [] })).toEqual(expected);
    expect(caseActions(member, { type, subject: alive, present: true, done: [] })).toEqual([]);
  });

  const facts = { type: "thread", subject: alive, present: true, done: [] } as const;
  const about = (subject: Actor, deleted = false) => ({ subject: { ...subject, deleted } });
  test.each<[string, Actor, object, string]>([
    ["leave out what needs the content after it was deleted", moderator, { present: false }, "warn ban"],
    ["leave out what was already done", moderator, { done: ["lock"] }, "remove move warn ban"],
    [
      "leave out sanctions by a moderator against a colleague",
      moderator,
      about(otherModerator),
      "remove move lock",
    ],
    [
      "include sanctions by an admin against a moderator",
      admin,
      about(moderator),
      "remove move lock warn ban",
    ],
    ["leave out sanctions against an admin", admin, about(otherAdmin), "remove move lock"],
    ["leave out sanctions against a deleted account", admin, about(otherMember, true), "remove move lock"],
    ["are empty in a case about yourself", moderator, about(moderator), ""],
  ])("%s", (_, actor, change, expected) => {
    expect(caseActions(actor, { ...facts, ...change }).join(" ")).toBe(expected);
  });

  test("are for staff but not about themselves, and can warn anyone they can ban", () => {
    expect(canDecideCase(moderator, 1)).toBe(true);
    expect(canDecideCase(moderator, moderator.id)).toBe(false);
    expect(canDecideCase(member, 2)).toBe(false);
    for (const actor of Object.values(people))
      for (const target of Object.values(people)) expect(canWarn(actor, target)).toBe(canBan(actor, target));
  });
});

test.each<[string, Actor, Actor, number | null, boolean]>([
  ["against a colleague's ban can be decided by a moderator", moderator, member, otherModerator.id, true],
  ["against an admin's ban can be decided by a moderator", moderator, member, admin.id, true],
  ["against a ban by an unknown moderator can be decided by a moderator", moderator, member, null, true],
  ["can't be decided by the moderator who banned the user", moderator, member, moderator.id, false],
  ["can't be decided by the admin who banned the user", admin, member, admin.id, false],
  ["of a banned moderator can be decided by an admin", admin, moderator, otherAdmin.id, true],
  ["of a banned moderator can't be decided by a colleague", otherModerator, moderator, admin.id, false],
  ["can't be decided by the banned user", moderator, moderator, admin.id, false],
  ["can't be decided by a member", member, otherMember, admin.id, false],
])("an appeal %s", (_, actor, user, bannedBy, expected) => {
  expect(canDecideAppeal(actor, user, bannedBy)).toBe(expected);
});

test("staff undo removals but their own within a day; admins alone those of ratings, pictures and deletions", () => {
  const ofOther = { user_id: otherMember.id, to: null };
  for (const type of ["level", "item", "comment", "thread"] as const) {
    expect(canUndo(moderator, { type, ...ofOther })).toBe(true);
    expect(canUndo(moderator, { type, ...ofOther, to: "deleted" })).toBe(false);
    expect(canUndo(moderator, { type, user_id: moderator.id, to: null })).toBe(false);
    expect(canUndo(member, { type, ...ofOther })).toBe(false);
    expect(canUndo(admin, { type, ...ofOther, to: "deleted" })).toBe(true);
  }
  for (const type of ["rating", "picture"] as const) {
    expect(canUndo(moderator, { type, ...ofOther })).toBe(false);
    expect(canUndo(admin, { type, ...ofOther })).toBe(true);
  }
  const times = [UNDO_PERIOD_MS - 1, UNDO_PERIOD_MS];
  expect(times.map((now) => isWithinUndoPeriod(0, now))).toEqual([true, false]);
});

const ROLES = ["member", "moderator", "admin"] as const;

test.each(ROLES.flatMap((role) => ROLES.map((target) => [role, target] as const)))(
  "sign-in traces are shown to a %s of a %s only where the role allows it",
  (role, target) => {
    const expected = role === "admin" || (role === "moderator" && target === "member");
    expect(canSeeTraces({ id: 1, role }, { id: 2, role: target })).toBe(expected);
    expect(canSeeTraces({ id: 1, role }, { id: 1, role })).toBe(role !== "member");
  },
);

describe("the roles that someone can be given", () => {
  test.each([
    ["member", false, ["moderator", "admin"]],
    ["moderator", false, ["member", "admin"]],
    ["admin", false, ["member", "moderator"]],
    ["member", true, []],
    ["moderator", true, ["member"]],
  ] as const)(
    "are all others for a %s (banned: %s), except higher ones during a ban",
    (role, banned, roles) => {
      expect(assignableRoles(admin, { id: 9, role, banned }, false)).toEqual(roles);
      for (const actor of [member, moderator])
        expect(assignableRoles(actor, { id: 9, role, banned }, true)).toEqual([]);
    },
  );

  test("are lower ones for yourself only if another admin exists", () => {
    const self = { ...admin, banned: false };
    expect(assignableRoles(admin, self, false)).toEqual([]);
    expect(assignableRoles(admin, self, true)).toEqual(["member", "moderator"]);
  });
});

test.each([
  ["", moderator, { by: "newest" }],
  [" #12 ", moderator, { by: "id", id: 12, name: "12" }],
  ["Max", moderator, { by: "name", name: "Max" }],
  ["max power", moderator, { by: "nothing" }],
  ["a@b.example", moderator, { by: "nothing" }],
  ["a@b.example", admin, { by: "email", email: "a@b.example" }],
])("an account lookup reads %j correctly", (typed, actor, expected) => {
  expect(parseAccountLookup(typed, actor)).toEqual(expected);
});

describe("the URL of the audit log", () => {
  const read = (search: string) => readAuditView(new URLSearchParams(search));

  test("has valid filters and no others", () => {
    const query =
      "?actor=mod&action=user.ban&subject_type=user&subject=max&from=2026-01-01&search=why+not&before=9";
    expect(writeAuditView(read(query))).toBe(query);
    expect(auditUrl("max")).toBe("/staff/audit?subject_type=user&subject=max");
    const invalid = "?actor=a%20b&action=ban&subject_type=planet&subject=7&from=soon&before=-1";
    expect(writeAuditView(read(invalid))).toBe("?");
  });
});

const BOTH = [false, true];

test.each(
  (["member", "moderator", "admin"] as const).flatMap((role) =>
    Object.values(PRIVACY).flatMap((privacy) =>
      BOTH.flatMap((blocks) =>
        BOTH.flatMap((isBlocked) => BOTH.map((isBuddy) => ({ role, privacy, blocks, isBlocked, isBuddy }))),
      ),
    ),
  ),
)(
  "contact is refused by own block, the other's block and privacy, in this order: %o",
  ({ role, ...facts }) => {
    const isStaff = role !== "member";
    const isPrivate =
      facts.privacy === PRIVACY.noOne || (facts.privacy === PRIVACY.buddies && !facts.isBuddy);
    const expected = facts.blocks
      ? "blocked_by_you"
      : !isStaff && (facts.isBlocked || isPrivate)
        ? "contact_refused"
        : null;
    expect(contactProblem({ id: 1, role }, facts)).toBe(expected);
  },
);
