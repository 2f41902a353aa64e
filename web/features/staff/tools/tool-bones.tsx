import { Skeleton } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./tools.module.css";

const BONES = ["first", "second", "third", "fourth"];

/** A list of things to come. */
export function ToolBones({ text }: { text: string }) {
  return (
    <Waiting text={text}>
      <ul className={styles.rows}>
        {BONES.map((name) => (
          <li key={name} className={styles.row}>
            <Skeleton width={56} height={56} />
            <Skeleton width="50%" height={22} />
          </li>
        ))}
      </ul>
    </Waiting>
  );
}
