import { Link } from "react-router";
import { cx } from "#web/ui/cx.ts";
import target from "#web/ui/target.module.css";
import { Headshot } from "./headshot.tsx";
import styles from "./person.module.css";
import { type NamedUser, UserName } from "./user-name.tsx";

export interface PersonProps {
  person: NamedUser & { url: string; bopi: { headshot_url: string } };
  /** Image size in pixels; 0 for the name only. */
  size?: number;
}

export function Person({ person, size = 28 }: PersonProps) {
  return (
    <Link className={cx(styles.person, target.target)} to={person.url}>
      {size > 0 && <Headshot user={person} size={size} decorative />}
      <span className={styles.name}>
        <UserName user={person} />
      </span>
    </Link>
  );
}
