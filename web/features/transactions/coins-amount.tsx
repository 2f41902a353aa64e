import { priceText } from "#web/components/text/price.ts";
import { cx } from "#web/ui/cx.ts";
import { transactionsText as text } from "./text/transactions.ts";
import styles from "./transactions.module.css";

interface CoinsAmountProps {
  coins: number;
  /** In the user's own ledger: it has a sign, and gains have a color. */
  isOwn: boolean;
}

export function CoinsAmount({ coins, isOwn }: CoinsAmountProps) {
  const isGain = isOwn && coins > 0;
  return (
    <span className={cx(styles.coins, isGain && styles.gain)}>
      <img src="/static/emoticons/coin.svg" width={20} height={20} alt="" />
      {text.signedCoins(coins, isOwn)}
      <span className="sr-only"> {priceText.coinsAfter(coins)}</span>
    </span>
  );
}
