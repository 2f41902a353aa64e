import { useQueryClient } from "@tanstack/react-query";
import { Coins, Shirt, Sparkles } from "lucide-react";
import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { useForm } from "#web/lib/form.ts";
import { exact } from "#web/lib/format.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { grantText as text, transactionsText } from "#web/text/transactions.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import type { GrantFormProps } from "./grant-modal.tsx";
import styles from "./transactions.module.css";

/** An empty box is nothing; anything but a whole number is left for the endpoint's schema to speak of. */
const amount = (typed: FormDataEntryValue | undefined) => String(typed ?? "").trim() || "0";

/** Ids with commas or spaces between them; NaN for what is none. */
const idsOf = (typed: FormDataEntryValue | undefined): number[] =>
  String(typed ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN));

/** What shows it: their page, and one's own history from the other side. */
const GIVEN = /^\/api\/(?:users|inventory|auth\/transactions)(?:\/|\?|$)/;

/** The window's content. What it sends has one name however often it is sent, so that it is given once. */
export default function GrantForm({ username, onClose }: GrantFormProps) {
  const client = useQueryClient();
  const [client_id] = useState(() => crypto.randomUUID());
  const form = useForm(grantRoute, {
    params: { username },
    read: ({ coins, xp, item_ids, reason }) => ({
      coins: amount(coins),
      xp: amount(xp),
      item_ids: idsOf(item_ids),
      reason: String(reason),
      client_id,
    }),
    onDone: ({ message, coins, xp }) => {
      toast(text.done(message, transactionsText.coins(coins), exact(xp)), { tone: "good" });
      void invalidateUrls(client, GIVEN);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.title(username)}
      text={text.text}
      submit={text.submit}
    >
      <div className={styles.amounts}>
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
      <TextArea
        label={text.reason}
        name="reason"
        max={LIMITS.banReason}
        hint={text.reasonHint}
        errors={form.errors.reason}
      />
    </FormModal>
  );
}
