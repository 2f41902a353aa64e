import type { Database } from "#db/database.ts";
import { type ArchiveName, archiveOf } from "#domain/database-names.ts";
import { ApiError } from "#domain/errors.ts";
import { candidateRange, mergePage } from "#domain/transactions/merge-page.ts";
import { type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { MOVES_PER_RUN } from "../ledger/archive-ledger.ts";
import { freshRowsOf, type KindRow, type LedgerView, listedKind, transactionKindsQuery } from "./kinds.ts";
import type { TransactionRow } from "./present.ts";
import { archivedRowsQuery, joinedRowsQuery, type ListedRow, liveRowsQuery } from "./row-queries.ts";

/** A read of the main database that began before rows moved sees other rows than the one after. */
const MAX_ATTEMPTS = MOVES_PER_RUN + 2;

/** Opens an archive that has a state; with null, at its primary. */
type OpenArchive = (name: ArchiveName, since: string | null) => Database;

/** A page of the signed-in user's ledger, sorted. */
interface LedgerRequest extends LedgerView {
  page: number;
  size: number;
}

interface LedgerPage {
  rows: TransactionRow[];
  total: number;
}

/**
 * Returns a page of the signed-in user's ledger: a first round trip reads the kinds of rows, a second the page. The newest rows are read in the
 * main database. All other pages take a round trip to the archive in between.
 */
export async function listTransactions(
  gate: SessionGate,
  openArchive: OpenArchive,
  userId: number,
  request: LedgerRequest,
): Promise<LedgerPage> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const page = await readPage(gate, openArchive, userId, request);
    if (page) return page;
  }
  throw new ApiError("unavailable");
}

/** Returns null if rows have moved meanwhile. */
async function readPage(
  gate: SessionGate,
  openArchive: OpenArchive,
  userId: number,
  { page, size, ...view }: LedgerRequest,
): Promise<LedgerPage | null> {
  const all = await gate.all(transactionKindsQuery(userId, view));
  const kinds = all.map((kind) => listedKind(kind, view)).filter(({ count }) => count > 0);
  const total = sum(kinds, "count");
  const slice = pageSlice(page, size, total);
  const [state] = kinds;
  if (slice.limit === 0 || !state) return { rows: [], total };
  const direction = (view.order === "asc") === slice.reverse ? "desc" : "asc";
  const isNewest = view.sort_by === "created_at" && direction === "desc";
  const live = total - sum(kinds, "archived");
  const rows =
    state.is_all_live || (isNewest && slice.offset + slice.limit <= live)
      ? (await gate.read({ rows: liveRowsQuery(userId, kinds, view, slice) })).rows
      : await readArchived(gate, openArchive(archiveOf(userId), state.bookmark), userId, {
          kinds,
          view,
          total,
          slice,
          direction,
        });
  if (rows.length < slice.limit) return null;
  return { rows: slice.reverse ? rows.reverse() : rows, total };
}

const sum = (kinds: readonly KindRow[], column: "count" | "archived"): number =>
  kinds.reduce((total, kind) => total + kind[column], 0);

/** A page that isn't read in the main database alone. */
interface ArchivedPage {
  kinds: KindRow[];
  view: LedgerView;
  total: number;
  slice: PageSlice;
  direction: "asc" | "desc";
}

/**
 * Reads a page in the archive, which has all rows but those of the last minutes: two sorted lists would have to be read up to the page in both
 * places.
 */
async function readArchived(
  gate: SessionGate,
  archive: Database,
  userId: number,
  { kinds, view, total, slice, direction }: ArchivedPage,
): Promise<TransactionRow[]> {
  const fresh = kinds.flatMap((kind) => freshRowsOf(kind, userId, view));
  const range = candidateRange(slice, fresh.length);
  const copiedTo = kinds[0]?.copied_to ?? 0;
  const candidates =
    range.offset < total - fresh.length
      ? await archive.all(archivedRowsQuery(userId, kinds, view, { ...slice, ...range }, copiedTo))
      : [];
  const page = mergePage(slice, candidates, fresh, direction);
  const archived = page.filter((row): row is ListedRow => "row" in row);
  const liveIds = page.filter((row) => !("row" in row)).map(({ id }) => id);
  const { rows } = await gate.read({ rows: joinedRowsQuery(userId, archived, liveIds) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}
