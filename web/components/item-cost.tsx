import type { ReactNode } from "react";
import type { ItemCardData as Item } from "#domain/items/item-card.ts";
import { abbreviatedPrice } from "#domain/items/rules.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./item-card.module.css";
import { itemCardText } from "./text/item-card.ts";

/** A coin and a short price, with the exact price in a tooltip. */
function Price({ price, before }: { price: number; before?: ReactNode }) {
  const tooltip = before ? itemCardText.resold(price) : itemCardText.coins(price);
  return (
    <span className={styles.price}>
      {before}
      <Tooltip text={tooltip}>
        <img src="/static/emoticons/coin.svg" width={18} height={18} alt="" />
        {abbreviatedPrice(price)}
      </Tooltip>
    </span>
  );
}

/** An item's price, its lowest resale price, or that it isn't for sale. */
export function ItemCost({ item }: { item: Item }) {
  if (item.is_purchasable) {
    return item.price ? (
      <Price price={item.price} />
    ) : (
      <span className={styles.free}>{itemCardText.free}</span>
    );
  }
  return item.lowest_price === null ? (
    <span className={styles.offsale}>{itemCardText.offsale}</span>
  ) : (
    <Price price={item.lowest_price} before={<span className={styles.from}>{itemCardText.from}</span>} />
  );
}
