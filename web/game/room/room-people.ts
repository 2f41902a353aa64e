import type { ComeEvent, RoomMessage, RoomPlayer } from "#domain/room/events.ts";
import type { Finished } from "#domain/room/frames.ts";
import { createStore } from "#web/lib/store.ts";
import type { RoomLink } from "./room-link.ts";

export interface RoomPerson extends RoomPlayer {
  isSelf: boolean;
  isMuted: boolean;
  /** They watch someone instead of playing. */
  isWatching: boolean;
  /** The place of their best run since they are here, if it has one. */
  place: number | null;
}

export interface RoomLine {
  id: number;
  slot: number;
  userId: number;
  username: string;
  text: string;
}

export interface RoomNotice {
  id: number;
  kind: "joined" | "left" | "finished" | "problem";
  username?: string;
  ticks?: number;
  place?: number | null;
  /** Of a problem: why the own last line or emote had no effect. */
  message?: string;
}

const MAX_LINES = 50;

/** The players in a room, their chat and their results, for the screens. */
export class RoomPeople {
  readonly people = createStore<RoomPerson[]>([]);
  readonly lines = createStore<RoomLine[]>([]);
  readonly notices = createStore<RoomNotice | null>(null);
  /** Whether the player can remove others from the level. */
  canRemove = false;
  readonly #link: RoomLink;
  readonly #persons = new Map<number, RoomPerson>();
  readonly #muted = new Set<number>();
  readonly #stops: (() => void)[];
  #ids = 0;

  constructor(link: RoomLink) {
    this.#link = link;
    this.#stops = [
      link.state.subscribe(() => {
        if (link.state.get().at === "closed") this.#clear();
      }),
      link.on("come", (event) => this.#onCome(event)),
      link.on("left", ({ slot }) => this.#onLeft(slot)),
      link.on("message", (event) => this.#onRoomMessage(event)),
      link.on("finished", (finished) => this.#onFinished(finished)),
    ];
    // The link can be in the room for a while.
    if (link.room) this.#onCome({ players: [...link.players.values()], room: link.room });
  }

  at(slot: number): RoomPerson | null {
    for (const person of this.#persons.values()) if (person.slot === slot) return person;
    return null;
  }

  setMuted(userId: number, on: boolean): void {
    if (on) this.#muted.add(userId);
    else this.#muted.delete(userId);
    this.#change(userId, { isMuted: on });
    if (on) this.lines.set(this.lines.get().filter((line) => line.userId !== userId));
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  #clear(): void {
    this.#persons.clear();
    this.#publish();
  }

  #onCome({ players, room }: ComeEvent): void {
    if (room) {
      this.canRemove = room.can_remove;
      const present = new Set(players.map(({ user }) => user.id));
      for (const id of this.#persons.keys()) if (!present.has(id)) this.#persons.delete(id);
    }
    for (const player of players) {
      const { id, username } = player.user;
      const isSelf = player.slot === this.#link.slot;
      const last = room ? null : this.at(player.slot);
      if (last && last.user.id !== id) this.#persons.delete(last.user.id);
      const place = this.#persons.get(id)?.place ?? null;
      const isNew = !this.#persons.has(id);
      this.#persons.set(id, { ...player, isSelf, isMuted: this.#muted.has(id), isWatching: false, place });
      if (!room && !isSelf && isNew) this.#notice({ kind: "joined", username });
    }
    this.#publish();
  }

  #onLeft(slot: number): void {
    const person = this.at(slot);
    if (!person) return;
    this.#persons.delete(person.user.id);
    this.#publish();
    this.#notice({ kind: "left", username: person.user.username });
  }

  #onRoomMessage(event: RoomMessage) {
    if ("problem" in event) return this.#notice({ kind: "problem", message: event.problem });
    const person = this.at(event.slot);
    if (!person) return;
    const { id, username } = person.user;
    if ("watching" in event) this.#change(id, { isWatching: event.watching });
    else if ("text" in event && !person.isMuted) {
      const line = { id: ++this.#ids, slot: event.slot, userId: id, username, text: event.text };
      this.lines.set([...this.lines.get(), line].slice(-MAX_LINES));
    }
  }

  #onFinished({ slot, ticks, place, isCounted }: Finished): void {
    const person = isCounted ? this.at(slot) : null;
    if (!person) return;
    const { user, place: best, isSelf } = person;
    if (place !== null && (best === null || place < best)) this.#change(user.id, { place });
    // The player's own result has a panel.
    if (!isSelf) this.#notice({ kind: "finished", username: user.username, ticks, place });
  }

  #change(userId: number, change: Partial<RoomPerson>): void {
    const person = this.#persons.get(userId);
    if (!person) return;
    this.#persons.set(userId, { ...person, ...change });
    this.#publish();
  }

  #publish(): void {
    this.people.set([...this.#persons.values()]);
  }

  #notice(notice: Omit<RoomNotice, "id">): void {
    this.notices.set({ id: ++this.#ids, ...notice });
  }
}
