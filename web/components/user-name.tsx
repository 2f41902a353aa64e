import { uiText } from "#web/ui/text/ui.ts";
import styles from "./user-name.module.css";

export interface NamedUser {
  username: string;
  has_gold?: boolean;
  gold_username?: boolean;
}

/** A username with its gold color and Gold badge, if any. CSS hides them for viewers who turned them off. */
export function UserName({ user, badge = true }: { user: NamedUser; badge?: boolean }) {
  const { username, has_gold, gold_username } = user;
  return (
    <>
      {gold_username ? <span className={styles.gold}>{username}</span> : username}
      {badge && has_gold && <span className={styles.badge} role="img" aria-label={uiText.gold} />}
    </>
  );
}
