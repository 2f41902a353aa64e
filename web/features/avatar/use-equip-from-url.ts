import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { readWearId } from "#domain/avatar/view.ts";
import { itemRoute } from "#domain/items/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { toast } from "#web/ui/toast-store.ts";
import { avatarText } from "./text/avatar.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** Puts on the item in the URL (`wearUrl`) once, and removes it from the URL. Saves it, unless it is only tried on. */
export function useEquipFromUrl(draft: AvatarDraftState): void {
  const [query, setQuery] = useSearchParams();
  const id = readWearId(query);
  const { data, isError } = useQuery({
    ...queryFor(itemRoute, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  const isReady = id !== null && draft.current !== undefined && (data !== undefined || isError);
  const equip = useEffectEvent(() => {
    const item = data?.item;
    if (item?.copy && item.copy.resale_price === null && !item.review)
      draft.wearItem({ ...item, price: null });
    else if (item && !item.copy && item.is_purchasable && item.gold_month === null) draft.equipItem(item);
    else toast(avatarText.notWearable, { tone: "bad" });
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("wear");
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (isReady) equip();
  }, [isReady]);
}
