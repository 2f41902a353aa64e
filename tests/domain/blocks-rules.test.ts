import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";

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
