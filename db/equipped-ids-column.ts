import { sql } from "drizzle-orm";
import { SLOTS } from "#domain/avatar/slots.ts";

/** The ids of the items that the user `u` has equipped, in the order of the slots, as JSON; null if the bopi was never dressed. */
export const equippedIdsColumn = sql.raw(
  `(select json_array(${SLOTS.join(", ")}) from bopis where user_id = u.id) as equipped`,
);
