import { RotateCcw, Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { RATING_SORTS, SORT_DIRECTIONS } from "#domain/ratings/api.ts";
import { type RatingView, writeRatingView } from "#domain/ratings/view.ts";
import { ratingsText } from "#web/text/ratings.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { digits, filtersOf, settled, viewOf } from "./filter-values.ts";
import styles from "./ratings.module.css";

const SORTS = RATING_SORTS.map((value) => ({ value, label: ratingsText.sorts[value] }));
const ORDERS = SORT_DIRECTIONS.map((value) => ({ value, label: ratingsText.orders[value] }));
const STARS = ["rating", "difficulty"] as const;

interface RatingFiltersProps {
  view: RatingView;
  busy: boolean;
  onSearch: (view: RatingView) => void;
}

/** The boxes that narrow the ratings; they apply when Search is pressed. */
export function RatingFilters({ view, busy, onSearch }: RatingFiltersProps) {
  const [filters, setFilters] = useState(() => filtersOf(view));
  // Back, a link or a shared address: the boxes follow.
  const address = writeRatingView({ ...view, page: 1 }).toString();
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    setFilters(filtersOf(view));
  }
  const set = (change: Partial<typeof filters>) => setFilters({ ...filters, ...change });
  /** The boxes say what is being searched for; with anything else in them another search may be sent. */
  const isAsked = writeRatingView(viewOf(filters)).toString() === address;
  const isFiltered = Boolean(view.username || view.level_id || view.rating || view.difficulty);

  return (
    <search aria-label={ratingsText.filters}>
      <form
        className={styles.filters}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          set({ rating: settled(filters.rating), difficulty: settled(filters.difficulty) });
          onSearch(viewOf(filters));
        }}
      >
        <TextField
          label={ratingsText.username}
          name="username"
          value={filters.username}
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ username: event.target.value })}
        />
        <TextField
          label={ratingsText.levelId}
          name="level_id"
          inputMode="numeric"
          autoComplete="off"
          value={filters.level_id}
          onChange={(event) => set({ level_id: digits(event.target.value) })}
        />
        {STARS.map((name) => (
          <TextField
            key={name}
            label={ratingsText[name]}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={ratingsText.scaleHint}
            value={filters[name]}
            onChange={(event) => set({ [name]: event.target.value })}
            onBlur={(event) => set({ [name]: settled(event.target.value) })}
          />
        ))}
        <Select
          label={ratingsText.sort}
          name="sort"
          options={SORTS}
          value={filters.sort}
          onChange={(sort) => set({ sort })}
        />
        <Select
          label={ratingsText.order}
          name="order"
          options={ORDERS}
          value={filters.order}
          onChange={(order) => set({ order })}
        />
        <div className={styles.filterActs}>
          {isFiltered && (
            <Button
              variant="quiet"
              icon={RotateCcw}
              onClick={() =>
                onSearch({ ...view, username: "", level_id: 0, rating: 0, difficulty: 0, page: 1 })
              }
            >
              {ratingsText.clear}
            </Button>
          )}
          <Button type="submit" variant="primary" icon={Search} busy={busy && isAsked}>
            {ratingsText.search}
          </Button>
        </div>
      </form>
    </search>
  );
}
