import { readShopView, type ShopView, writeShopView } from "#domain/shop/view.ts";
import { type AddressView, useAddressView } from "#web/lib/address-view.ts";

const SHOP: AddressView<ShopView> = {
  read: readShopView,
  write: writeShopView,
  /** Whatever changes but the page itself leads back to the first page. */
  changed: (view, choice) => ({ ...view, page: 1, ...choice }),
};

/** What the shop shows. */
export const useShopView = () => useAddressView(SHOP);
