import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { paletteRoute } from "#domain/search/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { composeText } from "#web/text/compose.ts";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./compose.module.css";
import type { EmbedKind } from "./tools.ts";

const TYPING_MS = 150;

/** Something that can be shown as a card. */
interface Shown {
  path: string;
  name: string;
  by: string;
  picture: string;
}

/** What is called like that. */
export function useFound(kind: EmbedKind, typed: string) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const answer = useQuery({
    ...queryFor(paletteRoute, { input: { q: query } }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const { levels = [], items = [] } = (query && answer.data) || {};
  const found: Shown[] =
    kind === "level"
      ? levels.map(({ id, title, user, thumbnail_url }) => ({
          path: `/levels/${id}`,
          name: title,
          by: user.username,
          picture: thumbnail_url,
        }))
      : items.map(({ id, name, user, thumbnail_url }) => ({
          path: `/items/${id}`,
          name,
          by: user.username,
          picture: thumbnail_url,
        }));
  return { query, found, error: answer.error, isLoading: answer.isLoading };
}

interface EmbedWindowProps {
  kind: EmbedKind;
  onPick: (path: string) => void;
  onClose: () => void;
}

/** Looks for a level or an item that is to stand in a text as a card. */
export default function EmbedWindow({ kind, onPick, onClose }: EmbedWindowProps) {
  const text = composeText[kind];
  const [typed, setTyped] = useState("");
  const { query, found, error, isLoading } = useFound(kind, typed);
  const isNone = query !== "" && !isLoading && found.length === 0;
  return (
    <Modal open high onClose={onClose} title={text.title} text={text.hint}>
      <TextField
        label={text.search}
        hideLabel
        icon={Search}
        type="search"
        placeholder={text.search}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const first = found[0];
          if (event.key !== "Enter" || !first) return;
          event.preventDefault();
          onPick(first.path);
        }}
      />
      <ul className={styles.found}>
        {found.map(({ path, name, by, picture }) => (
          <li key={path}>
            <button type="button" className={styles.choice} onClick={() => onPick(path)}>
              <img className={kind === "level" ? styles.wide : styles.square} src={picture} alt="" />
              <span className={styles.name}>{name}</span>
              <span className={styles.by}>{composeText.by(by)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.note} role="status">
        {error ? error.message : isNone && text.none(query)}
      </p>
    </Modal>
  );
}
