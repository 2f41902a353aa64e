import type { Connection, ConnectionContext } from "partyserver";
import { LIMITS } from "#domain/limits.ts";
import type { LastingEvent } from "#domain/live/events.ts";
import { CLOSE, type UpFrame } from "#domain/live/frames.ts";
import type { Presence as Whereabouts } from "#domain/presence/presence.ts";
import type { Delivery, Receipt } from "../conversations/changes.ts";
import { PERMIT_MS } from "../conversations/permit.ts";
import { SHELF_SCHEMA, Shelf } from "../conversations/shelf.ts";
import type { Env } from "../env.ts";
import { INBOX_SCHEMA, Inbox } from "../notifications/inbox.ts";
import type { NoticeDelivery } from "../notifications/queue.ts";
import { Place } from "../presence/place.ts";
import { Watching } from "../presence/watching.ts";
import { endSocket } from "./reasons.ts";
import { Room, type SocketState } from "./room.ts";
import { conversationOf, gameHostOf } from "./stubs.ts";

/** Set by the route that has checked the session: the user wants not to be seen. */
export const HIDDEN_HEADER = "x-live-hidden";

/** Set by the same route: when it began to ask whether the user may. */
export const ASKED_HEADER = "x-live-asked";

/** A page that is loaded anew closes its socket and opens another: until then its user has not gone. */
const GRACE_MS = 2_000;

/**
 * A user's inbox and open sockets, on all their pages and devices: what conversations and features have said, absolute
 * counts, and where the user is. An idle socket costs nothing, not even to be kept awake.
 */
