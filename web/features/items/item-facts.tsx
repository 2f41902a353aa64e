import type { Item } from "#domain/items/api.ts";
import { formatCompact } from "#web/lib/format.ts";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import styles from "./item.module.css";
import { itemsText } from "./text/items.ts";

/** An item's sales, favorites, wishes and date. */
export function ItemFacts({ item }: { item: Item }) {
  const { sales_count, stock, favorites_count, wishes_count, created_at } = item;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{itemsText.sold}</dt>
        <dd>
          <CompactNumber value={sales_count} />
          {stock !== null && (
            <small className={styles.total}> {itemsText.soldOf(formatCompact(stock))}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{itemsText.favorites}</dt>
        <dd>
          <CompactNumber value={favorites_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.wishes}</dt>
        <dd>
          <CompactNumber value={wishes_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.created}</dt>
        <dd>
          <RelativeTime value={created_at} />
        </dd>
      </div>
    </dl>
  );
}
