import { type Columns, type Present, type Statement, sql, statement } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";
import type { REPORT_REASONS } from "#domain/reports/types.ts";
import {
  auditRoute,
  featuredRoute,
  goldMonthsRoute,
  grantListRoute,
  overviewRoute,
} from "#domain/staff/api.ts";
import { createdTimes } from "#domain/time.ts";
import { flaggedRunCountQuery } from "../clears/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pathAndQuery } from "../http/path.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, presentItemCard } from "../items/present.ts";
import { presentLevelCard } from "../levels/present.ts";
import { levelCardsQuery } from "../levels/queries.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { auditEntriesQuery, nameThreads, presentAuditEntry, readAuditLog } from "./audit-query.ts";

/** Returns the URL of the next page: the same query, for entries older than `id`. */
function nextPageUrl(request: Request, id: number | null): string | null {
  if (id === null) return null;
  const [path, query = ""] = pathAndQuery(request.url).split("?", 2);
  const others = query.split("&").filter((part) => part && !part.startsWith("before="));
  return `${path}?${[...others, `before=${id}`].join("&")}`;
}

const NO_FILTERS = {
  ...({ actor: "", action: "", subject_type: "", subject: "" } as const),
  ...({ from: "", until: "", search: "", before: "" } as const),
};
const MAX_GRANTS = 25;

export function auditRoutes(app: HonoApp): void {
  handle(app, auditRoute, async ({ input, gate, viewer, request, now }) => {
    const { rows, next } = await readAuditLog(gate, input);
    return {
      data: rows.map((row) => presentAuditEntry(row, viewer, now)),
      links: { next: nextPageUrl(request, next) },
    };
  });

  handle(app, grantListRoute, async ({ gate, viewer, now }) => {
    const { rows } = await readAuditLog(gate, { ...NO_FILTERS, action: "user.grant" }, MAX_GRANTS);
    return { data: rows.map((row) => presentAuditEntry(row, viewer, now)), links: { next: null } };
  });
}

/** The number of own cases and recent audit entries shown. */
const SHOWN = 8;
/** Staff feature a few dozen things; the newest of them are listed. */
const MAX_CHOSEN = 100;

interface CaseRow
  extends UserColumns,
    Columns<"cases", "id" | "type" | "name" | "reports_count" | "created_at"> {
  reason: (typeof REPORT_REASONS)[number];
}

/** Counters of waiting work, by name: one key range per kind. */
const waitingQuery: Statement<Columns<"counters", "name" | "value">> = statement`
  select name, value from counters where (name >= 'cases:open:' and name < 'cases:open;')
  union all select name, value from counters where (name >= 'cases:unclaimed:' and name < 'cases:unclaimed;')
  union all select name, value from counters where name in ('appeals:waiting', 'held:waiting', 'items:pending')`;

export function staffToolRoutes(app: HonoApp): void {
  handle(app, overviewRoute, async ({ gate, viewer, now }) => {
    const [{ counters, own, latest }, clears] = await Promise.all([
      gate.read({
        counters: waitingQuery,
        own: statement<CaseRow>`with page as (select id from cases where claimed_by = ${viewer.id} and state = 'open' order by id limit ${SHOWN})
          select c.id, c.type, c.name, c.reason, c.reports_count, c.created_at, ${userColumns}
          from page p cross join cases c on c.id = p.id cross join users u on u.id = c.subject_id`,
        latest: auditEntriesQuery(sql`select id from audit_log order by id desc limit ${SHOWN}`),
      }),
      gate.play.first(flaggedRunCountQuery(LIMITS.pageDepth)),
    ]);
    const sum = (prefix: string) =>
      counters.reduce((total, { name, value }) => total + (name.startsWith(prefix) ? value : 0), 0);
    return {
      waiting: {
        reports: sum("cases:open:"),
        unclaimed: sum("cases:unclaimed:"),
        appeals: sum("appeals:"),
        held: sum("held:"),
        items: sum("items:"),
        clears: clears?.value ?? 0,
      },
      own: own.map((row) => ({
        id: row.id,
        type: row.type,
        name: row.name,
        reason: row.reason,
        reports_count: row.reports_count,
        user: presentUser(row, now),
        ...createdTimes(row.created_at),
      })),
      latest: (await nameThreads(gate, latest)).map((row) => presentAuditEntry(row, viewer, now)),
    };
  });

  handle(app, featuredRoute, async ({ gate, now }) => {
    // Includes levels that have become private, so staff can unfeature them.
    const { levels, items } = await gate.read({
      levels:
        levelCardsQuery(sql`select id from levels indexed by levels_featured where featured_at is not null
        order by featured_at desc limit ${MAX_CHOSEN}`),
      items: statement<ItemCardRow>`with page as (select id from items where featured_at is not null
          order by featured_at desc limit ${MAX_CHOSEN})
        select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMakerJoin}`,
    });
    return {
      levels: levels.map((row) => presentLevelCard(row, now)),
      items: items.map((row) => presentItemCard(row, now)),
    };
  });

  handle(app, goldMonthsRoute, async ({ gate, now }) => {
    const rows = await gate.all(
      statement<
        ItemCardRow & Present<Columns<"items", "gold_month">> & Columns<"items", "gold_month_description">
      >`with page as (select id from items where gold_month is not null order by gold_month desc limit ${MAX_CHOSEN})
          select i.gold_month_description, ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMakerJoin}`,
    );
    const months = [...new Set(rows.map(({ gold_month }) => gold_month))];
    return {
      data: months.map((month) => ({
        month,
        items: rows
          .filter(({ gold_month }) => gold_month === month)
          .map((row) => ({
            ...presentItemCard(row, now),
            gold_month_description: row.gold_month_description ?? "",
          })),
      })),
    };
  });
}
