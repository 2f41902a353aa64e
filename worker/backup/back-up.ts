import { Database, Meter } from "#db/database.ts";
import { boundDatabase } from "#db/databases.ts";
import { logError } from "../http/log.ts";
import { holdStatement, releaseStatement } from "../ledger/ledger-batch.ts";
import {
  type BackupStore,
  type ChangedObject,
  indexPath,
  type ObjectExport,
  packPath,
  pagePath,
} from "./backup-store.ts";
import {
  type CopiedTable,
  lineOf,
  type PageRow,
  pageQuery,
  sourceOf,
  unusualLine,
  unusualRowQuery,
} from "./copied-table.ts";
import { OBJECT_KINDS, type StatePart } from "./export-state.ts";
import { FIND_SOURCES, findNames, partnersIn } from "./find-names.ts";
import type { BackupProgress, StepResult } from "./job.ts";
import { allTables, putLines, putManifest, query, type SitePlan } from "./manifest.ts";
import { objectStub } from "./object-stub.ts";
import { prune } from "./prune.ts";

/** In characters, uncompressed. */
const PAGE_SIZE = 1_000_000;
const MAX_PAGE_ROWS = 4_000;
const FIRST_PAGE_ROWS = 500;
const PACK_SIZE = 8_000_000;
const PACK_OBJECTS = 400;
const OBJECTS_AT_ONCE = 16;
const INDEX_ROWS = 20_000;
/** Changes are reported within this time. */
const REPORT_MS = 10_000;
/** Copying the tables takes less, or goes on with another hold. */
const HOLD_MS = 2 * 3_600_000;
/** Older exports are repeated, so old files can be deleted. */
const REFRESH_MS = 28 * 24 * 3_600_000;

export const newBackup = (now: number, isFirst: boolean): BackupProgress => ({
  type: "backup",
  id: new Date(now).toISOString().slice(0, 19).replaceAll(":", "-"),
  startedAt: now,
  phase: "database",
  rows: 0,
  objects: 0,
  slowestMs: 0,
  failures: 0,
  error: null,
  table: 0,
  after: null,
  page: 0,
  pageRows: FIRST_PAGE_ROWS,
  ledger: { rows: 0, coins: 0, xp: 0 },
  found: isFirst ? { source: 0, after: 0 } : null,
  kind: 0,
  changedBy: 0,
  pack: 0,
  failed: [],
});

interface Context {
  env: Env;
  store: BackupStore;
  plan: SitePlan;
}

/** Does the next step of a backup and changes its progress. Repeating a step replaces what it has stored. */
export async function backUpStep(context: Context, job: BackupProgress, now: number): Promise<StepResult> {
  switch (job.phase) {
    case "database":
      return copyPage(context, job, now);
    case "find":
      return findObjects(context, job);
    case "wait":
      if (now < job.startedAt + REPORT_MS) return { isDone: false, calls: Number.POSITIVE_INFINITY };
      context.store.markOlder(now - REFRESH_MS, now);
      context.store.markChanged("ids", "ids", now);
      job.changedBy = now;
      job.phase = "objects";
      return { isDone: false, calls: 0 };
    case "objects":
      return exportObjects(context, job, now);
    case "index":
      return writeIndexes(context, job);
    case "finish":
      return finish(context, job, now);
  }
}

/** Rows of the ledger can have been folded while their table was copied. */
class HoldLapsed extends Error {
  override name = "HoldLapsed";
}

/** Keeps rows of the ledger as they are: a copy could have rows as well as what they were folded into. */
export async function holdLedger(env: Env, job: BackupProgress, now: number): Promise<void> {
  if (job.heldUntil !== undefined && job.heldUntil < now)
    throw new HoldLapsed("the backup was interrupted for too long");
  if (job.heldUntil !== undefined && job.heldUntil > now + HOLD_MS / 2) return;
  job.heldUntil = now + HOLD_MS;
  await new Database(env.DB).batch({ hold: [holdStatement(job.heldUntil)] }, { idempotent: true });
}

