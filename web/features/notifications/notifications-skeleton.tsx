import { notificationsText } from "#web/text/notifications.ts";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./notifications.module.css";

const BONES = ["first", "second", "third", "fourth"];

/** Notifications to come. */
export function NotificationsSkeleton() {
  return (
    <Waiting text={notificationsText.loading}>
      {BONES.map((bone) => (
        <div className={styles.row} key={bone}>
          <Skeleton width={44} height={44} />
          <span className={styles.said}>
            <SkeletonText lines={2} />
          </span>
        </div>
      ))}
    </Waiting>
  );
}
