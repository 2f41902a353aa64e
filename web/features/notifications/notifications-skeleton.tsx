import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Repeat, Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./notifications.module.css";
import { notificationsText } from "./text/notifications.ts";

export function NotificationsSkeleton() {
  return (
    <LoadingRegion text={notificationsText.loading}>
      <Repeat times={4}>
        <div className={styles.row}>
          <Skeleton width={44} height={44} />
          <span className={styles.text}>
            <SkeletonText lines={2} />
          </span>
        </div>
      </Repeat>
    </LoadingRegion>
  );
}
