import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ForumPage } from "./forum-page.tsx";
import { forumsText } from "./text/forums.ts";
import styles from "./thread.module.css";
import post from "./thread-post.module.css";

const PLACEHOLDERS = ["first", "second", "third", "fourth"];

/** A thread's placeholder. */
export const ThreadSkeleton = () => (
  <ForumPage
    title={forumsText.thread}
    heading={<Skeleton width="min(420px, 80%)" />}
    lead={<Skeleton width={220} />}
  >
    <LoadingRegion text={forumsText.threadLoading} className={styles.posts}>
      {PLACEHOLDERS.map((placeholder, index) => (
        <div className={cx(post.post, index === 0 && post.opening)} key={placeholder}>
          <Skeleton width={48} height={48} />
          <div className={styles.skeleton}>
            <Skeleton width={180} height={20} />
            <SkeletonText lines={index === 0 ? 4 : 2} />
          </div>
        </div>
      ))}
    </LoadingRegion>
  </ForumPage>
);
