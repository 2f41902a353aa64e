import { Layers } from "lucide-react";
import { LIMITS } from "#domain/limits.ts";
import { createItemText } from "#web/text/shop.ts";
import { TextField } from "#web/ui/text-field.tsx";

const MOST_DIGITS = String(LIMITS.stock).length;

/** How many copies of an item there will ever be: a number as typed, or nothing for as many as are wanted. */
export function StockField({
  value,
  onChange,
  errors,
}: {
  value: string;
  onChange: (digits: string) => void;
  errors: string[] | undefined;
}) {
  return (
    <TextField
      name="stock"
      label={createItemText.stock}
      hint={createItemText.stockHint}
      placeholder={createItemText.stockEmpty}
      icon={Layers}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      errors={errors}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, MOST_DIGITS))}
    />
  );
}
