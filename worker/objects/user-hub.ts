import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { BuildCloseCode } from "#domain/build/close-codes.ts";
import { LIMITS } from "#domain/limits.ts";
import type { BookmarkedEvent } from "#domain/live/events.ts";
import { CLOSE_CODES, type ReceivedFrame } from "#domain/live/frames.ts";
import { isCut, reconnectSpread, returnTime } from "#domain/live/reconnect.ts";
import type { PresenceState as UserPresence } from "#domain/presence/presence.ts";
import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { type ExportCursor, exportState, importState, type StatePart } from "../backup/export-state.ts";
import { type TrackedAlarms, trackObject } from "../backup/track-object.ts";
import { OpenBuilds } from "../build/open-builds.ts";
import type { Delivery, Receipt } from "../conversations/changes.ts";
import {
  CONVERSATION_INDEX_SCHEMA,
  ConversationIndex,
  type IndexRow,
} from "../conversations/conversation-index.ts";
import { findConversation } from "../conversations/find-conversation.ts";
import { PageMessages } from "../conversations/page-messages.ts";
import { isCleared, PERMIT_MS } from "../conversations/permit.ts";
import { closeSocket } from "../live/close-socket.ts";
import { EventJournal, JOURNAL, JOURNAL_SCHEMA } from "../live/event-journal.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { ObjectSchema } from "../live/object-schema.ts";
import { readOnlineCount } from "../live/online-count.ts";
import { SocketRoom, type SocketState, sessionTag } from "../live/socket-room.ts";
import { buildStub, conversationStub, gameHostStub } from "../live/stubs.ts";
import { INBOX_SCHEMA, Inbox } from "../notifications/inbox.ts";
import { Place } from "../presence/place.ts";
import { WatchedUsers } from "../presence/watched-users.ts";
import type { PushJob } from "../push/job.ts";
import type { VersionedPresence } from "./presence-api.ts";
import {
  HIDDEN_HEADER,
  type NoticeDelivery,
  REQUESTED_AT_HEADER,
  type UnreadCounts,
  type UserHubApi,
} from "./user-hub-api.ts";

/** The stored name of the conversation index's tables. */
const INDEX_TABLES = "conversation index";

/** The stored name of the alarm that follows when the last page has closed. */
const PAGES_CLOSED = "pages closed";

/** The key of the time at which the user's sockets were cut. */
const CUT_AT = "cut";

/** Where the user is right now, which a restored site doesn't know. */
const LIVE_KEYS = ["published", "at", "player", "builds", CUT_AT];

/** How much the clocks of two objects can differ. */
const CLOCK_DRIFT_MS = 1_000;

/** A reloading page closes its socket and opens another. Until then, its user stays online. */
const RELOAD_MS = 2_000;
/** Time until a presence is published again that couldn't be. */
const ANNOUNCE_RETRY_MS = 2_000;

/** A user's inbox and sockets: publishes events, absolute counts and presence. Hibernates when idle. */
export class UserHub extends Server<Env> implements UserHubApi {
  static override options = { hibernate: true };