async function copyPage({ env, store, plan }: Context, job: BackupProgress, now: number) {
  await holdLedger(env, job, now);
  const table = allTables(plan)[job.table];
  if (!table) {
    await new Database(env.DB).batch({ release: [releaseStatement(job.heldUntil ?? 0)] });
    job.phase = "find";
    return { isDone: false, calls: 1 };
  }
  const meter = new Meter();
  const name = table.database ?? "main";
  const db = new Database(boundDatabase(env, name), meter, { name });
  const source = sourceOf(table);
  const params = [job.pageRows, ...(job.after === null ? [] : [job.after])];
  const page = await db.all(query<PageRow>(pageQuery(table, job.after === null), ...params));
  job.slowestMs = Math.max(job.slowestMs, Math.round(meter.waitedMs));
  const lines: string[] = [];
  for (const row of page) {
    const line = lineOf(row);
    const [unusual] = line === null ? await db.all(query(unusualRowQuery(table), row.key)) : [];
    // A row can have been deleted meanwhile.
    if (line !== null) lines.push(line);
    else if (unusual) lines.push(unusualLine(unusual as Record<string, unknown>));
  }
  if (source === "transactions") addToLedger(job, table, lines);
  const path = pagePath(job.id, job.table, source.replace("/", "-"), job.page);
  if (lines.length > 0)
    store.putFile("page", await putLines(env.BUCKET, { path, source, rows: lines.length }, lines));
  job.rows += lines.length;
  if (page.length < job.pageRows) {
    job.table++;
    Object.assign(job, { page: 0, after: null, pageRows: FIRST_PAGE_ROWS });
  } else {
    const size = lines.reduce((sum, line) => sum + line.length, 1);
    job.page++;
    job.after = page.at(-1)?.key ?? null;
    const fitting = Math.round((page.length * PAGE_SIZE) / size);
    job.pageRows = Math.max(1, Math.min(MAX_PAGE_ROWS, 2 * job.pageRows, fitting));
  }
  return { isDone: false, calls: 2 + meter.roundTrips };
}

function addToLedger({ ledger }: BackupProgress, { columns }: CopiedTable, lines: readonly string[]): void {
  const coins = columns.indexOf("coins");
  const xp = columns.indexOf("xp");
  for (const line of lines) {
    const values = JSON.parse(line) as number[];
    ledger.rows++;
    ledger.coins += values[coins] ?? 0;
    ledger.xp += values[xp] ?? 0;
  }
}

/** Finds objects that a restore has brought back: they report only later changes. */
async function findObjects({ env, store }: Context, job: BackupProgress): Promise<StepResult> {
  const source = FIND_SOURCES[job.found?.source ?? FIND_SOURCES.length];
  if (!job.found || !source) {
    job.phase = "wait";
    return { isDone: false, calls: 0 };
  }
  const { ids, last } = await findNames(new Database(env.DB), source, job.found.after);
  store.markNew(source.kind, ids.map(String), job.startedAt);
  job.found = last === null ? { source: job.found.source + 1, after: 0 } : { ...job.found, after: last };
  return { isDone: false, calls: 1 };
}

/** Exports changed objects into a pack. */
async function exportObjects({ env, store }: Context, job: BackupProgress, now: number): Promise<StepResult> {
  const kind = OBJECT_KINDS[job.kind];
  if (!kind) {
    job.phase = "index";
    return { isDone: false, calls: 0 };
  }
  const changed = store.changedBy(kind, job.changedBy, PACK_OBJECTS);
  if (changed.length === 0) {
    job.kind++;
    return { isDone: false, calls: 0 };
  }
  const packs = new PackWriter(env.BUCKET, store, job);
  let calls = 0;
  for (let i = 0; i < changed.length && packs.isEmpty; i += OBJECTS_AT_ONCE) {
    const some = changed.slice(i, i + OBJECTS_AT_ONCE);
    const parts = await Promise.all(some.map((each) => exportPart(env, each, null)));
    calls += some.length;
    for (const [j, each] of some.entries()) {
      const part = parts[j];
      const rest = part && (await exportRest(env, packs, each, part));
      if (rest) calls += rest.calls;
      if (!rest?.isComplete) {
        // It stays marked for the next backup.
        job.failed.push(`${kind}:${each.name}`);
        store.markChanged(kind, each.name, now + 1);
      }
      if (part && kind === "hub" && job.found)
        store.markNew("conversation", partnersIn(part.text, each.name), job.startedAt);
    }
  }
  await packs.flush();
  for (const { object, changedAt } of packs.exports) store.addExport(object, now, changedAt);
  job.objects += packs.exports.length;
  return { isDone: false, calls: calls + packs.files };
}

