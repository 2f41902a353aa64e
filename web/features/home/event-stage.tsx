import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import type { homeRoute } from "#domain/home/api.ts";
import { LevelCard } from "#web/components/levels/level-card.tsx";
import { badgeColors } from "#web/ui/badge-colors.ts";
import { Progress } from "#web/ui/card.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import styles from "./event-stage.module.css";

const eventStageText = {
  kicker: "On now",
  /** `cleared` is null for visitors. */
  task: (goal: number, cleared: number | null) =>
    `Clear ${goal} of its levels${cleared === null ? "" : ` · ${cleared} of ${goal} cleared`}`,
  done: "You have its reward",
  see: "See the event",
} as const;

export interface EventStageProps {
  event: NonNullable<OutputOf<typeof homeRoute>["stage"]>;
  /** `EventDetails`, on the poster. */
  children: ReactNode;
}

export function EventStage({ event, children }: EventStageProps) {
  const { short_name, description, highlight_color, levels, goal, cleared, rewarded } = event;
  return (
    <section className={styles.stage} aria-labelledby="stage">
      <div className={styles.poster} style={badgeColors(highlight_color)}>
        <b>{eventStageText.kicker}</b>
        <h2 id="stage" dir="auto">
          <Link to="/events">{short_name}</Link>
        </h2>
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {children}
      </div>
      <div className={styles.about}>
        <div className={styles.levels}>
          {levels.map((level) => (
            <LevelCard key={level.id} level={level} variant="small" />
          ))}
        </div>
        <div className={styles.more}>
          <div className={styles.task}>
            {rewarded ? eventStageText.done : eventStageText.task(goal, cleared)}
            {!rewarded && cleared !== null && <Progress label={short_name} share={cleared / goal} />}
          </div>
          <MoreLink to="/events" label={eventStageText.see} />
        </div>
      </div>
    </section>
  );
}
