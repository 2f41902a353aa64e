import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Search, X } from "lucide-react";
import { useState } from "react";
import { levelListRoute, levelRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { LIMITS } from "#domain/limits.ts";
import { isEnter } from "#web/lib/is-composing.ts";
import { queryFor } from "#web/lib/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import options from "#web/ui/option.module.css";
import { TextField } from "#web/ui/text-field.tsx";
import { staffEventsText as text } from "../text.ts";
import styles from "./staff.module.css";

const MAX_RESULTS = 5;

/** Finds public levels by title, and the one with this id. */
function useLevelSearch(term: string) {
  const isId = /^\d{1,15}$/.test(term);
  const list = useQuery({ ...queryFor(levelListRoute, { input: { search: term } }), enabled: term !== "" });
  const byId = useQuery({
    ...queryFor(levelRoute, { params: { id: Number(term) } }),
    enabled: isId,
    retry: false,
  });
  const found = [...(isId && byId.data ? [byId.data.level] : []), ...(list.data?.data ?? [])];
  return {
    levels: [...new Map(found.map((level) => [level.id, level])).values()],
    isPending: list.isPending || (isId && byId.isPending),
    isError: list.isError,
  };
}

function LevelSummary({ level }: { level: LevelCardData }) {
  return (
    <>
      <img src={level.thumbnail_url} width={80} height={45} alt="" />
      <span className={styles.title}>
        <bdi>{level.title}</bdi>
        <small>
          {level.id} · {level.user.username}
        </small>
      </span>
    </>
  );
}

interface SearchResultsProps {
  term: string;
  chosen: readonly LevelCardData[];
  onPick: (level: LevelCardData) => void;
}

function SearchResults({ term, chosen, onPick }: SearchResultsProps) {
  const { levels, isPending, isError } = useLevelSearch(term);
  const results = levels.filter(({ id }) => !chosen.some((level) => level.id === id)).slice(0, MAX_RESULTS);
  if (isError) return <p role="status">{text.searchFailed}</p>;
  if (isPending) return <p role="status" aria-busy className={styles.waiting} />;
  if (results.length === 0) return <p role="status">{text.noneFound}</p>;
  return (
    <ul className={styles.found} aria-label={text.found}>
      {results.map((level) => (
        <li key={level.id}>
          <button type="button" className={cx(options.option, styles.option)} onClick={() => onPick(level)}>
            <span className="sr-only">{text.add} </span>
            <LevelSummary level={level} />
            <Plus aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChosenLevelsProps {
  chosen: readonly LevelCardData[];
  onChange: (levels: LevelCardData[]) => void;
}

function ChosenLevels({ chosen, onChange }: ChosenLevelsProps) {
  const move = (from: number, to: number) => {
    const moved = [...chosen];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <ol className={styles.chosen} aria-label={text.chosen(chosen.length)}>
      {chosen.map((level, index) => (
        <li key={level.id} className={styles.pick}>
          <LevelSummary level={level} />
          <span className={styles.moves}>
            {chosen.length > 1 && (
              <>
                <IconButton
                  icon={ArrowUp}
                  label={text.up(level.title)}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={text.down(level.title)}
                  disabled={index === chosen.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              </>
            )}
            <IconButton
              icon={X}
              label={text.removeLevel(level.title)}
              onClick={() => onChange(chosen.filter(({ id }) => id !== level.id))}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

export interface LevelPickerProps extends ChosenLevelsProps {
  name: "level_ids" | "level_id";
  label: string;
  /** The maximum number of levels. Reaching it disables the search. */
  max: number;
  errors: string[] | undefined;
}

export function LevelPicker({ name, label, max, errors, chosen, onChange }: LevelPickerProps) {
  const [typed, setTyped] = useState("");
  const term = useDebounced(typed.trim());
  const pick = (level: LevelCardData) => {
    onChange([...chosen, level]);
    setTyped("");
  };
  return (
    <div className={styles.picker}>
      <TextField
        name={name}
        type="search"
        label={label}
        icon={Search}
        hint={text.levelsHint}
        errors={errors}
        value={typed}
        disabled={chosen.length >= max}
        maxLength={LIMITS.searchText}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        // Keeps Enter from submitting the form.
        onKeyDown={(event) => isEnter(event) && event.preventDefault()}
      />
      {typed.trim() !== "" && term !== "" && <SearchResults term={term} chosen={chosen} onPick={pick} />}
      {chosen.length > 0 && <ChosenLevels chosen={chosen} onChange={onChange} />}
    </div>
  );
}
