import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./notifications.module.css";
import { notificationsText } from "./text/notifications.ts";

const PLACEHOLDERS = ["first", "second", "third", "fourth"];

export function NotificationsSkeleton() {
  return (
    <LoadingRegion text={notificationsText.loading}>
      {PLACEHOLDERS.map((key) => (
        <div className={styles.row} key={key}>
          <Skeleton width={44} height={44} />
          <span className={styles.text}>
            <SkeletonText lines={2} />
          </span>
        </div>
      ))}
    </LoadingRegion>
  );
}
