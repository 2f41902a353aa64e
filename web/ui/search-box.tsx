import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { IconButton } from "./icon-button.tsx";
import { controlsText } from "./text/controls.ts";
import { TextField } from "./text-field.tsx";

/** Debounce delay while typing. Enter searches immediately. */
const DEBOUNCE_MS = 400;

export interface SearchBoxProps {
  label: string;
  placeholder?: string;
  value: string;
  /** `isRefinement` is true if there was already a search since the box got the focus. */
  onSearch: (term: string, isRefinement: boolean) => void;
}

/** A search box that searches while the user types. */
export function SearchBox({ label, placeholder = label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const hasSearched = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  // Follows the URL if it changes by other means (Back, "show all").
  if (value !== shown) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const search = (term: string) => {
    if (term === value) return;
    onSearch(term, hasSearched.current);
    hasSearched.current = true;
  };
  // Reads the box when the timer fires, because it may have been cleared in the meantime.
  const searchTyped = useEffectEvent(() => search(typed.trim()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the timer
  useEffect(() => {
    const timer = setTimeout(searchTyped, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed.trim());
        }}
      >
        <TextField
          ref={input}
          type="search"
          label={label}
          hideLabel
          icon={Search}
          placeholder={placeholder}
          value={typed}
          maxLength={LIMITS.searchText}
          enterKeyHint="search"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            hasSearched.current = false;
          }}
          action={
            typed && (
              <IconButton
                icon={X}
                label={controlsText.clearSearch}
                onClick={() => {
                  setTyped("");
                  search("");
                  input.current?.focus();
                }}
              />
            )
          }
        />
      </form>
    </search>
  );
}
