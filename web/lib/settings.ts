import { useState } from "react";
import type { RawInputOf } from "#domain/api/route.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { controlsText } from "#web/ui/text/controls.ts";
import { toast } from "#web/ui/toast-store.ts";
import { call } from "./api.ts";

type Settings = RawInputOf<typeof updateAccountRoute>;

interface Options<S> {
  /** Applies the settings to the page before they are saved. */
  show?: (now: S) => void;
  /** Called when a change is saved. */
  onSaved: (response: { message: string }, now: S) => void;
}

/**
 * Settings that are saved one by one. A change shows immediately and is rolled back if saving it fails. `saved` holds
 * the account's current settings.
 */
export function useSettings<S extends Settings>(
  saved: S,
  { show, onSaved }: Options<S>,
): readonly [now: S, change: (change: Partial<S>) => void] {
  // `saved` catches up a moment later.
  const [chosen, setChosen] = useState<Partial<S>>({});
  const now = { ...saved, ...chosen };
  const set = (values: Partial<S>) => {
    setChosen((all) => ({ ...all, ...values }));
    show?.({ ...now, ...values });
  };
  const change = async (values: Partial<S>) => {
    set(values);
    try {
      onSaved(await call(updateAccountRoute, { input: values as Settings }), { ...now, ...values });
    } catch {
      set(Object.fromEntries(Object.keys(values).map((key) => [key, now[key as keyof S]])) as Partial<S>);
      toast(controlsText.notSaved, { tone: "bad" });
    }
  };
  return [now, (values) => void change(values)];
}
