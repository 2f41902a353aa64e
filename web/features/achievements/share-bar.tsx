import { percent } from "#domain/achievements/progress.ts";
import { Progress } from "#web/ui/card.tsx";
import styles from "./achievements.module.css";
import { achievementsText } from "./text.ts";

/** A progress bar with its percentage next to it. */
export function ShareBar({ label, share }: { label: string; share: number }) {
  const percentage = percent(share);
  return (
    <div className={styles.bar}>
      <Progress label={label} share={percentage / 100} />
      <span className={styles.percent} aria-hidden>
        {achievementsText.percent(percentage)}
      </span>
    </div>
  );
}
