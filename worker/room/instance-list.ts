import { ROOM_LIMITS } from "#domain/room/limits.ts";

interface Instance {
  revision: number;
  users: ReadonlySet<number>;
  /** When it reported, in milliseconds since 1970. */
  at: number;
}

/** Instances that haven't reported for this long are empty. */
const SILENT_MS = 3 * ROOM_LIMITS.reportMs;
/** How long a place in an instance is reserved for someone who was sent there. */
const RESERVED_MS = 60_000;

export interface AssignRequest {
  user: number;
  /** The level's newest one. */
  revision: number;
  buddies: readonly number[];
  /** The instance of the user they join: this one or none. */
  follow?: number;
  /** The instance to choose if they fit in, for someone who comes back. */
  prefer?: number;
}

/** The instances of a level and who is on the way to them. Instance 0 keeps it. */
export class InstanceList {
  readonly #instances = new Map<number, Instance>();
  readonly #reservations = new Map<number, { instance: number; until: number }>();

  /** Stores the players of an instance. */
  report(instance: number, revision: number, users: readonly number[], now: number): void {
    if (users.length === 0) this.#instances.delete(instance);
    else this.#instances.set(instance, { revision, users: new Set(users), at: now });
    for (const user of users)
      if (this.#reservations.get(user)?.instance === instance) this.#reservations.delete(user);
  }

  #deleteExpired(now: number): void {
    for (const [instance, { at }] of this.#instances)
      if (now - at > SILENT_MS) this.#instances.delete(instance);
    for (const [user, { until }] of this.#reservations) if (until <= now) this.#reservations.delete(user);
  }

  /** Chooses an instance and reserves a place in it (rule 3). Null if there is none. */
  assign({ user, revision, buddies, follow, prefer }: AssignRequest, now: number): number | null {
    this.#deleteExpired(now);
    this.#reservations.delete(user);
    const fits = (instance: number | undefined) =>
      instance !== undefined && this.#fits(instance, user, revision);
    const other = () => (follow === undefined ? this.#choose(user, revision, buddies) : null);
    const instance = [follow, prefer].find(fits) ?? other();
    if (instance !== null) this.#reservations.set(user, { instance, until: now + RESERVED_MS });
    return instance;
  }

  #fits(instance: number, user: number, revision: number): boolean {
    const found = this.#instances.get(instance);
    if (found && found.revision !== revision) return false;
    return (this.#count(user).get(instance) ?? 0) < ROOM_LIMITS.players;
  }

  /** How many are in each instance or on the way, without a user. */
  #count(except: number): Map<number, number> {
    const counts = new Map<number, number>();
    for (const [instance, { users }] of this.#instances)
      counts.set(instance, users.size - (users.has(except) ? 1 : 0));
    for (const { instance } of this.#reservations.values())
      counts.set(instance, (counts.get(instance) ?? 0) + 1);
    return counts;
  }

  #choose(user: number, revision: number, buddies: readonly number[]): number | null {
    const fullestFirst = [...this.#count(user)]
      .filter(([instance]) => (this.#instances.get(instance)?.revision ?? revision) === revision)
      .sort(([a, inA], [b, inB]) => inB - inA || a - b);
    const hasBuddy = (instance: number) =>
      buddies.some((buddy) => this.#instances.get(instance)?.users.has(buddy));
    const found =
      fullestFirst.find(([instance, players]) => players < ROOM_LIMITS.players && hasBuddy(instance)) ??
      fullestFirst.find(([, players]) => players < ROOM_LIMITS.preferredPlayers);
    if (found) return found[0];
    for (let instance = 0; instance < ROOM_LIMITS.instances; instance++)
      if (!this.#instances.has(instance) && !fullestFirst.some(([known]) => known === instance))
        return instance;
    return null;
  }
}
