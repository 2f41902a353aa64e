import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { pickerText as text } from "#web/text/staff-tools.ts";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./tools.module.css";

const REST_MS = 300;

type Found = OutputOf<typeof paletteRoute>;
type Kind = "levels" | "items" | "users";

/** What stands for one of each kind in a list. */
const FACES: {
  [K in Kind]: (one: Found[K][number]) => { id: number; name: string; by: string; picture: string };
} = {
  levels: ({ id, title, thumbnail_url, user }) => ({
    id,
    name: title,
    by: user.username,
    picture: thumbnail_url,
  }),
  items: ({ id, name, thumbnail_url, user }) => ({ id, name, by: user.username, picture: thumbnail_url }),
  users: ({ id, username, bopi }) => ({ id, name: username, by: "", picture: bopi.headshot_url }),
};

/** Text once it has not changed for a moment. */
function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}

interface PickerProps<K extends Kind> {
  kind: K;
  label: string;
  /** What a press does, for who cannot see: "Feature Lava Tower". */
  act: (name: string) => string;
  onPick: (one: Found[K][number]) => void;
}

function Results<K extends Kind>({
  kind,
  act,
  term,
  onPick,
}: Omit<PickerProps<K>, "label"> & { term: string }) {
  const search = useQuery(queryFor(paletteRoute, { input: { q: term } }));
  const found: Found[K][number][] | undefined = search.data?.[kind];
  if (search.isError) return <p role="status">{text.failed}</p>;
  if (!found) return <p role="status" aria-busy className={styles.waiting} />;
  if (found.length === 0) return <p role="status">{text.nobody}</p>;
  return (
    <ul className={styles.found} aria-label={text.results}>
      {found.map((one) => {
        const { id, name, by, picture } = FACES[kind](one);
        return (
          <li key={id}>
            <button
              type="button"
              className={styles.option}
              aria-label={act(name)}
              onClick={() => onPick(one)}
            >
              <img className={styles.picture} data-kind={kind} src={picture} width={56} height={56} alt="" />
              <span className={styles.name}>
                {name}
                <small>{by ? `${by} · #${id}` : `#${id}`}</small>
              </span>
              <Plus aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A level, an item or somebody, found by a part of the name. */
export function Picker<K extends Kind>({ kind, label, act, onPick }: PickerProps<K>) {
  const [typed, setTyped] = useState("");
  const term = useRested(typed.trim());
  return (
    <div className={styles.picker}>
      <TextField
        type="search"
        label={label}
        icon={Search}
        hint={text.hint}
        value={typed}
        maxLength={LIMITS.searchText}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== "" && term !== "" && (
        <Results
          kind={kind}
          act={act}
          term={term}
          onPick={(one) => {
            setTyped("");
            onPick(one);
          }}
        />
      )}
    </div>
  );
}
