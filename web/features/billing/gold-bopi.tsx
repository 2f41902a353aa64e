import { Crown } from "lucide-react";
import { useUser } from "#web/lib/user.ts";
import { goldText as text } from "#web/text/gold.ts";
import { Badge } from "#web/ui/card.tsx";
import { PosedBopi } from "#web/ui/posed-bopi.tsx";
import styles from "./gold.module.css";

const COINS = [1, 2, 3];

/** Previews Gold: the user's bopi (or a default one) with a golden name. */
export function GoldBopi() {
  const user = useUser();
  return (
    <div className={styles.showcase}>
      <div className={styles.figure}>
        {user ? (
          <img className={styles.bopi} src={user.bopi.avatar_url} width={512} height={512} alt="" />
        ) : (
          <PosedBopi className={styles.bopi} pose="wave" large />
        )}
        {COINS.map((coin) => (
          <span className={styles.coin} key={coin}>
            <img src="/static/emoticons/coin.svg" width={64} height={64} alt="" />
          </span>
        ))}
      </div>
      <p className={styles.plate}>
        <b>{user?.username ?? text.yourName}</b>
        <Badge tone="accent">
          <Crown aria-hidden />
          {text.badge}
        </Badge>
      </p>
    </div>
  );
}
