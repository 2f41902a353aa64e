import { BuildDocument } from "#domain/build/document.ts";
import type { ServerMessage } from "#domain/build/messages.ts";
import { fromWorld, toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import type { VersionRow } from "../objects/level-build-api.ts";
import type { Draft } from "./draft.ts";
import { DraftStore } from "./draft-store.ts";
import { OpHandler, type OpResult, type OpSender } from "./op-handler.ts";
import { findRevision, Versions } from "./versions.ts";

interface LevelDraftOptions {
  storage: DurableObjectStorage;
  createTables(): void;
  hasTables(): boolean;
  broadcast(messages: readonly ServerMessage[]): void;
}

/** The draft of a level: begins with the published revision, and follows revisions that are published elsewhere. */
export class LevelDraft {
  readonly store: DraftStore;
  readonly handler: OpHandler;
  readonly versions: Versions;
  readonly #env: Env;
  readonly #level: number;
  readonly #options: LevelDraftOptions;
  readonly #transaction: (work: () => void) => void;
  #draft: Draft | null = null;
  /** The newest revision is being read. */
  #reading: Promise<void> | null = null;
  /** The version that is being stored, if any. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(env: Env, level: number, options: LevelDraftOptions) {
    const { storage } = options;
    this.#env = env;
    this.#level = level;
    this.#options = options;
    this.#transaction = (work) => storage.transactionSync(work);
    this.store = new DraftStore(storage.sql);
    this.versions = new Versions(env, level, {
      sql: storage.sql,
      store: this.store,
      transaction: this.#transaction,
    });
    this.handler = new OpHandler(this.store, {
      transaction: this.#transaction,
      loaded: () => this.current,
      unload: () => {
        this.#draft = null;
      },
    });
  }

  /** Whether a draft was stored. */
  get isStored(): boolean {
    return this.#options.hasTables() && this.store.hasDraft;
  }

  /** The draft. It must be stored. */
  get current(): Draft {
    this.#draft ??= this.store.load();
    return this.#draft;
  }

  /** Returns the draft. The first time it's read from the newest revision; `revision` is its number. */
  async load(revision: number): Promise<Draft> {
    const isCurrent = () => this.isStored && revision <= (this.store.getNumber("revision") ?? 0);
    if (!isCurrent()) {
      this.#reading ??= this.#readRevision().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    return this.current;
  }

  async #readRevision(): Promise<void> {
    const newest = await findRevision(this.#env, this.#level);
    if (!newest) throw new Error(`level ${this.#level} has no revision`);
    const world = await newest.readWorld();
    this.#options.createTables();
    if (this.store.hasDraft) await this.#follow(newest, world);
    else this.#transaction(() => this.store.replaceParts(fromWorld(world), 0, newest.revision));
  }

  /** Follows a revision that was published elsewhere. Work that isn't part of it is stored as a version first. */
  async #follow({ revision, asset }: { revision: number; asset: string }, world: World): Promise<void> {
    if (this.#isOwn(asset, world)) {
      this.notePublished(revision);
      return;
    }
    // Others go on building while a version is stored.
    while (this.#hasUnsavedWork()) await this.save();
    const parts = fromWorld(world, this.store.nextClient());
    this.#transaction(() => this.store.replaceParts(parts, this.current.seq + 1, revision));
    this.#draft = null;
    this.#options.broadcast([{ resync: true }]);
  }

  /** Whether a revision was published from the draft, or is equal to it. */
  #isOwn(asset: string, world: World): boolean {
    return (
      asset === this.store.getText("publishing") ||
      serializeWorld(world) === serializeWorld(toWorld(this.current.document))
    );
  }

  #hasUnsavedWork(): boolean {
    return this.current.seq !== this.store.getNumber("baseSeq") && !this.versions.isStored(this.current);
  }

  /** The draft is based on this revision from now on. */
  notePublished(revision: number): void {
    this.#transaction(() => {
      this.store.set("revision", revision);
      this.store.set("publishing", null);
    });
  }

  /** Stores the draft as a version, unless the newest version is the same. */
  save(): Promise<VersionRow> {
    const saved = this.#saving.then(() => this.#saveNow());
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** The same from time to time. Who can't store more files gets a version when they can; their work is stored in any case. */
  async saveWhenAllowed(): Promise<void> {
    if (await this.versions.canAdd()) await this.save();
  }

  async #saveNow(): Promise<VersionRow> {
    const { newest } = this.versions;
    if (newest && this.versions.isStored(this.current)) return newest;
    const version = await this.versions.add(this.current);
    this.#options.broadcast([{ saved: { id: version.id, at: version.at } }]);
    return version;
  }

  /** Stores a version to publish, with the name of its document, so its revision is recognized if the object dies meanwhile. */
  async preparePublish(): Promise<{ version: string; text: string; asset: string }> {
    const { id } = await this.save();
    const parts = await this.versions.read(id);
    const asset = crypto.randomUUID();
    this.store.set("publishing", asset);
    return { version: id, text: serializeWorld(toWorld(new BuildDocument(parts ?? []))), asset };
  }

  /** Reads a version and restores it for a page. */
  async restore(sender: OpSender, n: number, id: string): Promise<OpResult> {
    return this.handler.restore(sender, n, await this.versions.read(id));
  }
}
