import { uiText } from "#web/text/ui.ts";
import styles from "./user-name.module.css";

export interface Named {
  username: string;
  has_gold?: boolean;
  gold_username?: boolean;
}

/** Somebody's name: golden where they have it so, with Gold's badge. Styles alone know whether the viewer wants to see that. */
export function UserName({ user, badge = true }: { user: Named; badge?: boolean }) {
  const { username, has_gold, gold_username } = user;
  return (
    <>
      {gold_username ? <span className={styles.gold}>{username}</span> : username}
      {badge && has_gold && <span className={styles.badge} role="img" aria-label={uiText.gold} />}
    </>
  );
}
