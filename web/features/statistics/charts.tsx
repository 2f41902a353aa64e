import { useMemo } from "react";
import type { LevelDay, SPANS } from "#domain/statistics/api.ts";
import { dayText } from "#web/lib/day-text.ts";
import { statisticsText as text } from "#web/text/statistics.ts";
import { Chart } from "#web/ui/chart.tsx";
import { playsShape, ratingsShape } from "./day-shape.ts";
import styles from "./statistics.module.css";

export type Span = (typeof SPANS)[number];

interface ChartOfDays {
  /** Days, or weeks by their first one. */
  days: readonly LevelDay[];
  /** The first and the last day. */
  ends: readonly string[];
  span: Span;
  weekly: boolean;
}

const sum = (days: readonly LevelDay[], key: "plays" | "clears" | "ratings") =>
  days.reduce((all, day) => all + day[key], 0);

const LEGEND = ["plays", "players", "clears"] as const;

/** Bars of plays with the different people in them, and clears as a line. */
export function PlaysChart({ days, ends, span, weekly }: ChartOfDays) {
  const shape = useMemo(() => playsShape(days), [days]);
  const [plays, clears] = [sum(days, "plays"), sum(days, "clears")];
  return (
    <div className={styles.part}>
      <h3>{text.playsChart}</h3>
      {plays + clears === 0 ? (
        <p className={styles.quiet}>{text.noPlays(span)}</p>
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
            said={(i) => {
              const { day, plays: played, players, clears: cleared, first_clears } = days[i] as LevelDay;
              return weekly
                ? text.weekSaid(dayText(day), played, cleared, first_clears)
                : text.daySaid(dayText(day), played, players, cleared, first_clears);
            }}
            summary={text.summary(span, plays, clears)}
          >
            <g className={styles.drawn}>
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

/** What those who rated it gave, day by day. */
export function RatingsChart({ days, ends, span, weekly }: ChartOfDays) {
  const shape = useMemo(() => ratingsShape(days), [days]);
  const ratings = sum(shape.days, "ratings");
  const mean = shape.days.reduce((all, day) => all + day.rating * day.ratings, 0) / ratings;
  return (
    <div className={styles.part}>
      <h3>{text.ratingsChart}</h3>
      {ratings === 0 ? (
        <p className={styles.quiet}>{text.noRatings(span)}</p>
      ) : (
        <Chart
          label={weekly ? text.ratedWeeks : text.ratedDays}
          points={shape.points}
          ticks={shape.ticks}
          ends={ends}
          said={(i) => {
            const { day, ratings: count, rating } = shape.days[i] as (typeof shape.days)[0];
            const when = weekly ? text.weekOf(dayText(day)) : dayText(day);
            return text.ratingsSaid(when, count, rating);
          }}
          summary={text.ratingsSummary(span, ratings, mean)}
          dotted={shape.days.length <= 12}
        >
          <g className={styles.drawn}>
            <path className={styles.rating} d={shape.line} />
          </g>
        </Chart>
      )}
    </div>
  );
}
