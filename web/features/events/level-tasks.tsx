import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Timer, Trophy } from "lucide-react";
import { levelChallengeRoute } from "#domain/events/api.ts";
import { at, invalidate } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { DoneBadge, OwnProgress, RewardSummary } from "./event-card.tsx";
import styles from "./level-tasks.module.css";
import { eventsText as text } from "./text.ts";

export function TasksSkeleton() {
  return (
    <Card className={styles.card} aria-busy>
      <Skeleton width={180} height={26} />
      <SkeletonText lines={2} />
      <Skeleton height={44} />
    </Card>
  );
}

export default function LevelTasks({ levelId }: { levelId: number }) {
  const client = useQueryClient();
  const query = useQuery(queryFor(levelChallengeRoute, { params: { id: levelId } }));
  // The level's badges show the event, too.
  const refresh = () =>
    void invalidate(client, [
      at("/api/levels/{id}", { id: levelId }),
      at("/api/levels/{id}/challenge", { id: levelId }),
    ]);
  const { data } = query;
  if (query.isPending) return <TasksSkeleton />;
  if (!data) {
    return (
      <Card className={styles.card}>
        <QueryError query={query} />
      </Card>
    );
  }
  const { challenge, event } = data;
  if (!challenge && !event) return null;
  return (
    <Card className={styles.card}>
      {challenge && (
        <section className={styles.task} aria-label={text.challenge(challenge.name)}>
          <div className={styles.head}>
            <h2>
              <Trophy className={styles.icon} aria-hidden />
              {challenge.name}
            </h2>
            {challenge.rewarded && <DoneBadge />}
          </div>
          {challenge.description && (
            <p className={styles.description} dir="auto">
              {challenge.description}
            </p>
          )}
          <p className={styles.goal}>
            <Timer className={styles.icon} aria-hidden />
            {text.goalHere(challenge.goal_formatted)}
          </p>
          <RewardSummary reward={challenge.reward} />
          <Countdown key={challenge.ends_on} endDay={challenge.ends_on} label={text.endsIn} onEnd={refresh} />
        </section>
      )}
      {event && (
        <section className={styles.task} aria-label={text.event(event.short_name)}>
          <div className={styles.head}>
            <h2>
              <Badge color={event.highlight_color}>{event.short_name}</Badge>
            </h2>
          </div>
          {event.description && (
            <p className={styles.description} dir="auto">
              {event.description}
            </p>
          )}
          <p className={styles.goal}>{text.taskHere(event.goal)}</p>
          <OwnProgress event={event} />
          <RewardSummary reward={event.reward} />
          <Countdown key={event.ends_on} endDay={event.ends_on} label={text.endsIn} onEnd={refresh} />
        </section>
      )}
      <TextLink className={styles.all} to="/events">
        {text.all}
        <ArrowRight className={styles.arrow} aria-hidden />
      </TextLink>
    </Card>
  );
}
