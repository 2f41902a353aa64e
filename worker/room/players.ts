import type { RoomCloseCode } from "#domain/room/close-codes.ts";
import type { ComeEvent, RoomMessage } from "#domain/room/events.ts";
import { FrameWriter } from "#domain/room/frame-writer.ts";
import { jsonFrame } from "#domain/room/frames.ts";
import { closeSocket } from "../live/close-socket.ts";
import { type Participant, presentPlayer } from "./participant.ts";
import type { Relations } from "./relations.ts";
import type { RoomCounters } from "./room-counters.ts";

/** The players of a room, and what they may receive about each other. */
export class Players {
  /** In no particular order. */
  readonly list: Participant[] = [];
  readonly #byUser = new Map<number, Participant>();
  readonly #bySlot = new Map<number, Participant>();
  readonly #relations: Relations;
  readonly #counters: RoomCounters;

  constructor(relations: Relations, counters: RoomCounters) {
    this.#relations = relations;
    this.#counters = counters;
  }

  get size(): number {
    return this.list.length;
  }

  get(user: number): Participant | undefined {
    return this.#byUser.get(user);
  }

  inSlot(slot: number): Participant | undefined {
    return this.#bySlot.get(slot);
  }

  /** Whether this is still who holds the user's place in the room. */
  has(player: Participant): boolean {
    return this.#byUser.get(player.id) === player;
  }

  users(): number[] {
    return this.list.map(({ id }) => id);
  }

  freeSlot(): number {
    let slot = 0;
    while (this.#bySlot.has(slot)) slot++;
    return slot;
  }

  add(player: Participant): void {
    this.list.push(player);
    this.#byUser.set(player.id, player);
    this.#bySlot.set(player.slot, player);
    this.updateHidden();
  }

  /** Removes a player without sending anything. */
  remove(player: Participant): void {
    const at = this.list.indexOf(player);
    if (at < 0) return;
    this.list.splice(at, 1);
    this.#byUser.delete(player.id);
    this.#bySlot.delete(player.slot);
    this.updateHidden();
  }

  /** Updates the slots that are hidden from each player, after joins, leaves and blocks. */
  updateHidden(): void {
    for (const player of this.list) {
      const hidden = new Set<number>();
      for (const user of this.#relations.hiddenFrom(player.id)) {
        const other = this.#byUser.get(user);
        if (other) hidden.add(other.slot);
      }
      player.hiddenSlots = hidden.size > 0 ? hidden : null;
    }
  }

  isVisible(viewer: Participant, other: Participant): boolean {
    return !viewer.hiddenSlots?.has(other.slot);
  }

  send({ socket }: Participant, bytes: Uint8Array<ArrayBuffer>): void {
    if (!socket) return;
    try {
      socket.send(bytes);
      this.#counters.messagesOut++;
      this.#counters.bytesOut += bytes.length;
    } catch {
      // The socket has closed concurrently; its close event follows.
    }
  }

  /** Sends bytes to everyone who may see a player, them included. */
  sendAbout(player: Participant, bytes: Uint8Array<ArrayBuffer>): void {
    for (const viewer of this.list) if (this.isVisible(viewer, player)) this.send(viewer, bytes);
  }

  sendMessage(player: Participant, event: RoomMessage): void {
    this.send(player, jsonFrame("message", event));
  }

  /** Sends some players to a viewer. */
  sendPlayers(viewer: Participant, players: readonly Participant[], room?: ComeEvent["room"]): void {
    const event: ComeEvent = {
      players: players.map((player) =>
        presentPlayer(player, {
          isBuddy: this.#relations.areBuddies(viewer.id, player.id),
          canWatch: player !== viewer && this.#relations.canWatch(viewer.id, player.id),
        }),
      ),
      ...(room && { room }),
    };
    this.send(viewer, jsonFrame("come", event));
  }

  /** Sends a player to everyone else who may see them. */
  announce(player: Participant): void {
    for (const viewer of this.list)
      if (viewer !== player && this.isVisible(viewer, player)) this.sendPlayers(viewer, [player]);
  }

  /** All players that a viewer may see. */
  visibleTo(viewer: Participant): Participant[] {
    return this.list.filter((player) => this.isVisible(viewer, player));
  }

  /** Sends the places in the last frames, for someone who hasn't received them. */
  sendPlaces(viewer: Participant, tick: number): void {
    const writer = new FrameWriter();
    writer.begin(tick);
    for (const player of this.visibleTo(viewer))
      if (player.shown) writer.put(player.slot, null, player.shown);
    if (!writer.isEmpty) this.send(viewer, writer.end());
  }

  /** Closes a player's socket. They stay in the room. */
  close(player: Participant, code: RoomCloseCode, now = Date.now()): void {
    const { socket } = player;
    if (!socket) return;
    player.socket = null;
    player.cutAt = now;
    closeSocket(socket, code);
  }
}
