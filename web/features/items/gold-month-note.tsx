import { Crown } from "lucide-react";
import type { Item } from "#domain/items/api.ts";
import { monthOf } from "#domain/items/rules.ts";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./deal-panel.module.css";

interface GoldMonthNoteProps {
  item: Pick<Item, "gold_month" | "gold_month_description">;
  now: number;
}

export function GoldMonthNote({ item: { gold_month, gold_month_description }, now }: GoldMonthNoteProps) {
  if (!gold_month || !gold_month_description || gold_month < monthOf(now)) return null;
  return (
    <div className={styles.goldMonth}>
      <Crown aria-hidden />
      <Truncate>{gold_month_description}</Truncate>
    </div>
  );
}
