import { Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Challenge } from "#domain/events/api.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { eventsText as text } from "#web/text/events.ts";
import { Card } from "#web/ui/card.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { Reward } from "./event-card.tsx";
import styles from "./events.module.css";
import { Done } from "./own-progress.tsx";

export interface ChallengeCardProps {
  challenge: Challenge;
  /** Draws its level. */
  card: (level: LevelCard) => ReactNode;
  /** Called when its countdown is over. */
  onTurn: () => void;
}

/** A challenge: its level, what is asked for, what it pays and how long there is time. */
export function ChallengeCard({ challenge, card, onTurn }: ChallengeCardProps) {
  const { name, description, goal_formatted, ends_on, reward, level, rewarded } = challenge;
  return (
    <Card className={styles.challenge}>
      {level && <div className={styles.level}>{card(level)}</div>}
      <article className={styles.words} aria-label={name}>
        <div className={styles.row}>
          <h3>{name}</h3>
          {rewarded && <Done />}
        </div>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.goal}>
          <Timer aria-hidden />
          {text.goal(goal_formatted)}
        </p>
        <Reward reward={reward} />
        <Countdown key={ends_on} endDay={ends_on} label={text.endsIn} onEnd={onTurn} />
      </article>
    </Card>
  );
}
