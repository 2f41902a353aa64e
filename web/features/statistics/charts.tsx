import { useMemo } from "react";
import type { LevelDay, STATISTICS_SPANS } from "#domain/statistics/api.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { Chart } from "#web/ui/chart.tsx";
import { playsShape, ratingsShape } from "./plays-shape.ts";
import styles from "./statistics.module.css";
import { statisticsText as text } from "./text.ts";

export type Span = (typeof STATISTICS_SPANS)[number];

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

/** Bars of plays with their unique players, and clears as a line. */
export function PlaysChart({ days, ends, span, weekly }: DaysChartProps) {
  const shape = useMemo(() => playsShape(days), [days]);
  const [plays, clears] = [sum(days, "plays"), sum(days, "clears")];
  return (
    <div className={styles.chart}>
      <h3>{text.playsChart}</h3>
      {plays + clears === 0 ? (
        <p className={styles.muted}>{text.noPlays(span)}</p>
      ) : (
        <>
          <ul className={styles.legend}>
            {LEGEND.filter((name) => name !== "players" || !weekly).map((name) => (
              <li key={name}>
                <i className={styles[`${name}Sign`]} />
                {text.legend[name]}
              </li>
            ))}
          </ul>
          <Chart
            label={weekly ? text.weeks : text.days}
            points={shape.points}
            ticks={shape.ticks}
            ends={ends}
            describePoint={(i) => {
              const { day, plays: played, players, clears: cleared, first_clears } = days[i] as LevelDay;
              return weekly
                ? text.weekLabel(formatDay(day), played, cleared, first_clears)
                : text.dayLabel(formatDay(day), played, players, cleared, first_clears);
            }}
            summary={text.summary(span, plays, clears)}
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

/** The average of each day's new ratings. */
export function RatingsChart({ days, ends, span, weekly }: DaysChartProps) {
  const shape = useMemo(() => ratingsShape(days), [days]);
  const ratings = sum(shape.days, "ratings");
  const mean = shape.days.reduce((all, day) => all + day.rating * day.ratings, 0) / ratings;
  return (
    <div className={styles.chart}>
      <h3>{text.ratingsChart}</h3>
      {ratings === 0 ? (
        <p className={styles.muted}>{text.noRatings(span)}</p>
      ) : (
        <Chart
          label={weekly ? text.ratedWeeks : text.ratedDays}
          points={shape.points}
          ticks={shape.ticks}
          ends={ends}
          describePoint={(i) => {
            const { day, ratings: count, rating } = shape.days[i] as (typeof shape.days)[0];
            const when = weekly ? text.weekOf(formatDay(day)) : formatDay(day);
            return text.ratingsLabel(when, count, rating);
          }}
          summary={text.ratingsSummary(span, ratings, mean)}
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
