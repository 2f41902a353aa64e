import type { Listing } from "#domain/shop/api.ts";
import { tradeText } from "#web/text/trade.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { CoinPrice } from "#web/ui/coin-price.tsx";
import { Person } from "#web/ui/person.tsx";
import styles from "./market.module.css";

const text = tradeText;

export interface OfferListItemProps {
  listing: Listing;
  isOwn: boolean;
  /** Absent if the user can't buy it. */
  onBuy?: (() => void) | undefined;
}

/** A copy on offer. */
export function OfferListItem({ listing, isOwn, onBuy }: OfferListItemProps) {
  const { serial, price, user } = listing;
  return (
    <li className={styles.offer}>
      <div className={styles.seller}>
        <span className={styles.serial}>{text.serial(serial)}</span>
        <Person person={user} size={32} />
      </div>
      <CoinPrice price={price} />
      {isOwn && <Badge>{text.yours}</Badge>}
      {onBuy && (
        <Button aria-label={text.buyCopy(serial, user.username)} onClick={onBuy}>
          {text.buy}
        </Button>
      )}
    </li>
  );
}
