import { Coins } from "lucide-react";
import { netPrice } from "#domain/items/rules.ts";
import { typedNumber, typedPriceProblem } from "#web/lib/typed-number.ts";
import styles from "#web/ui/field.module.css";
import { TextField } from "#web/ui/text-field.tsx";
import { coinsText } from "./text/coins.ts";

export interface PriceFieldProps {
  label: string;
  /** As typed. */
  value: string;
  onChange: (digits: string) => void;
  errors: string[] | undefined;
  disabled?: boolean;
  /** Sold only once, as when a copy is resold. */
  oneTime?: boolean;
}

/** A price in coins, with the tax and the seller's share. */
export function PriceField({ label, value, onChange, errors, disabled, oneTime }: PriceFieldProps) {
  const problem = typedPriceProblem(value);
  const net = oneTime ? coinsText.netOnce : coinsText.net;
  return (
    <TextField
      name="price"
      label={label}
      inputMode="numeric"
      autoComplete="off"
      icon={Coins}
      disabled={disabled}
      placeholder={disabled ? undefined : "0"}
      value={disabled ? "" : value}
      errors={problem && !disabled ? [problem] : errors}
      hint={
        <span className={styles.tax} aria-live="polite">
          <span>{coinsText.tax}</span>
          {!disabled && value && !problem && <strong>{net(netPrice(typedNumber(value)))}</strong>}
        </span>
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