/** Returns a part of an object's state, or null if it can't be read. One object must not end the backup of all others. */
async function exportPart(env: Env, { kind, name }: ChangedObject, position: StatePart["next"]) {
  try {
    return await objectStub(env, kind, name).exportState(position);
  } catch (error) {
    logError("export failed", { object: `${kind}:${name}` }, error);
    return null;
  }
}

/** Adds an object's parts. Parts of an incomplete object are in no index, so a restore skips them. */
async function exportRest(env: Env, packs: PackWriter, changed: ChangedObject, firstPart: StatePart) {
  const { kind, name, at } = changed;
  const first = packs.number;
  let calls = 0;
  let part = firstPart;
  for (;;) {
    packs.add(part.text);
    if (!part.next) break;
    // Each part of a large object is a file of its own.
    await packs.flush();
    const next = await exportPart(env, changed, part.next);
    calls++;
    if (!next) return { isComplete: false, calls };
    part = next;
  }
  packs.exports.push({
    object: { kind, name, backup: packs.backup, first, last: packs.number },
    changedAt: at,
  });
  if (packs.size > PACK_SIZE) await packs.flush();
  return { isComplete: true, calls };
}

/** Collects exports of objects in files. */
class PackWriter {
  readonly exports: { object: ObjectExport; changedAt: number }[] = [];
  files = 0;
  size = 0;
  readonly #bucket: R2Bucket;
  readonly #store: BackupStore;
  readonly #job: BackupProgress;
  #texts: string[] = [];

  constructor(bucket: R2Bucket, store: BackupStore, job: BackupProgress) {
    this.#bucket = bucket;
    this.#store = store;
    this.#job = job;
  }

  get backup(): string {
    return this.#job.id;
  }

  /** The number of the file that is being filled. */
  get number(): number {
    return this.#job.pack;
  }

  get isEmpty(): boolean {
    return this.files === 0;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.size += text.length;
  }

  async flush(): Promise<void> {
    if (this.#texts.length === 0) return;
    const path = packPath(this.#job.id, this.#job.pack);
    const about = { path, source: "objects", rows: this.#texts.length };
    this.#store.putFile("pack", await putLines(this.#bucket, about, this.#texts));
    this.#texts = [];
    this.size = 0;
    this.files++;
    this.#job.pack++;
  }
}

/** Writes which file holds each object. */
async function writeIndexes({ env, store }: Context, job: BackupProgress): Promise<StepResult> {
  let last: ObjectExport | undefined;
  let files = 0;
  for (;;) {
    const some = store.exportsAfter(last?.kind ?? "", last?.name ?? "", INDEX_ROWS);
    if (some.length === 0) break;
    last = some.at(-1);
    const about = { path: indexPath(job.id, files), source: "index", rows: some.length };
    const lines = some.map((each) => JSON.stringify(each));
    store.putFile("index", await putLines(env.BUCKET, about, lines));
    files++;
  }
  job.phase = "finish";
  return { isDone: false, calls: files };
}

async function finish({ env, store, plan }: Context, job: BackupProgress, now: number): Promise<StepResult> {
  await putManifest(env.BUCKET, {
    version: 2,
    id: job.id,
    started_at: job.startedAt,
    finished_at: now,
    schema: plan.schema,
    tables: plan.tables.toReversed(),
    sequences: plan.sequences,
    others: Object.fromEntries(
      Object.entries(plan.others).map(([name, other]) => [
        name,
        { ...other, tables: other.tables.toReversed() },
      ]),
    ),
    ledger: job.ledger,
    pages: store.files("page"),
    indexes: store.files("index"),
    packs: store.neededPacks(),
    objects: store.exportCounts(),
    failed: job.failed,
  });
  const calls = await prune(env.BUCKET, store, job.id, now);
  return { isDone: true, calls: calls + 1 };
}
