import styles from "./market.module.css";
import { OffersSection, type OffersSectionProps } from "./offers-section.tsx";
import { PriceSection } from "./price-section.tsx";

/** The copies of an item on offer, and their prices so far. */
export default function ResaleMarket(props: OffersSectionProps) {
  return (
    <div className={styles.market}>
      <OffersSection {...props} />
      <PriceSection item={props.item} />
    </div>
  );
}
