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
const byOther = { ...reply, deleted_by: other.id };
const byStaff = { ...reply, deleted_by: moderator.id };

const EVERYONE: Name[] = ["visitor", "author", "other", "moderator", "admin"];
const MEMBERS: Name[] = ["author", "other", "moderator", "admin"];
const STAFF: Name[] = ["moderator", "admin"];
const OWNERS: Name[] = ["author", "moderator", "admin"];
const NO_ONE: Name[] = [];

/** A rule about these things, for any actor. */
const on =
  <T extends unknown[]>(rule: (actor: Actor | null, ...things: T) => boolean, ...things: T) =>
  (actor: Actor | null) =>
    rule(actor, ...things);

test.each<[string, (actor: Actor | null) => boolean, Name[]]>([
  ["everyone can see a thread", on(canSeeThread, thread), EVERYONE],
  ["only staff can see a deleted thread", on(canSeeThread, deleted), STAFF],
  ["members can reply to a thread", on(canReply, thread), MEMBERS],
  ["only staff can reply to a locked thread", on(canReply, locked), STAFF],
  ["no one can reply to a deleted thread", on(canReply, deleted), NO_ONE],
  ["the author and staff can edit a reply", on(canEditReply, reply, thread), OWNERS],
  ["only staff can edit a reply in a locked thread", on(canEditReply, reply, locked), STAFF],
  ["no one can edit a reply in a deleted thread", on(canEditReply, reply, deleted), NO_ONE],
  ["no one can edit a deleted reply", on(canEditReply, byAuthor, thread), NO_ONE],
  ["the author and staff can delete a reply", on(canDeleteReply, reply, thread), OWNERS],
  ["only staff can delete a reply in a locked thread", on(canDeleteReply, reply, locked), STAFF],
  ["no one can delete a reply twice", on(canDeleteReply, byStaff, thread), NO_ONE],
  [
    "no one can delete the first post of a thread without the thread",
    on(canDeleteReply, { ...reply, position: 0 }, thread),
    NO_ONE,
  ],
  [
    "the author and staff can restore a reply that the author deleted",
    on(canRestoreReply, byAuthor, thread),
    OWNERS,
  ],
  ["only staff can restore a reply that staff deleted", on(canRestoreReply, byStaff, thread), STAFF],
  ["only staff can restore a reply in a locked thread", on(canRestoreReply, byAuthor, locked), STAFF],
  ["only staff can restore a reply in a deleted thread", on(canRestoreReply, byAuthor, deleted), STAFF],
  ["only staff can restore what another member deleted", on(canRestoreReply, byOther, thread), STAFF],
  ["no one can restore a reply that isn't deleted", on(canRestoreReply, reply, thread), NO_ONE],
  ["the author and staff can delete a thread without replies", on(canDeleteThread, thread), OWNERS],
  ["only staff can delete a thread with replies", on(canDeleteThread, withReplies), STAFF],
  ["only staff can delete a locked thread", on(canDeleteThread, locked), STAFF],
  ["no one can delete a deleted thread", on(canDeleteThread, deleted), NO_ONE],
  ["only staff can move, pin, lock and restore threads", canModerateThreads, STAFF],
])("%s", (_, isAllowed, expected) => {
  expect((Object.keys(people) as Name[]).filter((name) => isAllowed(people[name]))).toEqual(expected);
});
