import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { itemRoute } from "#domain/items/api.ts";
import { canBuyType } from "#domain/items/rules.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { verifyText } from "#web/components/text/verify.ts";
import { useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState, TriedItem } from "./use-avatar-draft.ts";

export interface CheckoutLine {
  item: TriedItem;
  price: number;
  /** The purchase's key. A retry with the same key is paid once; a new price needs a new key. */
  clientId: string;
  state: "open" | "bought" | "unavailable";
  /** The reason for a failure. */
  note: string | null;
}

const lineOf = (item: TriedItem, price = item.price, note: string | null = null): CheckoutLine => ({
  item,
  price,
  clientId: crypto.randomUUID(),
  state: "open",
  note,
});

/** The line of an item before the first try: clothes from others need a verified email address. */
const firstLineOf = (item: TriedItem, verified: boolean): CheckoutLine =>
  canBuyType({ verified }, item.type.id)
    ? lineOf(item)
    : { ...lineOf(item, item.price, verifyText.needed), state: "unavailable" };

const currentPrice = async (id: number): Promise<number | null> =>
  call(itemRoute, { params: { id } }).then(
    ({ item }) => item.price,
    () => null,
  );

/** Buys one item. Returns its line after that. */
async function buyLine(line: CheckoutLine): Promise<CheckoutLine> {
  const { item, price, clientId } = line;
  try {
    await call(purchaseItemRoute, { params: { id: item.id }, input: { price, client_id: clientId } });
    return { ...line, state: "bought", note: null };
  } catch (error) {
    const { status, code, message } = error instanceof ResponseError ? error : new ResponseError(0, "", "");
    if (code === "already_owned") return { ...line, state: "bought", note: null };
    const now = code === "price_changed" ? await currentPrice(item.id) : null;
    if (now !== null && now !== price) return lineOf(item, now, closetText.repriced(price, now));
    const isFinal = [403, 404, 409, 422].includes(status);
    return { ...line, state: isFinal ? "unavailable" : "open", note: message || closetText.notBought };
  }
}

/** Lines that fail keep the checkout open with the reason; what was bought by then stays bought. */
export function useCheckout(draft: AvatarDraftState) {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const verified = useUser()?.email_verified ?? false;
  const [lines, setLines] = useState<readonly CheckoutLine[] | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    setLines(null);
  };
  /** Buys the lines one after the other, then saves without those that can't be bought. */
  const buyAll = async (from: readonly CheckoutLine[]) => {
    const after: CheckoutLine[] = [];
    for (const line of from) after.push(line.state === "open" ? await buyLine(line) : line);
    for (const { item, price, state } of after) draft.setPrice(item.id, state === "bought" ? null : price);
    // Everything is stale, but nothing on this page is loaded again, so nothing moves.
    void client.invalidateQueries({ refetchType: "none" });
    refreshUser();
    const isDone = after.every(({ state }) => state === "bought");
    if (isDone) {
      await draft.save();
      close();
    } else {
      setLines(after);
      setOpen(true);
    }
  };
  // Errors are those of the lines and of the draft.
  const { busy, run: buy } = useAction(buyAll, { errors: "toast" });
  const start = () => {
    if (draft.tried.length === 0) return void draft.save();
    const next = draft.tried.map((item) => firstLineOf(item, verified));
    if (next.every(({ price, state }) => price === 0 && state === "open")) return void buy(next);
    setLines(next);
    setOpen(true);
  };
  return {
    lines: isOpen ? lines : null,
    busy: busy || draft.busy,
    start,
    confirm: () => lines && void buy(lines),
    /** Saves without what isn't bought. */
    saveOwned: async () => {
      const rest = (lines ?? []).filter(({ state }) => state !== "bought");
      await draft.save(new Set(rest.map(({ item }) => item.id)));
      close();
    },
    close,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
