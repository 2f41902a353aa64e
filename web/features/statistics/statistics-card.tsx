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
import { EmptyState } from "#web/components/empty-state.tsx";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { queryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chart } from "#web/ui/chart.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Section, Table } from "#web/ui/page.tsx";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TableHead } from "#web/ui/table-head.tsx";
import { groupByWeek, playsShape, ratingsShape } from "./plays-shape.ts";
import styles from "./statistics.module.css";

type TextSpan = (typeof STATISTICS_SPANS)[number];

const spans = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "A year",
} satisfies Record<TextSpan, string>;
const ofSpans = {
  "7": "the last 7 days",
  "30": "the last 30 days",
  "90": "the last 90 days",
  "365": "the last year",
} satisfies Record<TextSpan, string>;

const clears = (all: number, first: number) =>
  first > 0
    ? `${formatCount(all, "clear")}, ${formatNumber(first)} for the first time`
    : formatCount(all, "clear");

const statisticsText = {
  title: "Statistics",
  hint: "Your own plays don't count. Days start at midnight in New York.",
  loading: "Loading statistics",
  span: "Time range",
  spans: STATISTICS_SPANS.map((value) => ({ value, label: spans[value] })),
  totals: {
    plays: "Plays",
    players: "Players",
    clears: "Cleared by",
    clear_rate: "Clear rate",
    ratings_count: "Ratings",
    rating: "Rating",
    difficulty: "Difficulty",
  },
  unknown: "None yet",
  percent: (rate: number) => `${formatNumber(rate)}%`,
  /** A mean from 0 to 10 as stars from 0 to 5. */
  stars: (mean: number) => `${formatNumber(Math.round(mean * 5) / 10)} of 5`,
  never: "No one has played it yet",
  neverPrivate: "Only you and our staff can see it. Make it public so others can play.",
  neverPublic: "Send its link to your buddies. What they do in it shows up here, day by day.",
  toLevel: "Go to the level",
  playsChart: "Plays and clears",
  ratingsChart: "Ratings",
  noPlays: (span: TextSpan) => `No one has played it in ${ofSpans[span]}.`,
  noRatings: (span: TextSpan) => `No new ratings in ${ofSpans[span]}.`,
  days: "Days",
  weeks: "Weeks",
  ratedDays: "Days with ratings",
  ratedWeeks: "Weeks with ratings",
  legend: { plays: "Plays", players: "Players", clears: "Clears" },
  summary: (span: TextSpan, plays: number, cleared: number) =>
    `In ${ofSpans[span]}: ${formatCount(plays, "play")}, ${formatCount(cleared, "clear")}.`,
  ratingsSummary: (span: TextSpan, ratings: number, mean: number) =>
    `In ${ofSpans[span]}: ${formatCount(ratings, "new rating")}, ${statisticsStars(mean)} stars on average.`,
  dayLabel: (day: string, plays: number, players: number, all: number, first: number) =>
    `${day}: ${formatCount(plays, "play")} by ${formatCount(players, "player")}, ${clears(all, first)}`,
  weekOf: (day: string) => `Week of ${day}`,
  weekLabel: (day: string, plays: number, all: number, first: number) =>
    `Week of ${day}: ${formatCount(plays, "play")}, ${clears(all, first)}`,
  ratingsLabel: (day: string, ratings: number, mean: number) =>
    `${day}: ${formatCount(ratings, "new rating")}, ${statisticsStars(mean)} stars`,
  table: "All days as a table",
  columns: {
    day: "Day",
    plays: "Plays",
    players: "Players",
    clears: "Clears",
    first_clears: "First clears",
    ratings: "New ratings",
    rating: "Stars",
  },
} as const;

/** A mean from 0 to 10 as stars from 0 to 5 with one decimal. */
function statisticsStars(mean: number): string {
  return formatNumber(Math.round(mean * 5) / 10);
}

type Span = (typeof STATISTICS_SPANS)[number];

interface DaysChartProps {
  /** Days, or weeks named by their first day. */
  days: readonly LevelDay[];
  /** The first and last day, formatted. */
  ends: readonly string[];
  span: Span;
  weekly: boolean;
}

const sum = (days: readonly LevelDay[], key: "plays" | "clears" | "ratings") =>
  days.reduce((all, day) => all + day[key], 0);

const LEGEND = ["plays", "players", "clears"] as const;

