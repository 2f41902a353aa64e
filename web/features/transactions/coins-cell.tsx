import type { Transaction } from "#domain/transactions/api.ts";
import { transactionsText as text } from "#web/text/transactions.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./transactions.module.css";

/** A dash for an empty cell. */
export function NoValue() {
  return (
    <span className={styles.nothing}>
      <span aria-hidden>–</span>
      <span className="sr-only">{text.nothing}</span>
    </span>
  );
}

interface CoinsCellProps {
  row: Pick<Transaction, "coins" | "coins_sign" | "coins_abs_formatted" | "paid">;
  incoming: boolean;
}

/** The coins of a row. The user's own have a sign, and gains a color. Outgoing rows show what the user paid instead. */
export function CoinsCell({ row, incoming }: CoinsCellProps) {
  const { coins, coins_sign, coins_abs_formatted, paid } = row;
  if (coins === 0) return <NoValue />;
  const isGain = incoming && coins > 0;
  return (
    <>
      <span className={cx(styles.coins, isGain && styles.gain)}>
        <img src="/static/emoticons/coin.svg" width={20} height={20} alt="" />
        {coins_sign === "-" ? "−" : isGain && coins_sign}
        {coins_abs_formatted}
        <span className="sr-only">{text.coinsAfter(coins)}</span>
      </span>
      {paid !== null && <span className={styles.paid}>{text.paid(paid)}</span>}
    </>
  );
}
