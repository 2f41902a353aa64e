import { Crown } from "lucide-react";
import { spiritProgress, spiritTier } from "#domain/users/spirit.ts";
import { Progress } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import styles from "./spirit-progress.module.css";
import { spiritText } from "./text/users.ts";

export interface SpiritProgressPanelProps {
  xp: number;
  hasGold: boolean;
  /** Newcomers read how to get XP instead of what Gold adds. */
  isNew?: boolean;
}

export function SpiritProgressPanel({ xp, hasGold, isNew = false }: SpiritProgressPanelProps) {
  const { level, gained, needed, missing, share } = spiritProgress(xp);
  const toNext = spiritText.toNext(missing, level + 1);
  return (
    <section className={styles.spirit} aria-label={spiritText.label}>
      <p className={styles.heading}>
        <img src={`/static/spirit/${spiritTier(level)}.svg`} width={44} height={44} alt="" />
        <b className={styles.level}>{spiritText.level(level)}</b>
        <span>{spiritText.total(xp)}</span>
      </p>
      <Progress label={toNext} share={share} />
      <p className={styles.line}>
        <span>{spiritText.gained(gained, needed)}</span>
        <span>{toNext}</span>
      </p>
      {isNew ? (
        <p className={styles.gold}>{spiritText.howTo}</p>
      ) : (
        <p className={hasGold ? styles.hasGold : styles.gold}>
          <Crown aria-hidden />
          {hasGold ? (
            spiritText.gold
          ) : (
            <TextLink standalone plain to="/gold">
              {spiritText.noGold}
            </TextLink>
          )}
        </p>
      )}
    </section>
  );
}
