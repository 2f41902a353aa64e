import * as z from "zod/mini";
import { oneOf, text, upload, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { firstOfMonth, type ItemTypeId, isItemType, PURCHASABLE } from "../items/rules.ts";
import { LIMITS } from "../limits.ts";

const typeId = z.pipe(
  whole("Type", { min: 1, max: 6 }),
  z.custom<ItemTypeId>((value) => isItemType(value as number), { error: "Type must be one of 1 to 6." }),
);

/** Any day of a month stands for the month; empty for none. */
const goldMonth = z.pipe(
  z.pipe(
    z.string({ error: "Gold month must be a date." }),
    z.transform((value: string) => (value.trim() === "" ? null : (firstOfMonth(value.trim()) ?? false))),
  ),
  z.nullable(z.string({ error: "Gold month must be a date such as 2026-11-01." })),
);

export const createItemRoute = route("POST", "/api/shop/create/", {
  summary: "Makes an item out of a picture, and for hats and toys a model.",
  access: "member",
  body: "form",
  status: 201,
  input: z.object({
    name: text("Name", { max: LIMITS.itemName }),
    type_id: typeId,
    purchasable: z._default(oneOf("Sale type", PURCHASABLE), "offsale"),
    price: z._default(whole("Price", { min: 0, max: LIMITS.price }), 0),
    gold_month: z._default(goldMonth, null),
    description: z._default(
      text("Description", { min: 0, max: LIMITS.itemDescription, multiline: true }),
      "",
    ),
    texture: upload("Texture"),
    obj: z.optional(upload("Model")),
  }),
  output: z.object({ id: z.int() }),
});
