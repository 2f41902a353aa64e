import { formatNumber } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./coin-price.module.css";
import { priceText } from "./text/price.ts";

export interface CoinPriceProps {
  price: number;
  large?: boolean;
  /** The user has too few coins for it. */
  dim?: boolean;
}

/** An exact price with a coin icon; "FREE" for 0. */
export function CoinPrice({ price, large, dim }: CoinPriceProps) {
  const size = large ? 34 : 20;
  return (
    <span className={cx(styles.price, large && styles.large, dim && styles.dim)}>
      {price > 0 && <img src="/static/emoticons/coin.svg" width={size} height={size} alt="" />}
      {price > 0 ? formatNumber(price) : priceText.free}
      {price > 0 && <span className="sr-only"> {priceText.coinsAfter(price)}</span>}
    </span>
  );
}
