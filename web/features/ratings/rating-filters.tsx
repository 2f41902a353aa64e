import { RotateCcw, Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { RATING_SORTS, type RatingView, SORT_DIRECTIONS, writeRatingView } from "#domain/ratings/view.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { clampStars, filterValuesOf, levelIdProblem, ratingViewOf } from "./filter-values.ts";
import styles from "./ratings.module.css";
import { ratingsText } from "./text.ts";

const SORTS = RATING_SORTS.map((value) => ({ value, label: ratingsText.sorts[value] }));
const ORDERS = SORT_DIRECTIONS.map((value) => ({ value, label: ratingsText.orders[value] }));
const STARS = ["rating", "difficulty"] as const;

interface RatingFiltersProps {
  view: RatingView;
  busy: boolean;
  onSearch: (view: RatingView) => void;
}

/** The filters of the ratings. They apply when Search is pressed. */
export function RatingFilters({ view, busy, onSearch }: RatingFiltersProps) {
  const [filters, setFilters] = useState(() => filterValuesOf(view));
  // Navigation (Back, links, shared URLs) resets the fields.
  const url = writeRatingView({ ...view, page: 1 }).toString();
  const [lastUrl, setLastUrl] = useState(url);
  if (lastUrl !== url) {
    setLastUrl(url);
    setFilters(filterValuesOf(view));
  }
  const set = (change: Partial<typeof filters>) => setFilters({ ...filters, ...change });
  /** The fields match the current search. With other values, Search is available again. */
  const isCurrentSearch = writeRatingView(ratingViewOf(filters)).toString() === url;
  const problem = levelIdProblem(filters.level_id);
  const isFiltered = Boolean(view.username || view.level_id || view.rating || view.difficulty);

  return (
    <search aria-label={ratingsText.filters}>
      <form
        className={styles.filters}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (problem) return event.currentTarget.querySelector<HTMLInputElement>("[name=level_id]")?.focus();
          set({ rating: clampStars(filters.rating), difficulty: clampStars(filters.difficulty) });
          onSearch(ratingViewOf(filters));
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
          errors={problem ? [problem] : undefined}
          onChange={(event) => set({ level_id: event.target.value })}
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
            onBlur={(event) => set({ [name]: clampStars(event.target.value) })}
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
        <div className={styles.filterActions}>
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
          <Button type="submit" variant="primary" icon={Search} busy={busy && isCurrentSearch}>
            {ratingsText.search}
          </Button>
        </div>
      </form>
    </search>
  );
}
