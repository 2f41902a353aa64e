import { assignableRoles, canSeeTraces, parseAccountLookup } from "#domain/staff/rules.ts";
import { auditUrl, readAuditView, writeAuditView } from "#domain/staff/view.ts";

const ROLES = ["member", "moderator", "admin"] as const;

describe("sign-in traces", () => {
  test.each(ROLES.flatMap((role) => ROLES.map((target) => [role, target] as const)))(
    "are shown to a %s of a %s only where the role allows it",
    (role, target) => {
      const expected = role === "admin" || (role === "moderator" && target === "member");
      expect(canSeeTraces({ id: 1, role }, { id: 2, role: target })).toBe(expected);
      expect(canSeeTraces({ id: 1, role }, { id: 1, role })).toBe(role !== "member");
    },
  );
});

describe("the roles that someone can be given", () => {
  const admin = { id: 1, role: "admin" } as const;
  test.each([
    ["member", false, ["moderator", "admin"]],
    ["moderator", false, ["member", "admin"]],
    ["admin", false, ["member", "moderator"]],
    ["member", true, []],
    ["moderator", true, ["member"]],
  ] as const)(
    "are all others for a %s (banned: %s), except higher ones during a ban",
    (role, banned, roles) => {
      expect(assignableRoles(admin, { id: 2, role, banned }, false)).toEqual(roles);
      for (const actor of ["member", "moderator"] as const)
        expect(assignableRoles({ id: 1, role: actor }, { id: 2, role, banned }, true)).toEqual([]);
    },
  );

  test("are lower ones for yourself only if another admin exists", () => {
    const self = { ...admin, banned: false };
    expect(assignableRoles(admin, self, false)).toEqual([]);
    expect(assignableRoles(admin, self, true)).toEqual(["member", "moderator"]);
  });
});

describe("an account lookup", () => {
  const admin = { id: 1, role: "admin" } as const;
  const moderator = { id: 2, role: "moderator" } as const;
  test.each([
    ["", moderator, { by: "newest" }],
    [" #12 ", moderator, { by: "id", id: 12, name: "12" }],
    ["Max", moderator, { by: "name", name: "Max" }],
    ["max power", moderator, { by: "nothing" }],
    ["a@b.example", moderator, { by: "nothing" }],
    ["a@b.example", admin, { by: "email", email: "a@b.example" }],
  ])("reads %j correctly", (typed, actor, expected) => {
    expect(parseAccountLookup(typed, actor)).toEqual(expected);
  });
});

describe("the URL of the audit log", () => {
  const read = (search: string) => readAuditView(new URLSearchParams(search));
  test("keeps valid filters", () => {
    const query =
      "?actor=mod&action=user.ban&subject_type=user&subject=max&from=2026-01-01&search=why+not&before=9";
    expect(writeAuditView(read(query))).toBe(query);
    expect(auditUrl("max")).toBe("/staff/audit?subject_type=user&subject=max");
  });
  test("leaves out invalid filters", () => {
    const query = "?actor=a%20b&action=ban&subject_type=planet&subject=7&from=soon&before=-1";
    expect(writeAuditView(read(query))).toBe("?");
  });
});
