import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { goldMonthText as text } from "../text/gold-month.ts";
import styles from "./tools.module.css";

export interface GoldMonthItem {
  id: number;
  name: string;
  price: number;
  gold_month: string | null;
  gold_month_description?: string;
}

export interface GoldMonthFormProps {
  item: GoldMonthItem;
  /** The default month, as its first day. */
  month: string;
  onClose: () => void;
  onDone: () => void;
}

export default function GoldMonthForm({ item, month, onClose, onDone }: GoldMonthFormProps) {
  const { id, name, price, gold_month, gold_month_description = "" } = item;
  const [isConfirming, setConfirming] = useState(false);
  const params = { id };
  const finish = () => {
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
    toast: () => text.saved(name),
    onDone: finish,
  });
  const removal = useAction(
    () => call(editItemRoute, { params, input: { gold_month: "", purchasable: "offsale" } }),
    { toast: () => text.takenOut(name), onDone: finish, errors: "inline" },
  );
  return (
    <FormModal form={form} onClose={onClose} title={text.form(name)} text={text.formText} submit={text.save}>
      {removal.failure && <Banner onDismiss={removal.dismiss}>{removal.failure}</Banner>}
      <div className={styles.pair}>
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
          <Button size="s" busy={removal.busy} onClick={() => setConfirming(true)}>
            {text.takeOut}
          </Button>
        </div>
      )}
      <ConfirmModal
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.takeOutOf(name)}
        text={text.takeOutText}
        action={text.takeOut}
        onConfirm={() => {
          setConfirming(false);
          void removal.run();
        }}
      />
    </FormModal>
  );
}
