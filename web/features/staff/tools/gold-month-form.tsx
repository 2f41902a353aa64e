import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { goldMonthText as text } from "#web/text/staff-tools.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./tools.module.css";

/** The item that is put into a month; without one of its own it goes into `month`. */
export interface MonthItem {
  id: number;
  name: string;
  price: number;
  gold_month: string | null;
  gold_month_description?: string;
}

export interface GoldMonthFormProps {
  item: MonthItem;
  /** The first of the month that is offered. */
  month: string;
  onClose: () => void;
  onDone: () => void;
}

/** The window in which an item is put into a month, or taken out of it. */
export default function GoldMonthForm({ item, month, onClose, onDone }: GoldMonthFormProps) {
  const { id, name, price, gold_month, gold_month_description = "" } = item;
  const [asking, setAsking] = useState(false);
  const params = { id };
  const done = (message: string) => {
    toast(message, { tone: "good" });
    onDone();
    onClose();
  };
  const form = useForm(editItemRoute, {
    params,
    read: ({ gold_month, price, gold_month_description }) => ({
      gold_month: String(gold_month),
      price: String(price).trim() || "0",
      gold_month_description: String(gold_month_description),
    }),
    onDone: () => done(text.saved(name)),
  });
  const out = useAct(async () => {
    await call(editItemRoute, { params, input: { gold_month: "", purchasable: "offsale" } });
    done(text.takenOut(name));
  });
  return (
    <FormModal form={form} onClose={onClose} title={text.form(name)} text={text.formText} submit={text.save}>
      {out.failure && <Banner onDismiss={out.dismiss}>{out.failure}</Banner>}
      <div className={styles.two}>
        <TextField
          name="gold_month"
          type="date"
          label={text.month}
          hint={text.monthHint}
          defaultValue={gold_month ?? month}
          required
          errors={form.errors.gold_month}
        />
        <TextField
          name="price"
          label={text.price}
          hint={text.priceHint}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={price || "0"}
          errors={form.errors.price}
        />
      </div>
      <TextArea
        name="gold_month_description"
        label={text.description}
        hint={text.descriptionHint}
        max={LIMITS.itemDescription}
        defaultValue={gold_month_description}
        errors={form.errors.gold_month_description}
      />
      {gold_month && (
        <div>
          <Button size="s" busy={out.busy} onClick={() => setAsking(true)}>
            {text.takeOut}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={text.takeOutOf(name)}
        text={text.takeOutText}
        action={text.takeOut}
        onConfirm={() => {
          setAsking(false);
          out.run();
        }}
      />
    </FormModal>
  );
}
