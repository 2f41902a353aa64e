import type { RoomPerson } from "#web/game/room/game-room.ts";

const rank = ({ isSelf, is_buddy }: RoomPerson): number => (isSelf ? 0 : is_buddy ? 1 : 2);

/** The players of a room as they are listed: the user, their buddies, the others; each by name. */
export const inOrder = (people: readonly RoomPerson[]): RoomPerson[] =>
  people.toSorted((a, b) => rank(a) - rank(b) || a.user.username.localeCompare(b.user.username));

/** The players that the user can watch, in the order of the list. */
export const watchable = (people: readonly RoomPerson[]): RoomPerson[] =>
  inOrder(people).filter((person) => !person.isSelf && person.can_watch && !person.isWatching);

/** Returns the player after another, or before with −1. The first one if that player isn't in the list; null in an empty list. */
export function neighbor(people: readonly RoomPerson[], userId: number, step: 1 | -1): RoomPerson | null {
  if (people.length === 0) return null;
  const at = people.findIndex(({ user }) => user.id === userId);
  return people[at < 0 ? 0 : (at + step + people.length) % people.length] ?? null;
}
