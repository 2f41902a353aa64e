import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Shirt, Tag, Undo2 } from "lucide-react";
import { useState } from "react";
import { wearAddress } from "#domain/avatar/view.ts";
import type { Item } from "#domain/items/api.ts";
import { netPrice } from "#domain/items/rules.ts";
import { offerCopyRoute } from "#domain/shop/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { coinsText } from "#web/text/coins.ts";
import { tradeText } from "#web/text/trade.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./deal-panel.module.css";
import { patchItem, refreshTrade } from "./item-query.ts";

const text = tradeText;
const offering = latePart(() => import("./offer-modal.tsx"));

export interface OwnCopyProps {
  item: Item;
  copy: NonNullable<Item["copy"]>;
}

function TakeBack({ item, copy }: OwnCopyProps) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call(offerCopyRoute, { params: { id: copy.id }, input: { price: 0 } }),
    onSuccess: () => {
      patchItem(client, item.id, ({ listings_count }) => ({
        copy: { ...copy, resale_price: null },
        listings_count: Math.max(0, listings_count - 1),
      }));
      void refreshTrade(client);
      toast(text.tookBack, { tone: "good" });
    },
    onError: (error) => {
      tellActionFailed(error);
      void refreshTrade(client);
    },
  });
  return (
    <Button icon={Undo2} busy={mutation.isPending} onClick={() => mutation.mutate()}>
      {text.takeBack}
    </Button>
  );
}

/** What can be done with a copy whose item is sold no more: offer it, change its price, take it back. */
function Resale({ item, copy }: OwnCopyProps) {
  const [open, setOpen] = useState(false);
  const { resale_price: price } = copy;
  return (
    <>
      <p className={styles.hint}>
        {price === null ? text.offerHint : `${text.offered(price)} ${coinsText.netOnce(netPrice(price))}`}
      </p>
      <div className={styles.acts}>
        <Button variant={price === null ? "primary" : "plain"} icon={Tag} onClick={() => setOpen(true)}>
          {price === null ? text.offer : text.change}
        </Button>
        {price !== null && <TakeBack item={item} copy={copy} />}
      </div>
      {open && <OnDemand part={offering} props={{ item, copy, onClose: () => setOpen(false) }} />}
    </>
  );
}

/** That one has the item: its number, the way to wear it, and where it can be resold, to sell it. */
export function OwnCopy({ item, copy }: OwnCopyProps) {
  const { serial, resale_price } = copy;
  return (
    <>
      <div className={styles.row}>
        <p className={styles.owned}>
          <Check aria-hidden />
          {text.owned}
          {serial !== null && <span className={styles.serial}>{text.serial(serial)}</span>}
        </p>
        {/* What not everybody sees is worn and sold by nobody. */}
        {resale_price === null && !item.review && (
          <LinkButton icon={Shirt} to={wearAddress(item)}>
            {text.wear}
          </LinkButton>
        )}
      </div>
      {item.is_purchasable && <p className={styles.hint}>{text.othersPay(item.price)}</p>}
      {item.is_resold && !item.review && serial !== null && <Resale item={item} copy={copy} />}
    </>
  );
}
