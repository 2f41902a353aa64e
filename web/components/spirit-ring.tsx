import { spiritProgress } from "#domain/users/spirit.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { formatNumber } from "#web/lib/format.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./spirit-ring.module.css";

const RADIUS = 17;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The spirit level in a ring that shows the progress to the next level. */
export function SpiritRing({ xp }: { xp: number }) {
  const { level, share, missing } = spiritProgress(xp);
  return (
    <Tooltip text={memberAccountText.spirit(level, missing)}>
      <span className={styles.ring}>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="20" cy="20" r={RADIUS} />
          {share > 0 && (
            <circle
              className={styles.done}
              cx="20"
              cy="20"
              r={RADIUS}
              strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
            />
          )}
        </svg>
        <span aria-hidden>{formatNumber(level)}</span>
      </span>
    </Tooltip>
  );
}
