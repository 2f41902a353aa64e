import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { readWear } from "#domain/avatar/view.ts";
import { itemRoute } from "#domain/items/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { avatarText } from "#web/text/avatar.ts";
import { toast } from "#web/ui/toast-store.ts";
import type { DraftState } from "./use-draft.ts";

/** Puts on the item that the URL names (`wearAddress`), once, and removes it from the URL. */
export function useWearOnArrival(draft: DraftState): void {
  const [query, setQuery] = useSearchParams();
  const id = readWear(query);
  const { data, isError } = useQuery({
    ...queryFor(itemRoute, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  const isReady = id !== null && draft.draft !== undefined && (data !== undefined || isError);
  const arrive = useEffectEvent(() => {
    const item = data?.item;
    if (item?.copy && item.copy.resale_price === null && !item.review) draft.wear(item);
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
    if (isReady) arrive();
  }, [isReady]);
}
