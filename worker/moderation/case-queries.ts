import {
  type Cell,
  type Columns,
  type ColumnsAs,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { CaseCard, OpenCase, reportQueueRoute } from "#domain/moderation/api.ts";
import { MAX_CLAIMS, MAX_OPEN_SHOWN } from "#domain/moderation/rules.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import { type CaseView, defaultOrder } from "#domain/moderation/view.ts";
import { orderBy, type PagedList } from "../http/pagination.ts";
import { type UserColumns, userColumns, userJsonColumn } from "../users/present.ts";
import type { BanColumns } from "./ban-statements.ts";

/** One more than shown, so the page can say that there are more. */
const LIMIT = MAX_OPEN_SHOWN + 1;

/** A user's items that wait for review, oldest first; `userId` is an expression for their id. */
export const pendingItemsQuery = (userId: SQL): Statement<Columns<"items", "id" | "name" | "created_at">> =>
  statement`select id, name, created_at from items indexed by items_pending
    where user_id = ${userId} and state = 'pending' order by id limit ${LIMIT}`;

/** The ids of a user's open cases, oldest first. */
const openCaseIds = (userId: SQL): SQL =>
  sql`select id from cases indexed by cases_subject_open where subject_id = ${userId} and state = 'open' order by id limit ${LIMIT}`;

/** The ids of a user's posts that wait for review, oldest first. */
export const waitingPostIds = (userId: SQL): SQL =>
  sql`select id from held_posts indexed by held_posts_waiting where user_id = ${userId} and state = 'waiting' order by id limit ${LIMIT}`;

const MAX_CASES = 20;

/** The newest open cases about a user, except one; `userId` is an expression for their id. */
export const openCasesQuery = (userId: SQL, exceptCase: number): Statement<OpenCase> =>
  statement`select id, type, name, reason, reports_count from cases indexed by cases_subject_open
    where subject_id = ${userId} and state = 'open' and id <> ${exceptCase} order by id desc limit ${MAX_CASES}`;

export interface CaseRow
  extends UserColumns,
    Columns<
      "cases",
      | "id"
      | "type"
      | "target"
      | "name"
      | "url"
      | "subject_id"
      | "reports_count"
      | "state"
      | "claimed_by"
      | "claimed_at"
      | "decided_at"
      | "created_at"
      | "updated_at"
    > {
  reason: CaseCard["reason"];
  /** The moderator who claimed the case (`userJsonColumn`). */
  claimer: string | null;
  outcome: CaseCard["outcome"];
}

const columns = sql`c.id, c.type, c.target, c.name, c.url, c.subject_id, c.reason, c.reports_count, c.state, c.claimed_by,
  c.claimed_at, c.outcome, c.decided_at, c.created_at, c.updated_at, ${userColumns},
  ${userJsonColumn("k")} as claimer`;
const joins = sql`cross join users u on u.id = c.subject_id left join users k on k.id = c.claimed_by`;

type View = Omit<CaseView, "page">;

/** The index range that holds the cases of a view. A moderator's own claims need no index: there are few. */
function indexRange({ state, type, order }: View, me: number): { from: SQL; where: SQL } {
  const most = order === "most" ? "_most" : "";
  const kind = type === "" ? sql`true` : sql`type = ${type}`;
  const byType = type === "" ? "" : "_type";
  const usingIndex = (index: string) => sql.raw(`cases indexed by ${index}`);
  switch (state) {
    case "mine":
      return { from: sql`cases`, where: sql`claimed_by = ${me} and state = 'open' and ${kind}` };
    case "unclaimed":
      return {
        from: usingIndex(byType || most ? `cases_free${byType}${most}` : "cases_claimed"),
        where: sql`state = 'open' and claimed_by is null and ${kind}`,
      };
    case "decided":
      return {
        from: usingIndex(most ? `cases${byType}${most}` : `cases_decided${byType}`),
        // A literal, not a bound value: otherwise SQLite doesn't use the partial indexes.
        where: sql`state = 'decided' and ${kind}`,
      };
    default:
      return {
        from: usingIndex(byType || most ? `cases${byType}${most}` : "cases_queue"),
        where: sql`state = 'open' and ${kind}`,
      };
  }
}

/** The sort columns. Decided cases are sorted by the time of the decision. */
function sortColumns({ state, order }: View): string[] {
  if (order === "most") return ["reports_count", "id"];
  return state === "decided" ? ["decided_at", "id"] : ["id"];
}

/** The number of cases in a view, from counters; the viewer's own claims are counted. */
function totalOf({ state, type }: View, me: number): SQL {
  if (state === "mine") {
    const kind = type === "" ? sql`true` : sql`type = ${type}`;
    return sql`(select count(*) from (select 1 from cases where claimed_by = ${me} and state = 'open' and ${kind} limit ${MAX_CLAIMS}))`;
  }
  const names =
    type === ""
      ? sql`name > ${`cases:${state}:`} and name < ${`cases:${state};`}`
      : sql`name = ${`cases:${state}:${type}`}`;
  return sql`coalesce((select sum(value) from counters where ${names}), 0)`;
}

export function casePagedList(
  { page, ...rest }: InputOf<typeof reportQueueRoute>,
  me: number,
  size: number,
): PagedList<CaseRow> {
  const view = { ...rest, order: rest.order ?? defaultOrder(rest.state) };
  const { from, where } = indexRange(view, me);
  const by = sortColumns(view);
  const direction = view.order === "oldest" ? "asc" : "desc";
  return {
    page,
    size,
    rows: ({ limit, offset, reverse }) =>
      statement`with page as (select id from ${from} where ${where}
          order by ${orderBy(by, direction, reverse)} limit ${limit} offset ${offset})
        select ${columns}, ${totalOf(view, me)} as total from page p cross join cases c on c.id = p.id ${joins}`,
    total: () => totalOf(view, me),
  };
}

/** A user's open cases; `userId` is an expression for their id. */
export const userCasesQuery = (userId: SQL): Statement<CaseRow> =>
  statement`with page as (${openCaseIds(userId)})
    select ${columns} from page p cross join cases c on c.id = p.id ${joins}`;

/** A case with all columns of its own row and its subject's. */
export interface CaseDetailsRow
  extends CaseRow,
    BanColumns,
    Columns<"cases", "decided_by">,
    ColumnsAs<
      "users",
      { subject_username: "username"; subject_created_at: "created_at"; subject_deleted_at: "deleted_at" }
    > {
  /** JSON of `StoredDecision`. */
  decision: Cell<"cases", "decision">;
  subject_role: Actor["role"];
}

/** The decision as stored in `cases.decision`. */
export interface StoredDecision {
  actions: CaseAction[];
  reason: string;
}

export const caseQuery = (id: number): Statement<CaseDetailsRow> =>
  statement`select ${columns}, c.decided_by, c.decision, u.username as subject_username, u.role as subject_role,
      u.created_at as subject_created_at, u.deleted_at as subject_deleted_at, u.banned_at, u.banned_until, u.ban_reason
    from cases c ${joins} where c.id = ${id}`;
