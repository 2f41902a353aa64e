import { Coins, Shirt, Sparkles } from "lucide-react";
import { useState } from "react";
import { grantRoute } from "#domain/transactions/api.ts";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { useForm } from "#web/lib/form.ts";
import { formatNumber } from "#web/lib/format.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { grantText as text, transactionsText } from "./text/transactions.ts";
import styles from "./transactions.module.css";

/** Returns an amount as typed, "0" if empty. The endpoint's schema rejects invalid numbers. */
const amountInput = (typed: FormDataEntryValue | undefined) => String(typed ?? "").trim() || "0";

/** Parses ids separated by commas or spaces. Invalid ones become NaN. */
const idsOf = (typed: FormDataEntryValue | undefined): number[] =>
  String(typed ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN));

/** The modal to grant coins, XP and items. Its client id makes retries idempotent. */
export default function GrantForm({ username, onClose }: { username: string; onClose: () => void }) {
  const [client_id] = useState(() => crypto.randomUUID());
  const form = useForm(grantRoute, {
    params: { username },
    read: ({ coins, xp, item_ids, reason }) => ({
      coins: amountInput(coins),
      xp: amountInput(xp),
      item_ids: idsOf(item_ids),
      reason: String(reason),
      client_id,
    }),
    toast: ({ message, coins, xp }) => text.done(message, transactionsText.coins(coins), formatNumber(xp)),
    onDone: onClose,
    // The user's profile and inventory, and the admin's own history.
    changes: ["/api/users/**", "/api/inventory/**", "/api/auth/transactions"],
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.title(username)}
      text={text.text}
      submit={text.submit}
    >
      <div className={styles.grant}>
        <TextField
          label={text.coins}
          name="coins"
          icon={Coins}
          placeholder="0"
          autoComplete="off"
          hint={text.coinsHint}
          errors={form.errors.coins}
        />
        <TextField
          label={text.xp}
          name="xp"
          icon={Sparkles}
          inputMode="numeric"
          placeholder="0"
          autoComplete="off"
          errors={form.errors.xp}
        />
      </div>
      <TextField
        label={text.items}
        name="item_ids"
        icon={Shirt}
        autoComplete="off"
        hint={text.itemsHint}
        errors={form.errors.item_ids}
      />
      <ReasonArea hint={text.reasonHint} errors={form.errors.reason} />
    </FormModal>
  );
}
