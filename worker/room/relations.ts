import { type Columns, type Database, first } from "#db/database.ts";
import type { Role } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import { relatedUsersQuery } from "../hosts/room-arrival.ts";
import { effectiveRole } from "../http/session.ts";

/** A player's relations. `hidden` and `buddies` are users who were in the room or joining. */
interface PlayerRelations {
  role: Role;
  join_privacy: number;
  /** Users with a block between them and this player, in either direction. */
  hidden: readonly number[];
  buddies: readonly number[];
}

/** The differences after a change of a user's relations, as the ids of the other users. */
export interface RelationChanges {
  /** Both have to get a `left` for the other. */
  hidden: number[];
  /** Both have to get a `come` for the other, and their place. */
  shown: number[];
  /** Both have to get a `come` for the other again: they became or stopped being buddies, or may watch each other now. */
  changed: number[];
}

interface Person {
  role: Role;
  join_privacy: number;
  hidden: Set<number>;
  buddies: Set<number>;
  /** The number of the read that their relations come from; 0 before the first one. */
  readAt: number;
  /** How often they have begun without leaving: a user who joins again has two sockets for a moment. */
  entries: number;
}

/** Hidden pairs and buddies in a room (rule 18), from when users begin to join. */
export class Relations {
  readonly #people = new Map<number, Person>();
  /** Numbers the reads. A pair's relation comes from the newest read that covers it. */
  #reads = 0;

  /** Begins a join. Call `leave` once for it, also if the join fails. Returns the users to read the relations with. */
  begin(user: number): { present: number[]; read: number } {
    const present = this.#others(user);
    const person = this.#people.get(user);
    if (person) person.entries++;
    else
      this.#people.set(user, {
        role: "member",
        join_privacy: 0,
        hidden: new Set(),
        buddies: new Set(),
        readAt: 0,
        entries: 1,
      });
    return { present, read: ++this.#reads };
  }

  /** Stores what the read that `begin` numbered found. */
  join(
    user: number,
    { present, read }: { present: readonly number[]; read: number },
    found: PlayerRelations,
  ): void {
    const person = this.#people.get(user);
    if (person) this.#store(user, person, present, read, found);
  }

  leave(user: number): void {
    const person = this.#people.get(user);
    if (!person || --person.entries > 0) return;
    this.#people.delete(user);
    for (const other of this.#people.values()) {
      other.hidden.delete(user);
      other.buddies.delete(user);
    }
  }

  #others(user: number): number[] {
    return [...this.#people.keys()].filter((other) => other !== user);
  }

  #store(
    user: number,
    person: Person,
    others: readonly number[],
    read: number,
    { role, join_privacy, hidden, buddies }: PlayerRelations,
  ): void {
    if (read > person.readAt) Object.assign(person, { role, join_privacy });
    for (const other of others) {
      const them = this.#people.get(other);
      // A read that began later knows better.
      if (!them || read < them.readAt || read < person.readAt) continue;
      setMembership(person.hidden, other, hidden.includes(other));
      setMembership(them.hidden, user, hidden.includes(other));
      setMembership(person.buddies, other, buddies.includes(other));
      setMembership(them.buddies, user, buddies.includes(other));
    }
    person.readAt = Math.max(person.readAt, read);
  }

  /** The users that a player doesn't notice, and who don't notice them. Can include some who are only joining. */
  hiddenFrom(user: number): ReadonlySet<number> {
    return this.#people.get(user)?.hidden ?? NO_ONE;
  }

  areHidden(a: number, b: number): boolean {
    return this.hiddenFrom(a).has(b);
  }

  areBuddies(a: number, b: number): boolean {
    return this.#people.get(a)?.buddies.has(b) ?? false;
  }

  /** Whether a player may watch another: whether they could join them. */
  canWatch(viewer: number, target: number): boolean {
    const [from, to] = [this.#people.get(viewer), this.#people.get(target)];
    if (!from || !to || viewer === target || this.areHidden(viewer, target)) return false;
    const facts = {
      blocks: false,
      isBlocked: false,
      isBuddy: this.areBuddies(viewer, target),
      privacy: to.join_privacy,
    };
    return contactProblem({ id: viewer, role: from.role }, facts) === null;
  }

  /** Reads a user's blocks, buddies, role and privacy again. One round trip; null if they aren't here. */
  async refresh(db: Database, user: number): Promise<RelationChanges | null> {
    if (!this.#people.has(user)) return null;
    const read = ++this.#reads;
    const present = this.#others(user);
    const { account, related } = await db.batch({
      account: first<
        Columns<"users", "join_privacy"> & {
          role: Role;
        }
      >`select ${effectiveRole} as role, u.join_privacy from users u where u.id = ${user}`,
      related: relatedUsersQuery(user, present),
    });
    const person = this.#people.get(user);
    if (!person || !account) return null;
    // Others may have joined or left meanwhile, and other reads may have ended.
    const others = present.filter((other) => this.#people.has(other));
    const before = others.map((other) => this.#pair(user, other));
    this.#store(user, person, others, read, {
      ...account,
      hidden: related.filter(({ hidden }) => hidden === 1).map(({ id }) => id),
      buddies: related.filter(({ buddy }) => buddy === 1).map(({ id }) => id),
    });
    const changes: RelationChanges = { hidden: [], shown: [], changed: [] };
    for (const [i, other] of others.entries()) {
      const [old, now] = [before[i], this.#pair(user, other)];
      if (!old || old.join() === now.join()) continue;
      const [wasHidden, isHidden] = [old[0], now[0]];
      if (isHidden) changes.hidden.push(other);
      else (wasHidden ? changes.shown : changes.changed).push(other);
    }
    return changes;
  }

  #pair(user: number, other: number): [isHidden: boolean, ...rest: boolean[]] {
    return [
      this.areHidden(user, other),
      this.areBuddies(user, other),
      this.canWatch(user, other),
      this.canWatch(other, user),
    ];
  }
}

const NO_ONE: ReadonlySet<number> = new Set();

function setMembership(set: Set<number>, id: number, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
