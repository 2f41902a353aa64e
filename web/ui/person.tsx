import { Link } from "react-router";
import { cx } from "./cx.ts";
import { Headshot } from "./headshot.tsx";
import styles from "./person.module.css";
import target from "./target.module.css";
import { type Named, UserName } from "./user-name.tsx";

export interface PersonProps {
  person: Named & { url: string; bopi: { headshot_url: string } };
  /** Pixels of the picture; 0 for the name alone. */
  size?: number;
}

/** A name with its bopi, linked to the person's page. */
export function Person({ person, size = 28 }: PersonProps) {
  return (
    <Link className={cx(styles.person, target.target)} to={person.url}>
      {size > 0 && (
        <Headshot src={person.bopi.headshot_url} username={person.username} size={size} decorative />
      )}
      <span className={styles.name}>
        <UserName user={person} />
      </span>
    </Link>
  );
}
