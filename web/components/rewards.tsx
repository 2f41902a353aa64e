import { Sparkles } from "lucide-react";
import { Link } from "react-router";
import { controlsText } from "#web/ui/text/controls.ts";
import styles from "./rewards.module.css";

export interface RewardsProps {
  /** The reward; null if there is none. */
  reward: {
    coins: number;
    xp: number;
    items?: readonly { id: number; name: string; thumbnail_url: string }[];
  } | null;
}

/** The rewards for something: coins, XP and items. */
export function Rewards({ reward }: RewardsProps) {
  const { coins = 0, xp = 0, items = [] } = reward ?? {};
  if (!coins && !xp && items.length === 0)
    return <span className={styles.none}>{controlsText.noReward}</span>;
  return (
    <ul className={styles.rewards}>
      {coins > 0 && (
        <li className={styles.reward}>
          <img src="/static/emoticons/coin.svg" width={20} height={20} alt="" />
          {controlsText.coins(coins)}
        </li>
      )}
      {xp > 0 && (
        <li className={styles.reward}>
          <Sparkles aria-hidden />
          {controlsText.xp(xp)}
        </li>
      )}
      {items.map(({ id, name, thumbnail_url }) => (
        <li key={id}>
          <Link className={styles.reward} to={`/items/${id}`}>
            <img src={thumbnail_url} width={28} height={28} alt="" loading="lazy" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
