import { Crown } from "lucide-react";
import { isOfficial, PURCHASABLE } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { AboutFields } from "#web/components/about-fields.tsx";
import { PriceField } from "#web/components/price-field.tsx";
import { VerifyToTrade } from "#web/components/verify-to-trade.tsx";
import { useUser } from "#web/lib/user.ts";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./create.module.css";
import type { ItemFields, SaleLock } from "./item-fields.ts";
import { createItemText as text } from "./text/create-item.ts";

interface SaleFieldsProps {
  fields: ItemFields;
  change: (part: Partial<ItemFields>) => void;
  errors: Record<string, string[]>;
  isAdmin: boolean;
  /** Disables the fields and explains why. */
  lock?: SaleLock;
}

function saleHint({ purchasable, gold_month }: ItemFields, lock: SaleLock): string {
  if (lock) return text.saleLocks[lock];
  return gold_month ? text.saleHintGold : text.saleHints[purchasable];
}

export function SaleFields({ fields, change, errors, isAdmin, lock = null }: SaleFieldsProps) {
  const { purchasable, price, gold_month } = fields;
  const user = useUser();
  const isSold = purchasable === "onsale";
  return (
    <>
      <div className={styles.sale}>
        <SegmentedControl
          label={text.saleType}
          options={PURCHASABLE.map((value) => ({ value, label: text.saleTypes[value] }))}
          value={purchasable}
          onChange={(value) => change({ purchasable: value })}
          disabled={lock !== null}
        />
        <p className={styles.hint} role="status">
          {saleHint(fields, lock)}
        </p>
        {errors.purchasable?.map((error) => (
          <p className={styles.problem} role="alert" key={error}>
            {error}
          </p>
        ))}
      </div>
      {user && !user.email_verified && !isOfficial(fields.type_id) && purchasable !== "offsale" && (
        <VerifyToTrade kind="sell" />
      )}
      {isAdmin && (
        <TextField
          type="date"
          name="gold_month"
          label={text.goldMonth}
          hint={text.goldMonthHint}
          icon={Crown}
          disabled={lock !== null}
          value={gold_month}
          errors={errors.gold_month}
          onChange={(event) => change({ gold_month: event.target.value })}
        />
      )}
      <PriceField
        label={text.price}
        value={price}
        onChange={(digits) => change({ price: digits })}
        errors={errors.price}
        disabled={!isSold}
      />
    </>
  );
}

export const ItemAboutFields = ({
  fields: { name, description },
  change,
  errors,
}: Pick<SaleFieldsProps, "fields" | "change" | "errors">) => (
  <AboutFields
    title={{ field: "name", label: text.name, max: LIMITS.itemName, value: name }}
    description={{
      label: text.description,
      hint: text.descriptionHint,
      max: LIMITS.itemDescription,
      value: description,
    }}
    errors={errors}
    onChange={change}
  />
);
