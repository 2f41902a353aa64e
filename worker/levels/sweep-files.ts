import { type Columns, type Database, type Statement, sql, statement } from "#db/database.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { STORED_REVISIONS } from "#domain/levels/rules.ts";
import { KEEP_LOG_MS } from "#domain/runs/rules.ts";
import { buildStub } from "../live/stubs.ts";
import { type Databases, openDatabases } from "../outbox/relay.ts";
import { doublePictureName, versionPictureName } from "../render/consume-renders.ts";

/** How long unused files stay: longer than Time Travel and backups, whose older states can use them. */
export const FILE_GRACE_MS = 40 * 24 * 60 * 60_000;

/** Revisions and files per slice. Each file can have a double, and R2 deletes 1,000 at once. */
const PER_SLICE = 400;
const MAX_SLICES = 10;
/** Undecided runs that are read. With more, documents wait for a later run of the schedule. */
const MAX_UNDECIDED = 5_000;
/** Each needs a call of its object. */
const EMPTIED_PER_RUN = 20;
/** Staff can undo a removal for a day. */
const DELETED_FOR_MS = 2 * 24 * 60 * 60_000;

type DueRevision = Columns<"level_revisions", "level_id" | "revision" | "content">;
type ContentRow = Columns<"level_contents", "level_id" | "content">;

const limitTo = (most: number) => sql.raw(`limit ${most}`);

/** Takes unneeded documents out of use, and deletes files long out of use before their rows. */
export async function sweepFiles(env: Env, now: number, databases = openDatabases(env)): Promise<void> {
  for (let slice = 0; slice < MAX_SLICES && (await retireRevisions(databases, now)); slice++);
  await emptyDeletedLevels(env, databases.main, now);
  for (let slice = 0; slice < MAX_SLICES && (await deleteUnusedFiles(env, databases.main, now)); slice++);
}

/** Decides about the documents that have left the newest ones of their levels. Returns whether more can wait. */
async function retireRevisions({ main, play }: Databases, now: number): Promise<boolean> {
  const due = await main.all(
    statement<DueRevision>`select level_id, revision, content from level_revisions indexed by level_revisions_keep
      where keep_until <= ${now} order by keep_until ${limitTo(PER_SLICE)}`,
  );
  if (due.length === 0) return false;
  const { ranked, undecided } = await play.batch({
    ranked: rankedContentsQuery(due),
    undecided: undecidedRevisionsQuery(),
  });
  if (undecided.length > MAX_UNDECIDED) return false;
  const isUndecided = ({ level_id, revision }: DueRevision) =>
    undecided.some((run) => run.level_id === level_id && run.revision === revision);
  const isRanked = ({ level_id, content }: DueRevision) =>
    ranked.some((one) => one.level_id === level_id && one.content === content);
  const list = JSON.stringify(
    due.map((row) => [row.level_id, row.revision, Number(isRanked(row)), Number(isUndecided(row))]),
  );
  const isDue = sql`level_revisions.level_id = d.value ->> 0 and level_revisions.revision = d.value ->> 1`;
  // Of a content with ranks, the newest document brings them back.
  const isNewestOfContent = sql`level_revisions.revision = (select max(n.revision) from level_revisions n indexed by level_revisions_kept
    where n.level_id = level_revisions.level_id and n.content = level_revisions.content and n.deleted_at is null)`;
  await main.batch({
    deleted: statement`update level_revisions set deleted_at = ${now}, keep_until = null from json_each(${list}) d
      where ${isDue} and deleted_at is null and d.value ->> 3 = 0 and not (d.value ->> 2 = 1 and ${isNewestOfContent})
        and revision <= (select l.revision from levels l where l.id = level_revisions.level_id) - ${sql.raw(String(STORED_REVISIONS))}`,
    files: unusedDocuments(
      sql`json_each(${list}) d cross join level_revisions r
      on r.level_id = d.value ->> 0 and r.revision = d.value ->> 1`,
      now,
    ),
    later: statement`update level_revisions set keep_until = ${now + KEEP_LOG_MS} from json_each(${list}) d
      where ${isDue} and deleted_at is null`,
  });
  return due.length === PER_SLICE;
}

/** Those contents of revisions that have ranks. */
const rankedContentsQuery = (due: readonly DueRevision[]): Statement<ContentRow> =>
  statement`select c.level_id, c.content from json_each(${JSON.stringify(due.map((row) => [row.level_id, row.content]))}) d
    cross join level_contents c on c.level_id = d.value ->> 0 and c.content = d.value ->> 1 where c.clears > 0`;