export class UserHub extends Room {
  readonly #conversations: Shelf;
  readonly #notices: Inbox;
  readonly #place: Place;
  readonly #watching: Watching;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { shelf: SHELF_SCHEMA, inbox: INBOX_SCHEMA });
    this.#conversations = new Shelf(this.db, this.nameNumber);
    this.#notices = new Inbox(this.db);
    if (this.has("shelf")) this.#wakeShelf();
    this.#place = new Place(ctx.storage.kv, env, this.nameNumber);
    this.#watching = new Watching(env, this.nameNumber);
  }

  /** The index of conversations; whoever has none yet has no tables for it. */
  get #shelf(): Shelf {
    this.prepare("shelf");
    return this.#conversations;
  }

  get #inbox(): Inbox {
    this.prepare("inbox");
    return this.#notices;
  }

  /** What the journal has kept since the shelf was written down is put on it again. */
  #wakeShelf(): void {
    const written = this.ctx.storage.kv.get<number>("shelf") ?? 0;
    for (const { body, other, have } of this.keptAfter(written))
      if (other !== null && have !== null) this.#shelf.put({ event: JSON.parse(body), other, have });
  }

  protected override beforeTrim(): void {
    if (!this.has("shelf")) return;
    this.#shelf.writeDown();
    this.ctx.storage.kv.put("shelf", this.lastSaid);
  }

  /** The shelf's table with everything in it, to be asked. */
  #table(): Shelf {
    if (this.#shelf.isAhead) this.beforeTrim();
    return this.#shelf;
  }

  // What features say.

  #ended: boolean | undefined;

  /** The account was deleted: nothing is taken in any more. */
  get #hasEnded(): boolean {
    this.#ended ??= this.ctx.storage.kv.get<boolean>("ended") ?? false;
    return this.#ended;
  }

  /** Says a lasting event on every page. */
  tell(event: LastingEvent): void {
    if (!this.#hasEnded) this.say(event);
  }

  /** Takes in what a conversation hands on, once, and says it. */
  deliver(delivery: Delivery): Receipt {
    if (this.#hasEnded) return { have: delivery.changes.at(-1)?.seq ?? delivery.after, voided: this.#voided };
    const { have, news } = this.#shelf.take(delivery);
    for (const entry of news) this.say(entry.event, entry);
    return { have, voided: this.#voided };
  }

  /** Takes in what the queue of notices hands on, each once, and says it. Returns the ids of notices that failed. */
  notify(list: NoticeDelivery[]): number[] {
    if (this.#hasEnded) return [];
    const inbox = this.#inbox;
    return list.flatMap(({ id, notice, actor, created_at }) => {
      try {
        // A notice that fails must not leave its id behind, or its retry would count as a repetition.
        const notification = this.ctx.storage.transactionSync(() => inbox.add(id, notice, actor, created_at));
        if (notification) this.say({ event: "Notified", notification, unread_notifications: inbox.unread() });
        return [];
      } catch (error) {
        this.complain("notify", error);
        return [id];
      }
    });
  }

  /** The other of a conversation types. */
  typed(user_id: number): void {
    if (this.has("shelf") && this.#shelf.has(user_id)) this.sayNow({ event: "Typed", user_id });
  }

  // What pages ask.

  conversations(limit: number, offset: number): ReturnType<Shelf["page"]> {
    return this.#table().page(limit, offset);
  }

  conversationsWith(others: number[]): ReturnType<Shelf["some"]> {
    return this.#table().some(others);
  }

  /** Messages not read in all conversations, when that many are left in one of them. */
  unreadMessages(other: number, left: number): number {
    return this.#shelf.unreadWith(other, left);
  }

  notifications(page: number): ReturnType<Inbox["page"]> & { unread_count: number } {
    return {
      ...this.#inbox.page(page, LIMITS.pageSize.notifications),
      unread_count: this.#inbox.unread(),
    };
  }

  /** Marks notifications as read, all of them where none are named; answers how many are unread now. */
  readNotifications(ids: number[] | null): number {
    const before = this.#inbox.unread();
    const unread_notifications = this.#inbox.read(ids);
    if (unread_notifications !== before)
      this.say({ event: "NotificationsRead", ...(ids && { ids }), unread_notifications });
    return unread_notifications;
  }

  noticeSettings(): ReturnType<Inbox["settings"]> {
    return this.#inbox.settings();
  }

  setNoticeSettings(settings: Parameters<Inbox["change"]>[0]): ReturnType<Inbox["change"]> {
    return this.#inbox.change(settings);
  }

  protected override counts(): { unread_messages: number; unread_notifications: number } {
    return {
      unread_messages: this.has("shelf") ? this.#shelf.unread() : 0,
      unread_notifications: this.has("inbox") ? this.#inbox.unread() : 0,
    };
  }

  // Who may do what.

  #voidedAt: number | undefined;

  get #voided(): number {
    this.#voidedAt ??= this.ctx.storage.kv.get<number>("voided") ?? 0;
    return this.#voidedAt;
  }

  /**
   * Makes what objects keep of this user's permits void (rule 14): in the conversations of the last minute now, in any
   * other with its next delivery.
   */
  async forgetPermits(): Promise<void> {
    const now = Date.now();
    this.ctx.storage.kv.put("voided", now);
    this.#voidedAt = now;
    const recent = this.has("shelf") ? this.#table().since(now - 2 * PERMIT_MS) : [];
    await Promise.all(
      recent.map((other) => conversationOf(this.env, this.nameNumber, other).forgetPermits()),
    );
  }

  /** When the user was banned, for a moment: a socket that was let in before and comes after has to go, too. */
  #bannedAt = 0;

  override async onConnect(connection: Connection<SocketState>, context: ConnectionContext): Promise<void> {
    const asked = Number(context.request.headers.get(ASKED_HEADER));
    if (this.#bannedAt && asked <= this.#bannedAt) endSocket(connection, CLOSE.banned);
    else await super.onConnect(connection, context);
  }

  /** Closes the sockets of a session, or all, and makes their permits void (rule 9). */
  async cut(code: number, session?: string): Promise<void> {
    if (code === CLOSE.banned) this.#bannedAt = Date.now();
    this.kick(code, session);
    const at = this.#place.at;
    if (code === CLOSE.banned && at) await this.#expel(at.host, "banned", Number.MAX_SAFE_INTEGER);
    await Promise.all([this.onGone(), this.forgetPermits()]);
  }

  /**
   * The account is deleted: sockets are cut, nobody sees its user anywhere, and what was kept for them goes. Twice is as
   * good as once.
   */
  async end(): Promise<void> {
    this.ctx.storage.kv.put("ended", true);
    this.#ended = true;
    this.#place.hidden = true;
    const at = this.#place.at;
    if (at) await this.#expel(at.host, "banned", Number.MAX_SAFE_INTEGER);
    await this.cut(CLOSE.sessionEnded);
    await this.#announce();
    this.#conversations.forget();
    this.empty("shelf", "inbox", "journal");
  }

  // Where the user is.

  /** They have a socket, or had one a moment ago. */
  get #isHere(): boolean {
    return this.sockets().length > 0 || this.isWaking("gone");
  }

  /** Whether the user wants not to be seen. */
  async setHidden(hidden: boolean): Promise<void> {
    this.#place.hidden = hidden;
    await this.#announce();
  }

  /**
   * A game host says which level the user plays there since `came` (ms), or that they don't any more; a title of null is
   * a private level's. Answers whether that is the newest there is: who has come to another host plays there.
   */
  async playsAt(
    host: number,
    came: number,
    level: { level: number; title: string | null } | null,
  ): Promise<boolean> {
    const before = this.#place.moveTo(host, came, level);
    if (before === "elsewhere") return false;
    await this.#announce();
    if (before !== null) this.ctx.waitUntil(this.#expel(before, "joined_elsewhere", came));
    return true;
  }

  async #expel(host: number, reason: "joined_elsewhere" | "banned", before: number): Promise<void> {
    try {
      await gameHostOf(this.env, host).expel(this.nameNumber, reason, before);
    } catch (error) {
      this.complain("expel", error);
    }
  }

  /** The game host and level that the user plays on, for whoever wants to join them; null for who is not to be seen. */
  playsWhere(): { host: number; level: number } | null {
    return this.#place.hidden ? null : this.#place.at;
  }

  /** Where the user is seen, for an object that has its doubts. */
  whereabouts(): ReturnType<Place["seen"]> {
    return this.#place.seen(this.#isHere);
  }

  /** Watched people have moved; answers those of them that some page still watches. */
  presenceChanged(users: ({ user_id: number } & Whereabouts)[]): number[] {
    const still = new Set<number>();
    for (const { socket, state } of this.states()) {
      const seen = users.filter(({ user_id }) => state.watched.includes(user_id));
      for (const { user_id } of seen) still.add(user_id);
      if (seen.length) this.send(JSON.stringify({ event: "PresenceChanged", users: seen }), [socket]);
    }
    return [...still];
  }

  /** Everybody of a share of users that some page watches. */
  watchedIn(shard: number): number[] {
    return this.#watching.of(shard, this.#watched());
  }

  #watched(): Set<number> {
    return new Set(this.states().flatMap(({ state }) => state.watched));
  }

  async #announce(): Promise<void> {
    const said = await this.#place.announce(this.#isHere);
    if (!said) this.wake("announce", Date.now() + GRACE_MS);
  }

  protected override async onCome(request: Request): Promise<void> {
    this.dontWake("gone");
    this.#place.hidden = this.#hasEnded || request.headers.get(HIDDEN_HEADER) === "1";
    await this.#announce();
  }

  protected override async onGone(): Promise<void> {
    if (this.sockets().length === 0) this.wake("gone", Date.now() + GRACE_MS);
  }

  protected override async onFrame(socket: Connection<SocketState>, frame: UpFrame): Promise<void> {
    const session = socket.state?.session ?? "";
    if (frame.type === "typing") {
      if (frame.user_id !== this.nameNumber)
        await conversationOf(this.env, this.nameNumber, frame.user_id).typed(this.nameNumber, session);
      return;
    }
    socket.setState({ session, watched: frame.user_ids });
    const users = await this.#watching.watch(frame.user_ids, this.#watched());
    this.send(JSON.stringify({ event: "PresenceChanged", users }), [socket]);
  }

  protected override async onNamedAlarm(): Promise<void> {
    // Both "gone" and "announce" tell what is true by now.
    await this.#announce();
  }
}
