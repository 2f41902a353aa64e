import { CircleCheck, Crown, Flag } from "lucide-react";
import type { Daily } from "#domain/daily/api.ts";
import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { Rewards } from "#web/components/rewards.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./daily-card.module.css";

const dailyText = {
  title: "Daily challenge",
  task: (target: number, clears: number) =>
    `Clear ${formatNumber(target)} different levels: ${formatNumber(clears)} of ${formatNumber(target)}`,
  done: "Done for today!",
  next: "Next challenge in",
  find: "Find a level to clear",
  gold: (coins: number) => `Gold gives you ${formatNumber(coins)} more coins every day.`,
  noGold: (coins: number) => `With Gold: ${formatNumber(coins)} more coins every day.`,
} as const;

function Gold({ coins, isNew }: { coins: number; isNew: boolean }) {
  if (isNew && coins === 0) return null;
  return (
    <p className={styles.gold}>
      <Crown aria-hidden />
      {coins > 0 ? (
        dailyText.gold(coins)
      ) : (
        <TextLink standalone plain to="/gold">
          {dailyText.noGold(DAILY_GOLD_COINS)}
        </TextLink>
      )}
    </p>
  );
}

export interface DailyCardProps {
  /** Null or undefined while loading. */
  daily: Daily | null | undefined;
  /** Newcomers don't read what Gold adds. */
  isNew: boolean;
  /** Called when the day has ended. */
  onEnd: () => void;
}

export function DailyCard({ daily, isNew, onEnd }: DailyCardProps) {
  if (!daily) {
    return (
      <Card className={styles.card} aria-busy>
        <Skeleton width={180} height={28} />
        <SkeletonText lines={2} />
        <Skeleton height={40} />
        <Skeleton width={240} height={44} />
      </Card>
    );
  }
  const { clears, target, reward, completed, day, gold_coins } = daily;
  return (
    <Card className={styles.card}>
      <div className={styles.row}>
        <h2>{dailyText.title}</h2>
        {completed ? (
          <Badge tone="accent">
            <CircleCheck aria-hidden />
            {dailyText.done}
          </Badge>
        ) : (
          <Rewards reward={reward} />
        )}
      </div>
      <p>{dailyText.task(target, clears)}</p>
      <div
        className={styles.steps}
        role="progressbar"
        aria-label={dailyText.title}
        aria-valuemin={0}
        aria-valuemax={target}
        aria-valuenow={clears}
        aria-valuetext={dailyText.task(target, clears)}
      >
        {Array.from({ length: target }, (_, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity
          <span key={step} className={step < clears ? styles.done : styles.step}>
            <Flag aria-hidden />
          </span>
        ))}
      </div>
      <Countdown endDay={day} label={dailyText.next} onEnd={onEnd} key={day} />
      <div className={styles.row}>
        <Gold coins={gold_coins} isNew={isNew} />
        {!completed && (
          <LinkButton size="s" to="/levels?filter=unclearedByUser">
            {dailyText.find}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
