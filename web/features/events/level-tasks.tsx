import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Timer, Trophy } from "lucide-react";
import { type Challenge, levelChallengeRoute } from "#domain/events/api.ts";
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

function ChallengeTask({ challenge, onExpire }: { challenge: Challenge; onExpire: () => void }) {
  const { name, description, goal_formatted, ends_on, reward, rewarded } = challenge;
  return (
    <section className={styles.task} aria-label={text.challenge(name)}>
      <div className={styles.head}>
        <h2>
          <Trophy className={styles.icon} aria-hidden />
          {name}
        </h2>
        {rewarded && <DoneBadge />}
      </div>
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <p className={styles.goal}>
        <Timer className={styles.icon} aria-hidden />
        {text.goalHere(goal_formatted)}
      </p>
      <RewardSummary reward={reward} />
      <Countdown key={ends_on} endDay={ends_on} label={text.endsIn} onEnd={onExpire} />
    </section>
  );
}

export function TasksSkeleton() {
  return (
    <Card className={styles.card} aria-busy>
      <Skeleton width={180} height={26} />
      <SkeletonText lines={2} />
      <Skeleton height={44} />
    </Card>
  );
}

/** The level's current challenge and event. */
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
  if (!data.challenge && !data.event) return null;
  return (
    <Card className={styles.card}>
      {data.challenge && <ChallengeTask challenge={data.challenge} onExpire={refresh} />}
      {data.event && (
        <section className={styles.task} aria-label={text.event(data.event.short_name)}>
          <div className={styles.head}>
            <h2>
              <Badge color={data.event.highlight_color}>{data.event.short_name}</Badge>
            </h2>
          </div>
          {data.event.description && (
            <p className={styles.description} dir="auto">
              {data.event.description}
            </p>
          )}
          <p className={styles.goal}>{text.taskHere(data.event.goal)}</p>
          <OwnProgress event={data.event} />
          <RewardSummary reward={data.event.reward} />
          <Countdown
            key={data.event.ends_on}
            endDay={data.event.ends_on}
            label={text.endsIn}
            onEnd={refresh}
          />
        </section>
      )}
      <TextLink className={styles.all} to="/events">
        {text.all}
        <ArrowRight className={styles.arrow} aria-hidden />
      </TextLink>
    </Card>
  );
}
