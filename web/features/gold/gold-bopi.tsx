import { Crown } from "lucide-react";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { useUser } from "#web/lib/user.ts";
import { Badge } from "#web/ui/card.tsx";
import styles from "./gold.module.css";
import { goldText as text } from "./text/gold.ts";

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