/** The revisions with runs that are still to be decided. */
function undecidedRevisionsQuery(): Statement<Columns<"runs", "level_id" | "revision">> {
  const most = limitTo(MAX_UNDECIDED + 1);
  return statement`select * from (select level_id, revision from runs indexed by runs_waiting where state = 'waiting' ${most})
    union all select * from (select level_id, revision from runs indexed by runs_flagged where state = 'flagged' ${most})
    union all select * from (select level_id, revision from runs indexed by runs_unconfirmed where previous_clear is not null ${most})`;
}

/** Documents that went in this batch and that no other revision shares. `from` has the revisions `r`. */
const unusedDocuments = (from: ReturnType<typeof sql>, now: number): Statement =>
  statement`insert into unused_files (name, level_id, unused_at)
    select r.asset, r.level_id, ${now} from ${from}
    where r.deleted_at = ${now} and not exists (select 1 from level_revisions o indexed by level_revisions_asset
      where o.asset = r.asset and o.deleted_at is null)
    on conflict (name) do update set unused_at = excluded.unused_at`;

/** Takes the files of levels out of use that were deleted for good: documents, pictures, versions of the builder, clear checks. */
async function emptyDeletedLevels(env: Env, main: Database, now: number): Promise<void> {
  const deleted = await main.all(
    statement<Columns<"levels", "id">>`select id from levels indexed by levels_unemptied
      where visibility = 'deleted' and emptied_at is null and updated_at <= ${now - DELETED_FOR_MS}
      order by updated_at ${limitTo(EMPTIED_PER_RUN)}`,
  );
  for (const { id } of deleted) {
    const { rows } = await buildStub(env, id).versions(1, BUILD_LIMITS.saves);
    const versions = JSON.stringify(rows.flatMap((row) => [row.id, versionPictureName(row.id)]));
    const isDeleted = sql`exists (select 1 from levels where id = ${id} and visibility = 'deleted')`;
    await main.batch({
      checks: statement`update clear_checks set keep_until = ${now} where level_id = ${id} and state = 'cleared'
        and keep_until is null and ${isDeleted}`,
      revisions: statement`update level_revisions set deleted_at = ${now}, keep_until = null, clear_run_id = null,
        clear_check_id = null where level_id = ${id} and deleted_at is null and ${isDeleted}`,
      documents: unusedDocuments(sql`(select * from level_revisions where level_id = ${id}) r`, now),
      versions: statement`insert into unused_files (name, level_id, unused_at)
        select value, ${id}, ${now} from json_each(${versions}) where ${isDeleted}
        on conflict (name) do nothing`,
      // A trigger takes the pictures out of use.
      level: statement`update levels set picture = null, thumbnail = null, thumbnail_small = null, emptied_at = ${now}
        where id = ${id} and visibility = 'deleted'`,
    });
  }
}

interface OldFile extends Columns<"unused_files", "name" | "level_id"> {
  is_used: 0 | 1;
  is_reported: 0 | 1;
}

/** Deletes files that weren't used for long, unless they are by now. Returns whether more can wait. */
async function deleteUnusedFiles(env: Env, main: Database, now: number): Promise<boolean> {
  const before = now - FILE_GRACE_MS;
  const files = await main.all(
    statement<OldFile>`select f.name, f.level_id, exists (select 1 from levels l where l.id = f.level_id
          and f.name in (l.picture, l.thumbnail, l.thumbnail_small))
        or exists (select 1 from level_revisions r indexed by level_revisions_asset where r.asset = f.name and r.deleted_at is null) as is_used,
        exists (select 1 from cases c where c.type = 'level' and c.target = cast(f.level_id as text) and c.state = 'open') as is_reported
      from unused_files f indexed by unused_files_old where f.unused_at <= ${before}
      order by f.unused_at ${limitTo(PER_SLICE)}`,
  );
  if (files.length === 0) return false;
  const unused = files.filter((file) => file.is_used === 0 && file.is_reported === 0);
  const names = (some: readonly OldFile[]) =>
    sql`(select value from json_each(${JSON.stringify(some.map(({ name }) => name))}))`;
  if (unused.length > 0)
    await env.BUCKET.delete(unused.flatMap(({ name }) => [name, doublePictureName(name)]));
  await main.batch({
    // The evidence of an open case shows the picture.
    later: statement`update unused_files set unused_at = ${now} where name in ${names(files.filter((file) => file.is_reported === 1))}`,
    // A picture that was drawn again meanwhile has the same name. The schedule draws it once more.
    drawn: statement`update levels set picture = null, thumbnail = null, thumbnail_small = null
      where id in (select value from json_each(${JSON.stringify(unused.map(({ level_id }) => level_id))}))
        and thumbnail_own = 0 and thumbnail in ${names(unused)}`,
    done: statement`delete from unused_files where unused_at <= ${before} and name in ${names(files.filter((file) => file.is_reported === 0))}`,
  });
  return files.length === PER_SLICE;
}