  readonly #user: number;
  readonly #logFailure: LogFailure;
  readonly #storage: DurableObjectStorage;
  readonly #schema: ObjectSchema;
  readonly #alarms: TrackedAlarms<typeof PAGES_CLOSED | "announce">;
  readonly #journal: EventJournal;
  readonly #sockets: SocketRoom;
  readonly #conversations: ConversationIndex;
  readonly #notices: Inbox;
  readonly #place: Place;
  readonly #watchedUsers: WatchedUsers;
  readonly #builds: OpenBuilds;
  readonly #pageMessages: PageMessages;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#user = Number(ctx.id.name);
    this.#logFailure = failureLogger("UserHub", ctx.id);
    this.#schema = new ObjectSchema(ctx.storage, {
      [JOURNAL]: JOURNAL_SCHEMA,
      [INDEX_TABLES]: CONVERSATION_INDEX_SCHEMA,
      inbox: INBOX_SCHEMA,
    });
    ({ storage: this.#storage, alarms: this.#alarms } = trackObject(ctx, env, {
      kind: "hub",
      handlers: { [PAGES_CLOSED]: () => this.#onPagesClosed(), announce: () => this.#publishPresence() },
      logFailure: this.#logFailure,
    }));
    this.#journal = new EventJournal(this.#storage, this.#schema, () => this.#saveIndex());
    this.#sockets = new SocketRoom(ctx, this.#journal, () => this.getConnections<SocketState>());
    this.#conversations = new ConversationIndex(this.#storage.sql, this.#user);
    this.#notices = new Inbox(this.#storage.sql);
    this.#load();
    this.#place = new Place(this.#storage.kv, env, this.#user);
    this.#watchedUsers = new WatchedUsers(env, this.#user);
    this.#builds = new OpenBuilds(this.#storage.kv);
    this.#pageMessages = new PageMessages(env, this.#user, {
      receiptFor: (other) => ({
        have: this.#schema.has(INDEX_TABLES) ? this.#index.have(other) : 0,
        permitsClearedAt: this.#permitsClearedAt,
      }),
      deliver: (delivery) => this.deliver(delivery),
      send: (socket, event) => this.#sockets.send(JSON.stringify(event), [socket]),
    });
  }

  #load(): void {
    if (this.#schema.has(INDEX_TABLES)) this.#replayJournal();
  }

  /** The conversation index. Its tables are created with the first conversation. */
  get #index(): ConversationIndex {
    this.#schema.create(INDEX_TABLES);
    return this.#conversations;
  }

  get #inbox(): Inbox {
    this.#schema.create("inbox");
    return this.#notices;
  }

  /** Applies the events that the journal holds since the index was last saved. */
  #replayJournal(): void {
    const written = this.#storage.kv.get<number>(INDEX_TABLES) ?? 0;
    for (const { body, other, have } of this.#journal.after(written))
      if (other !== null && have !== null) this.#index.applyEvent({ event: JSON.parse(body), other, have });
  }

  /** Saves the index. Changes since then are derived from the journal. */
  #saveIndex(): void {
    if (!this.#schema.has(INDEX_TABLES)) return;
    this.#index.flush();
    this.#storage.kv.put(INDEX_TABLES, this.#journal.last);
  }

  /** The index with all its changes saved, for queries on its table. */
  #savedIndex(): ConversationIndex {
    if (this.#index.hasUnsaved) this.#saveIndex();
    return this.#index;
  }

  // Calls from features.

  #deleted: boolean | undefined;

  /** Whether the account was deleted. If so, nothing is stored any more. */
  get #isDeleted(): boolean {
    this.#deleted ??= this.#storage.kv.get<boolean>("deleted") ?? false;
    return this.#deleted;
  }

  notifyPages(event: BookmarkedEvent): void {
    if (!this.#isDeleted) this.#sockets.publish(event);
  }

  deliver(delivery: Delivery): Receipt {
    if (this.#isDeleted)
      return {
        have: delivery.changes.at(-1)?.seq ?? delivery.after,
        permitsClearedAt: this.#permitsClearedAt,
      };
    const { other } = delivery;
    const before = this.#index.have(other);
    const { have, events } = this.#index.apply(delivery);
    for (const entry of events)
      this.#sockets.publish(entry.event, entry, this.#pageMessages.replyTo(entry.event));
    const received = delivery.changes.filter((one) => one.kind === "message" && one.sender === other);
    if (received.some(({ seq }) => seq > before))
      this.#push({ kind: "chat", actor: other, title: "", url: "/chat", tag: `chat:${other}` });
    return { have, permitsClearedAt: this.#permitsClearedAt };
  }

  deliverNotices(list: NoticeDelivery[], bookmark?: string): number[] {
    if (this.#isDeleted) return [];
    const inbox = this.#inbox;
    return list.flatMap(({ id, notice, actor, created_at }) => {
      try {
        // A failed notice must not leave its id behind, or its retry would count as a duplicate.
        const notification = this.#storage.transactionSync(() => inbox.add(id, notice, actor, created_at));
        if (notification)
          this.#sockets.publish({
            event: "Notified",
            notification,
            unread_notifications: inbox.unread(),
            ...(bookmark && { bookmark }),
          });
        const { type: kind, title, url } = notice;
        if (notification && (kind === "buddy_request" || kind === "sale"))
          this.#push({ kind, actor: notice.actor, title, url, tag: `notice:${notification.id}` });
        return [];
      } catch (error) {
        this.#logFailure("notify", error);
        return [id];
      }
    });
  }

  // Push messages.

  setPush(enabled: boolean): void {
    if (enabled && !this.#isDeleted) this.#storage.kv.put("push", true);
    else this.#storage.kv.delete("push");
  }

  hasPages(): boolean {
    return this.#sockets.list().length > 0;
  }

  /** Queues a push message, unless a page of the user shows the event itself. */
  #push(job: Omit<PushJob, "user_id">): void {
    if (this.#isDeleted || this.hasPages() || !this.#storage.kv.get<boolean>("push")) return;
    const sending = this.env.PUSHES.send({ ...job, user_id: this.#user });
    // The event itself is stored; only its push message is lost.
    this.ctx.waitUntil(sending.catch((error) => this.#logFailure("push", error)));
  }

  notifyTyping(user_id: number, permittedAt: number): number {
    const clearedAt = this.#permitsClearedAt;
    if (!isCleared(permittedAt, clearedAt) && this.#schema.has(INDEX_TABLES) && this.#index.has(user_id))
      this.#sockets.publishEphemeral({ event: "Typed", user_id });
    return clearedAt;
  }

  // Calls from pages.

  conversations(limit: number, offset: number): ReturnType<UserHubApi["conversations"]> {
    return this.#savedIndex().page(limit, offset);
  }

  conversationsWith(others: number[]): IndexRow[] {
    return this.#savedIndex().withUsers(others);
  }

  unreadMessages(other: number, left: number): number {
    return this.#index.unreadWith(other, left);
  }

  unreadCounts(): UnreadCounts {
    return this.#counts();
  }

  notifications(page: number): ReturnType<UserHubApi["notifications"]> {
    return {
      ...this.#inbox.page(page, LIMITS.pageSize.notifications),
      unread_count: this.#inbox.unread(),
    };
  }

  markNotificationsRead(ids: number[] | null): number {
    const before = this.#inbox.unread();
    const unread_notifications = this.#inbox.markRead(ids);
    if (unread_notifications !== before)
      this.#sockets.publish({ event: "NotificationsRead", ...(ids && { ids }), unread_notifications });
    return unread_notifications;
  }

  noticeSettings(): Record<string, boolean> {
    return this.#inbox.settings();
  }

  setNoticeSettings(settings: Parameters<UserHubApi["setNoticeSettings"]>[0]): Record<string, boolean> {
    return this.#inbox.changeSettings(settings);
  }

  #counts(): UnreadCounts {
    return {
      unread_messages: this.#schema.has(INDEX_TABLES) ? this.#index.unread() : 0,
      unread_notifications: this.#schema.has("inbox") ? this.#inbox.unread() : 0,
    };
  }

  // Permits and sockets.

  #cachedPermitsClearedAt: number | undefined;

  get #permitsClearedAt(): number {
    this.#cachedPermitsClearedAt ??= this.#storage.kv.get<number>("permits cleared") ?? 0;
    return this.#cachedPermitsClearedAt;
  }

  async clearPermits(): Promise<void> {
    const now = Date.now();
    this.#storage.kv.put("permits cleared", now);
    this.#cachedPermitsClearedAt = now;
    const recent = this.#schema.has(INDEX_TABLES)
      ? this.#savedIndex().partnersSince(now - 2 * PERMIT_MS)
      : [];
    const at = this.#place.at;
    await Promise.all([
      at && gameHostStub(this.env, at.host).relationsChanged(this.#user),
      ...recent.map((other) => conversationStub(this.env, this.#user, other).clearPermits()),
      ...this.#builds.levels.map((level) => buildStub(this.env, level).recheck([this.#user])),
    ]);
  }

  enterBuild(level: number, checkedAt: number, at: number): boolean {
    this.#builds.add(level, at);
    return this.#permitsClearedAt >= checkedAt - CLOCK_DRIFT_MS;
  }

  openBuilds(): number[] {
    return this.#builds.levels;
  }

  leaveBuild(level: number, at: number): void {
    this.#builds.remove(level, at);
  }

  /** When the user was banned. Rejects sockets whose session check began before the ban. */
  #bannedAt = 0;

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    return [sessionTag(request)];
  }

  override async onConnect(connection: Connection<SocketState>, { request }: ConnectionContext) {
    const requestedAt = Number(request.headers.get(REQUESTED_AT_HEADER));
    if (this.#bannedAt && requestedAt <= this.#bannedAt) {
      closeSocket(connection, CLOSE_CODES.banned);
      return;
    }
    this.#sockets.open(connection, request, this.#counts());
    await this.#attempt("open", () => this.#onSocketOpen(request));
  }

  /** Saves reading the socket's attachment for each message, as partyserver does: only its first one needs that. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const connection = socket as Connection<SocketState>;
    if (!connection.server) return super.webSocketMessage(socket, message);
    return this.onMessage(connection, message);
  }

  override async onMessage(connection: Connection<SocketState>, message: unknown): Promise<void> {
    const frame = this.#sockets.readFrame(connection, message);
    if (frame) await this.#attempt("frame", () => this.#onFrame(connection, frame));
  }

  override onClose(connection: Connection<SocketState>, code: number): Promise<void> {
    return this.#attempt("close", async () => {
      if (isCut(code)) this.#expectPage(connection.state?.spread ?? 0);
      else this.#onSocketClose();
    });
  }

  override onError(connection: Connection<SocketState>): Promise<void> {
    return this.#attempt("close", async () => this.#expectPage(connection.state?.spread ?? 0));
  }

  /** Runs a hook. If it throws, that must neither end the object nor send its stack to a page (partyserver would do both). */
  async #attempt(what: string, hook: () => Promise<void>): Promise<void> {
    try {
      await hook();
    } catch (error) {
      this.#logFailure(what, error);
    }
  }

  async disconnect(code: number, session?: string, bookmark?: string): Promise<void> {
    if (code === CLOSE_CODES.banned) this.#bannedAt = Date.now();
    const spread = this.#sockets.spread ?? 0;
    this.#sockets.close(code, { session, bookmark });
    if (isCut(code)) this.#expectPage(spread);
    else this.#onSocketClose();
    await Promise.all([
      this.#leavePlace(code, session),
      ...this.#builds.levels.map((level) =>
        buildStub(this.env, level).closeSockets(this.#user, code as BuildCloseCode, session),
      ),
      this.clearPermits(),
    ]);
  }

  /** Ends the play that the closed session began. On servers, only a ban ends it. */
  async #leavePlace(code: number, session?: string): Promise<void> {
    const at = this.#place.at;
    if (!at) return;
    if (code === CLOSE_CODES.banned) await this.#expel(at.host, "banned", Number.MAX_SAFE_INTEGER);
    else if (code === CLOSE_CODES.sessionEnded || code === CLOSE_CODES.sessionRenewed)
      await gameHostStub(this.env, at.host).closeSession(this.#user, code, session);
  }

  async deleteAccount(): Promise<void> {
    this.#storage.kv.put("deleted", true);
    this.#deleted = true;
    this.#place.hidden = true;
    await this.disconnect(CLOSE_CODES.sessionEnded);
    const at = this.#place.at;
    if (at) await this.#expel(at.host, "banned", Number.MAX_SAFE_INTEGER);
    await this.#publishPresence();
    this.#conversations.discardUnsaved();
    this.setPush(false);
    this.#schema.clear(INDEX_TABLES, "inbox", JOURNAL);
  }

  // Presence.

  /** The pages' spread in milliseconds, just closed ones included; null if there are none. */
  get #pageSpread(): number | null {
    if (this.#sockets.list().length > 0) return this.#sockets.spread ?? 0;
    return this.#alarms.has(PAGES_CLOSED) ? (this.#place.publishedSpread ?? 0) : null;
  }

  /** Rule 17: a page whose socket was cut has time to return before its user is shown as offline. */
  #expectPage(spread: number): void {
    const now = Date.now();
    this.ctx.storage.kv.put(CUT_AT, now);
    this.#alarms.cancel(PAGES_CLOSED);
    this.#alarms.schedule(PAGES_CLOSED, now + returnTime(spread));
  }

  /** Shows the user as offline. A page that connected when few people were online can have more time than it knew of. */
  async #onPagesClosed(): Promise<void> {
    const { kv } = this.ctx.storage;
    const cutAt = kv.get<number>(CUT_AT);
    if (cutAt !== undefined) {
      const now = Date.now();
      // Without the board, the time that the page knew of counts.
      const online = await readOnlineCount(this.env, now);
      const due = cutAt + returnTime(reconnectSpread(online));
      if (due > now) return this.#alarms.schedule(PAGES_CLOSED, due);
      kv.delete(CUT_AT);
    }
    await this.#announce();
  }

  /** Rule 17: sockets that died with the object's process sent no close. Their pages are expected all the same. */
  #expectLostPages(spreadNow = 0): void {
    const spread = this.#place.publishedSpread;
    if (spread !== null && this.#pageSpread === null) this.#expectPage(Math.max(spread, spreadNow));
  }

  async setHidden(hidden: boolean): Promise<void> {
    this.#place.hidden = hidden;
    await this.#publishPresence();
  }

  async setPlaying(host: number, joinedAt: number, level: { level: number; title: string | null } | null) {
    const before = this.#place.moveTo(host, joinedAt, level);
    if (before === "elsewhere") return false;
    await this.#publishPresence();
    if (before !== null) this.ctx.waitUntil(this.#expel(before, "joined_elsewhere", joinedAt));
    return true;
  }

  async enterRoom(host: number, joinedAt: number, level: { level: number; title: string | null }) {
    const isNewest = await this.setPlaying(host, joinedAt, level);
    return { isNewest, isChanged: this.#permitsClearedAt >= joinedAt - CLOCK_DRIFT_MS };
  }

  async removeFromLevel(level: number): Promise<void> {
    const at = this.#place.at;
    await Promise.all([
      at?.level === level &&
        gameHostStub(this.env, at.host).closeSession(this.#user, ROOM_CLOSE_CODES.removed),
      this.clearPermits(),
    ]);
  }

  async #expel(host: number, reason: "joined_elsewhere" | "banned", before: number): Promise<void> {
    try {
      await gameHostStub(this.env, host).removePlayer(this.#user, reason, before);
    } catch (error) {
      this.#logFailure("expel", error);
    }
  }

  playingAt(): { host: number; level: number } | null {
    return this.#place.hidden ? null : this.#place.at;
  }

  presence(spread?: number): VersionedPresence {
    this.#expectLostPages(spread);
    return this.#place.visiblePresence(this.#pageSpread);
  }

  pushPresence(users: ({ user_id: number } & UserPresence)[]): number[] {
    const watched = new Set<number>();
    for (const { socket, state } of this.#sockets.states()) {
      const seen = users.filter(({ user_id }) => state.watched.includes(user_id));
      for (const { user_id } of seen) watched.add(user_id);
      if (seen.length)
        this.#sockets.send(JSON.stringify({ event: "PresenceChanged", users: seen }), [socket]);
    }
    return [...watched];
  }

  watchedIn(shard: number): number[] {
    return this.#watchedUsers.inShard(shard, this.#watched());
  }

  #watched(): Set<number> {
    return new Set(this.#sockets.states().flatMap(({ state }) => state.watched));
  }

  async #publishPresence(): Promise<void> {
    this.#expectLostPages();
    await this.#announce();
  }

  async #announce(): Promise<void> {
    const isPublished = await this.#place.publish(this.#pageSpread);
    if (!isPublished) this.#alarms.schedule("announce", Date.now() + ANNOUNCE_RETRY_MS);
  }

  async #onSocketOpen(request: Request): Promise<void> {
    this.#alarms.cancel(PAGES_CLOSED);
    this.ctx.storage.kv.delete(CUT_AT);
    this.#place.hidden = this.#isDeleted || request.headers.get(HIDDEN_HEADER) === "1";
    await this.#publishPresence();
  }

  #onSocketClose(): void {
    // Pages that were cut have more time.
    if (this.#sockets.list().length === 0 && !this.#alarms.has(PAGES_CLOSED))
      this.#alarms.schedule(PAGES_CLOSED, Date.now() + RELOAD_MS);
  }

  async #onFrame(socket: Connection<SocketState>, frame: ReceivedFrame): Promise<void> {
    const { session = "", spread = 0 } = socket.state ?? {};
    if (frame.type === "typing") {
      if (frame.user_id === this.#user) return;
      const conversation = await findConversation(this.env, [this.#user, frame.user_id]);
      await conversation?.notifyTyping(this.#user, session, this.#permitsClearedAt);
      return;
    }
    if (frame.type === "send") {
      if (await this.#pageMessages.send(socket, session, frame)) this.#sockets.returnCredit(socket);
      return;
    }
    socket.setState({ session, watched: frame.user_ids, spread });
    const users = await this.#watchedUsers.watch(frame.user_ids, this.#watched());
    this.#sockets.send(JSON.stringify({ event: "PresenceChanged", users }), [socket]);
  }

  override onAlarm(): Promise<void> {
    return this.#alarms.run();
  }

  exportState(cursor: ExportCursor | null): Promise<StatePart> {
    return exportState(this.#storage, { object: "hub", name: String(this.ctx.id.name) }, cursor, LIVE_KEYS);
  }

  async importState(text: string): Promise<void> {
    if (!(await importState(this.ctx.storage, text))) return;
    this.#schema.load();
    this.#load();
  }
}
