import { notificationsText } from "#web/text/notifications.ts";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./notifications.module.css";

const BONES = ["first", "second", "third", "fourth"];

/** Notifications to come. */
export function NotificationsSkeleton() {
  return (
    <div aria-busy>
      <p className="sr-only" role="status">
        {notificationsText.loading}
      </p>
      {BONES.map((bone) => (
        <div className={styles.row} key={bone}>
          <Skeleton width={44} height={44} />
          <span className={styles.said}>
            <SkeletonText lines={2} />
          </span>
        </div>
      ))}
    </div>
  );
}
