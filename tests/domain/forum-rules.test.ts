import { describe, expect, test } from "vitest";
import {
  canDeleteReply,
  canDeleteThread,
  canEditReply,
  canModerateThreads,
  canReply,
  canRestoreReply,
  canSeeThread,
} from "#domain/forums/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";

const author: Actor = { id: 1, role: "member" };
const other: Actor = { id: 2, role: "member" };
const moderator: Actor = { id: 3, role: "moderator" };
const admin: Actor = { id: 4, role: "admin" };
const people = { visitor: null, author, other, moderator, admin };
type Name = keyof typeof people;

const thread = { user_id: author.id, locked: false, deleted: false, replies_count: 0 };
const locked = { ...thread, locked: true };
const deleted = { ...thread, deleted: true };
const answered = { ...thread, replies_count: 1 };
const standing = { user_id: author.id, deleted_by: null, position: 1 };
const byAuthor = { ...standing, deleted_by: author.id };
const byStaff = { ...standing, deleted_by: moderator.id };

const EVERYBODY: Name[] = ["visitor", "author", "other", "moderator", "admin"];
const MEMBERS: Name[] = ["author", "other", "moderator", "admin"];
const STAFF: Name[] = ["moderator", "admin"];
const AUTHOR_AND_STAFF: Name[] = ["author", "moderator", "admin"];
const NOBODY: Name[] = [];

test.each<[string, (actor: Actor | null) => boolean, Name[]]>([
  ["a thread is seen by everybody", (actor) => canSeeThread(actor, thread), EVERYBODY],
  ["a deleted one by staff", (actor) => canSeeThread(actor, deleted), STAFF],
  ["a thread is answered by members", (actor) => canReply(actor, thread), MEMBERS],
  ["a locked one by staff", (actor) => canReply(actor, locked), STAFF],
  ["a deleted one by nobody", (actor) => canReply(actor, deleted), NOBODY],
  [
    "a reply is edited by its author and staff",
    (actor) => canEditReply(actor, standing, thread),
    AUTHOR_AND_STAFF,
  ],
  ["in a locked thread by staff", (actor) => canEditReply(actor, standing, locked), STAFF],
  ["in a deleted thread by nobody", (actor) => canEditReply(actor, standing, deleted), NOBODY],
  ["a deleted reply by nobody", (actor) => canEditReply(actor, byAuthor, thread), NOBODY],
  [
    "a reply is deleted by its author and staff",
    (actor) => canDeleteReply(actor, standing, thread),
    AUTHOR_AND_STAFF,
  ],
  ["in a locked thread it is by staff", (actor) => canDeleteReply(actor, standing, locked), STAFF],
  ["twice by nobody", (actor) => canDeleteReply(actor, byStaff, thread), NOBODY],
  [
    "what a thread begins with by nobody: it goes with the thread",
    (actor) => canDeleteReply(actor, { ...standing, position: 0 }, thread),
    NOBODY,
  ],
  [
    "what its author deleted comes back by them and staff",
    (actor) => canRestoreReply(actor, byAuthor, thread),
    AUTHOR_AND_STAFF,
  ],
  ["what staff deleted by staff", (actor) => canRestoreReply(actor, byStaff, thread), STAFF],
  ["in a locked thread by staff alone", (actor) => canRestoreReply(actor, byAuthor, locked), STAFF],
  ["in a deleted thread by staff alone", (actor) => canRestoreReply(actor, byAuthor, deleted), STAFF],
  ["what stands does not come back", (actor) => canRestoreReply(actor, standing, thread), NOBODY],
  [
    "a thread without answers is deleted by its author and staff",
    (actor) => canDeleteThread(actor, thread),
    AUTHOR_AND_STAFF,
  ],
  ["an answered one by staff", (actor) => canDeleteThread(actor, answered), STAFF],
  ["one that is locked by staff", (actor) => canDeleteThread(actor, locked), STAFF],
  ["one that is deleted by nobody", (actor) => canDeleteThread(actor, deleted), NOBODY],
  ["threads are moved, pinned, locked and brought back by staff", canModerateThreads, STAFF],
])("%s", (_, may, expected) => {
  expect((Object.keys(people) as Name[]).filter((name) => may(people[name]))).toEqual(expected);
});

describe("somebody else's deleted reply", () => {
  test("does not come back by whoever has deleted it, where that is no staff", () => {
    expect(canRestoreReply(other, { ...standing, deleted_by: other.id }, thread)).toBe(false);
  });
});
