import { Crown } from "lucide-react";
import { spiritProgress, spiritTier } from "#domain/users/spirit.ts";
import { spiritText } from "#web/text/users.ts";
import { Progress } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import styles from "./spirit-progress.module.css";

export interface SpiritProgressProps {
  xp: number;
  hasGold: boolean;
}

/** The spirit level with its picture, the way to the next one, and what Gold adds on it. */
export function SpiritProgress({ xp, hasGold }: SpiritProgressProps) {
  const { level, gained, needed, missing, share } = spiritProgress(xp);
  const way = spiritText.toNext(missing, level + 1);
  return (
    <section className={styles.spirit} aria-label={spiritText.label}>
      <img src={`/static/spirit/${spiritTier(level)}.svg`} width={88} height={88} alt="" />
      <div className={styles.words}>
        <p className={styles.head}>
          <b className={styles.level}>{spiritText.level(level)}</b>
          <span>{spiritText.total(xp)}</span>
        </p>
        <Progress label={way} share={share} />
        <p className={styles.line}>
          <span>{spiritText.gained(gained, needed)}</span>
          <span>{way}</span>
        </p>
        <p className={hasGold ? styles.hasGold : styles.gold}>
          <Crown aria-hidden />
          {hasGold ? (
            spiritText.gold
          ) : (
            <TextLink alone plain to="/gold">
              {spiritText.noGold}
            </TextLink>
          )}
        </p>
      </div>
    </section>
  );
}
