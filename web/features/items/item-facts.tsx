import type { Item } from "#domain/items/api.ts";
import { compact } from "#web/lib/format.ts";
import { itemsText } from "#web/text/items.ts";
import { Num, Time } from "#web/ui/facts.tsx";
import styles from "./item.module.css";

/** An item in numbers. */
export function ItemFacts({ item }: { item: Item }) {
  const { sales_count, stock, favorites_count, wishes_count, created_at } = item;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{itemsText.sold}</dt>
        <dd>
          <Num value={sales_count} />
          {stock !== null && <small className={styles.of}> {itemsText.soldOf(compact(stock))}</small>}
        </dd>
      </div>
      <div>
        <dt>{itemsText.favorites}</dt>
        <dd>
          <Num value={favorites_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.wishes}</dt>
        <dd>
          <Num value={wishes_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.created}</dt>
        <dd>
          <Time value={created_at} />
        </dd>
      </div>
    </dl>
  );
}
