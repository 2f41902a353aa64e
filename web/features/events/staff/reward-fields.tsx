import { Coins, Shirt, Sparkles } from "lucide-react";
import type { FieldErrors } from "#domain/errors.ts";
import type { Event } from "#domain/events/api.ts";
import { staffEventsText as text } from "#web/text/events.ts";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./staff.module.css";

const words = (typed: FormDataEntryValue | undefined) => String(typed ?? "").trim();

/** What the fields of a reward say: an empty box is nothing, what is no number is left for the schema to speak of. */
export const readReward = ({ coins, xp, item_id }: Record<string, FormDataEntryValue>) => ({
  coins: words(coins) || "0",
  xp: words(xp) || "0",
  item_id: words(item_id) || null,
});

/** What an event or a challenge pays, as a form has it. */
export function RewardFields({
  reward,
  errors,
}: {
  reward: Event["reward"] | undefined;
  errors: FieldErrors;
}) {
  return (
    <div className={styles.three}>
      <TextField
        label={text.coins}
        name="coins"
        icon={Coins}
        inputMode="numeric"
        placeholder="0"
        autoComplete="off"
        defaultValue={reward?.coins || ""}
        errors={errors.coins}
      />
      <TextField
        label={text.xp}
        name="xp"
        icon={Sparkles}
        inputMode="numeric"
        placeholder="0"
        autoComplete="off"
        defaultValue={reward?.xp || ""}
        errors={errors.xp}
      />
      <TextField
        label={text.item}
        name="item_id"
        icon={Shirt}
        inputMode="numeric"
        autoComplete="off"
        hint={reward?.item?.name ?? text.itemHint}
        defaultValue={reward?.item?.id ?? ""}
        errors={errors.item_id}
      />
    </div>
  );
}
