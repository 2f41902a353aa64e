import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { levelListRoute, levelRoute } from "#domain/levels/api.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { LIMITS } from "#domain/limits.ts";
import { queryFor } from "#web/lib/query.ts";
import { staffEventsText as text } from "#web/text/events.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./staff.module.css";

/** How long typing has to rest before it is searched for. */
const REST_MS = 300;
const MOST_FOUND = 5;

/** Text once it has not changed for a moment. */
function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}

/** Public levels of which the title has these words, and the one with this id. */
function useFound(term: string) {
  const isId = /^\d{1,15}$/.test(term);
  const list = useQuery({ ...queryFor(levelListRoute, { input: { search: term } }), enabled: term !== "" });
  const one = useQuery({
    ...queryFor(levelRoute, { params: { id: Number(term) } }),
    enabled: isId,
    retry: false,
  });
  const found = [...(isId && one.data ? [one.data.level] : []), ...(list.data?.data ?? [])];
  const ids = [...new Set(found.map(({ id }) => id))];
  return {
    levels: ids.flatMap((id) => found.find((level) => level.id === id) ?? []),
    isPending: list.isPending || (isId && one.isPending),
    isError: list.isError,
  };
}

function Face({ level }: { level: LevelCard }) {
  return (
    <>
      <img src={level.thumbnail_url} width={80} height={45} alt="" />
      <span className={styles.title}>
        {level.title}
        <small>
          {level.id} · {level.user.username}
        </small>
      </span>
    </>
  );
}

function Found({
  term,
  chosen,
  onPick,
}: {
  term: string;
  chosen: readonly LevelCard[];
  onPick: (level: LevelCard) => void;
}) {
  const { levels, isPending, isError } = useFound(term);
  const left = levels.filter(({ id }) => !chosen.some((one) => one.id === id)).slice(0, MOST_FOUND);
  if (isError) return <p role="status">{text.searchFailed}</p>;
  if (isPending) return <p role="status" aria-busy className={styles.waiting} />;
  if (left.length === 0) return <p role="status">{text.noneFound}</p>;
  return (
    <ul className={styles.found} aria-label={text.found}>
      {left.map((level) => (
        <li key={level.id}>
          <button type="button" className={styles.option} onClick={() => onPick(level)}>
            <span className="sr-only">{text.add} </span>
            <Face level={level} />
            <Plus aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChosenProps {
  chosen: readonly LevelCard[];
  onChange: (levels: LevelCard[]) => void;
}

function Chosen({ chosen, onChange }: ChosenProps) {
  const move = (from: number, to: number) => {
    const moved = [...chosen];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <ol className={styles.chosen} aria-label={text.chosen(chosen.length)}>
      {chosen.map((level, at) => (
        <li key={level.id} className={styles.pick}>
          <Face level={level} />
          <span className={styles.moves}>
            {chosen.length > 1 && (
              <>
                <IconButton
                  icon={ArrowUp}
                  label={text.up(level.title)}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={text.down(level.title)}
                  disabled={at === chosen.length - 1}
                  onClick={() => move(at, at + 1)}
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

export interface LevelPickerProps extends ChosenProps {
  /** The field's name, at which a refusal stands. */
  name: "level_ids" | "level_id";
  label: string;
  /** How many can be chosen; with as many the search goes away. */
  most: number;
  errors: string[] | undefined;
}

/** Levels chosen by a part of their title or by their id, in an order. */
export function LevelPicker({ name, label, most, errors, chosen, onChange }: LevelPickerProps) {
  const [typed, setTyped] = useState("");
  const term = useRested(typed.trim());
  const pick = (level: LevelCard) => {
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
        disabled={chosen.length >= most}
        maxLength={LIMITS.searchText}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {typed.trim() !== "" && term !== "" && <Found term={term} chosen={chosen} onPick={pick} />}
      {chosen.length > 0 && <Chosen chosen={chosen} onChange={onChange} />}
    </div>
  );
}
