import { useContext, useEffect, useState } from "react";
import { UNSAFE_NavigationContext as NavigationContext } from "react-router";
import { setPopGuard } from "#web/lib/pop-guard.ts";
import { Confirm } from "./modal.tsx";

/** A way off the page that waits for an answer. */
interface Leaving {
  leave: () => void;
}

/** The router's index of a history entry, or null where another script made it. */
function indexOf(state: unknown): number | null {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === "number" ? idx : null;
}

/**
 * While `active`, holds back links, Back and Forward to other paths and hands them to `ask`, which must be stable. For
 * closing or reloading the tab the browser asks in its own words. The router's own `useBlocker` needs a data router.
 */
function useLeaving(active: boolean, ask: (leaving: Leaving) => void): void {
  const { navigator } = useContext(NavigationContext);
  useEffect(() => {
    if (!active) return;
    const { pathname } = window.location;
    const { push, replace } = navigator;
    let index = indexOf(window.history.state);
    let returning: Leaving | null = null;
    let isLeaving = false;

    const guarded =
      (navigate: typeof push): typeof push =>
      (to, ...rest) => {
        const leave = () => navigate.call(navigator, to, ...rest);
        if (new URL(navigator.createHref(to), window.location.href).pathname !== pathname)
          return ask({ leave });
        leave();
        index = indexOf(window.history.state);
      };
    // The browser has moved already: go back to this page's entry before asking, unseen by the router.
    const onPop = (event: PopStateEvent) => {
      if (returning) {
        event.stopImmediatePropagation();
        ask(returning);
        returning = null;
        return;
      }
      const to = indexOf(event.state);
      if (isLeaving || to === null || index === null) return;
      if (window.location.pathname === pathname) {
        index = to;
        return;
      }
      event.stopImmediatePropagation();
      const delta = to - index;
      returning = {
        leave: () => {
          isLeaving = true;
          window.history.go(delta);
        },
      };
      window.history.go(-delta);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

    Object.assign(navigator, { push: guarded(push), replace: guarded(replace) });
    setPopGuard(onPop);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      Object.assign(navigator, { push, replace });
      setPopGuard(null);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [active, ask, navigator]);
}

export interface LeaveGuardProps {
  /** Something on the page would be lost. */
  active: boolean;
  title: string;
  text: string;
  action: string;
}

/** Asks before the page is left while something on it is not saved. */
export function LeaveGuard({ active, ...words }: LeaveGuardProps) {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  useLeaving(active, setLeaving);
  const close = () => setLeaving(null);
  const confirm = () => {
    close();
    leaving?.leave();
  };
  return <Confirm {...words} open={leaving !== null} onClose={close} onConfirm={confirm} />;
}
