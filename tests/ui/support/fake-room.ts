import { type UserCard, userCard } from "#domain/api/response.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { epochAt, tickAt } from "#domain/room/epoch.ts";
import type { RoomMessage, RoomPlayer } from "#domain/room/events.ts";
import { FrameWriter } from "#domain/room/frame-writer.ts";
import {
  type Finished,
  finishedFrame,
  jsonFrame,
  pongFrame,
  readUpFrame,
  type UpFrame,
  welcomeFrame,
} from "#domain/room/frames.ts";
import { PLACE_STEPS } from "#domain/room/seen.ts";
import { type BopiLook, bopiLook } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { complete } from "./complete.ts";
import { FakeSocket } from "./fake-socket.ts";
import { LOOK } from "./player.ts";
import type { ErrorResponse, Site } from "./site.ts";

/** When the room began, in milliseconds since 1970. `performance.now()` is 0 then. */
const START_MS = Date.UTC(2026, 0, 2);
/** The user's own slot. */
const OWN_SLOT = 0;

/** A room that a test plays itself. Frames are those of domain/room. */
export class FakeRoom {
  /** The frames from the page, without pings and inputs. */
  readonly frames: UpFrame[] = [];
  readonly players: readonly RoomPlayer[];
  /** The next request for a ticket fails like this, and so on until it is null. */
  problem: ErrorResponse | null = null;
  /** New connections fail. */
  isDown = false;
  readonly #epoch = epochAt(START_MS);
  readonly #writer = new FrameWriter();
  #socket: FakeSocket | null = null;

  /** The user is in slot 0, the others follow. */
  constructor(site: Site, others: readonly (Partial<RoomPlayer> & { name: string })[]) {
    this.players = [{ name: "bobby", can_watch: false }, ...others].map(({ name, ...more }, slot) => ({
      slot,
      user: complete(userCard, { id: slot === OWN_SLOT ? 7 : 20 + slot, username: name }) as UserCard,
      look: complete(bopiLook, LOOK) as BopiLook,
      is_buddy: false,
      is_staff: false,
      is_creator: false,
      can_watch: true,
      ...more,
    }));
    site.respond(
      joinTokenRoute,
      () =>
        this.problem ?? {
          room: "/api/rooms/1/0",
          token: "token",
          level_id: 1,
          revision: 1,
          now_ms: this.now,
        },
    );
    FakeSocket.onRoom = (socket) => this.#accept(socket);
  }

  get now(): number {
    return START_MS + performance.now();
  }

  get tick(): number {
    return tickAt(this.now, this.#epoch);
  }

  #accept(socket: FakeSocket): void {
    if (this.isDown) {
      this.#close(socket, 1013);
      return;
    }
    this.#socket = socket;
    socket.onBytes = (bytes) => {
      const frame = readUpFrame(bytes);
      if (frame) this.#receive(frame);
    };
    socket.dispatchEvent(new Event("open"));
  }

  #receive(frame: UpFrame): void {
    if (frame.type === "ping") this.#send(pongFrame(frame.time, this.tick));
    if (frame.type === "ping" || frame.type === "inputs") return;
    this.frames.push(frame);
    if (frame.type === "chat") this.send(OWN_SLOT, { text: frame.text });
    if (frame.type === "emote") this.send(OWN_SLOT, { emote: frame.emote });
    if (frame.type === "join") this.#welcome();
  }

  #welcome(): void {
    const tick = { tick: this.tick, epoch: this.#epoch, rate: 15 };
    this.#send(welcomeFrame({ slot: OWN_SLOT, physics: PHYSICS, revision: 1, ...tick }));
    this.#send(
      jsonFrame("come", { players: this.players, room: { level_id: 1, instance: 0, can_remove: false } }),
    );
    this.#writer.begin(this.tick);
    // Beside each other, a few steps ahead of the spawn.
    for (const { slot } of this.players)
      this.#writer.put(slot, null, {
        x: (slot - 2) * 4 * PLACE_STEPS,
        y: 0,
        z: (slot === OWN_SLOT ? 0 : 9) * PLACE_STEPS,
        block: -1,
        heading: 128,
        pose: 0,
      });
    this.#send(this.#writer.end());
  }

  #send(bytes: Uint8Array): void {
    this.#socket?.dispatchEvent(new MessageEvent("message", { data: bytes.slice().buffer }));
  }

  /** A line or an emote of a player. */
  send(slot: number, what: { text: string } | { emote: number }): void {
    this.#send(jsonFrame("message", { slot, ...what } satisfies RoomMessage));
  }

  /** Why the page's own last frame had no effect. */
  complain(problem: string): void {
    this.#send(jsonFrame("message", { problem } satisfies RoomMessage));
  }

  leave(slot: number): void {
    this.#send(jsonFrame("left", { slot }));
  }

  come(slot: number): void {
    this.#send(jsonFrame("come", { players: [this.players[slot]] }));
  }

  finish(finished: Partial<Finished> & Pick<Finished, "slot" | "ticks">): void {
    this.#send(
      finishedFrame({ place: null, run: 0, isCounted: true, isFirst: false, isBest: false, ...finished }),
    );
  }

  /** Closes the socket, as the room or a cut connection does. */
  close(code: number): void {
    if (this.#socket) this.#close(this.#socket, code);
  }

  #close(socket: FakeSocket, code: number): void {
    socket.readyState = FakeSocket.CLOSED;
    socket.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** The frames of one type that the page has sent. */
  sent<T extends UpFrame["type"]>(type: T): Extract<UpFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<UpFrame, { type: T }> => frame.type === type);
  }
}
