import { type Connection, type ConnectionContext, Server } from "partyserver";
import { BUILD_CLOSE_CODES, type BuildCloseCode } from "#domain/build/close-codes.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { ServerMessage } from "#domain/build/messages.ts";
import { toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { type ExportCursor, exportState, importState, type StatePart } from "../backup/export-state.ts";
import { type TrackedAlarms, trackObject } from "../backup/track-object.ts";
import { BUILD_SCHEMA } from "../build/build-schema.ts";
import { Builders, type PageState } from "../build/builders.ts";
import { countRawParts, type RawOp, readClientMessage } from "../build/client-message.ts";
import { LevelDraft } from "../build/level-draft.ts";
import { findLostPages } from "../build/lost-pages.ts";
import { missedMessages, type OpResult, type Resume, readResume } from "../build/op-handler.ts";
import { readVisitor, type Visitor } from "../build/visitor.ts";
import { closeSocket } from "../live/close-socket.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { ObjectSchema } from "../live/object-schema.ts";
import { hubStub } from "../live/stubs.ts";
import type { LevelBuildApi, VersionRow } from "./level-build-api.ts";

/** Closes a socket whose page can come back at once. */
const INTERNAL_ERROR = 1011;

/** Longest time that an operation waits. */
const MAX_WAIT_MS = (BUILD_LIMITS.partsWaiting * 1_000) / BUILD_LIMITS.partsPerSecond;

type Page = Connection<PageState>;

/** Orders and stores the operations of a level's pages (domain/build/BUILD.md). Hibernates. */
export class LevelBuild extends Server<Env> implements LevelBuildApi {
  static override options = { hibernate: true };

  readonly #level: number;
  readonly #storage: DurableObjectStorage;
  readonly #schema: ObjectSchema;
  readonly #logFailure: LogFailure;
  readonly #alarms: TrackedAlarms<"save">;
  readonly #draft: LevelDraft;
  readonly #builders: Builders;
  /** The newest operation of each page that waits or is under way, by the page's number. */
  readonly #busy = new Map<number, Promise<unknown>>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#level = Number(ctx.id.name);
    this.#logFailure = failureLogger("LevelBuild", ctx.id);
    this.#schema = new ObjectSchema(ctx.storage, BUILD_SCHEMA);
    ({ storage: this.#storage, alarms: this.#alarms } = trackObject(ctx, env, {
      kind: "build",
      handlers: { save: () => this.#draft.saveWhenAllowed() },
      logFailure: this.#logFailure,
    }));
    this.#builders = new Builders(() => this.getConnections<PageState>());
    this.#draft = new LevelDraft(env, this.#level, {
      storage: this.#storage,
      createTables: () => this.#schema.create("draft"),
      hasTables: () => this.#schema.has("draft"),
      broadcast: (messages) => this.#builders.broadcast(messages),
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Lets work go on. Its failure must not end the object. */
  #defer(what: string, work: Promise<unknown>): void {
    this.ctx.waitUntil(work.catch((error: unknown) => this.#logFailure(what, error)));
  }

  // Sockets.

  override async onConnect(socket: Page, { request }: ConnectionContext): Promise<void> {
    const visitor = readVisitor(request.headers);
    const resume = readResume(new URL(request.url));
    if (!visitor || resume === "malformed") {
      closeSocket(socket, BUILD_CLOSE_CODES.invalidMessage);
      return;
    }
    try {
      await this.#draft.load(visitor.revision);
      this.#admit(socket, visitor, resume);
    } catch (error) {
      this.#logFailure("open", error);
      socket.close(INTERNAL_ERROR);
    }
  }

  /** Gives a page its number and what it has missed. */
  #admit(socket: Page, { user, session, isCreator, checkedAt }: Visitor, resume: Resume | null): void {
    const { store } = this.#draft;
    if (resume && store.client(resume.client)?.user !== user.id) {
      closeSocket(socket, BUILD_CLOSE_CODES.invalidMessage);
      return;
    }
    if (!this.#builders.hasRoomFor(user.id, isCreator, resume?.client ?? null)) {
      closeSocket(socket, BUILD_CLOSE_CODES.full);
      return;
    }
    const draft = this.#draft.current;
    const client = resume?.client ?? store.addClient(user.id, Date.now());
    store.setUsername(user.id, user.username);
    const color = this.#builders.colorFor(user.id);
    this.#builders.add(socket, { client, user, color, session, isCreator });
    const n = store.client(client)?.n ?? 0;
    this.#builders.send(socket, [
      { hello: { client, n, seq: draft.seq, color } },
      ...(resume ? missedMessages(store, draft, resume) : []),
    ]);
    this.#builders.announce(socket);
    this.#defer("enter", this.#enter(user.id, checkedAt));
  }

  /** Registers the page with its user's hub. Checks their rights again if these may have changed since they were read. */
  async #enter(user: number, checkedAt: number): Promise<void> {
    const isChanged = await hubStub(this.env, user).enterBuild(this.#level, checkedAt, Date.now());
    if (isChanged) await this.recheck([user]);
  }

  override async onMessage(socket: Page, message: unknown): Promise<void> {
    const page = this.#builders.get(socket);
    if (!page) return;
    const problem = this.#problemWith(socket, message);
    const read = problem === null ? readClientMessage(message as string) : null;
    if (!read) {
      this.#closePages((one) => one === page, problem ?? BUILD_CLOSE_CODES.invalidMessage);
      return;
    }
    const size = Math.ceil((message as string).length / BUILD_LIMITS.charactersPerPart);
    if ("presence" in read) {
      // Of someone who works faster than the others can see, only the last place counts.
      if (this.#builders.charge(page, size, Date.now()) === 0)
        this.#builders.showPresence(page, read.presence);
    } else await this.#receiveOp(socket, page, read, size);
  }

  /** Why a message can't be read. */
  #problemWith(socket: Page, message: unknown): BuildCloseCode | null {
    if (typeof message !== "string") return BUILD_CLOSE_CODES.invalidMessage;
    if (message.length > BUILD_LIMITS.messageLength) return BUILD_CLOSE_CODES.tooLarge;
    return this.#builders.takeCredit(socket, Date.now()) ? null : BUILD_CLOSE_CODES.tooFast;
  }

  /** Handles a page's operations in their order. Those of a person who has changed too much lately wait for their turn. */
  async #receiveOp(socket: Page, page: PageState, op: RawOp, size: number): Promise<void> {
    const parts = Math.max(size, countRawParts(op), BUILD_LIMITS.partsPerMessage);
    const wait = this.#builders.charge(page, parts, Date.now());
    if (wait > MAX_WAIT_MS) {
      this.#cut(socket, page);
      return;
    }
    const before = this.#busy.get(page.client);
    if (!before && wait === 0 && op.kind !== "restore") {
      await this.#makeOp(socket, page, op);
      return;
    }
    const work = this.#takeTurn(before, wait).then(() => this.#makeOp(socket, page, op));
    this.#busy.set(page.client, work);
    await work;
    if (this.#busy.get(page.client) === work) this.#busy.delete(page.client);
  }

  async #takeTurn(before: Promise<unknown> | undefined, wait: number): Promise<void> {
    const due = Date.now() + wait;
    await before;
    const rest = due - Date.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }

  /** Closes a socket whose page comes back and sends what isn't stored again. */
  #cut(socket: Page, page: PageState): void {
    this.#builders.remove(socket);
    socket.close(INTERNAL_ERROR);
    this.#onPagesClosed([page]);
  }

  async #makeOp(socket: Page, page: PageState, op: RawOp): Promise<void> {
    if (this.#builders.get(socket) !== page) return;
    try {
      const result = await this.#handleOp(page, op);
      if (!result) {
        this.#closePages((one) => one === page, BUILD_CLOSE_CODES.invalidMessage);
        return;
      }
      this.#builders.send(socket, result.toSender);
      this.#builders.broadcast(result.toOthers, socket);
      if (result.toOthers.length > 0) this.#alarms.schedule("save", Date.now() + BUILD_LIMITS.saveMs);
    } catch (error) {
      this.#logFailure("operation", error);
      this.#cut(socket, page);
    }
  }

  /** Handles an operation; null if one before it is missing. */
  async #handleOp(page: PageState, op: RawOp): Promise<OpResult | null> {
    const { client, user } = page;
    const { handler } = this.#draft;
    const sender = { client, user: user.id };
    const order = handler.order(sender, op.n);
    if (order === "gap") return null;
    if (order === "known") return handler.repeat(sender, op.n);
    if (op.kind === "edit") return handler.edit(sender, op.n, op.raw);
    if (op.kind === "undo") {
      this.#builders.charge(page, handler.countUndone(sender, op.undo), Date.now());
      return handler.undo(sender, op.n, op.undo);
    }
    // Both documents are compared, whatever differs.
    this.#builders.charge(page, this.#draft.current.document.size, Date.now());
    return this.#draft.restore(sender, op.n, op.restore);
  }

  override onClose(socket: Page): void {
    const page = this.#builders.remove(socket);
    if (page) this.#onPagesClosed([page]);
  }

  override onError(socket: Page): void {
    this.onClose(socket);
  }

  /** Closes matching pages and sends the others the new list. */
  #closePages(matches: (page: PageState) => boolean, code: BuildCloseCode): void {
    const closed = this.#builders.close(matches, code);
    if (closed.length > 0) this.#onPagesClosed(closed);
  }

  #onPagesClosed(pages: readonly PageState[]): void {
    this.#builders.announce();
    const now = Date.now();
    for (const user of new Set(pages.map((page) => page.user.id)))
      if (!this.#builders.hasUser(user))
        this.#defer("leave", Promise.resolve(hubStub(this.env, user).leaveBuild(this.#level, now)));
  }

  // Calls from the site.

  async document(revision: number): Promise<string> {
    const { seq, document } = await this.#draft.load(revision);
    return JSON.stringify({ seq, parts: [...document.entries()] });
  }

  async world(revision: number): Promise<string> {
    const { document } = await this.#draft.load(revision);
    return serializeWorld(toWorld(document));
  }

  async save(revision: number): Promise<VersionRow> {
    await this.#draft.load(revision);
    return this.#draft.save();
  }

  versions(page: number, size: number): { rows: VersionRow[]; total: number } {
    return this.#draft.isStored ? this.#draft.versions.page(page, size) : { rows: [], total: 0 };
  }

  async preparePublish(revision: number): Promise<{ version: string; text: string; asset: string }> {
    await this.#draft.load(revision);
    return this.#draft.preparePublish();
  }

  notePublished({ revision, version, username }: Parameters<LevelBuildApi["notePublished"]>[0]): void {
    this.#draft.notePublished(revision);
    this.#draft.versions.setRevision(version, revision);
    this.#builders.broadcast([{ published: { revision, username } }]);
  }

  sendToAll(message: ServerMessage): void {
    this.#builders.broadcast([message]);
  }

  levelDeleted(): void {
    this.#closePages(() => true, BUILD_CLOSE_CODES.levelDeleted);
  }

  async revisionChanged(revision: number): Promise<void> {
    if (this.#draft.isStored) await this.#draft.load(revision);
  }

  closeSockets(user: number, code: BuildCloseCode, session?: string): void {
    this.#closePages(
      (page) => page.user.id === user && (session === undefined || page.session === session),
      code,
    );
  }

  async recheck(users?: readonly number[]): Promise<void> {
    const pages = this.#builders.states.filter(({ user }) => users?.includes(user.id) ?? true);
    if (pages.length === 0) return;
    const codes = await findLostPages(this.env, this.#level, pages);
    for (const [page, code] of codes) this.#closePages((one) => one === page, code);
  }

  notePicture(save: string): void {
    if (this.#draft.isStored) this.#draft.versions.setPicture(save);
  }

  override onAlarm(): Promise<void> {
    return this.#alarms.run();
  }

  exportState(cursor: ExportCursor | null): Promise<StatePart> {
    return exportState(this.#storage, { object: "build", name: String(this.ctx.id.name) }, cursor);
  }

  async importState(text: string): Promise<void> {
    if (await importState(this.ctx.storage, text)) this.#schema.load();
  }
}
