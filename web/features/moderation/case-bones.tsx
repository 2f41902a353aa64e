import { caseText as text } from "#web/text/cases.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./case.module.css";

/** A case to come. */
export const CaseBones = () => (
  <Waiting text={text.loading}>
    <div className={styles.head}>
      <Skeleton width={52} height={52} />
      <div className={styles.title}>
        <Skeleton width={160} height={22} />
        <Skeleton width="70%" height={34} />
      </div>
    </div>
    <div className={styles.columns}>
      <Skeleton height={240} />
      <div className={styles.aside}>
        <Skeleton height={150} />
        <Skeleton height={320} />
      </div>
      <div className={styles.more}>
        <Skeleton height={160} />
      </div>
    </div>
  </Waiting>
);
