import { commentsText } from "#web/text/comments.ts";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./comments.module.css";

const ROWS = ["first", "second", "third"];

/** Comments to come. */
export function CommentsSkeleton() {
  return (
    <div aria-busy>
      <p className="sr-only" role="status">
        {commentsText.loading}
      </p>
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
    </div>
  );
}
