import type { Listing } from "#domain/shop/api.ts";
import { CoinPrice } from "#web/components/coin-price.tsx";
import { Person } from "#web/components/person.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import styles from "./market.module.css";
import { tradeText } from "./text/trade.ts";

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
