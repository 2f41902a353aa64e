import { CalendarDays } from "lucide-react";
import type { ReactNode } from "react";
import type { Event } from "#domain/events/api.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { dayText } from "#web/lib/day-text.ts";
import { eventsText as text } from "#web/text/events.ts";
import { Card } from "#web/ui/card.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { badgeColors } from "#web/ui/ink.ts";
import { Rewards } from "#web/ui/rewards.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { dayBefore } from "./days.ts";
import styles from "./events.module.css";
import { OwnProgress } from "./own-progress.tsx";

/** What an event or a challenge pays. */
export function Reward({ reward: { coins, xp, item } }: Pick<Event, "reward">) {
  return (
    <div className={styles.reward}>
      <span className={styles.muted}>{text.reward}</span>
      <Rewards reward={{ coins, xp, items: item ? [item] : [] }} />
    </div>
  );
}

function Levels({ event, card }: { event: Event; card: (level: LevelCard) => ReactNode }) {
  if (event.levels.length === 0) return <p className={styles.muted}>{text.noLevels}</p>;
  return <Carousel label={text.levels(event.short_name)}>{event.levels.map(card)}</Carousel>;
}

export interface EventCardProps {
  event: Event;
  upcoming?: boolean;
  /** Draws one of its levels. */
  card: (level: LevelCard) => ReactNode;
  /** Called when its countdown is over. */
  onTurn: () => void;
}

/** An event that is on or to come: what is asked for, what it pays, how long there is time, how far one is, its levels. */
export function EventCard({ event, upcoming = false, card, onTurn }: EventCardProps) {
  const { short_name, description, highlight_color, starts_on, ends_on, goal, levels } = event;
  const [first, last] = [dayText(starts_on), dayText(ends_on)];
  return (
    <Card flush className={styles.event}>
      <article aria-label={short_name}>
        <header className={styles.band} style={badgeColors(highlight_color)}>
          <h3>{short_name}</h3>
          <p>
            <CalendarDays aria-hidden />
            {upcoming ? text.begins(first, last) : text.days(first, last)}
          </p>
        </header>
        <div className={styles.body}>
          <div className={styles.about}>
            <div className={styles.words}>
              {description && <p className={styles.description}>{description}</p>}
              <p className={styles.task}>{text.task(goal, Math.max(goal, levels.length))}</p>
              {!upcoming && <OwnProgress event={event} />}
            </div>
            <div className={styles.side}>
              <Countdown
                key={upcoming ? starts_on : ends_on}
                endDay={upcoming ? dayBefore(starts_on) : ends_on}
                label={upcoming ? text.beginsIn : text.endsIn}
                onEnd={onTurn}
              />
              <Reward reward={event.reward} />
            </div>
          </div>
          <Levels event={event} card={card} />
        </div>
      </article>
    </Card>
  );
}

/** An event to come from the site. */
export function EventSkeleton() {
  return (
    <Card flush className={styles.event} aria-hidden>
      <Skeleton height={64} />
      <div className={styles.body}>
        <div className={styles.about}>
          <div className={styles.words}>
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
