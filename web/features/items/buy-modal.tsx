import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import { listingsRoute, purchaseCopyRoute, purchaseItemRoute } from "#domain/shop/api.ts";
import { CoinSums } from "#web/components/coin-sums.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { MissingCoins } from "#web/components/missing-coins.tsx";
import { coinsText } from "#web/components/text/coins.ts";
import { useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import styles from "./buy-modal.module.css";
import { boughtItem, type Deal, isFinalError, missingCoins } from "./deal.ts";
import { CHANGED_BY_TRADE, itemQueryOptions, patchItem } from "./item-query.ts";
import { tradeText } from "./text/trade.ts";

const { coins } = coinsText;

const buyingText = {
  confirmGet: (name: string) => `Get “${name}”?`,
  confirmBuy: (name: string) => `Buy “${name}”?`,
  from: (username: string) => `From ${username}`,
  byMaker: (username: string) => `Made by ${username}`,
  price: "Price",
  buyFor: (price: number) => (price === 0 ? "Get it for free" : `Buy for ${coins(price)}`),
  close: "Close",
  bought: (name: string) => `“${name}” is yours!`,
  repriced: (before: number, after: number) =>
    `The price changed from ${coins(before)} to ${coins(after)}. Do you still want it?`,
} as const;

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

/** A changed price needs a new confirmation with a new key. After a lost response the same key is sent again. */
function usePurchase(initialDeal: Deal, onDone: () => void) {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const [{ deal, clientId }, setConfirmation] = useState(() => confirmationOf(initialDeal));
  const [problem, setProblem] = useState<{ text: string; final: boolean } | null>(null);
  const { id, name } = initialDeal.item;
  const { busy, run } = useAction(() => send(deal, clientId), {
    toast: () => buyingText.bought(name),
    onDone: ({ inventory }) => {
      patchItem(client, id, (item) => boughtItem(item, deal, inventory));
      onDone();
    },
    errors: async (error) => {
      const code = error instanceof ResponseError ? error.code : "";
      const price = code === "price_changed" ? await currentPrice(client, deal) : null;
      if (price !== null && price !== deal.price) {
        setProblem({ text: buyingText.repriced(deal.price, price), final: false });
        setConfirmation(confirmationOf({ ...deal, price }));
      } else setProblem({ text: error.message, final: code === "price_changed" || isFinalError(code) });
    },
    onEnd: refreshUser,
    changes: CHANGED_BY_TRADE,
  });
  const buy = () => {
    setProblem(null);
    void run();
  };
  return { deal, problem, busy, buy };
}

export interface BuyModalProps {
  deal: Deal;
  user: SessionUser;
  onClose: () => void;
  onBought: () => void;
}

/** Asks for confirmation before a purchase. Can't be closed while the purchase is running. */
export default function BuyModal({ deal: initialDeal, user, onClose, onBought }: BuyModalProps) {
  const { deal, problem, busy, buy } = usePurchase(initialDeal, () => {
    onClose();
    onBought();
  });
  const { item, price } = deal;
  const missing = missingCoins(user.coins, price);
  const isFinal = problem?.final || missing > 0;
  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={price === 0 ? buyingText.confirmGet(item.name) : buyingText.confirmBuy(item.name)}
      footer={
        isFinal ? (
          <Button variant="primary" onClick={onClose}>
            {buyingText.close}
          </Button>
        ) : (
          <>
            <Button disabled={busy} onClick={onClose}>
              {uiText.cancel}
            </Button>
            <Button variant="primary" busy={busy} onClick={buy}>
              {buyingText.buyFor(price)}
            </Button>
          </>
        )
      }
    >
      {problem && <Banner tone={problem.final ? "error" : "notice"}>{problem.text}</Banner>}
      <div className={styles.summary}>
        <ItemPicture item={deal.item} width={112} height={112} alt="" />
        <div className={styles.item}>
          <p className={styles.name} dir="auto">
            {deal.item.name}
          </p>
          <p className={styles.from}>
            {deal.copy
              ? buyingText.from(deal.copy.user.username)
              : buyingText.byMaker(deal.item.user.username)}
            {deal.copy && <span className={styles.serial}> {tradeText.serial(deal.copy.serial)}</span>}
          </p>
        </div>
        <div className={styles.sums}>
          <CoinSums label={buyingText.price} price={deal.price} coins={user.coins} />
        </div>
      </div>
      {missing > 0 && !problem?.final && <MissingCoins count={missing} />}
    </Modal>
  );
}
