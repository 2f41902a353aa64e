import { isOrderOffered } from "#domain/levels/rules.ts";
import { type LevelView, readLevelView, writeLevelView } from "#domain/levels/view.ts";
import { type AddressView, useAddressView } from "#web/lib/address-view.ts";

const BROWSER: AddressView<LevelView> = {
  read: readLevelView,
  write: writeLevelView,
  /** Everything but the order and the page itself goes back to the first page. */
  changed(view, choice) {
    const staysOnPage = Object.keys(choice).every((key) => key === "order" || key === "page");
    const next = { ...view, ...(!staysOnPage && { page: 1 }), ...choice };
    return isOrderOffered(next.order, next.filter) ? next : { ...next, order: "playing_count" };
  },
};

/** What the level browser shows. */
export const useLevelView = () => useAddressView(BROWSER);
