import { Coins, Shirt, Sparkles } from "lucide-react";
import type { FieldErrors } from "#domain/errors.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { staffEventsText as text } from "../text.ts";
import styles from "./staff.module.css";

const trimmed = (typed: FormDataEntryValue | undefined) => String(typed ?? "").trim();

export const readReward = ({ coins, xp, item_id }: Record<string, FormDataEntryValue>) => ({
  coins: trimmed(coins) || "0",
  xp: trimmed(xp) || "0",
  item_id: trimmed(item_id) || null,
});

const AMOUNTS = [
  ["coins", Coins],
  ["xp", Sparkles],
] as const;

interface RewardFieldsProps {
  reward: LevelEvent["reward"] | undefined;
  errors: FieldErrors;
}

export function RewardFields({ reward, errors }: RewardFieldsProps) {
  return (
    <div className={styles.threeColumns}>
      {AMOUNTS.map(([name, icon]) => (
        <TextField
          key={name}
          label={text[name]}
          name={name}
          icon={icon}
          inputMode="numeric"
          placeholder="0"
          autoComplete="off"
          defaultValue={reward?.[name] || ""}
          errors={errors[name]}
        />
      ))}
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
