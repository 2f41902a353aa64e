import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { LIMITS } from "#domain/limits.ts";
import type { REPORT_REASONS, ReportType } from "#domain/reports/types.ts";
import { featuredRoute, goldMonthsRoute, overviewRoute } from "#domain/staff/api.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { asideCountQuery } from "../clears/queries.ts";
import { type App, handle } from "../http/handle.ts";
import { type ItemCardRow, itemCardColumns, itemMaker, presentItemCard } from "../items/present.ts";
import { presentCard } from "../levels/present.ts";
import { cardsOf } from "../levels/queries.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { entriesOf } from "./audit-query.ts";
import { presentEntry } from "./present.ts";

/** Of one's own cases and of what was done last, this many are shown. */
const SHOWN = 8;
/** What staff chose is a few dozen things; the newest of them are listed. */
const CHOSEN = 100;

interface CaseRow extends UserColumns {
  id: number;
  type: ReportType;
  name: string;
  reason: (typeof REPORT_REASONS)[number];
  reports_count: number;
  created_at: number;
}

const ownCases = (staff: number): Statement<CaseRow> =>
  statement(sql`with page as (select id from cases where claimed_by = ${staff} and state = 'open' order by id limit ${SHOWN})
    select c.id, c.type, c.name, c.reason, c.reports_count, c.created_at, ${userColumns}
    from page p cross join cases c on c.id = p.id cross join users u on u.id = c.subject_id`);

/** Counters of what waits, by name: a stretch of the table's key for each kind of thing. */
const waitingQuery: Statement<{ name: string; value: number }> = statement(sql`
  select name, value from counters where (name >= 'cases:open:' and name < 'cases:open;')
  union all select name, value from counters where (name >= 'cases:unclaimed:' and name < 'cases:unclaimed;')
  union all select name, value from counters where name in ('appeals:waiting', 'held:waiting', 'items:pending')`);

export function staffToolRoutes(app: App): void {
  handle(app, overviewRoute, async ({ gate, viewer, now }) => {
    const [counters, [clears], own, latest] = await gate.read(
      waitingQuery,
      asideCountQuery(LIMITS.pageDepth),
      ownCases(viewer.id),
      entriesOf(sql`select id from audit_log order by id desc limit ${SHOWN}`),
    );
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
        created_at: isoTime(row.created_at),
        created_at_formatted: formatTime(row.created_at),
      })),
      latest: latest.map((row) => presentEntry(row, now)),
    };
  });

  handle(app, featuredRoute, async ({ gate, now }) => {
    // A level that was made private since is listed, too, so that it can be taken out.
    const [levels, items] = await gate.read(
      cardsOf(sql`select id from levels indexed by levels_featured where featured_at is not null
        order by featured_at desc limit ${CHOSEN}`),
      statement<ItemCardRow>(sql`with page as (select id from items where featured_at is not null
          order by featured_at desc limit ${CHOSEN})
        select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMaker}`),
    );
    return {
      levels: levels.map((row) => presentCard(row, now)),
      items: items.map((row) => presentItemCard(row, now)),
    };
  });

  handle(app, goldMonthsRoute, async ({ gate, now }) => {
    const [rows] = await gate.read(
      statement<ItemCardRow & { gold_month: string; gold_month_description: string | null }>(
        sql`with page as (select id from items where gold_month is not null order by gold_month desc limit ${CHOSEN})
          select i.gold_month_description, ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMaker}`,
      ),
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
