import { formatNumber } from "#web/lib/format.ts";
import { CoinPrice } from "./coin-price.tsx";
import styles from "./coin-sums.module.css";
import { priceText } from "./text/price.ts";

export interface CoinSumsProps {
  /** The label of `price`: the price or a total. */
  label: string;
  price: number;
  coins: number;
}

export function CoinSums({ label, price, coins }: CoinSumsProps) {
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{label}</dt>
        <dd>
          <CoinPrice price={price} />
        </dd>
      </div>
      <div>
        <dt>{priceText.balance}</dt>
        <dd>{formatNumber(coins)}</dd>
      </div>
      {price <= coins && (
        <div className={styles.after}>
          <dt>{priceText.after}</dt>
          <dd>{formatNumber(coins - price)}</dd>
        </div>
      )}
    </dl>
  );
}
