import { Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Challenge } from "#domain/events/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { Card } from "#web/ui/card.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { RewardSummary } from "./event-card.tsx";
import styles from "./events.module.css";
import { DoneBadge } from "./own-progress.tsx";
import { eventsText as text } from "./text.ts";

export interface ChallengeCardProps {
  challenge: Challenge;
  /** Renders the level. */
  card: (level: LevelCardData) => ReactNode;
  /** Called when the countdown ends. */
  onExpire: () => void;
}

/** A challenge: its level, goal, reward and time left. */
export function ChallengeCard({ challenge, card, onExpire }: ChallengeCardProps) {
  const { name, description, goal_formatted, ends_on, reward, level, rewarded } = challenge;
  return (
    <Card className={styles.challenge}>
      {level && <div className={styles.level}>{card(level)}</div>}
      <article className={styles.text} aria-label={name}>
        <div className={styles.row}>
          <h3 dir="auto">{name}</h3>
          {rewarded && <DoneBadge />}
        </div>
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <p className={styles.goal}>
          <Timer aria-hidden />
          {text.goal(goal_formatted)}
        </p>
        <RewardSummary reward={reward} />
        <Countdown key={ends_on} endDay={ends_on} label={text.endsIn} onEnd={onExpire} />
      </article>
    </Card>
  );
}
