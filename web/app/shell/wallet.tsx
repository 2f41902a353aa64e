import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { walletText } from "#web/components/text/wallet.ts";
import { celebrations, pendingCoins } from "#web/lib/celebrate.ts";
import { formatCompact, formatNumber } from "#web/lib/format.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./top-bar.module.css";

const COUNT_MS = 700;
/** With prices of a few coins, the last digits matter. */
const MAX_EXACT_COINS = 99_999;
const formatWallet = (coins: number): string =>
  coins > MAX_EXACT_COINS ? formatCompact(coins) : formatNumber(coins);

/** A number that counts up to its new value; it falls at once, and without motion it also rises at once. */
function useCountUp(value: number): number {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    const from = latest.current;
    latest.current = value;
    if (value <= from || matchMedia("(prefers-reduced-motion: reduce)").matches) return setShown(value);
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - start) / COUNT_MS);
      setShown(Math.round(from + (value - from) * share));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [value]);
  return shown;
}

/** The member's coins, a link to their transactions. Coins that are still flying are added when they arrive. */
export function Wallet({ coins }: { coins: number }) {
  const pending = pendingCoins(useSyncExternalStore(celebrations.subscribe, celebrations.get));
  const shown = useCountUp(Math.max(0, coins - pending));
  return (
    <Tooltip text={walletText.coins(coins)} silent tap>
      <Link to="/transactions" className={styles.coins} aria-label={walletText.link(shown)} data-wallet>
        <img src="/static/emoticons/coin.svg" width={24} height={24} alt="" />
        <span>{formatWallet(shown)}</span>
      </Link>
    </Tooltip>
  );
}
