import { forumsText } from "#web/text/forums.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ForumPage } from "./forum-page.tsx";
import post from "./post.module.css";
import styles from "./thread.module.css";

const BONES = ["first", "second", "third", "fourth"];

/** A thread to come. */
export const ThreadSkeleton = () => (
  <ForumPage
    title={forumsText.thread}
    heading={<Skeleton width="min(420px, 80%)" />}
    lead={<Skeleton width={220} />}
  >
    <Waiting text={forumsText.threadLoading} className={styles.posts}>
      {BONES.map((bone, index) => (
        <div className={cx(post.post, index === 0 && post.opening)} key={bone}>
          <Skeleton width={48} height={48} />
          <div className={styles.bone}>
            <Skeleton width={180} height={20} />
            <SkeletonText lines={index === 0 ? 4 : 2} />
          </div>
        </div>
      ))}
    </Waiting>
  </ForumPage>
);