function PlaysChart({ days, ends, span, weekly }: DaysChartProps) {
  const shape = useMemo(() => playsShape(days), [days]);
  const [plays, clears] = [sum(days, "plays"), sum(days, "clears")];
  return (
    <div className={styles.chart}>
      <h3>{statisticsText.playsChart}</h3>
      {plays + clears === 0 ? (
        <p className={styles.muted}>{statisticsText.noPlays(span)}</p>
      ) : (
        <>
          <ul className={styles.legend}>
            {LEGEND.filter((name) => name !== "players" || !weekly).map((name) => (
              <li key={name}>
                <i className={styles[`${name}Sign`]} />
                {statisticsText.legend[name]}
              </li>
            ))}
          </ul>
          <Chart
            label={weekly ? statisticsText.weeks : statisticsText.days}
            points={shape.points}
            ticks={shape.ticks}
            ends={ends}
            describePoint={(i) => {
              const { day, plays: played, players, clears: cleared, first_clears } = days[i] as LevelDay;
              return weekly
                ? statisticsText.weekLabel(formatDay(day), played, cleared, first_clears)
                : statisticsText.dayLabel(formatDay(day), played, players, cleared, first_clears);
            }}
            summary={statisticsText.summary(span, plays, clears)}
          >
            <g className={styles.drawing}>
              <path className={styles.plays} d={shape.plays} />
              <path className={styles.players} d={shape.players} />
              <path className={styles.clears} d={shape.clears} />
            </g>
          </Chart>
        </>
      )}
    </div>
  );
}

function RatingsChart({ days, ends, span, weekly }: DaysChartProps) {
  const shape = useMemo(() => ratingsShape(days), [days]);
  const ratings = sum(shape.days, "ratings");
  const mean = shape.days.reduce((all, day) => all + day.rating * day.ratings, 0) / ratings;
  return (
    <div className={styles.chart}>
      <h3>{statisticsText.ratingsChart}</h3>
      {ratings === 0 ? (
        <p className={styles.muted}>{statisticsText.noRatings(span)}</p>
      ) : (
        <Chart
          label={weekly ? statisticsText.ratedWeeks : statisticsText.ratedDays}
          points={shape.points}
          ticks={shape.ticks}
          ends={ends}
          describePoint={(i) => {
            const { day, ratings: count, rating } = shape.days[i] as (typeof shape.days)[0];
            const when = weekly ? statisticsText.weekOf(formatDay(day)) : formatDay(day);
            return statisticsText.ratingsLabel(when, count, rating);
          }}
          summary={statisticsText.ratingsSummary(span, ratings, mean)}
          dotted={shape.days.length <= 12}
        >
          <g className={styles.drawing}>
            <path className={styles.rating} d={shape.line} />
          </g>
        </Chart>
      )}
    </div>
  );
}

const COLUMNS = ["plays", "players", "clears", "first_clears", "ratings"] as const;

function DayTable({ days }: { days: readonly LevelDay[] }) {
  return (
    <details className={cx(tables.days, styles.days)}>
      <summary>{statisticsText.table}</summary>
      <Table label={statisticsText.title}>
        <TableHead columns={Object.values(statisticsText.columns)} />
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
    ["clear_rate", clear_rate === null ? null : statisticsText.percent(clear_rate)],
    ["ratings_count", <CompactNumber value={ratings_count} key="" />],
    ["rating", isRated ? statisticsText.stars(rating) : null],
    ["difficulty", isRated ? statisticsText.stars(difficulty) : null],
  ] as const;
  return (
    <dl className={styles.totals}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{statisticsText.totals[name]}</dt>
          <dd className={cx(value === null && styles.unknown)}>{value ?? statisticsText.unknown}</dd>
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
      <Section heading={statisticsText.title}>
        <p className={styles.muted}>{statisticsText.hint}</p>
        {query.isPending && (
          <LoadingRegion text={statisticsText.loading}>
            <Skeleton height={360} />
          </LoadingRegion>
        )}
        <QueryError query={query} />
        {isNew && (
          <EmptyState
            title={statisticsText.never}
            pose="sit"
            text={level.visibility === "private" ? statisticsText.neverPrivate : statisticsText.neverPublic}
          >
            <LinkButton icon={Eye} to={level.url}>
              {statisticsText.toLevel}
            </LinkButton>
          </EmptyState>
        )}
        {days && totals && !isNew && (
          <>
            <Totals totals={totals} />
            <SegmentedControl
              label={statisticsText.span}
              options={statisticsText.spans}
              value={span}
              onChange={(next) => choose({ span: next }, true)}
            />
            {query.isPlaceholderData ? (
              <LoadingRegion text={statisticsText.loading}>
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
