import { CalendarDays, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { Rewards } from "#web/components/rewards.tsx";
import { formatMoment } from "#web/lib/format-day.ts";
import { badgeColors } from "#web/ui/badge-colors.ts";
import { Badge, Card, Progress } from "#web/ui/card.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { dayBefore } from "./days.ts";
import styles from "./events.module.css";
import { eventsText as text } from "./text.ts";

export function DoneBadge() {
  return (
    <Badge tone="accent">
      <CircleCheck aria-hidden />
      {text.done}
    </Badge>
  );
}

export function OwnProgress({
  event,
}: {
  event: Pick<LevelEvent, "cleared" | "goal" | "rewarded" | "short_name">;
}) {
  const { cleared, goal, rewarded, short_name } = event;
  const { pathname } = useLocation();
  if (cleared === null) {
    return (
      <p className={styles.muted}>
        <TextLink to={signInUrl(pathname)}>{text.signIn}</TextLink> {text.signInText}
      </p>
    );
  }
  if (rewarded) {
    return (
      <p className={styles.received}>
        <DoneBadge /> {text.received}
      </p>
    );
  }
  return (
    <div className={styles.progress}>
      <span>{text.progress(cleared, goal)}</span>
      <Progress label={text.event(short_name)} share={cleared / goal} />
    </div>
  );
}

/** A time with its day, in the reader's time zone. */
const MomentTime = ({ value }: { value: string }) => <time dateTime={value}>{formatMoment(value)}</time>;

export function RewardSummary({ reward: { coins, xp, item } }: Pick<LevelEvent, "reward">) {
  return (
    <div className={styles.reward}>
      <span className={styles.muted}>{text.reward}</span>
      <Rewards reward={{ coins, xp, items: item ? [item] : [] }} />
    </div>
  );
}

function Levels({ event, card }: { event: LevelEvent; card: (level: LevelCardData) => ReactNode }) {
  if (event.levels.length === 0) return <p className={styles.muted}>{text.noLevels}</p>;
  return <Carousel label={text.levels(event.short_name)}>{event.levels.map(card)}</Carousel>;
}

export interface EventCardProps {
  event: LevelEvent;
  upcoming?: boolean;
  card: (level: LevelCardData) => ReactNode;
  onExpire: () => void;
}

export function EventCard({ event, upcoming = false, card, onExpire }: EventCardProps) {
  const { short_name, description, highlight_color, starts_on, ends_on, starts_at, ends_at, goal, levels } =
    event;
  return (
    <Card flush className={styles.event}>
      <article aria-label={short_name}>
        <header className={styles.band} style={badgeColors(highlight_color)}>
          <h3 dir="auto">{short_name}</h3>
          <p>
            <CalendarDays aria-hidden />
            <span>
              {upcoming && (
                <>
                  {text.starts} <MomentTime value={starts_at} />,{" "}
                </>
              )}
              {upcoming ? text.endsAfter : text.ends} <MomentTime value={ends_at} />
            </span>
          </p>
        </header>
        <div className={styles.body}>
          <div className={styles.about}>
            <div className={styles.text}>
              {description && (
                <p className={styles.description} dir="auto">
                  {description}
                </p>
              )}
              <p className={styles.task}>{text.task(goal, Math.max(goal, levels.length))}</p>
              {!upcoming && <OwnProgress event={event} />}
            </div>
            <div className={styles.side}>
              <Countdown
                key={upcoming ? starts_on : ends_on}
                endDay={upcoming ? dayBefore(starts_on) : ends_on}
                label={upcoming ? text.beginsIn : text.endsIn}
                onEnd={onExpire}
              />
              <RewardSummary reward={event.reward} />
              <ShareButton title={short_name} path={`/events?event=${event.id}`} />
            </div>
          </div>
          <Levels event={event} card={card} />
        </div>
      </article>
    </Card>
  );
}

export function EventSkeleton() {
  return (
    <Card flush className={styles.event} aria-hidden>
      <Skeleton height={64} />
      <div className={styles.body}>
        <div className={styles.about}>
          <div className={styles.text}>
            <SkeletonText lines={3} />
          </div>
          <div className={styles.side}>
            <Skeleton height={48} width={260} />
            <Skeleton height={44} width={200} />
          </div>
        </div>
        <Skeleton height={230} />
      </div>
    </Card>
  );
}
