import { formatNumber } from "#web/lib/format.ts";
import { tradeText } from "#web/text/trade.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./coin-price.module.css";

/** An exact price with a coin icon; "FREE" for 0. */
export function CoinPrice({ price, large }: { price: number; large?: boolean }) {
  const size = large ? 34 : 20;
  return (
    <span className={cx(styles.price, large && styles.large)}>
      {price > 0 && <img src="/static/emoticons/coin.svg" width={size} height={size} alt="" />}
      {price > 0 ? formatNumber(price) : tradeText.free}
      {price > 0 && <span className="sr-only"> {tradeText.coinsAfter(price)}</span>}
    </span>
  );
}
