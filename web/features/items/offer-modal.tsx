import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { offerCopyRoute, priceHistoryRoute } from "#domain/shop/api.ts";
import { useForm } from "#web/lib/form.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { tradeText } from "#web/text/trade.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { PriceField } from "#web/ui/price-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./deal-panel.module.css";
import { patchItem, refreshTrade } from "./item-query.ts";
import type { OwnCopyProps } from "./own-copy.tsx";
import { recentAverage } from "./price-history.ts";

const text = tradeText;

/** What others ask and have paid, to find a price by. */
function Market({ item }: Pick<OwnCopyProps, "item">) {
  const history = useQuery(queryFor(priceHistoryRoute, { params: { id: item.id } }));
  const average = recentAverage(history.data?.data ?? [], useNow());
  const words = [
    item.lowest_price !== null && text.lowest(item.lowest_price),
    average !== null && `${text.average(average)}.`,
  ].filter(Boolean);
  return words.length > 0 && <p className={styles.hint}>{words.join(" ")}</p>;
}

/** Asks for how much one's copy is offered; it can't be closed while that is on its way. */
export default function OfferModal({ item, copy, onClose }: OwnCopyProps & { onClose: () => void }) {
  const client = useQueryClient();
  const [price, setPrice] = useState(copy.resale_price === null ? "" : String(copy.resale_price));
  const form = useForm(offerCopyRoute, {
    params: { id: copy.id },
    read: () => ({ price: Number(price) }),
    check: () => (Number(price) < 1 ? { price: [text.offerMissing] } : {}),
    onDone: () => {
      patchItem(client, item.id, ({ listings_count }) => ({
        copy: { ...copy, resale_price: Number(price) },
        listings_count: listings_count + (copy.resale_price === null ? 1 : 0),
      }));
      void refreshTrade(client);
      toast(text.offerDone(Number(price)), { tone: "good" });
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.offerTitle(item.name)}
      text={text.offerText}
      submit={copy.resale_price === null ? text.offerSave : text.change}
    >
      <PriceField label={text.offerPrice} value={price} onChange={setPrice} errors={form.errors.price} once />
      <Market item={item} />
    </FormModal>
  );
}
