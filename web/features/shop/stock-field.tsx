import { Layers } from "lucide-react";
import { LIMITS } from "#domain/limits.ts";
import { typedNumberProblem } from "#web/lib/typed-number.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { createItemText } from "./text/create-item.ts";

/** The total number of copies, as typed. Empty for unlimited. */
export function StockField({
  value,
  onChange,
  errors,
}: {
  value: string;
  onChange: (typed: string) => void;
  errors: string[] | undefined;
}) {
  const problem = typedNumberProblem(createItemText.stock, value, LIMITS.stock);
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
      errors={problem ? [problem] : errors}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
