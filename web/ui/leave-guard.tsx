import { useContext, useEffect, useState } from "react";
import { UNSAFE_NavigationContext as NavigationContext } from "react-router";
import { setPopGuard } from "#web/lib/pop-guard.ts";
import { ConfirmModal } from "./modal.tsx";

/** A navigation that waits for confirmation. */
interface Leaving {
  leave: () => void;
}

/** Returns the router's index of a history entry, or null if another script created it. */
function indexOf(state: unknown): number | null {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === "number" ? idx : null;
}

/**
 * While `active`, intercepts links, Back and Forward to other paths and passes them to `confirm`, which must be stable. If
 * the tab is closed or reloaded, the browser shows its own prompt. The router's `useBlocker` needs a data router.
 */
function useLeaving(active: boolean, confirm: (leaving: Leaving) => void): void {
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
          return confirm({ leave });
        leave();
        index = indexOf(window.history.state);
      };
    // The browser has already moved: returns to this page's entry before confirming, without the router noticing.
    const onPop = (event: PopStateEvent) => {
      if (returning) {
        event.stopImmediatePropagation();
        confirm(returning);
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
  }, [active, confirm, navigator]);
}

export interface LeaveGuardProps {
  /** The page has unsaved changes. */
  active: boolean;
  title: string;
  text: string;
  action: string;
}

/** Asks for confirmation before the user leaves a page with unsaved changes. */
export function LeaveGuard({ active, ...words }: LeaveGuardProps) {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  useLeaving(active, setLeaving);
  const close = () => setLeaving(null);
  const confirm = () => {
    close();
    leaving?.leave();
  };
  return <ConfirmModal {...words} open={leaving !== null} onClose={close} onConfirm={confirm} />;
}
