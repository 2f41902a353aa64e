import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { paletteRoute } from "#domain/search/api.ts";
import { submitOnEnter } from "#web/lib/is-composing.ts";
import { queryFor } from "#web/lib/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Modal } from "#web/ui/modal.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { composeText } from "../text/compose.ts";
import styles from "./compose.module.css";

export type EmbedKind = "level" | "item";

const DEBOUNCE_MS = 150;

export function useEmbedSearch(kind: EmbedKind, typed: string) {
  const query = useDebounced(typed.trim(), DEBOUNCE_MS);
  const search = useQuery({
    ...queryFor(paletteRoute, { input: { q: query } }),
    enabled: query !== "",
  });
  const { levels = [], items = [] } = (query && search.data) || {};
  const cards = kind === "level" ? levels.map((level) => ({ ...level, name: level.title })) : items;
  const found = cards.map(({ id, name, user, thumbnail_url }) => ({
    path: `/${kind}s/${id}`,
    name,
    by: user.username,
    picture: thumbnail_url,
  }));
  return { query, found, error: search.error, isLoading: search.isLoading };
}

interface EmbedModalProps {
  kind: EmbedKind;
  onPick: (path: string) => void;
  onClose: () => void;
}

export default function EmbedModal({ kind, onPick, onClose }: EmbedModalProps) {
  const text = composeText[kind];
  const [typed, setTyped] = useState("");
  const { query, found, error, isLoading } = useEmbedSearch(kind, typed);
  const hasNoResults = query !== "" && !isLoading && found.length === 0;
  return (
    <Modal open alignTop onClose={onClose} title={text.title} text={text.hint}>
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
          if (first) submitOnEnter(event, () => onPick(first.path));
        }}
      />
      <ul className={styles.found}>
        {found.map(({ path, name, by, picture }) => (
          <li key={path}>
            <button type="button" className={styles.choice} onClick={() => onPick(path)}>
              <img className={kind === "level" ? styles.wide : styles.square} src={picture} alt="" />
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.by}>{composeText.by(by)}</span>
            </button>
          </li>
        ))}
      </ul>
      {isLoading && <SkeletonText lines={4} />}
      <p className={styles.note} role="status">
        {error ? error.message : hasNoResults && text.none(query)}
      </p>
    </Modal>
  );
}
