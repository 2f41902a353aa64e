import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./tools.module.css";

export function ToolSkeleton({ text }: { text: string }) {
  return (
    <LoadingRegion text={text}>
      <ul className={styles.rows}>
        <Repeat times={4}>
          <li className={styles.row}>
            <Skeleton width={56} height={56} />
            <Skeleton width="50%" height={22} />
          </li>
        </Repeat>
      </ul>
    </LoadingRegion>
  );
}
