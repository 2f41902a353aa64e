import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { cx } from "#web/ui/cx.ts";
import options from "#web/ui/option.module.css";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./tools.module.css";

const pickerText = {
  hint: "Type part of the name.",
  none: "Nothing matches that.",
  failed: "The search failed. Type again to retry.",
  results: "Found",
} as const;

type SearchResults = OutputOf<typeof paletteRoute>;
type Kind = "levels" | "items" | "users";

const OPTIONS: {
  [K in Kind]: (result: SearchResults[K][number]) => {
    id: number;
    name: string;
    by: string;
    picture: string;
  };
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

interface PickerProps<K extends Kind> {
  kind: K;
  label: string;
  /** Returns an option's accessible name: "Feature Lava Tower". */
  actionLabel: (name: string) => string;
  onPick: (result: SearchResults[K][number]) => void;
}

function PickerResults<K extends Kind>(props: Omit<PickerProps<K>, "label"> & { term: string }) {
  const { kind, actionLabel, term, onPick } = props;
  const search = useQuery(queryFor(paletteRoute, { input: { q: term } }));
  const results: SearchResults[K][number][] | undefined = search.data?.[kind];
  if (search.isError) return <p role="status">{pickerText.failed}</p>;
  if (!results) return <p role="status" aria-busy className={styles.loading} />;
  if (results.length === 0) return <p role="status">{pickerText.none}</p>;
  return (
    <ul className={styles.results} aria-label={pickerText.results}>
      {results.map((result) => {
        const { id, name, by, picture } = OPTIONS[kind](result);
        return (
          <li key={id}>
            <button
              type="button"
              className={cx(options.option, styles.option)}
              aria-label={actionLabel(name)}
              onClick={() => onPick(result)}
            >
              <img className={styles.picture} data-kind={kind} src={picture} width={56} height={56} alt="" />
              <span className={styles.name}>
                <bdi>{name}</bdi>
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

export function Picker<K extends Kind>({ kind, label, actionLabel, onPick }: PickerProps<K>) {
  const [typed, setTyped] = useState("");
  const term = useDebounced(typed.trim());
  return (
    <div className={styles.picker}>
      <TextField
        type="search"
        label={label}
        icon={Search}
        hint={pickerText.hint}
        value={typed}
        maxLength={LIMITS.searchText}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== "" && term !== "" && (
        <PickerResults
          kind={kind}
          actionLabel={actionLabel}
          term={term}
          onPick={(result) => {
            setTyped("");
            onPick(result);
          }}
        />
      )}
    </div>
  );
}
