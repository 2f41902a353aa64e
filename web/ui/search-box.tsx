import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { controlsText } from "#web/text/controls.ts";
import { IconButton } from "./icon-button.tsx";
import { TextField } from "./text-field.tsx";

/** How long typing has to rest before it is searched for; Enter does not wait. */
const REST_MS = 400;

export interface SearchBoxProps {
  label: string;
  placeholder?: string;
  value: string;
  /** `more` tells that the same bout of typing has searched before. */
  onSearch: (term: string, more: boolean) => void;
}

/** A box that searches as one types. */
export function SearchBox({ label, placeholder = label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const bout = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  // The address changed by other means (Back, "show all"): the box follows.
  if (value !== shown) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const search = (term: string) => {
    if (term === value) return;
    onSearch(term, bout.current);
    bout.current = true;
  };
  // What stands in the box by then: a timer may fire after the box was emptied and before it was stopped.
  const searchRested = useEffectEvent(() => search(typed.trim()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the rest anew
  useEffect(() => {
    const timer = setTimeout(searchRested, REST_MS);
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
            bout.current = false;
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
