import { type Columns, Database, statement } from "#db/database.ts";
import type { PartId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { Part } from "#domain/build/part.ts";
import { toWorld } from "#domain/build/world.ts";
import { hasStorage, shareStorage } from "../assets/charge-storage.ts";
import { putAsset } from "../assets/store.ts";
import { logError } from "../http/log.ts";
import { loadWorld } from "../levels/commands.ts";
import type { VersionRow } from "../objects/level-build-api.ts";
import { versionPictureName } from "../render/consume-renders.ts";
import { worldContent } from "../runs/world-content.ts";
import type { Draft } from "./draft.ts";
import type { DraftStore } from "./draft-store.ts";

/** Finds the newest published revision of a level; null if the level was deleted. */
export async function findRevision(env: Env, level: number) {
  const row = await new Database(env.DB).first(
    statement<Columns<"levels", "revision"> & Columns<"level_revisions", "asset">>`select l.revision,
      v.asset from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision
      where l.id = ${level} and l.visibility <> 'deleted'`,
  );
  return row ? { ...row, readWorld: () => loadWorld(env, row.asset) } : null;
}

/** A version that has no picture after this time is queued again with the next one, because its message may be lost. */
const PICTURE_MS = 10 * 60_000;
const MAX_PICTURES = 3;

/** The stored versions of a level that is being built: their files are in the bucket, their list in the object. */
export class Versions {
  readonly #env: Env;
  readonly #level: number;
  readonly #sql: SqlStorage;
  readonly #store: DraftStore;
  readonly #transaction: (work: () => void) => void;

  constructor(
    env: Env,
    level: number,
    options: { sql: SqlStorage; store: DraftStore; transaction: (work: () => void) => void },
  ) {
    this.#env = env;
    this.#level = level;
    this.#sql = options.sql;
    this.#store = options.store;
    this.#transaction = options.transaction;
  }

  #select(rest: string, ...values: SqlStorageValue[]): VersionRow[] {
    const columns = "id, at, authors, blocks, stars, content, revision, has_picture";
    const rows = this.#sql.exec(`select ${columns} from saves ${rest}`, ...values).toArray();
    return (rows as unknown as (Omit<VersionRow, "authors"> & { authors: string })[]).map((row) => ({
      ...row,
      authors: JSON.parse(row.authors) as number[],
    }));
  }

  get newest(): VersionRow | undefined {
    return this.#select("order by at desc limit 1")[0];
  }

  find(id: string): VersionRow | undefined {
    return this.#select("where id = ?", id)[0];
  }

  /** A page of the versions, newest first. */
  page(page: number, size: number): { rows: VersionRow[]; total: number } {
    const { total } = this.#sql.exec<{ total: number }>("select count(*) as total from saves").one();
    return { rows: this.#select("order by at desc limit ? offset ?", size, (page - 1) * size), total };
  }

  /** Whether the newest version is the draft as it is. */
  isStored({ seq }: Draft): boolean {
    return this.#store.getNumber("savedSeq") === seq;
  }

  /** Whether everyone who worked on the draft since its newest version can store files. */
  canAdd(): Promise<boolean> {
    return hasStorage(this.#env, this.#store.authorsAfter(this.#store.getNumber("savedSeq") ?? 0));
  }

  /** Stores the draft as it is at the time of the call. Calls must not overlap. A failed one can be repeated. */
  async add(draft: Draft): Promise<VersionRow> {
    const { seq, document } = draft;
    const text = JSON.stringify([...document.entries()]);
    const world = toWorld(document);
    const before = this.#store.getNumber("savedSeq") ?? 0;
    const authors = this.#store.authorsAfter(before);
    const id = this.#store.getText("saving") ?? crypto.randomUUID();
    this.#store.set("saving", id);
    await putAsset(this.#env.BUCKET, id, "json", text);
    await shareStorage(this.#env, authors, text);
    const { content_hash } = await worldContent(world);
    // The order of versions must be that of their contents, also within a millisecond.
    const at = Math.max(Date.now(), (this.newest?.at ?? 0) + 1);
    this.#transaction(() => {
      this.#sql.exec(
        "insert into saves (id, at, seq, authors, blocks, stars, content) values (?, ?, ?, ?, ?, ?, ?)",
        ...[id, at, seq, JSON.stringify(authors), world.blocks.length, world.stars.length, content_hash],
      );
      this.#store.set("savedSeq", seq);
      this.#store.set("saving", null);
    });
    await this.#trim();
    await this.#queuePictures(id);
    return this.find(id) as VersionRow;
  }

  /** Files first, so no file is left without a row. */
  async #trim(): Promise<void> {
    const old = this.#select("order by at desc limit -1 offset ?", BUILD_LIMITS.saves).map(({ id }) => id);
    if (old.length === 0) return;
    await this.#env.BUCKET.delete(old.flatMap((id) => [id, versionPictureName(id)]));
    for (const id of old) this.#sql.exec("delete from saves where id = ?", id);
  }

  async #queuePictures(newest: string): Promise<void> {
    const missing = "where has_picture = 0 and (id = ? or at < ?) order by at desc limit ?";
    const rows = this.#select(missing, newest, Date.now() - PICTURE_MS, MAX_PICTURES);
    try {
      for (const { id } of rows)
        await this.#env.DRAWINGS.send({ kind: "build", level_id: this.#level, save: id });
    } catch (error) {
      logError("picture of a version not queued", { level: this.#level }, error);
    }
  }

  /** The parts of a version; null if it doesn't exist. */
  async read(id: string): Promise<[PartId, Part][] | null> {
    if (!this.find(id)) return null;
    const object = await this.#env.BUCKET.get(id);
    if (!object) throw new Error(`version ${id} of level ${this.#level} has lost its file`);
    return JSON.parse(await object.text()) as [PartId, Part][];
  }

  setPicture(id: string): void {
    this.#sql.exec("update saves set has_picture = 1 where id = ?", id);
  }

  setRevision(id: string, revision: number): void {
    this.#sql.exec("update saves set revision = ? where id = ?", revision, id);
  }
}
