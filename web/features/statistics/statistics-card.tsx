import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, Eye } from "lucide-react";
import { useMemo } from "react";
import type { Visibility } from "#domain/levels/rules.ts";
import { type LevelDay, type LevelStatistics, levelStatisticsRoute, SPANS } from "#domain/statistics/api.ts";
import { type AddressView, useAddressView } from "#web/lib/address-view.ts";
import { dayText } from "#web/lib/day-text.ts";
import { queryFor } from "#web/lib/query.ts";
import { statisticsText as text } from "#web/text/statistics.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Num } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Segmented } from "#web/ui/toggle.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { PlaysChart, RatingsChart, type Span } from "./charts.tsx";
import { inWeeks } from "./day-shape.ts";
import { DayTable } from "./day-table.tsx";
import styles from "./statistics.module.css";

export interface StatisticsCardProps {
  level: { id: number; url: string; visibility: Visibility };
}

const DEFAULT: Span = "30";
/** A phone has room for as many bars; of more days weeks are shown. */
const MOST_BARS = 90;

/** How far one looks back is in the address: `?days=90`. */
const VIEW: AddressView<{ span: Span }> = {
  read: (query) => ({ span: SPANS.find((one) => one === query.get("days")) ?? DEFAULT }),
  write: ({ span }) => new URLSearchParams({ days: span }),
  changed: (view, choice) => ({ ...view, ...choice }),
};

function Totals({ totals }: { totals: LevelStatistics["totals"] }) {
  const { plays, players, clears, clear_rate, ratings_count, rating, difficulty } = totals;
  const isRated = ratings_count > 0;
  const facts = [
    ["plays", <Num value={plays} key="" />],
    ["players", <Num value={players} key="" />],
    ["clears", <Num value={clears} key="" />],
    ["clear_rate", clear_rate === null ? null : text.percent(clear_rate)],
    ["ratings_count", <Num value={ratings_count} key="" />],
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

/** By the days that are here: another span's may be on their way. */
function Charts({ days }: { days: readonly LevelDay[] }) {
  const weekly = days.length > MOST_BARS;
  const span = SPANS.find((one) => Number(one) === days.length) ?? DEFAULT;
  const ends = [days[0], days.at(-1)].map((day) => dayText(day?.day ?? ""));
  const shown = useMemo(() => (weekly ? inWeeks(days) : days), [days, weekly]);
  const chart = { days: shown, ends, span, weekly };
  return (
    <>
      <PlaysChart {...chart} />
      <RatingsChart {...chart} />
    </>
  );
}

function Never({ level }: StatisticsCardProps) {
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={text.never}
      text={level.visibility === "private" ? text.neverPrivate : text.neverPublic}
    >
      <LinkButton icon={Eye} to={level.url}>
        {text.toLevel}
      </LinkButton>
    </EmptyState>
  );
}

/** What happened in one's level: since it was made, and day by day. */
export default function StatisticsCard({ level }: StatisticsCardProps) {
  const { view, choose } = useAddressView(VIEW);
  const { span } = view;
  const query = useQuery({
    ...queryFor(levelStatisticsRoute, { params: { id: level.id }, input: { days: span } }),
    placeholderData: keepPreviousData,
  });
  const { days, totals } = query.data ?? {};
  const isNew = totals && totals.plays + totals.clears + totals.ratings_count === 0;
  return (
    <Card className={styles.card}>
      <Section heading={text.title}>
        <p className={styles.quiet}>{text.hint}</p>
        {query.isPending && (
          <Waiting text={text.loading}>
            <Skeleton height={360} />
          </Waiting>
        )}
        {query.isError && !days && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
        )}
        {isNew && <Never level={level} />}
        {days && totals && !isNew && (
          <>
            <Totals totals={totals} />
            <Segmented
              label={text.span}
              options={text.spans}
              value={span}
              onChange={(next) => choose({ span: next }, true)}
            />
            <div className={cx(styles.charts, query.isPlaceholderData && styles.stale)}>
              <Charts days={days} />
            </div>
            <DayTable days={days} />
          </>
        )}
      </Section>
    </Card>
  );
}
