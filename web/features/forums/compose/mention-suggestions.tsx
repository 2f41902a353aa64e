import { useQuery } from "@tanstack/react-query";
import { paletteRoute } from "#domain/search/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { queryFor } from "#web/lib/query.ts";
import { composeText } from "../text/compose.ts";
import styles from "./compose.module.css";

interface MentionSuggestionsProps {
  /** The start of a name. */
  typed: string;
  onPick: (username: string) => void;
}

/** Suggests users whose names start with the typed text. */
export function MentionSuggestions({ typed, onPick }: MentionSuggestionsProps) {
  const { data } = useQuery(queryFor(paletteRoute, { input: { q: typed } }));
  const people = (data?.users ?? []).filter(({ username }) =>
    username.toLowerCase().startsWith(typed.toLowerCase()),
  );
  if (people.length === 0) return null;
  return (
    <ul className={styles.people} aria-label={composeText.people}>
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className={styles.person} onClick={() => onPick(person.username)}>
            <Headshot user={person} size={28} decorative />@{person.username}
          </button>
        </li>
      ))}
    </ul>
  );
}
