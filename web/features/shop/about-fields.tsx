import { LIMITS } from "#domain/limits.ts";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { SaleFieldsProps } from "./sale-fields.tsx";
import { createItemText } from "./text/create-item.ts";

const text = createItemText;

/** The fields for an item's name and description. */
export function AboutFields({
  fields,
  change,
  errors,
}: Pick<SaleFieldsProps, "fields" | "change" | "errors">) {
  return (
    <>
      <TextField
        name="name"
        label={text.name}
        max={LIMITS.itemName}
        autoComplete="off"
        required
        value={fields.name}
        errors={errors.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        name="description"
        label={text.description}
        hint={text.descriptionHint}
        max={LIMITS.itemDescription}
        rows={4}
        value={fields.description}
        errors={errors.description}
        onChange={(event) => change({ description: event.target.value })}
      />
    </>
  );
}
