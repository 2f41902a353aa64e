import { isOrderOffered } from "#domain/levels/rules.ts";
import { type LevelView, readLevelView, writeLevelView } from "#domain/levels/view.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";

const BROWSER: UrlState<LevelView> = {
  read: readLevelView,
  write: writeLevelView,
  /** Every change but the order returns to the first page. */
  applyChoice(view, choice) {
    const keepsPage = Object.keys(choice).every((key) => key === "order" || key === "page");
    const next = { ...view, ...(!keepsPage && { page: 1 }), ...choice };
    return isOrderOffered(next.order, next.filter) ? next : { ...next, order: "playing_count" };
  },
};

/** The level browser's state, read from the URL. */
export const useLevelView = () => useUrlState(BROWSER);
