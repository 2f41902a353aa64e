import { useState } from "react";
import type { SentOf } from "#domain/api/route.ts";
import { updateAccountRoute } from "#domain/auth/api.ts";
import { controlsText } from "#web/text/controls.ts";
import { toast } from "#web/ui/toast-store.ts";
import { call } from "./api.ts";

type Settings = SentOf<typeof updateAccountRoute>;

interface Options<S> {
  /** Has the page go by them, where it does so before the account says the same. */
  show?: (now: S) => void;
  /** The site has kept a change. */
  onKept: (answer: { message: string }, now: S) => void;
}

/**
 * Settings that are kept one by one: what is chosen shows at once, and what was there before shows again where the site
 * does not keep it. `known` is what the account says.
 */
export function useSettings<S extends Settings>(
  known: S,
  { show, onKept }: Options<S>,
): readonly [now: S, change: (change: Partial<S>) => void] {
  // The account says the same a moment later.
  const [chosen, setChosen] = useState<Partial<S>>({});
  const now = { ...known, ...chosen };
  const set = (values: Partial<S>) => {
    setChosen((all) => ({ ...all, ...values }));
    show?.({ ...now, ...values });
  };
  const change = async (values: Partial<S>) => {
    set(values);
    try {
      onKept(await call(updateAccountRoute, { input: values as Settings }), { ...now, ...values });
    } catch {
      set(Object.fromEntries(Object.keys(values).map((key) => [key, now[key as keyof S]])) as Partial<S>);
      toast(controlsText.notSaved, { tone: "bad" });
    }
  };
  return [now, (values) => void change(values)];
}
