import type { JoinDestination } from "#domain/play/api.ts";
import { parseRoomPath } from "#domain/room/api.ts";
import type { Game } from "#web/game/game.ts";
import type { GameRoom } from "#web/game/room/game-room.ts";
import { RoomLink } from "#web/game/room/room-link.ts";
import { ResponseError } from "#web/lib/api.ts";
import { type RoomTicket, takeRoomTicket } from "#web/lib/room-ticket.ts";
import { RoomFeed } from "./room-feed.ts";

export interface RoomSessionOptions {
  game: Game;
  levelId: number;
  revision: number;
  physics: number;
  destination: JoinDestination;
  /** The player to join is in another level by now. */
  onMoved: (levelId: number) => void;
}

export class RoomSession {
  readonly link: RoomLink;
  readonly room: GameRoom;
  readonly feed: RoomFeed;
  readonly #tickets: Tickets;

  private constructor(link: RoomLink, room: GameRoom, tickets: Tickets) {
    this.link = link;
    this.room = room;
    this.feed = new RoomFeed(room);
    this.#tickets = tickets;
  }

  /** Connects to a room. The level goes on while the connection is made. */
  static async open(options: RoomSessionOptions): Promise<RoomSession> {
    const { game, levelId, revision, physics } = options;
    const attached = Promise.withResolvers<void>();
    let link: RoomLink | null = null;
    // The link requests its first ticket before it is there.
    const tickets = new Tickets(options, () => link !== null && link.slot !== null);
    link = new RoomLink({
      levelId,
      revision,
      physics,
      // The room's first frames must reach the game.
      getTicket: () => attached.promise.then(() => tickets.next()),
      openSocket: (path) => new WebSocket(new URL(path, window.location.href.replace(/^http/, "ws"))),
    });
    const room = await game.joinRoom(link);
    attached.resolve();
    return new RoomSession(link, room, tickets);
  }

  /** The path of the room's socket; null before the first ticket. */
  get path(): string | null {
    return this.#tickets.path;
  }

  /** Why there is no ticket, after the link has closed. */
  get error(): ResponseError | null {
    return this.#tickets.error;
  }

  close(): void {
    this.feed.dispose();
    this.room.dispose();
    this.link.close();
  }
}

class Tickets {
  path: string | null = null;
  error: ResponseError | null = null;
  readonly #options: RoomSessionOptions;
  readonly #hasJoined: () => boolean;

  constructor(options: RoomSessionOptions, hasJoined: () => boolean) {
    this.#options = options;
    this.#hasJoined = hasJoined;
  }

  get #instance(): number | undefined {
    return this.path === null ? undefined : parseRoomPath(this.path)?.instance;
  }

  async next(): Promise<RoomTicket> {
    const { levelId, revision, destination, onMoved } = this.#options;
    try {
      // The player to join may have left by the time of a reconnect, but the run is in the room of before.
      const ticket = this.#hasJoined()
        ? await takeRoomTicket({ destination_type: "Level", id: levelId }, this.#instance)
        : await takeRoomTicket(destination);
      if (ticket.level_id !== levelId) {
        onMoved(ticket.level_id);
        throw new ResponseError(409, "moved", "");
      }
      if (ticket.revision !== revision) throw new ResponseError(409, "updated", "");
      this.path = ticket.room;
      return ticket;
    } catch (error) {
      if (error instanceof ResponseError) this.error = error;
      throw error;
    }
  }
}
