import type { Actor } from "#domain/auth/roles.ts";
import {
  canDeleteReply,
  canDeleteThread,
  canEditReply,
  canModerateThreads,
  canReply,
  canRestoreReply,
  canSeeThread,
} from "#domain/forums/rules.ts";

const author: Actor = { id: 1, role: "member" };
const other: Actor = { id: 2, role: "member" };
const moderator: Actor = { id: 3, role: "moderator" };
const admin: Actor = { id: 4, role: "admin" };
const people = { visitor: null, author, other, moderator, admin };
type Name = keyof typeof people;

const thread = { user_id: author.id, locked: false, deleted: false, replies_count: 0 };
const locked = { ...thread, locked: true };
const deleted = { ...thread, deleted: true };
const withReplies = { ...thread, replies_count: 1 };
const reply = { user_id: author.id, deleted_by: null, position: 1 };
const byAuthor = { ...reply, deleted_by: author.id };
const byStaff = { ...reply, deleted_by: moderator.id };

const EVERYONE: Name[] = ["visitor", "author", "other", "moderator", "admin"];
const MEMBERS: Name[] = ["author", "other", "moderator", "admin"];
const STAFF: Name[] = ["moderator", "admin"];
const AUTHOR_AND_STAFF: Name[] = ["author", "moderator", "admin"];
const NO_ONE: Name[] = [];

test.each<[string, (actor: Actor | null) => boolean, Name[]]>([
  ["everyone can see a thread", (actor) => canSeeThread(actor, thread), EVERYONE],
  ["only staff can see a deleted thread", (actor) => canSeeThread(actor, deleted), STAFF],
  ["members can reply to a thread", (actor) => canReply(actor, thread), MEMBERS],
  ["only staff can reply to a locked thread", (actor) => canReply(actor, locked), STAFF],
  ["no one can reply to a deleted thread", (actor) => canReply(actor, deleted), NO_ONE],
  ["the author and staff can edit a reply", (actor) => canEditReply(actor, reply, thread), AUTHOR_AND_STAFF],
  ["only staff can edit a reply in a locked thread", (actor) => canEditReply(actor, reply, locked), STAFF],
  ["no one can edit a reply in a deleted thread", (actor) => canEditReply(actor, reply, deleted), NO_ONE],
  ["no one can edit a deleted reply", (actor) => canEditReply(actor, byAuthor, thread), NO_ONE],
  [
    "the author and staff can delete a reply",
    (actor) => canDeleteReply(actor, reply, thread),
    AUTHOR_AND_STAFF,
  ],
  [
    "only staff can delete a reply in a locked thread",
    (actor) => canDeleteReply(actor, reply, locked),
    STAFF,
  ],
  ["no one can delete a reply twice", (actor) => canDeleteReply(actor, byStaff, thread), NO_ONE],
  [
    "no one can delete the first post of a thread without the thread",
    (actor) => canDeleteReply(actor, { ...reply, position: 0 }, thread),
    NO_ONE,
  ],
  [
    "the author and staff can restore a reply that the author deleted",
    (actor) => canRestoreReply(actor, byAuthor, thread),
    AUTHOR_AND_STAFF,
  ],
  [
    "only staff can restore a reply that staff deleted",
    (actor) => canRestoreReply(actor, byStaff, thread),
    STAFF,
  ],
  [
    "only staff can restore a reply in a locked thread",
    (actor) => canRestoreReply(actor, byAuthor, locked),
    STAFF,
  ],
  [
    "only staff can restore a reply in a deleted thread",
    (actor) => canRestoreReply(actor, byAuthor, deleted),
    STAFF,
  ],
  ["no one can restore a reply that isn't deleted", (actor) => canRestoreReply(actor, reply, thread), NO_ONE],
  [
    "the author and staff can delete a thread without replies",
    (actor) => canDeleteThread(actor, thread),
    AUTHOR_AND_STAFF,
  ],
  ["only staff can delete a thread with replies", (actor) => canDeleteThread(actor, withReplies), STAFF],
  ["only staff can delete a locked thread", (actor) => canDeleteThread(actor, locked), STAFF],
  ["no one can delete a deleted thread", (actor) => canDeleteThread(actor, deleted), NO_ONE],
  ["only staff can move, pin, lock and restore threads", canModerateThreads, STAFF],
])("%s", (_, isAllowed, expected) => {
  expect((Object.keys(people) as Name[]).filter((name) => isAllowed(people[name]))).toEqual(expected);
});

describe("someone else's deleted reply", () => {
  test("can't be restored by a member, not even by the one who deleted it", () => {
    expect(canRestoreReply(other, { ...reply, deleted_by: other.id }, thread)).toBe(false);
  });
});
