import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { type NamedUser, UserName } from "#web/components/user-name.tsx";
import { isComposing } from "#web/lib/is-composing.ts";
import { queryFor } from "#web/lib/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { cx } from "#web/ui/cx.ts";
import { Modal } from "#web/ui/modal.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./palette.module.css";

const searchText = {
  title: "Search",
  placeholder: "Search levels, items, users and threads",
  hint: "Type a name to find levels, items, people and threads.",
  levels: "Levels",
  items: "Items",
  users: "Users",
  threads: "Threads",
  by: (username: string) => `By ${username}`,
  byIn: (username: string, subforum: string) => `By ${username} in ${subforum}`,
  allLevels: (query: string) => `All levels for “${query}”`,
  allItems: (query: string) => `All items for “${query}”`,
  allPosts: (query: string) => `All posts with “${query}”`,
  none: (query: string) => `Nothing found for “${query}”`,
  found: (count: number) => `${count} ${count === 1 ? "result" : "results"}`,
  spirit: (level: number) => `Spirit level ${level}`,
} as const;

/** A line of the palette: a level, item, user or thread, or a link to all levels, items or posts. */
interface SearchResult {
  key: string;
  to: string;
  name: string;
  /** Set for users, to show the name with their colors. */
  user?: NamedUser;
  detail: string;
  /** The picture's URL; null shows the search icon. */
  picture: string | null;
  kind: "level" | "item" | "user" | "thread" | "all";
}

const DEBOUNCE_MS = 120;

/** Returns the results for the typed text. `isStale`: they aren't those of everything typed yet. */
function useSearchResults(typed: string) {
  const query = useDebounced(typed.trim(), DEBOUNCE_MS);
  const response = useQuery({
    ...queryFor(paletteRoute, { input: { q: query } }),
    enabled: query !== "",
  });
  const results: SearchResult[] = [];
  if (query && response.data) {
    for (const { id, url: to, title: name, thumbnail_url: picture, user } of response.data.levels) {
      const detail = searchText.by(user.username);
      results.push({ key: `level-${id}`, to, name, detail, picture, kind: "level" });
    }
    for (const { id, name, thumbnail_url: picture, user } of response.data.items) {
      const detail = searchText.by(user.username);
      results.push({ key: `item-${id}`, to: `/items/${id}`, name, detail, picture, kind: "item" });
    }
    for (const user of response.data.users) {
      const { id, url: to, username: name } = user;
      const detail = searchText.spirit(user.level);
      const picture = user.bopi.headshot_url;
      results.push({ key: `user-${id}`, to, name, user, detail, picture, kind: "user" });
    }
    for (const { id, subforum_id, url, title, user } of response.data.threads) {
      const detail = searchText.byIn(user.username, SUBFORUMS[subforum_id as SubforumId].name);
      const picture = user.bopi.headshot_url;
      results.push({ key: `thread-${id}`, to: url, name: title, detail, picture, kind: "thread" });
    }
    for (const [place, name] of [
      ["levels", searchText.allLevels(query)],
      ["shop", searchText.allItems(query)],
      ["forums/search", searchText.allPosts(query)],
    ] as const) {
      const to = `/${place}?search=${encodeURIComponent(query)}`;
      const key = `all-${place.replace("/", "-")}`;
      results.push({ key, to, name, detail: "", picture: null, kind: "all" });
    }
  }
  const isStale = typed.trim() !== query || response.isLoading;
  return { query, results, error: response.error, loading: response.isLoading, isStale };
}

const HEADINGS: Partial<Record<SearchResult["kind"], string>> = {
  level: searchText.levels,
  item: searchText.items,
  user: searchText.users,
  thread: searchText.threads,
};
/** Links to all levels, items and posts, below the results. */
const ALL_LINKS_COUNT = 3;

interface ResultOptionProps {
  result: SearchResult;
  id: string;
  isSelected: boolean;
  onOpen: () => void;
}

function ResultOption({ result, id, isSelected, onOpen }: ResultOptionProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isSelected) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    <Link
      ref={ref}
      id={id}
      className={styles.option}
      to={result.to}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={onOpen}
    >
      {result.picture ? (
        <img
          className={cx(styles.thumb, result.kind !== "level" && styles.square)}
          src={result.picture}
          alt=""
        />
      ) : (
        <Search className={styles.icon} aria-hidden />
      )}
      <span className={styles.text}>
        <span className={styles.name}>
          {result.user ? <UserName user={result.user} /> : <bdi>{result.name}</bdi>}
        </span>
        <span className={styles.detail}>{result.detail}</span>
      </span>
    </Link>
  );
}

function statusOf(query: string, count: number, loading: boolean): string {
  if (!query) return searchText.hint;
  if (loading) return "";
  return count > 0 ? searchText.found(count) : searchText.none(query);
}

export interface PaletteProps {
  /** Text typed before the palette had loaded. It is consumed on mount. */
  typedEarly: RefObject<string>;
  onClose: () => void;
}

export default function CommandPalette({ typedEarly, onClose }: PaletteProps) {
  const list = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  /** The key of the result selected with the arrow keys. Its index can change as results load. */
  const [selectedKey, setSelectedKey] = useState<string>();
  const [isSubmitted, setSubmitted] = useState(false);
  useEffect(() => {
    const early = typedEarly.current;
    typedEarly.current = "";
    if (early) setTyped((typed) => early + typed);
  }, [typedEarly]);
  const { query, results, error, loading, isStale } = useSearchResults(typed);
  const selectedIndex = Math.max(
    results.findIndex(({ key }) => key === selectedKey),
    0,
  );
  const selected = results[selectedIndex];

  // Enter opens the selected result. Without a selection it waits for the results of everything typed.
  const destination = isSubmitted && (selectedKey || !isStale) ? selected?.to : undefined;
  useEffect(() => {
    if (!destination) return;
    onClose();
    navigate(destination);
  }, [destination, navigate, onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys and Enter choose among an input method's suggestions, too.
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setSelectedKey(results[(selectedIndex + step + results.length) % results.length]?.key);
    } else if (event.key === "Enter" && typed.trim()) {
      event.preventDefault();
      setSubmitted(true);
    }
  };

  return (
    <Modal open alignTop wide onClose={onClose} title={searchText.title}>
      <div className={styles.box}>
        <TextField
          label={searchText.title}
          hideLabel
          icon={Search}
          type="search"
          placeholder={searchText.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={list}
          aria-activedescendant={selected && `${list}-${selected.key}`}
          aria-autocomplete="list"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setSelectedKey(undefined);
            setSubmitted(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          className={styles.list}
          id={list}
          role="listbox"
          aria-label={searchText.title}
          aria-busy={isStale}
        >
          {results.map((result, index) => (
            <div key={result.key} role="presentation">
              {HEADINGS[result.kind] && results[index - 1]?.kind !== result.kind && (
                <div className={styles.group} aria-hidden>
                  {HEADINGS[result.kind]}
                </div>
              )}
              <ResultOption
                result={result}
                id={`${list}-${result.key}`}
                isSelected={result === selected}
                onOpen={onClose}
              />
            </div>
          ))}
        </div>
        {loading && (
          <div className={styles.loading} aria-hidden>
            <SkeletonText lines={4} />
          </div>
        )}
        <p className={results.length > ALL_LINKS_COUNT ? "sr-only" : styles.note} role="status">
          {error ? error.message : statusOf(query, results.length - ALL_LINKS_COUNT, loading)}
        </p>
      </div>
    </Modal>
  );
}
