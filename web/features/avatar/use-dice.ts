import { useQueryClient } from "@tanstack/react-query";
import { closetRoute } from "#domain/avatar/api.ts";
import { randomDress } from "#domain/avatar/random-dress.ts";
import { ITEM_TYPE_NAMES } from "#domain/items/item-types.ts";
import { useAction } from "#web/lib/action.ts";
import { toastError } from "#web/lib/error-text.ts";
import { queryFor } from "#web/lib/query.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** How long the items to choose from stay cached. */
const CACHED_MS = 5 * 60_000;

/** Dresses the bopi at random in items that cost nothing: the first page of each category. */
export function useDice(draft: AvatarDraftState, announce: (text: string) => void) {
  const client = useQueryClient();
  const fetchClosets = () =>
    Promise.all(
      ITEM_TYPE_NAMES.map((category) =>
        client.fetchQuery({ ...queryFor(closetRoute, { params: { category } }), staleTime: CACHED_MS }),
      ),
    );
  const { busy, run: roll } = useAction(fetchClosets, {
    onDone: (pages) => {
      const items = pages.flatMap(({ data }) => data).filter((item) => !draft.priceOf(item));
      const { wardrobe, colors } = randomDress(items, Math.random);
      draft.dress(wardrobe, colors);
      announce(closetText.diced);
    },
    errors: () => toastError(closetText.diceFailed),
  });
  return { busy, roll };
}
