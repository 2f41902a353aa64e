import { commentsText } from "#web/text/comments.ts";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./comments.module.css";

const ROWS = ["first", "second", "third"];

/** Comments to come. */
export function CommentsSkeleton() {
  return (
    <Waiting text={commentsText.loading}>
      <ul className={styles.list}>
        {ROWS.map((row) => (
          <li key={row}>
            <div className={styles.comment}>
              <Skeleton width={44} height={44} />
              <div className={styles.words}>
                <Skeleton width={160} />
                <SkeletonText lines={2} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Waiting>
  );
}
