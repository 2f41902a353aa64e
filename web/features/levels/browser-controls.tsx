import { CalendarDays, Dices, FolderHeart, Plus, Star } from "lucide-react";
import {
  isOrderOffered,
  LEVEL_CATEGORIES,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
  type LevelFilter,
  PUBLIC_FILTERS,
  SORTING_FILTERS,
} from "#domain/levels/rules.ts";
import type { LevelView } from "#domain/levels/view.ts";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { RANDOM_LEVEL_URL } from "./absolute-url.ts";
import styles from "./browser.module.css";
import { levelsText } from "./text/levels.ts";

/** Links beside the heading: a random level, events and ratings; for members also their levels and a new one. */
export function BrowserShortcuts() {
  const user = useUser();
  return (
    <>
      <LinkButton to={RANDOM_LEVEL_URL} icon={Dices} className={styles.shortcut}>
        <span>{levelsText.random}</span>
      </LinkButton>
      <LinkButton variant="quiet" to="/events" icon={CalendarDays} className={styles.shortcut}>
        <span>{levelsText.events}</span>
      </LinkButton>
      <LinkButton variant="quiet" to="/ratings" icon={Star} className={styles.ratings}>
        {levelsText.ratings}
      </LinkButton>
      {user && (
        <>
          <LinkButton to={`/users/${user.username}/levels`} icon={FolderHeart} className={styles.shortcut}>
            <span>{levelsText.yours}</span>
          </LinkButton>
          <LinkButton to="/build/new" icon={Plus} variant="primary" className={styles.shortcut}>
            <span>{levelsText.create}</span>
          </LinkButton>
        </>
      )}
    </>
  );
}

const options = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

function filtersFor(isMember: boolean, chosen: LevelFilter): readonly LevelFilter[] {
  const offered: readonly LevelFilter[] = isMember ? LEVEL_FILTERS : PUBLIC_FILTERS;
  // A visitor who follows a member's link sees the filter from the URL and is prompted to sign in.
  return offered.includes(chosen) ? offered : [...offered, chosen];
}

interface ControlsProps {
  view: LevelView;
  choose: (choice: Partial<LevelView>, replace?: boolean) => void;
}

/** Search, category, order, filter, and the checkbox for private levels. */
export function BrowserControls({ view, choose }: ControlsProps) {
  const user = useUser();
  const { category, order, filter } = view;
  const filters = filtersFor(user !== null, filter);
  const sorting = SORTING_FILTERS.find((value) => value === filter);
  const orders = LEVEL_ORDERS.filter((value) => isOrderOffered(value, filter));
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <SearchBox
          label={levelsText.searchLabel}
          placeholder={levelsText.searchPlaceholder}
          value={view.search}
          onSearch={(search, more) => choose({ search }, more)}
        />
      </div>
      <Select
        label={levelsText.category}
        options={options(LEVEL_CATEGORIES, levelCategoriesText)}
        value={category}
        onChange={(next) => choose({ category: next })}
      />
      <Select
        label={levelsText.order}
        options={options(orders, levelsText.orders)}
        value={order}
        disabled={sorting !== undefined}
        hint={sorting && levelsText.sortedBy[sorting]}
        onChange={(next) => choose({ order: next })}
      />
      <Select
        label={levelsText.filter}
        options={options(filters, levelsText.filters)}
        value={filter}
        onChange={(next) => choose({ filter: next })}
      />
      <div className={styles.private}>
        <Checkbox
          label={levelsText.showPrivate}
          hint={user ? undefined : levelsText.privateHint}
          disabled={!user}
          checked={view.showPrivateLevels}
          onChange={(showPrivateLevels) => choose({ showPrivateLevels })}
        />
      </div>
    </div>
  );
}
