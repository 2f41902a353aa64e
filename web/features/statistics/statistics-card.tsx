import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useMemo } from "react";
import type { Visibility } from "#domain/levels/rules.ts";
import {
  type LevelDay,
  type LevelStatistics,
  levelStatisticsRoute,
  STATISTICS_SPANS,
} from "#domain/statistics/api.ts";
import tables from "#web/components/day-table.module.css";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { queryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Section, Table } from "#web/ui/page.tsx";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { PlaysChart, RatingsChart, type Span } from "./charts.tsx";
import { groupByWeek } from "./plays-shape.ts";
import styles from "./statistics.module.css";
import { statisticsStars, statisticsText as text } from "./text.ts";

const COLUMNS = ["plays", "players", "clears", "first_clears", "ratings"] as const;

/** The charts' numbers as a table, newest day first. */
function DayTable({ days }: { days: readonly LevelDay[] }) {
  return (
    <details className={cx(tables.days, styles.days)}>
      <summary>{text.table}</summary>
      <Table label={text.title}>
        <thead>
          <tr>
            <th scope="col">{text.columns.day}</th>
            {COLUMNS.map((column) => (
              <th scope="col" key={column}>
                {text.columns[column]}
              </th>
            ))}
            <th scope="col">{text.columns.rating}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{formatDay(day.day)}</td>
              {COLUMNS.map((column) => (
                <td key={column}>{formatNumber(day[column])}</td>
              ))}
              <td>{day.rating === null ? "" : statisticsStars(day.rating)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

export interface StatisticsCardProps {
  level: { id: number; url: string; visibility: Visibility };
}

const DEFAULT: Span = "30";
/** As many bars as fit on a phone. Longer spans show weeks. */
const MAX_BARS = 90;

/** The span is in the URL: `?days=90`. */
const VIEW: UrlState<{ span: Span }> = {
  read: (query) => ({ span: STATISTICS_SPANS.find((value) => value === query.get("days")) ?? DEFAULT }),
  write: ({ span }) => new URLSearchParams({ days: span }),
  applyChoice: (view, choice) => ({ ...view, ...choice }),
};

function Totals({ totals }: { totals: LevelStatistics["totals"] }) {
  const { plays, players, clears, clear_rate, ratings_count, rating, difficulty } = totals;
  const isRated = ratings_count > 0;
  const facts = [
    ["plays", <CompactNumber value={plays} key="" />],
    ["players", <CompactNumber value={players} key="" />],
    ["clears", <CompactNumber value={clears} key="" />],
    ["clear_rate", clear_rate === null ? null : text.percent(clear_rate)],
    ["ratings_count", <CompactNumber value={ratings_count} key="" />],
    ["rating", isRated ? text.stars(rating) : null],
    ["difficulty", isRated ? text.stars(difficulty) : null],
  ] as const;
  return (
    <dl className={styles.totals}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{text.totals[name]}</dt>
          <dd className={cx(value === null && styles.unknown)}>{value ?? text.unknown}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the span of the loaded days, which can lag behind the selected one. */
function Charts({ days }: { days: readonly LevelDay[] }) {
  const weekly = days.length > MAX_BARS;
  const span = STATISTICS_SPANS.find((value) => Number(value) === days.length) ?? DEFAULT;
  const ends = [days[0], days.at(-1)].map((day) => formatDay(day?.day ?? ""));
  const shown = useMemo(() => (weekly ? groupByWeek(days) : days), [days, weekly]);
  const chart = { days: shown, ends, span, weekly };
  return (
    <>
      <PlaysChart {...chart} />
      <RatingsChart {...chart} />
    </>
  );
}

function NoStatistics({ level }: StatisticsCardProps) {
  return (
    <EmptyState
      title={text.never}
      art={<PosedBopi pose="sit" />}
      text={level.visibility === "private" ? text.neverPrivate : text.neverPublic}
    >
      <LinkButton icon={Eye} to={level.url}>
        {text.toLevel}
      </LinkButton>
    </EmptyState>
  );
}

/** A level's statistics: totals since its creation, and per day. */
export default function StatisticsCard({ level }: StatisticsCardProps) {
  const { view, choose } = useUrlState(VIEW);
  const { span } = view;
  const query = useQuery({
    ...queryFor(levelStatisticsRoute, { params: { id: level.id }, input: { days: span } }),
    // The totals are the same for every span.
    placeholderData: keepPreviousData,
  });
  const { days, totals } = query.data ?? {};
  const isNew = totals && totals.plays + totals.clears + totals.ratings_count === 0;
  return (
    <Card className={styles.card}>
      <Section heading={text.title}>
        <p className={styles.muted}>{text.hint}</p>
        {query.isPending && (
          <LoadingRegion text={text.loading}>
            <Skeleton height={360} />
          </LoadingRegion>
        )}
        {query.isError && !days && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
        )}
        {isNew && <NoStatistics level={level} />}
        {days && totals && !isNew && (
          <>
            <Totals totals={totals} />
            <SegmentedControl
              label={text.span}
              options={text.spans}
              value={span}
              onChange={(next) => choose({ span: next }, true)}
            />
            {query.isPlaceholderData ? (
              <LoadingRegion text={text.loading}>
                <Skeleton height={360} />
              </LoadingRegion>
            ) : (
              <>
                <div className={styles.charts}>
                  <Charts days={days} />
                </div>
                <DayTable days={days} />
              </>
            )}
          </>
        )}
      </Section>
    </Card>
  );
}
