import { readShopView, type ShopView, writeShopView } from "#domain/shop/view.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";

const SHOP: UrlState<ShopView> = {
  read: readShopView,
  write: writeShopView,
  /** Every change but the page itself returns to the first page. */
  applyChoice: (view, choice) => ({ ...view, page: 1, ...choice }),
};

/** The shop's state, read from the URL. */
export const useShopView = () => useUrlState(SHOP);
