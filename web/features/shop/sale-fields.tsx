import { Coins, Crown } from "lucide-react";
import { netPrice, PURCHASABLE, SALES_TAX } from "#domain/items/rules.ts";
import { createItemText } from "#web/text/shop.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { Segmented } from "#web/ui/toggle.tsx";
import styles from "./create.module.css";
import { type ItemFields, priceDigits, sentPrice } from "./item-fields.ts";

const text = createItemText;
const PERCENT = Math.round(SALES_TAX * 100);

export interface SaleFieldsProps {
  fields: ItemFields;
  change: (part: Partial<ItemFields>) => void;
  errors: Record<string, string[]>;
  /** Chooses Gold months. */
  isAdmin: boolean;
}

/** Whether and for how much others can get the item, and what of that is the seller's. */
export function SaleFields({ fields, change, errors, isAdmin }: SaleFieldsProps) {
  const { purchasable, price, gold_month } = fields;
  const isSold = purchasable === "onsale";
  return (
    <>
      <div className={styles.sale}>
        <Segmented
          label={text.saleType}
          options={PURCHASABLE.map((value) => ({ value, label: text.saleTypes[value] }))}
          value={purchasable}
          onChange={(value) => change({ purchasable: value })}
        />
        <p className={styles.hint} role="status">
          {gold_month ? text.saleHintGold : text.saleHints[purchasable]}
        </p>
      </div>
      {isAdmin && (
        <TextField
          type="date"
          name="gold_month"
          label={text.goldMonth}
          hint={text.goldMonthHint}
          icon={Crown}
          value={gold_month}
          errors={errors.gold_month}
          onChange={(event) => change({ gold_month: event.target.value })}
        />
      )}
      <TextField
        name="price"
        label={text.price}
        inputMode="numeric"
        autoComplete="off"
        icon={Coins}
        disabled={!isSold}
        placeholder={isSold ? "0" : undefined}
        value={isSold ? price : ""}
        errors={errors.price}
        hint={
          <span className={styles.tax} aria-live="polite">
            <span>{text.tax(PERCENT)}</span>
            {isSold && price && <strong>{text.net(netPrice(sentPrice(fields)))}</strong>}
          </span>
        }
        onChange={(event) => change({ price: priceDigits(event.target.value) })}
      />
    </>
  );
}
