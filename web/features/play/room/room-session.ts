import { formatDuration } from "#domain/duration.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { parseRoomPath } from "#domain/room/api.ts";
import type { Game } from "#web/game/game.ts";
import type { GameRoom, RoomLine, RoomNotice } from "#web/game/room/game-room.ts";
import { RoomLink } from "#web/game/room/room-link.ts";
import { ResponseError } from "#web/lib/api.ts";
import { type RoomTicket, takeRoomTicket } from "#web/lib/room-ticket.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { ticksToMs } from "../play-clock.ts";
import { roomChatText, roomText } from "../text/room.ts";

/** A line of chat, or a notice about someone. */
export interface FeedItem {
  id: number;
  /** When it came, in milliseconds of the feed's clock. */
  at: number;
  speaker: { userId: number; username: string } | null;
  text: string;
  tone: "message" | "quiet" | "finished" | "problem";
}

const MAX_ITEMS = 50;
/** With more players than this, only buddies' comings and goings are shown. */
const CROWD = 8;

/** The sentence of a notice; null if it isn't shown in the feed. */
export function noticeText(notice: RoomNotice): { text: string; tone: FeedItem["tone"] } | null {
  const { kind, username = "", ticks = 0, place = null, message } = notice;
  switch (kind) {
    case "joined":
      return { text: roomText.joined(username), tone: "quiet" };
    case "left":
      return { text: roomText.left(username), tone: "quiet" };
    case "finished":
      return {
        text: roomText.finished(username, formatDuration(ticksToMs(ticks)), place),
        tone: "finished",
      };
    default:
      return message ? { text: message, tone: "problem" } : null;
  }
}

/** The chat and the notices of a room in one list, oldest first. */
export class RoomFeed {
  readonly items: Store<readonly FeedItem[]> = createStore<readonly FeedItem[]>([]);
  /** The newest item that screen readers know of. */
  announcedId = 0;
  /** The newest reason why a line or an emote had no effect. */
  readonly problem: Store<{ id: number; text: string } | null> = createStore<{
    id: number;
    text: string;
  } | null>(null);
  readonly #room: Pick<GameRoom, "lines" | "notices" | "people">;
  readonly #now: () => number;
  readonly #stops: (() => void)[];
  /** The feed's item of each line. */
  readonly #lines = new Map<number, FeedItem>();
  #notice: number | null;
  #ids = 0;

  constructor(
    room: Pick<GameRoom, "lines" | "notices" | "people">,
    now: () => number = () => performance.now(),
  ) {
    this.#room = room;
    this.#now = now;
    this.#notice = room.notices.get()?.id ?? null;
    this.#stops = [
      room.lines.subscribe(() => this.#readLines()),
      room.notices.subscribe(() => this.#readNotice()),
    ];
    this.#readLines();
  }

  add(text: string, tone: FeedItem["tone"] = "quiet"): void {
    this.#append({ id: ++this.#ids, at: this.#now(), speaker: null, text, tone });
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  #append(item: FeedItem): void {
    this.items.set([...this.items.get(), item].slice(-MAX_ITEMS));
  }

  #readLines(): void {
    const lines = this.#room.lines.get();
    const known = new Set(lines.map(({ id }) => id));
    // Lines of players who were muted or blocked disappear.
    const dropped = new Set<FeedItem>();
    for (const [id, item] of this.#lines) {
      if (known.has(id)) continue;
      this.#lines.delete(id);
      dropped.add(item);
    }
    const added = lines.filter(({ id }) => !this.#lines.has(id)).map((line) => this.#itemOf(line));
    if (added.length === 0 && dropped.size === 0) return;
    const others = this.items.get().filter((item) => !dropped.has(item));
    this.items.set([...others, ...added].slice(-MAX_ITEMS));
  }

  #itemOf({ id, userId, username, text }: RoomLine): FeedItem {
    const item: FeedItem = {
      id: ++this.#ids,
      at: this.#now(),
      speaker: { userId, username },
      text,
      tone: "message",
    };
    this.#lines.set(id, item);
    return item;
  }

  #readNotice(): void {
    const notice = this.#room.notices.get();
    if (!notice || notice.id === this.#notice) return;
    this.#notice = notice.id;
    const shown = noticeText(notice);
    if (!shown || this.#isNoise(notice)) return;
    if (shown.tone === "problem") this.problem.set({ id: notice.id, text: shown.text });
    this.add(shown.text, shown.tone);
  }

  #isNoise({ kind, username }: RoomNotice): boolean {
    if (kind !== "joined" && kind !== "left") return false;
    const people = this.#room.people.get();
    if (people.length <= CROWD) return false;
    return !people.some(({ user, is_buddy }) => is_buddy && user.username === username);
  }
}

/** How long an item stays on the screen while the chat is closed. */
export const FRESH_MS = 8_000;

/** The newest items that are still fresh. */
export const freshItems = (items: readonly FeedItem[], now: number, max: number): readonly FeedItem[] =>
  items.filter(({ at }) => now - at < FRESH_MS).slice(-max);

/** Returns the sentence that announces new items: the newest one, and how many there were. */
export function feedAnnouncement(items: readonly FeedItem[]): string | null {
  const last = items.at(-1);
  if (!last) return null;
  const text = last.speaker ? roomChatText.line(last.speaker.username, last.text) : last.text;
  return items.length === 1 ? text : roomChatText.several(items.length, text);
}

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
