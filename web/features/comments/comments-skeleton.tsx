import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";

const ROWS = ["first", "second", "third"];

/** Placeholder for loading comments. */
export function CommentsSkeleton() {
  return (
    <LoadingRegion text={commentsText.loading}>
      <ul className={styles.list}>
        {ROWS.map((row) => (
          <li key={row}>
            <div className={styles.comment}>
              <Skeleton width={44} height={44} />
              <div className={styles.text}>
                <Skeleton width={160} />
                <SkeletonText lines={2} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </LoadingRegion>
  );
}
