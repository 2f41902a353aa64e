import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { closetRoute } from "#domain/avatar/api.ts";
import { randomDress } from "#domain/avatar/random-dress.ts";
import { ITEM_TYPE_NAMES } from "#domain/items/item-types.ts";
import { queryFor } from "#web/lib/query.ts";
import { toast } from "#web/ui/toast-store.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** How long the items to choose from stay cached. */
const CACHED_MS = 5 * 60_000;

/** Dresses the bopi at random in items that cost nothing: the first page of each category. */
export function useDice(draft: AvatarDraftState, announce: (text: string) => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const roll = async () => {
    setBusy(true);
    try {
      const pages = await Promise.all(
        ITEM_TYPE_NAMES.map((category) =>
          client.fetchQuery({ ...queryFor(closetRoute, { params: { category } }), staleTime: CACHED_MS }),
        ),
      );
      const items = pages.flatMap(({ data }) => data).filter((item) => !draft.priceOf(item));
      const { wardrobe, colors } = randomDress(items, Math.random);
      draft.dress(wardrobe, colors);
      announce(closetText.diced);
    } catch {
      toast(closetText.diceFailed, { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return { busy, roll };
}
