import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

/** The placeholder of a case. */
export const CaseScreenSkeleton = () => (
  <LoadingRegion text={text.loading}>
    <div className={styles.header}>
      <Skeleton width={52} height={52} />
      <div className={styles.title}>
        <Skeleton width={160} height={22} />
        <Skeleton width="70%" height={34} />
      </div>
    </div>
    <div className={styles.columns}>
      <Skeleton height={240} />
      <div className={styles.sidebar}>
        <Skeleton height={150} />
        <Skeleton height={320} />
      </div>
      <div className={styles.more}>
        <Skeleton height={160} />
      </div>
    </div>
  </LoadingRegion>
);
