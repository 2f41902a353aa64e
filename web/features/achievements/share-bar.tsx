import { percent } from "#domain/achievements/progress.ts";
import { achievementsText } from "#web/text/achievements.ts";
import { Progress } from "#web/ui/card.tsx";
import styles from "./achievements.module.css";

/** A bar with its percentage beside it. */
export function ShareBar({ label, share }: { label: string; share: number }) {
  const whole = percent(share);
  return (
    <div className={styles.bar}>
      <Progress label={label} share={whole / 100} />
      <span className={styles.percent} aria-hidden>
        {achievementsText.percent(whole)}
      </span>
    </div>
  );
}
