import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./tools.module.css";

const PLACEHOLDERS = ["first", "second", "third", "fourth"];

export function ToolSkeleton({ text }: { text: string }) {
  return (
    <LoadingRegion text={text}>
      <ul className={styles.rows}>
        {PLACEHOLDERS.map((name) => (
          <li key={name} className={styles.row}>
            <Skeleton width={56} height={56} />
            <Skeleton width="50%" height={22} />
          </li>
        ))}
      </ul>
    </LoadingRegion>
  );
}
