import { describe, expect, test } from "vitest";
import { canSeeTraces, readLookUp } from "#domain/staff/rules.ts";
import { auditOf, readAuditView, writeAuditView } from "#domain/staff/view.ts";

const ROLES = ["member", "moderator", "admin"] as const;

describe("where somebody signs in from", () => {
  test.each(ROLES.flatMap((role) => ROLES.map((target) => [role, target] as const)))(
    "is shown to a %s of a %s where it should be",
    (role, target) => {
      const may = role === "admin" || (role === "moderator" && target === "member");
      expect(canSeeTraces({ id: 1, role }, { id: 2, role: target })).toBe(may);
      expect(canSeeTraces({ id: 1, role }, { id: 1, role })).toBe(role !== "member");
    },
  );
});

describe("what is typed to find an account", () => {
  const admin = { id: 1, role: "admin" } as const;
  const moderator = { id: 2, role: "moderator" } as const;
  test.each([
    ["", moderator, { by: "newest" }],
    [" #12 ", moderator, { by: "id", id: 12, name: "12" }],
    ["Max", moderator, { by: "name", name: "Max" }],
    ["max power", moderator, { by: "nothing" }],
    ["a@b.example", moderator, { by: "nothing" }],
    ["a@b.example", admin, { by: "email", email: "a@b.example" }],
  ])("%j means what it should", (typed, actor, wanted) => {
    expect(readLookUp(typed, actor)).toEqual(wanted);
  });
});

describe("the address of the audit log", () => {
  const read = (address: string) => readAuditView(new URLSearchParams(address));
  test("keeps what means something", () => {
    const query =
      "?actor=mod&action=user.ban&subject_type=user&subject=max&from=2026-01-01&search=why+not&before=9";
    expect(writeAuditView(read(query))).toBe(query);
    expect(auditOf("max")).toBe("/staff/audit?subject_type=user&subject=max");
  });
  test("leaves out what means nothing", () => {
    const query = "?actor=a%20b&action=ban&subject_type=planet&subject=7&from=soon&before=-1";
    expect(writeAuditView(read(query))).toBe("?");
  });
});
