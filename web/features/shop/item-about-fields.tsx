import { LIMITS } from "#domain/limits.ts";
import { AboutFields } from "#web/components/about-fields.tsx";
import type { SaleFieldsProps } from "./sale-fields.tsx";
import { createItemText as text } from "./text/create-item.ts";

/** The fields for an item's name and description. */
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
