import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "#domain/items/api.ts";
import { offerCopyRoute, priceHistoryRoute } from "#domain/shop/api.ts";
import { PriceField } from "#web/components/price-field.tsx";
import { coinsText } from "#web/components/text/coins.ts";
import { useForm } from "#web/lib/form.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { typedNumber, typedPriceProblem } from "#web/lib/typed-number.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import styles from "./deal-panel.module.css";
import { CHANGED_BY_TRADE, patchItem } from "./item-query.ts";
import { recentAverage } from "./price-shape.ts";
import { priceHistoryText } from "./text/price-history.ts";
import { tradeText } from "./text/trade.ts";

const { coins } = coinsText;

const sellingText = {
  offerTitle: (name: string) => `Sell your “${name}”`,
  offerText: "Your bopi takes it off while it's on sale. The first to pay the price gets it right away.",
  offerPrice: "Price",
  offerMissing: "Price must be at least 1 coin.",
  offerSave: "Put on sale",
  lowest: (price: number) => `The cheapest copy costs ${coins(price)}.`,
} as const;

function MarketHint({ item }: { item: Item }) {
  const history = useQuery(queryFor(priceHistoryRoute, { params: { id: item.id } }));
  const average = recentAverage(history.data?.data ?? [], useNow());
  const hints = [
    item.lowest_price !== null && sellingText.lowest(item.lowest_price),
    average !== null && `${priceHistoryText.average(average)}.`,
  ].filter(Boolean);
  return hints.length > 0 && <p className={styles.hint}>{hints.join(" ")}</p>;
}

interface OfferModalProps {
  item: Item;
  copy: NonNullable<Item["copy"]>;
  onClose: () => void;
}

export default function OfferModal({ item, copy, onClose }: OfferModalProps) {
  const client = useQueryClient();
  const [price, setPrice] = useState(copy.resale_price === null ? "" : String(copy.resale_price));
  const form = useForm(offerCopyRoute, {
    params: { id: copy.id },
    read: () => ({ price: typedNumber(price) }),
    check: () => {
      const problem = typedPriceProblem(price) ?? (typedNumber(price) < 1 ? sellingText.offerMissing : null);
      return problem ? { price: [problem] } : {};
    },
    onDone: () => {
      patchItem(client, item.id, ({ listings_count }) => ({
        copy: { ...copy, resale_price: typedNumber(price) },
        listings_count: listings_count + (copy.resale_price === null ? 1 : 0),
      }));
      onClose();
    },
    toast: () => tradeText.offered(typedNumber(price)),
    changes: CHANGED_BY_TRADE,
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={sellingText.offerTitle(item.name)}
      text={sellingText.offerText}
      submit={copy.resale_price === null ? sellingText.offerSave : tradeText.change}
    >
      <PriceField
        label={sellingText.offerPrice}
        value={price}
        onChange={setPrice}
        errors={form.errors.price}
        oneTime
      />
      <MarketHint item={item} />
    </FormModal>
  );
}
