import { Trophy } from "lucide-react";
import type { AchievementSet } from "#domain/achievements/api.ts";
import { percent, setProgress } from "#domain/achievements/progress.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, Progress } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Grid } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
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

const CARD = { min: 340, minPhone: 260 } as const;
const PLACEHOLDERS = Array.from({ length: 9 }, (_, i) => i);

function SetCard({ set, onShow }: { set: AchievementSet; onShow: () => void }) {
  const { name, description, image_url } = set;
  const { obtained, total, next, share } = setProgress(set);
  return (
    <Card className={styles.set}>
      <img
        className={cx(styles.badge, obtained === 0 && styles.locked)}
        src={image_url}
        width={84}
        height={84}
        alt=""
      />
      <div className={styles.text}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.muted}>{description}</p>
      </div>
      <div className={styles.progress}>
        <p className={styles.head}>
          <span>{achievementsText.summary(obtained, total)}</span>
        </p>
        <ShareBar label={achievementsText.progressOf(name)} share={share} />
        <p className={styles.next}>
          {next ? (
            <>
              {achievementsText.next} <b>{next.name}</b>
            </>
          ) : (
            achievementsText.complete
          )}
        </p>
      </div>
      <Button icon={Trophy} onClick={onShow} className={styles.view}>
        {achievementsText.view}
        <span className="sr-only"> {achievementsText.viewOf(name)}</span>
      </Button>
    </Card>
  );
}

export function SetGrid({ sets, onShow }: { sets: readonly AchievementSet[]; onShow: (id: number) => void }) {
  return (
    <Grid {...CARD} className={cx("lazy-rows", styles.sets)}>
      {sets.map((set) => (
        <SetCard key={set.id} set={set} onShow={() => onShow(set.id)} />
      ))}
    </Grid>
  );
}

export function SetGridSkeleton() {
  return (
    <LoadingRegion text={achievementsText.loading}>
      <Grid {...CARD}>
        {PLACEHOLDERS.map((placeholder) => (
          <Card key={placeholder} className={styles.set}>
            <Skeleton width={84} height={84} round />
            <div className={styles.text}>
              <Skeleton width={120} height={24} />
              <SkeletonText lines={1} />
            </div>
            <div className={styles.progress}>
              <Skeleton width={150} />
              <Skeleton height={16} />
              <Skeleton width={130} />
            </div>
            <Skeleton height={44} />
          </Card>
        ))}
      </Grid>
    </LoadingRegion>
  );
}
