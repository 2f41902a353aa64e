import type { AchievementSet } from "#domain/achievements/api.ts";
import { setProgress } from "#domain/achievements/progress.ts";
import type { UserCard } from "#domain/api/response.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./achievements.module.css";
import { ShareBar } from "./share-bar.tsx";
import { achievementsText } from "./text.ts";

/** The owner and their overall progress. Both props are undefined while loading. */
export function AchievementSummary({
  owner,
  sets,
}: {
  owner: Pick<UserCard, "username" | "url" | "bopi"> | undefined;
  sets: readonly AchievementSet[] | undefined;
}) {
  const all = sets?.map(setProgress) ?? [];
  const obtained = all.reduce((sum, set) => sum + set.obtained, 0);
  const total = all.reduce((sum, set) => sum + set.total, 0);
  return (
    <Card className={styles.summary} aria-busy={!sets || undefined}>
      {owner ? <Headshot user={owner} size={72} decorative /> : <Skeleton width={72} height={72} />}
      <div className={styles.text}>
        <p className={styles.head}>
          {sets ? <b>{achievementsText.summary(obtained, total)}</b> : <Skeleton width={180} />}
          {owner && (
            <TextLink standalone to={owner.url}>
              {achievementsText.profile}
            </TextLink>
          )}
        </p>
        {sets ? (
          <ShareBar label={achievementsText.overall} share={total ? obtained / total : 0} />
        ) : (
          <Skeleton height={16} />
        )}
      </div>
    </Card>
  );
}
