import type { Page, WebSocketRoute } from "@playwright/test";
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
import type { LevelPlay } from "#domain/runs/api.ts";
import type { Api, ApiLevel } from "./api.ts";

/** The user's own slot, and those of the others from here on. */
const OWN_SLOT = 0;
const FIRST_SLOT = 1;

type UserCard = RoomPlayer["user"];

export interface FakeRoomOptions {
  level: ApiLevel;
  /** Signed in as the page's user. */
  api: Api;
  username: string;
  /** Names of demo members in the room, with what differs from a stranger who can be watched. */
  others: readonly (Partial<RoomPlayer> & { name: string })[];
}

/** A room that a test plays itself. Frames are those of domain/room. */
export class FakeRoom {
  /** The frames from the page, without pings and inputs. */
  readonly frames: UpFrame[] = [];
  readonly players: readonly RoomPlayer[];
  /** The destinations of the requests for tickets, in their order. */
  readonly destinations: unknown[] = [];
  /** The next request for a ticket fails like this, and so on until it is null. */
  problem: { status: number; code: string; message: string } | null = null;
  /** New connections fail. */
  isDown = false;
  readonly #level: ApiLevel;
  readonly #play: LevelPlay;
  readonly #epoch = epochAt(Date.now());
  readonly #writer = new FrameWriter();
  #socket: WebSocketRoute | null = null;

  private constructor(level: ApiLevel, play: LevelPlay, players: readonly RoomPlayer[]) {
    this.#level = level;
    this.#play = play;
    this.players = players;
  }

  static async open(page: Page, { level, api, username, others }: FakeRoomOptions): Promise<FakeRoom> {
    const play = await api.get<LevelPlay>(`/api/levels/${level.id}/play`);
    const cardOf = async (name: string) => (await api.get<{ user: UserCard }>(`/api/users/${name}`)).user;
    const player = async (name: string, slot: number, more: Partial<RoomPlayer>): Promise<RoomPlayer> => ({
      slot,
      user: await cardOf(name),
      look: play.look,
      is_buddy: false,
      is_staff: false,
      is_creator: false,
      can_watch: true,
      ...more,
    });
    const players = await Promise.all([
      player(username, OWN_SLOT, { can_watch: false }),
      ...others.map(({ name, ...more }, i) => player(name, FIRST_SLOT + i, more)),
    ]);
    const room = new FakeRoom(level, play, players);
    await page.route("**/api/join-token", async (route) => {
      room.destinations.push(route.request().postDataJSON());
      const { problem } = room;
      if (problem)
        return route.fulfill({
          status: problem.status,
          json: { error: problem.message, message: problem.message, code: problem.code },
        });
      return route.fulfill({
        json: {
          room: `/api/rooms/${level.id}/0`,
          token: "token",
          level_id: level.id,
          revision: play.revision,
          now_ms: Date.now(),
        },
      });
    });
    await page.routeWebSocket(/\/api\/rooms\//, (socket) => room.#connect(socket));
    return room;
  }

  get tick(): number {
    return tickAt(Date.now(), this.#epoch);
  }

  #connect(socket: WebSocketRoute): void {
    if (this.isDown) {
      void socket.close({ code: 1013 });
      return;
    }
    this.#socket = socket;
    socket.onMessage((message) => {
      const frame = typeof message === "string" ? null : readUpFrame(message);
      if (frame) this.#receive(frame);
    });
    // Without a handler, the close would go to the site.
    socket.onClose(() => {});
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
    const { physics, revision } = this.#play;
    this.#send(
      welcomeFrame({ slot: OWN_SLOT, tick: this.tick, epoch: this.#epoch, physics, rate: 15, revision }),
    );
    const room = { level_id: this.#level.id, instance: 0, can_remove: false };
    this.#send(jsonFrame("come", { players: this.players, room }));
    this.place();
  }

  #send(bytes: Uint8Array): void {
    this.#socket?.send(Buffer.from(bytes));
  }

  /** Puts the others beside each other, a few steps ahead of the spawn. */
  place(): void {
    this.#writer.begin(this.tick);
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

  come(player: RoomPlayer): void {
    this.#send(jsonFrame("come", { players: [player] }));
  }

  finish(finished: Partial<Finished> & Pick<Finished, "slot" | "ticks">): void {
    this.#send(
      finishedFrame({ place: null, run: 0, isCounted: true, isFirst: false, isBest: false, ...finished }),
    );
  }

  /** Closes the socket, as the room or a cut connection does. */
  async close(code: number): Promise<void> {
    this.#socket?.send(JSON.stringify({ event: "Closing", code }));
    await this.#socket?.close({ code });
  }

  /** The frames of one type that the page has sent. */
  sent<T extends UpFrame["type"]>(type: T): Extract<UpFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<UpFrame, { type: T }> => frame.type === type);
  }
}
