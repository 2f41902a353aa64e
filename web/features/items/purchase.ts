import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { listingsRoute, purchaseCopyRoute, purchaseItemRoute } from "#domain/shop/api.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { toast } from "#web/ui/toast-store.ts";
import { boughtItem, type Deal, isFinalError } from "./deal.ts";
import { invalidateTrade, itemQueryOptions, patchItem } from "./item-query.ts";
import { tradeText } from "./text/trade.ts";

/** Returns the current price; null if unknown. */
async function currentPrice(client: QueryClient, { item, copy }: Deal): Promise<number | null> {
  try {
    if (!copy) return (await client.fetchQuery({ ...itemQueryOptions(item.id), staleTime: 0 })).item.price;
    const page = queryFor(listingsRoute, { params: { id: item.id }, input: { page: 1 } });
    const { data } = await client.fetchQuery({ ...page, staleTime: 0 });
    return data.find(({ id }) => id === copy.id)?.price ?? null;
  } catch {
    return null;
  }
}

const send = ({ item, copy, price }: Deal, client_id: string) =>
  copy
    ? call(purchaseCopyRoute, { params: { id: copy.id }, input: { price, client_id } })
    : call(purchaseItemRoute, { params: { id: item.id }, input: { price, client_id } });

/** A deal with its idempotency key: it is only paid once, however often it is sent. */
const confirmationOf = (deal: Deal) => ({ deal, clientId: crypto.randomUUID() });

/**
 * Buys a deal. A changed price needs a new confirmation with a new key. After a lost response the same key is sent
 * again.
 */
export function usePurchase(initialDeal: Deal, onDone: () => void) {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const [{ deal, clientId }, setConfirmation] = useState(() => confirmationOf(initialDeal));
  const [problem, setProblem] = useState<{ text: string; final: boolean } | null>(null);
  const { id, name } = initialDeal.item;
  // A ref, because a second click can come before the next render.
  const sending = useRef(false);
  const mutation = useMutation({
    mutationFn: () => send(deal, clientId),
    onMutate: () => setProblem(null),
    onSettled: () => {
      sending.current = false;
    },
    onSuccess: ({ inventory }) => {
      patchItem(client, id, (item) => boughtItem(item, deal, inventory));
      refreshUser();
      void invalidateTrade(client);
      toast(tradeText.bought(name), { tone: "good" });
      onDone();
    },
    onError: async (error) => {
      const code = error instanceof ResponseError ? error.code : "";
      const price = code === "price_changed" ? await currentPrice(client, deal) : null;
      if (price !== null && price !== deal.price) {
        setProblem({ text: tradeText.repriced(deal.price, price), final: false });
        setConfirmation(confirmationOf({ ...deal, price }));
      } else setProblem({ text: error.message, final: code === "price_changed" || isFinalError(code) });
      if (!(error instanceof ResponseError) || error.status === 0) return;
      refreshUser();
      void invalidateTrade(client);
    },
  });
  const buy = () => {
    if (sending.current) return;
    sending.current = true;
    mutation.mutate();
  };
  return { deal, problem, busy: mutation.isPending, buy };
}
