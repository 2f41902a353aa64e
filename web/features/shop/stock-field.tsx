import { Layers } from "lucide-react";
import { LIMITS } from "#domain/limits.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { createItemText } from "./text/create-item.ts";

const MAX_DIGITS = String(LIMITS.stock).length;

/** The total number of copies, as typed. Empty for unlimited. */
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
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, MAX_DIGITS))}
    />
  );
}
