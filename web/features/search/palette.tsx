import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { searchText } from "#web/text/search.ts";
import { cx } from "#web/ui/cx.ts";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import styles from "./palette.module.css";
import { type Found, useResults } from "./results.ts";

const HEADINGS: Partial<Record<Found["kind"], string>> = {
  level: searchText.levels,
  item: searchText.items,
  user: searchText.users,
  thread: searchText.threads,
};
/** Lines that stand under whatever is found. */
const WAYS_ON = 3;

function Option({
  found,
  id,
  chosen,
  onGo,
}: {
  found: Found;
  id: string;
  chosen: boolean;
  onGo: () => void;
}) {
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (chosen) ref.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <Link
      ref={ref}
      id={id}
      className={styles.option}
      to={found.to}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onClick={onGo}
    >
      {found.picture ? (
        <img
          className={cx(styles.thumb, found.kind !== "level" && styles.square)}
          src={found.picture}
          alt=""
        />
      ) : (
        <Search className={styles.icon} aria-hidden />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{found.user ? <UserName user={found.user} /> : found.name}</span>
        <span className={styles.more}>{found.more}</span>
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
  /** What was typed before the box was there; the box takes it. */
  early: RefObject<string>;
  onClose: () => void;
}

/** Finds levels, items, users and threads from anywhere: type, arrow keys, Enter. */
export default function Palette({ early, onClose }: PaletteProps) {
  const list = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  /** The key of what was chosen by the arrows: more may come before it. */
  const [wanted, setWanted] = useState<string>();
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    const before = early.current;
    early.current = "";
    if (before) setTyped((typed) => before + typed);
  }, [early]);
  const { query, found, error, loading, behind } = useResults(typed);
  const at = Math.max(
    found.findIndex(({ key }) => key === wanted),
    0,
  );
  const chosen = found[at];

  // Enter goes to what was seen; before anything was chosen it means what is found for all that was typed.
  const destination = entered && (wanted || !behind) ? chosen?.to : undefined;
  useEffect(() => {
    if (!destination) return;
    onClose();
    navigate(destination);
  }, [destination, navigate, onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setWanted(found[(at + step + found.length) % found.length]?.key);
    } else if (event.key === "Enter" && typed.trim()) {
      event.preventDefault();
      setEntered(true);
    }
  };

  return (
    <Modal open high wide onClose={onClose} title={searchText.title}>
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
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen && `${list}-${chosen.key}`}
          aria-autocomplete="list"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWanted(undefined);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          className={styles.list}
          id={list}
          role="listbox"
          aria-label={searchText.title}
          aria-busy={behind}
        >
          {found.map((one, index) => (
            <div key={one.key} role="presentation">
              {HEADINGS[one.kind] && found[index - 1]?.kind !== one.kind && (
                <div className={styles.group} aria-hidden>
                  {HEADINGS[one.kind]}
                </div>
              )}
              <Option found={one} id={`${list}-${one.key}`} chosen={one === chosen} onGo={onClose} />
            </div>
          ))}
        </div>
        <p className={found.length > WAYS_ON ? "sr-only" : styles.note} role="status">
          {error ? error.message : statusOf(query, found.length - WAYS_ON, loading)}
        </p>
      </div>
    </Modal>
  );
}
