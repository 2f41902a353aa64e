import { useState } from "react";
import type { RawInputOf } from "#domain/api/route.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { controlsText } from "#web/ui/text/controls.ts";
import { type ActionOptions, useAction } from "./action.ts";
import { call } from "./api.ts";
import { toastError } from "./error-text.ts";

type Settings = RawInputOf<typeof updateAccountRoute>;

interface Options<S> extends Pick<ActionOptions<Partial<S>, { message: string }>, "toast"> {
  /** Applies the settings to the page before they are saved. */
  show?: (now: S) => void;
  onSaved: () => void;
}

/**
 * Settings that are saved one by one. A change shows immediately and is rolled back if saving it fails. `saved` holds
 * the account's current settings.
 */
export function useSettings<S extends Settings>(
  saved: S,
  { show, onSaved, toast }: Options<S>,
): readonly [now: S, change: (change: Partial<S>) => void] {
  // `saved` catches up a moment later.
  const [chosen, setChosen] = useState<Partial<S>>({});
  const now = { ...saved, ...chosen };
  const set = (values: Partial<S>) => {
    setChosen((all) => ({ ...all, ...values }));
    show?.({ ...now, ...values });
  };
  const { run } = useAction((values: Partial<S>) => call(updateAccountRoute, { input: values as Settings }), {
    parallel: true,
    optimistic: (values) => {
      set(values);
      const before = Object.keys(values).map((key) => [key, now[key as keyof S]]);
      return () => set(Object.fromEntries(before) as Partial<S>);
    },
    errors: () => toastError(controlsText.notSaved),
    ...(toast && { toast }),
    onDone: onSaved,
  });
  return [now, (values) => void run(values)];
}
